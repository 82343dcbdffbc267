"""The store of the page's games on a disk that fails."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tengen.web.messages import GameSetup
from tengen.web.store import GameStore, StoredGame

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
