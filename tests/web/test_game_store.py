"""The page's games on a disk that fails: the game goes on, and nothing is lost once the disk works again."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tengen.web.messages import GameSetup
from tengen.web.store import GameStore, StoredGame
from web.page import Page, ServerInThread

GAME = StoredGame(game="g", title="t", setup=GameSetup(), sgf="(;SZ[5])", path=[], size=5, moves=0)


@pytest.mark.parametrize("failing", ["BEGIN", "INSERT", "COMMIT"])
@pytest.mark.parametrize("is_done_first", [False, True])
def test_a_game_is_saved_when_the_disk_has_space_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, is_done_first: bool
) -> None:
    is_full = False

    class Faulty(sqlite3.Connection):
        def execute(self, query: str, *values: Any) -> sqlite3.Cursor:
            if is_full and query.startswith(failing):
                if is_done_first:
                    super().execute(query, *values)
                raise sqlite3.OperationalError("database or disk is full")
            return super().execute(query, *values)

    connect = sqlite3.connect
    monkeypatch.setattr("sqlite3.connect", lambda path, **options: connect(path, factory=Faulty, **options))
    store = GameStore(tmp_path / "games.sqlite")
    is_full = True
    with pytest.raises(OSError, match=r"the game cannot be saved to .*games.sqlite: database or disk is full"):
        store.save(GAME)
    is_full = False
    store.save(GAME)
    assert [line.game for line in store.games()] == ["g"]
    store.close()


class Disk:
    """What the disk under the store does."""

    fault = ""
    """The error that it reports; empty while it works."""
    at = ("BEGIN", "SELECT")
    """The statements that fail."""


class OnThatDisk(sqlite3.Connection):
    def execute(self, query: str, *values: Any) -> sqlite3.Cursor:
        if Disk.fault and query.startswith(Disk.at):
            raise sqlite3.OperationalError(Disk.fault)
        return super().execute(query, *values)


@pytest.fixture
def failing_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerInThread]:
    """Return a server whose disk works until it is told otherwise."""
    connect = sqlite3.connect
    monkeypatch.setattr("sqlite3.connect", lambda path, **options: connect(path, factory=OnThatDisk, **options))
    monkeypatch.setattr(Disk, "fault", "")
    running = ServerInThread(tmp_path)
    yield running
    running.close()


def fail(monkeypatch: pytest.MonkeyPatch, fault: str, *at: str) -> None:
    monkeypatch.setattr(Disk, "fault", fault)
    monkeypatch.setattr(Disk, "at", at)


def moves_of(page: Page) -> list[str]:
    return [node["move"] for node in page.until("game_view")["nodes"]]


@pytest.mark.parametrize("fault", ["database or disk is full", "disk I/O error"])
def test_a_game_goes_on_without_its_disk_and_is_saved_later(
    failing_server: ServerInThread, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    with failing_server.page() as page:
        game = page.new_game(human="both")["game"]
        fail(monkeypatch, fault, "BEGIN")
        page.say("play", move="C3")
        text = page.until("problem")["text"]
        assert text == (
            f"the game cannot be saved to {failing_server.folder / 'games.sqlite'}: {fault}."
            " It goes on here, and is saved when it can be."
        )
        assert page.until("position_view")["live"] == 1
        assert page.play("D3")["live"] == 2, "it is told once"
    with failing_server.page(game) as page:  # nobody had looked at the game for a while, and it is still there
        assert moves_of(page) == [None, "C3", "D3"]
        assert page.until("problem")["text"] == text
        fail(monkeypatch, "")
        assert page.play("B3")["live"] == 3
    database = sqlite3.connect(failing_server.folder / "games.sqlite")
    ((moves, sgf),) = database.execute("SELECT moves, sgf FROM games")
    database.close()
    assert (moves, sgf.count(";")) == (3, 4)


def test_what_is_not_saved_when_the_page_is_closed_is_saved_at_the_end(
    tmp_path: Path, failing_server: ServerInThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    with failing_server.page() as page:
        page.new_game(human="both")
        fail(monkeypatch, "disk I/O error", "BEGIN")
        page.say("play", move="C3")
        page.until("problem")
    fail(monkeypatch, "")
    failing_server.server.shared.close()
    assert failing_server.server.shared.lost == []
    with closing(GameStore(tmp_path / "games.sqlite")) as store:
        assert [line.moves for line in store.games()] == [1]


def test_a_server_that_ends_without_its_disk_says_which_games_it_loses(
    failing_server: ServerInThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    with failing_server.page() as page:
        title = page.ask("new_game", "game_view", setup={"size": 5, "human": "both"})["title"]
        fail(monkeypatch, "database or disk is full", "BEGIN")
        page.say("play", move="C3")
        page.until("problem")
        failing_server.server.shared.close()
    (lost,) = failing_server.server.shared.lost
    assert lost.startswith(f"{title}: the game cannot be saved to ")


def test_a_store_that_cannot_be_read_is_told_and_the_page_stays(
    failing_server: ServerInThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = failing_server.folder / "games.sqlite"
    with failing_server.page() as page:
        game = page.new_game(human="both")["game"]
        fail(monkeypatch, "disk I/O error", "SELECT", "BEGIN")
        assert page.refusal("list_games") == f"the games cannot be read from {file}: disk I/O error"
        assert page.refusal("open_game", game="other") == f"the game cannot be read from {file}: disk I/O error"
        assert page.refusal("delete_game", game="x") == f"the game cannot be deleted from {file}: disk I/O error"
        new = page.refusal("new_game", setup={"size": 5, "human": "both"})
        assert new == f"the game cannot be saved to {file}: disk I/O error"
        fail(monkeypatch, "")
        assert [line["game"] for line in page.ask("list_games", "games")["games"]] == [game]
