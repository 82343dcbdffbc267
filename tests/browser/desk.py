"""A page of tengen in a real browser, with the steps that people take on it."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

SECONDS = 30.0  # to wait for the page, on a busy machine
ENGINE_SECONDS = 300.0  # to wait for the engine, whose code may have to be compiled
VIEWS = ("play", "review", "inside", "laboratory")
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

expect.set_options(timeout=SECONDS * 1000)


class Desk:
    """One page in a browser of its own: nothing is remembered from other tests."""

    def __init__(self, browser: Browser, address: str, **settings: Any) -> None:
        self.address = address
        self.errors: list[str] = []
        self.allowed: list[str] = []
        """Patterns of errors that a test brings about on purpose."""
        self.context: BrowserContext = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **settings})
        self.context.set_default_timeout(SECONDS * 1000)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.errors.append(f"{error}"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        """Close the page; an error in its console is a failure."""
        self.context.close()
        found = [text for text in self.errors if not any(re.search(pattern, text) for pattern in self.allowed)]
        assert not found, f"errors in the console: {found}"

    # Where things are

    def by(self, test_id: str) -> Locator:
        return self.page.get_by_test_id(test_id)

    @property
    def board(self) -> Locator:
        return self.by("board")

    @property
    def size(self) -> int:
        return int(self.board.get_attribute("data-size") or 0)

    def point(self, name: str) -> Locator:
        """Return the element of a point of the board: E5."""
        x, y = LETTERS.index(name[0]), self.size - int(name[1:])
        return self.board.locator(f'.shudan-vertex[data-x="{x}"][data-y="{y}"]')

    def stones(self) -> list[int]:
        """Return the board as it is drawn: 1 for Black, -1 for White, row by row from the top."""
        script = """board => [...board.querySelectorAll('.shudan-vertex')].map(({ className, dataset }) =>
            [Number(dataset.y), Number(dataset.x), className.match(/shudan-sign_(-?1)/)?.[1] ?? '0'])"""
        return [int(sign) for *_, sign in sorted(self.board.evaluate(script))]

    def stone(self, name: str) -> int:
        """Return the stone on a point."""
        return self.stones()[(self.size - int(name[1:])) * self.size + LETTERS.index(name[0])]

    def move_number(self) -> int:
        """Return the number of the shown move."""
        return int(self.by("move-number").inner_text().split()[0])

    # What people do

    def open(self, view: str = "play") -> "Desk":
        """Open the page and wait until it is connected."""
        self.page.goto(f"{self.address}#view={view}")
        self.connected()
        return self

    def connected(self) -> None:
        """Wait until the server has welcomed the page."""
        expect(self.by("sound")).to_be_visible()
        expect(self.page.locator("main > section > *").first).to_be_attached()

    def show(self, view: str) -> None:
        self.by(f"tab-{view}").click()
        expect(self.page.locator(f"main.{view}")).to_be_visible()

    def new_game(self, size: int = 9, human: str = "black", strength: int = 0) -> None:
        """Start a game by the form: on the first screen, or in its window. Strength 0 is the weakest level."""
        if not self.by("new-game").is_visible():
            self.page.keyboard.press("n")
        self.by(f"size-{size}").click()
        self.by(f"human-{human}").click()
        if human != "both":
            self.by("strength").fill(str(strength))
        self.by("start-game").click()
        expect(self.by("view-play")).to_be_visible(timeout=ENGINE_SECONDS * 1000)
        expect(self.by("move-number")).to_contain_text("of 0")
        expect(self.board).to_have_attribute("data-size", str(size))

    def click(self, name: str) -> None:
        """Click on a point."""
        self.point(name).click()

    def play(self, name: str) -> None:
        """Put a stone, and wait until it is there."""
        self.click(name)
        expect(self.point(name)).to_have_class(re.compile("shudan-sign_-?1"))

    def pass_(self) -> None:
        """Pass, and wait until the server knows it."""
        before = self.move_number()
        self.by("pass").click()
        expect(self.by("move-number")).not_to_have_text(re.compile(rf"^{before} "))

    def my_turn(self) -> str:
        """Wait until the engine has moved; return what the page says about the game."""
        expect(self.by("status")).not_to_have_text(re.compile("tengen is|Playing"), timeout=ENGINE_SECONDS * 1000)
        return self.by("status").inner_text()

    def tab_to(self, *wanted: Locator) -> None:
        """Press Tab until one of these has the focus."""
        for _ in range(60):
            if any(one.evaluate("element => element === document.activeElement") for one in wanted):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {wanted}")

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Wait after the ``with`` block until another game is shown, at its start."""
        game = "new URLSearchParams(location.hash.slice(1)).get('game')"
        before = self.page.evaluate(game)
        yield
        self.page.wait_for_function(f"before => {game} !== before", arg=before)
        expect(self.by("move-number")).to_have_text(re.compile("^0 of"))

    def import_text(self, sgf: str) -> None:
        """Open a record by its text, in the window for that."""
        with self.opening():
            self.page.keyboard.press("o")
            self.by("record-text").fill(sgf)
            self.by("record-text-open").click()
            self.by("record-open").click()
        expect(self.by("view-review")).to_be_visible()

    def saved(self, folder: Path) -> Path:
        """Save the game by the button; return the file."""
        with self.page.expect_download() as download:
            self.by("save").click()
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path

    def analyse(self) -> None:
        """Start the analysis in Inside, and wait for its first numbers."""
        self.show("inside")
        self.by("analyse").click()
        expect(self.by("sums").first).to_be_visible(timeout=ENGINE_SECONDS * 1000)

    def inside_tab(self, title: str) -> None:
        self.page.get_by_role("tab", name=title, exact=True).click()

    # What is measured

    def faults(self, axe: Path) -> list[str]:
        """Return the serious and critical faults that axe-core finds in what is shown."""
        self.page.evaluate(axe.read_text() + "\nnull")
        found = self.page.evaluate("""async () => {
            const { violations } = await axe.run(document, { resultTypes: ["violations"] });
            return violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.map(
                ({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`) }));
        }""")
        return [
            f"{one['impact']} {one['id']}: {one['help']}\n  " + "\n  ".join(one["nodes"][:5])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]


@contextmanager
def desk(browser: Browser, address: str, **settings: Any) -> Iterator[Desk]:
    """Open a page for a ``with`` block."""
    opened = Desk(browser, address, **settings)
    try:
        yield opened
    except BaseException:
        opened.context.close()
        raise
    opened.close()


def received(page: Page) -> list[dict[str, Any]]:
    """Return a list to which every message of the server to a page is added, from the next connection on."""
    found: list[dict[str, Any]] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: found.append(json.loads(data))))
    return found
