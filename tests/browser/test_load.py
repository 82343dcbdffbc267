"""Many pages on one server, and a long analysis: everybody gets a share, and memory stays where it is."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.desk import ENGINE_SECONDS, Desk, desk
from browser.running_server import RunningServer

pytestmark = pytest.mark.slow

POSITION = "(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese];B[ee];W[eg];B[df];W[dg];B[ge];W[gg];B[cf])"
PAGES = 50
SEARCHING = 10
MEGABYTE = 1_000_000
LARGEST_SERVER = 1000 * MEGABYTE  # the engine takes 250, and each search may take 48 for its tree
MINUTES = 10
SLACK = 1.1  # memory may grow by a tenth: garbage is not collected at once

# Pages without a picture: only their sockets, which are what the server sees.
OPEN_SOCKETS = """([address, count]) => Promise.all(Array.from({ length: count }, () => new Promise(resolve => {
    const socket = new WebSocket(address);
    (window.sockets ??= []).push(socket);
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', request: 1 }));
    socket.onmessage = event => {
        const { type } = JSON.parse(event.data);
        if (type !== 'preparation') resolve(type);  // of the engine, while it is compiled: sent to all
    };
    socket.onclose = () => resolve('closed');
})))"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server that no other test uses."""
    running = RunningServer(tmp_path)
    running.start()
    yield running
    running.close()


def visits(page: Desk) -> int:
    """Return the visits that Inside shows."""
    text: str = page.by("status-A").locator("dd").first.inner_text()
    return int("".join(filter(str.isdigit, text)))


def test_fifty_pages_of_which_ten_search(own_server: RunningServer, browser: Browser) -> None:
    pages: list[Desk] = []
    for _ in range(SEARCHING):
        page = Desk(browser, own_server.address)
        pages.append(page)
        page.open()
        page.import_text(POSITION)
        page.page.keyboard.press("End")
        page.analyse()
    others = PAGES - SEARCHING
    socket = f"ws://127.0.0.1:{own_server.port}/socket"
    assert pages[-1].page.evaluate(OPEN_SOCKETS, [socket, others]) == ["welcome"] * others

    # The next page is told why it is not let in.
    with desk(browser, own_server.address) as late:
        late.page.goto(own_server.address)
        expect(late.by("refused")).to_contain_text(f"{PAGES} pages are open")

    # Each search gets its share of the cores: none has less than a third of what the mean one has.
    before = [visits(page) for page in pages]
    pages[0].page.wait_for_timeout(20_000)
    gained = [visits(page) - old for page, old in zip(pages, before, strict=True)]
    print(f"visits in 20 s: {gained}; server {own_server.memory() / MEGABYTE:.0f} MB")
    assert min(gained) > sum(gained) / len(gained) / 3, gained
    assert own_server.memory() < LARGEST_SERVER

    # A place is free again as soon as a page is closed.
    pages.pop(0).close()
    with desk(browser, own_server.address) as late:
        late.open()
        expect(late.by("refused")).to_have_count(0)
    for page in pages:
        page.close()


def test_memory_stays_flat_during_a_long_analysis(own_server: RunningServer, new_desk: Callable[..., Desk]) -> None:
    page = new_desk(own_server.address).open()
    page.import_text(POSITION)
    page.page.keyboard.press("End")
    page.analyse()
    session = page.context.new_cdp_session(page.page)

    def heap() -> int:
        session.send("HeapProfiler.collectGarbage")
        return int(session.send("Runtime.getHeapUsage")["usedSize"])

    deadline = time.monotonic() + ENGINE_SECONDS
    while visits(page) < 20_000 and time.monotonic() < deadline:
        page.page.wait_for_timeout(1000)
    page.page.wait_for_timeout(60_000)
    sizes = [(heap(), own_server.memory())]
    for _ in range(MINUTES):
        page.page.wait_for_timeout(60_000)
        sizes.append((heap(), own_server.memory()))
    text = ", ".join(f"{of_page / MEGABYTE:.1f} and {of_server / MEGABYTE:.0f} MB" for of_page, of_server in sizes)
    print(f"page and server: {text}")
    (page_before, server_before), (page_after, server_after) = sizes[0], sizes[-1]
    assert page_after < page_before * SLACK + MEGABYTE, text
    assert server_after < server_before * SLACK, text
