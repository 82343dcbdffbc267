"""Playing rows: a cell becomes a pairing, and a row a match whose store can be continued."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from tengen.experiment.results import (
    GameLine,
    Label,
    fill_store,
    lines_of_store,
    merged,
    read_lines,
    results_path,
    store_path,
    write_lines,
)
from tengen.experiment.row import Cell, Row, limit_text, needs
from tengen.match.definition import Pairing, Player, pairing_of, player_of
from tengen.match.runner import Runner, Source, Watcher, local_venues, run_match
from tengen.match.store import Store
from tengen.match.venue import Venue

Venues = Iterable[Callable[[], Venue]]


class NotYet(ValueError):
    """A cell that cannot be played; the message says what it needs."""


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """In what a row is played otherwise than the paper did it, to be cheaper; None for as it is."""

    simulations: int | None = None
    """For a move; this and the next are one limit."""
    seconds: float | None = None
    level: int | None = None
    """Of GNU Go, where that is the opponent."""
    size: int | None = None
    """Of the board."""


def scaled(cell: Cell, scale: Scale) -> Cell:
    """Return a cell as it is to be played."""
    changes: dict[str, Any] = {}
    if scale.level is not None and isinstance(cell.opponent, str):
        changes["opponent"] = f"gnugo:{scale.level}"
    if scale.size is not None:
        changes["size"] = scale.size
    if scale.simulations is not None or scale.seconds is not None:
        changes |= {"simulations": scale.simulations, "seconds": scale.seconds, "seconds_a_game": None}
    return msgspec.structs.replace(cell, **changes)


def pairing_for(cell: Cell, games: int) -> Pairing:
    """Return the pairing of a cell; raises NotYet if something is not there that it needs."""
    if lacking := needs(cell):
        raise NotYet(f"{cell.name} needs: {', '.join(lacking)}")
    ours, theirs = player_of(cell.name, preset=cell.preset, set=cell.set), _opponent(cell)
    table = {"size": cell.size, "komi": cell.komi, "rules": cell.rules, "handicap": cell.handicap, "games": games}
    table["colours"] = "alternate" if cell.colour == "both" else "first-black"
    first, second = (theirs, ours) if cell.colour == "white" else (ours, theirs)
    return pairing_of(first, second, **table, **_limit(cell))


def _opponent(cell: Cell) -> Player:
    if isinstance(cell.opponent, str):
        return player_of(cell.opponent_text, engine=cell.opponent)
    if cell.opponent.command is not None:
        return player_of(cell.opponent_text, engine=cell.opponent.command)
    return player_of(cell.opponent_text, preset=cell.opponent.preset, set=cell.opponent.set)


def _limit(cell: Cell) -> dict[str, Any]:
    if cell.simulations is not None:
        return {"simulations": cell.simulations}
    if cell.seconds is not None:
        return {"seconds": cell.seconds}
    return {"time": {"main": cell.seconds_a_game}} if cell.seconds_a_game is not None else {}


class Sitting(msgspec.Struct):
    """Where the games of a row are played, and where they go."""

    folder: Path
    store: Path | None = None
    venues: Callable[[Sequence[Pairing]], Venues] = partial(local_venues, 1)
    """Returns the venues for some pairings."""

    def store_of(self, row: Row) -> Path:
        """Return the store of a row."""
        return self.store or store_path(self.folder, row.id)


def play_row(row: Row, cells: Sequence[Cell], games: int, sitting: Sitting, watcher: Watcher) -> None:
    """Play cells of a row until each has so many games, and write the results also if it is interrupted.

    Raises NotYet if a cell cannot be played.
    """
    pairings = [pairing_for(cell, games) for cell in cells]
    path = sitting.store_of(row)
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(Store(path)) as store:
        for pairing in pairings:
            store.add_pairing(pairing)
        fill_store(store, read_lines(results_path(sitting.folder, row.id)), {pairing.hash for pairing in pairings})
        try:
            run_match(Runner(Source(pairings), store, watcher), sitting.venues(pairings))
        finally:
            export(row, store, sitting.folder)


def export(row: Row, store: Store, folder: Path) -> int:
    """Add the games of a store to the results of its row; return how many the row has now."""
    path = results_path(folder, row.id)
    lines = merged(read_lines(path), lines_of_store(store, labels_of(row, store)))
    if lines:
        write_lines(path, lines)
    return len(lines)


def stored_lines(row: Row, path: Path) -> list[GameLine]:
    """Return the games of a row in a store; none if there is no such file."""
    if not path.exists():
        return []
    with closing(Store.existing(path)) as store:
        return list(lines_of_store(store, labels_of(row, store)))


def labels_of(row: Row, store: Store) -> dict[str, Label]:
    """Return what each pairing of a store is in the row; ours is the player that has the name of a cell."""
    names = {key: facts["name"] for key, facts in store.players().items()}
    cells = {cell.name: cell for cell in row.cells}
    return dict(_labels(store.pairings().items(), names, cells))


def _labels(
    pairings: Iterable[tuple[str, dict[str, Any]]], names: dict[str, str], cells: dict[str, Cell]
) -> Iterable[tuple[str, Label]]:
    for key, facts in pairings:
        first, second = names[facts["first"]], names[facts["second"]]
        if first in cells:
            yield key, Label(first, _limit_of(facts, cells[first], second), "first")
        elif second in cells:
            yield key, Label(second, _limit_of(facts, cells[second], first), "second")


def _limit_of(facts: dict[str, Any], cell: Cell, opponent: str) -> str:
    """Return what the players of a pairing had, and the opponent and the board if they are others than the cell's."""
    words = [
        limit_text(facts["simulations"], *_times(facts["time"])),
        "" if opponent == cell.opponent_text else f"against {opponent}",
        "" if facts["size"] == cell.size else f"on {facts['size']}x{facts['size']}",
    ]
    return " ".join(filter(None, words))


def _times(time: dict[str, Any] | None) -> tuple[float | None, float | None]:
    """Return the seconds for a move and for a game of a time control."""
    if time is None:
        return None, None
    return (time["overtime"], None) if time["overtime"] else (None, time["main"])
