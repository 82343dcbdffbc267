"""Results of rows, kept as text: a line of JSON for each game, without its record.

While a row is played its games are in an SQLite store beside the text; the text is what is kept with the sources. When
a row is continued where there is no store, the games of the text are put into a new one, so that they are not played
again.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from tengen.match.store import FinishedGame, Store

RESULTS = Path("experiments") / "results"


class GameLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game that counts."""

    cell: str
    limit: str
    """What the players had, in words, and in what it was played otherwise than the cell says: see ``Scale``."""
    pairing: str
    number: int
    black: str
    white: str
    first_is: Literal["black", "white"]
    ours: Literal["first", "second"] = "first"
    result: str
    winner: Literal["black", "white", ""]
    reason: str
    moves: int
    seconds: dict[str, float | None] = {}
    """The mean for a move of each side."""
    simulations: dict[str, Any] = {}
    versions: dict[str, str] = {}
    started: int
    finished: int

    @property
    def our_colour(self) -> str:
        """The colour of the player that the row is about."""
        is_black = (self.first_is == "black") == (self.ours == "first")
        return "black" if is_black else "white"

    @property
    def player(self) -> str:
        """The hash of our player."""
        return self.black if self.our_colour == "black" else self.white


def results_path(folder: Path, row: str) -> Path:
    """Return where the results of a row are kept."""
    return folder / f"{row}.jsonl"


def store_path(folder: Path, row: str) -> Path:
    """Return where the games of a row are while it is played."""
    return folder / f"{row}.sqlite"


def read_lines(path: Path) -> list[GameLine]:
    """Return the games of a file, none if it is not there; raises ValueError with the place of a bad line."""
    if not path.exists():
        return []
    found = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        try:
            found.append(msgspec.json.decode(line, type=GameLine))
        except msgspec.MsgspecError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    return found


def write_lines(path: Path, lines: Iterable[GameLine]) -> None:
    """Write the games in a fixed order; the old file stays until the new one is complete."""
    ordered = sorted(lines, key=lambda line: (line.cell, line.limit, line.pairing, line.number))
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_text("".join(msgspec.json.encode(line).decode() + "\n" for line in ordered), encoding="utf-8")
    beside.replace(path)


def merged(*sources: Iterable[GameLine]) -> list[GameLine]:
    """Return the games of several sources, each once; the first source is believed."""
    found: dict[tuple[str, int], GameLine] = {}
    for line in (line for source in sources for line in source):
        found.setdefault((line.pairing, line.number), line)
    return list(found.values())


class Label(msgspec.Struct, frozen=True):
    """What a pairing of a store is in its row."""

    cell: str
    limit: str
    ours: Literal["first", "second"]


def lines_of_store(store: Store, labels: Mapping[str, Label]) -> Iterator[GameLine]:
    """Yield the games that count of the pairings that have a label, by hash."""
    for game in store.games():
        if game.pairing in labels and not game.void:
            yield _line(game, labels[game.pairing])


def _line(game: FinishedGame, label: Label) -> GameLine:
    return GameLine(
        cell=label.cell,
        limit=label.limit,
        pairing=game.pairing,
        number=game.number,
        black=game.black,
        white=game.white,
        first_is=game.first_is,
        ours=label.ours,
        result=game.result,
        winner=game.winner,
        reason=game.reason,
        moves=game.moves,
        seconds={side: _mean(times) for side, times in game.seconds.items()},
        simulations={str(side): count for side, count in game.simulations.items()},
        versions=game.versions,
        started=int(game.started),
        finished=int(game.finished),
    )


def _mean(values: list[float]) -> float | None:
    return round(sum(values) / len(values), 6) if values else None


def fill_store(store: Store, lines: Iterable[GameLine], pairings: Iterable[str]) -> None:
    """Put the games of some pairings, by hash, into a store that does not have them."""
    known = set(pairings)
    there = {(game.pairing, game.number) for game in store.games() if not game.void}
    for line in lines:
        if line.pairing in known and (line.pairing, line.number) not in there:
            store.finish(_game(line))


def _game(line: GameLine) -> FinishedGame:
    return FinishedGame(
        pairing=line.pairing,
        number=line.number,
        black=line.black,
        white=line.white,
        first_is=line.first_is,
        result=line.result,
        winner=line.winner,
        reason=line.reason,
        detail="from the results of an earlier sitting, which keep no record",
        sgf="",
        moves=line.moves,
        seeds={},
        seconds={side: [] if mean is None else [mean] for side, mean in line.seconds.items()},  # type: ignore[misc]
        simulations=line.simulations,  # type: ignore[arg-type]
        versions=line.versions,
        machine="",
        started=line.started,
        finished=line.finished,
    )
