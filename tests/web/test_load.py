"""Many pages on one server: each searching page gets its share, and memory stays where it is."""

import threading
import time
from pathlib import Path

import pytest

from web.page import Page, ServerInThread

PAGES, SEARCHING = 50, 10
SECONDS = 120.0
SETUP = {"options": {"playout.policy": "random"}}


def megabytes() -> float:
    """Return the memory of this process, in which server and pages are."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


@pytest.mark.slow
def test_fifty_pages_of_which_ten_search(tmp_path: Path) -> None:
    server = ServerInThread(tmp_path)
    pages = [server.page() for _ in range(PAGES)]
    for page in pages:
        page.settle()
        page.new_game(human="both")
    simulations, reports, ended = [0] * SEARCHING, [0] * SEARCHING, threading.Event()

    def search(number: int, page: Page) -> None:
        page.say("analyse", setups=[SETUP])
        while not ended.is_set():
            report = page.until("analysis")
            simulations[number], reports[number] = report["simulations"], reports[number] + 1

    threads = [threading.Thread(target=search, args=(n, page)) for n, page in enumerate(pages[:SEARCHING])]
    for thread in threads:
        thread.start()
    sizes = []
    for _ in range(int(SECONDS / 10)):
        time.sleep(10)
        sizes.append(megabytes())
        began = time.monotonic()
        pages[-1].ask("list_games", "games")
        assert time.monotonic() - began < 2  # the other pages are answered meanwhile
    with Page(server.port) as more:
        assert more.hear(10)["is_fatal"]
    ended.set()
    for thread in threads:
        thread.join()
    for page in pages:
        page.close()
    server.close()
    assert min(reports) > 0.5 * SECONDS / 10
    assert min(simulations) > 0.5 * max(simulations)
    half = len(sizes) // 2
    assert max(sizes[half:]) < 1.05 * max(sizes[:half]) + 20, sizes
