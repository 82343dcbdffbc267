"""Makes the pictures of the page for README and docs: ``python -m browser.pictures [NAME...]`` in ``tests/``.

They are written to ``docs/images/page-NAME.png``. The page has to be built. Debian's chromium and pngquant have to be
installed.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from browser.chromium import launched
from browser.desk import ENGINE_SECONDS, Desk, desk
from browser.running_server import RunningServer

ROOT = Path(__file__).parents[2]
GAME = ROOT / "examples" / "game.sgf"
FOLDER = ROOT / "docs" / "images"
WIDE = {"viewport": {"width": 1280, "height": 820}, "device_scale_factor": 1}
TALL = {"viewport": {"width": 1280, "height": 1060}, "device_scale_factor": 1}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
MOVE = 22  # of the game: a fight


def at_move(page: Desk, number: int = MOVE) -> None:
    """Open the game of the examples at a move."""
    page.import_text(GAME.read_text())
    page.by("scrubber").fill(str(number))
    expect(page.by("move-number")).to_contain_text(f"{number} of")


def searched(page: Desk, seconds: float = 6) -> None:
    """Let the search run for a while."""
    page.page.wait_for_timeout(seconds * 1000)


def play(page: Desk) -> None:
    """A game against the engine, with an estimate of the score."""
    page.new_game(size=9, strength=8)
    for _ in range(8):
        if page.my_turn() != "Your turn":
            return
        page.by("hint").click()
        expect(page.by("advice")).to_contain_text("tengen would", timeout=ENGINE_SECONDS * 1000)
        if (found := re.search(r"play ([A-J]\d)", page.by("advice").inner_text())) is None:
            return
        page.play(found[1])
    page.my_turn()
    page.by("score").click()
    expect(page.by("advice")).to_contain_text("Black wins with", timeout=ENGINE_SECONDS * 1000)


def review(page: Desk) -> None:
    """A game with its graph, its mistakes, variations and the analysis."""
    at_move(page)
    page.by("whole-game").get_by_role("combobox").select_option("500")
    page.by("start-review").click()
    expect(page.by("stop-review")).to_be_visible()
    expect(page.by("start-review")).to_be_visible(timeout=3 * ENGINE_SECONDS * 1000)
    for number, variation in ((20, ("E2", "D2", "E7")), (MOVE, ("E7", "E8"))):
        page.by("scrubber").fill(str(number))
        expect(page.by("move-number")).to_contain_text(f"{number} of")
        for point in variation:
            page.play(point)
        page.by("tree").locator(f'[data-node="{number + 1}"]').click()
        expect(page.by("move-number")).to_contain_text(f"{number + 1} of 52")
    page.by("scrubber").fill(str(MOVE))
    expect(page.by("move-number")).to_contain_text(f"{MOVE} of")
    page.by("analyse").click()
    expect(page.board.locator(".candidates > g").first).to_be_attached(timeout=ENGINE_SECONDS * 1000)
    searched(page, 4)


def inside(page: Desk) -> None:
    """The moves of a search, and the urgency of one of them as a sum."""
    at_move(page)
    page.analyse()
    searched(page)


def tree(page: Desk) -> None:
    """The search tree, unfolded."""
    at_move(page)
    page.analyse()
    page.inside_tab("Tree")
    outline = page.page.get_by_role("tree")
    searched(page, 3)
    for level in (1, 2, 3):
        outline.locator(f'[aria-level="{level}"]').first.locator(".twist").click()
        expect(outline.locator(f'[aria-level="{level + 1}"]').first).to_be_visible()
    outline.locator('[aria-level="3"]').first.click()
    searched(page, 2)


def compare(page: Desk) -> None:
    """Two setups on the same position."""
    at_move(page)
    page.analyse()
    page.inside_tab("Compare")
    page.by("compare-part").select_option("terms/rave")
    expect(page.by("comparison")).to_be_visible(timeout=ENGINE_SECONDS * 1000)
    searched(page)


def laboratory(page: Desk) -> None:
    """A match with its interval and its games."""
    page.show("laboratory")
    form = page.page.get_by_role("form", name="New match")
    form.get_by_label("Games", exact=True).fill("20")
    form.get_by_label("Simulations", exact=True).fill("50")
    page.by("second-preset").select_option("tengen")
    second = form.get_by_role("group", name="Second player")
    second.locator("summary").click()
    second.get_by_role("textbox").fill("tree.terms=-rave")
    page.by("start-match").click()
    expect(page.by("match-games").locator("tbody tr")).to_have_count(12, timeout=3 * ENGINE_SECONDS * 1000)


def phone(page: Desk) -> None:
    """A game on a phone."""
    play(page)


PICTURES: dict[str, tuple[Callable[[Desk], None], dict[str, object]]] = {
    "play": (play, {**WIDE, "color_scheme": "light"}),
    "review": (review, {**TALL, "color_scheme": "light"}),
    "inside": (inside, {**TALL, "color_scheme": "light"}),
    "tree": (tree, {**WIDE, "color_scheme": "dark"}),
    "compare": (compare, {**TALL, "viewport": {"width": 1280, "height": 1180}, "color_scheme": "dark"}),
    "laboratory": (laboratory, {**WIDE, "color_scheme": "light"}),
    "phone": (phone, {**PHONE, "color_scheme": "light"}),
}


def save(name: str, picture: bytes) -> None:
    """Write a picture, in as few colours as it needs."""
    words = ["pngquant", "--speed=1", "--quality=40-75", "--strip", "-"]
    packed = subprocess.run(words, input=picture, capture_output=True, check=True).stdout
    (FOLDER / f"page-{name}.png").write_bytes(packed)
    print(f"page-{name}.png: {len(packed) / 1000:.0f} kB")


def main(names: list[str]) -> None:
    """Make the named pictures, or all."""
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        server = RunningServer(Path(folder))
        server.start()
        try:
            for name in names or PICTURES:
                draw, settings = PICTURES[name]
                with desk(browser, server.address, **settings) as page:
                    page.open()
                    draw(page)
                    page.page.mouse.move(0, 0)
                    page.page.evaluate("scrollTo(0, 0)")
                    page.page.wait_for_timeout(300)
                    save(name, page.page.screenshot())
        finally:
            server.close()


if __name__ == "__main__":
    main(sys.argv[1:])
