"""The game that a person plays, as a file that has every move at any time."""

import shlex
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.board.grid import BLACK, WHITE, Colour, other
from tengen.cli.files import write_whole
from tengen.game.time_left import TimeLeft, read_time_left, time_left, write_time_left
from tengen.game.time_words import overtime_text, recorded_clock
from tengen.presets.engine_name import ENGINE

if TYPE_CHECKING:
    from tengen import Clock, Game
    from tengen.sgf import GameRecord


def games_folder() -> Path:
    """Return the folder of saved games, which may not exist yet."""
    from platformdirs import user_data_path

    return user_data_path("tengen") / "games"


def new_path() -> Path:
    """Return the name for a new game in the folder of saved games, by the time of day; creates the folder."""
    from datetime import datetime

    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    name = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    taken = (folder / f"{name}{more}.sgf" for more in ["", *(f"-{number}" for number in range(2, 100))])
    return next(path for path in taken if not path.exists())


def unfinished_game(most: int | None = None) -> Path | None:
    """Return the newest saved game that is not finished and can be read; only the newest few are looked at if told."""
    from tengen.sgf import SgfError, read_file

    by_age = sorted(games_folder().glob("*.sgf"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in by_age[:most]:
        with suppress(OSError, SgfError):
            if read_file(path).result is None:
                return path
    return None


class SavedGame:
    """A game, the names of its players, its clock and its file. ``save`` is called after every change."""

    def __init__(self, game: "Game", path: Path, names: dict[Colour, str], clock: "Clock | None" = None) -> None:
        self.game = game
        self.path = path
        self.names = names
        self.clock = clock
        self.date = date.today().isoformat()
        self.result: str | None = None
        self._times: dict[int, TimeLeft] = {}
        self._has_begun = bool(game.moves)

    def note_time(self) -> None:
        """Keep the time that the side which has just moved has left."""
        if self.clock is not None and self.game.moves:
            self._times[len(self.game.moves)] = time_left(self.clock, self.game.moves[-1].colour)

    def record(self) -> "GameRecord":
        """Return the game as a record."""
        from tengen.game.replay import from_game

        record = from_game(self.game)
        record.black, record.white = self.names[BLACK], self.names[WHITE]
        record.date, record.result = self.date, self.result
        if self.clock is not None:
            record.root.set_text("TM", f"{self.clock.main:g}")
            record.root.set_text("OT", overtime_text(self.clock))
        for number, node in enumerate(list(record.nodes())[1 : len(self.game.moves) + 1], start=1):
            if number in self._times:
                write_time_left(node, self.game.moves[number - 1].colour, self._times[number])
        return record

    def save(self) -> None:
        """Write the game, unless it has never had a move; raises OSError."""
        self._has_begun |= bool(self.game.moves)
        if self._has_begun or self.result is not None:
            write_whole(self.path, self.record().to_bytes())

    @property
    def resuming(self) -> str:
        """The command that goes on with the game."""
        is_known = self.path.parent == games_folder()
        return "tengen play --resume" + ("" if is_known else f" --file {shlex.quote(str(self.path))}")

    @property
    def human(self) -> Colour | None:
        """The colour of the person by the names; None if they do not tell."""
        engines = [colour for colour, name in self.names.items() if name.startswith(ENGINE)]
        return other(engines[0]) if len(engines) == 1 else None

    def seat(self, human: Colour) -> None:
        """Let the person play a colour; if that was the engine's, the names change sides, too."""
        if self.human == other(human):
            self.names = {colour: self.names[other(colour)] for colour in self.names}


def load(path: Path) -> SavedGame:
    """Return a saved game; raises OSError, and ValueError if it cannot be read or is finished."""
    from tengen.game.replay import replay
    from tengen.sgf import naming_the_file, read_file

    record = read_file(path)
    if record.result is not None:
        raise ValueError(f"{path}: the game is finished: {record.result}")
    with naming_the_file(path):
        game = replay(record)
    clock = recorded_clock(record.root.text("TM"), record.root.text("OT"))
    saved = SavedGame(game, path, {BLACK: record.black or "black", WHITE: record.white or "white"}, clock)
    saved.date = record.date or saved.date
    if clock is not None:
        _restore_times(saved, record)
    return saved


def _restore_times(saved: SavedGame, record: "GameRecord") -> None:
    nodes = [node for node in record.nodes() if node.move]
    for number, (node, move) in enumerate(zip(nodes, saved.game.moves, strict=True), start=1):
        left = read_time_left(node, move.colour)
        if left is None:
            continue  # a move without a time, or one of another program
        assert saved.clock is not None
        saved.clock.tell(move.colour, *left)
        saved._times[number] = left
