"""Playing rows: a cell becomes a pairing, and a row becomes a match whose store can be continued."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from tengen.experiment.results import (
    CellGame,
    Label,
    fill_store,
    games_of_store,
    merged,
    read_games,
    results_path,
    store_path,
    write_games,
)
from tengen.experiment.row import Cell, Row, limit_text, needs
from tengen.match.definition import MatchPlayer, Pairing
from tengen.match.match_file import pairing_of, player_of
from tengen.match.runner import Runner, Source, Watcher, local_workers, run_match
from tengen.match.store import Store
from tengen.match.worker import NewWorker


class NotYet(ValueError):
    """The cell cannot be played yet; the message says what it needs."""


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """Changes to the conditions of a paper that make a row cheaper to play; None means no change."""

    simulations: int | None = None
    """Simulations for a move, instead of the cell's limit; give only one of the three limits."""
    seconds: float | None = None
    """Seconds for a move, instead of the cell's limit."""
    seconds_a_game: float | None = None
    """Seconds for a game, instead of the cell's limit."""
    level: int | None = None
    """Level of GNU Go, if that is the opponent."""
    size: int | None = None
    """Size of the board."""


def scaled(cell: Cell, scale: Scale) -> Cell:
    """Return a cell with the changes of a scale."""
    changes: dict[str, Any] = {}
    if scale.level is not None and isinstance(cell.opponent, str):
        changes["opponent"] = f"gnugo:{scale.level}"
    if scale.size is not None:
        changes["size"] = scale.size
    limits = {name: getattr(scale, name) for name in ("simulations", "seconds", "seconds_a_game")}
    if any(value is not None for value in limits.values()):
        changes |= limits
    return msgspec.structs.replace(cell, **changes)


def pairing_for(cell: Cell, games: int) -> Pairing:
    """Return the pairing of a cell; raises NotYet if it needs a preset or option that does not exist."""
    if lacking := needs(cell):
        raise NotYet(f"{cell.name} needs: {', '.join(lacking)}")
    ours, theirs = player_of(cell.name, preset=cell.preset, set=cell.set), _opponent(cell)
    table = {"size": cell.size, "komi": cell.komi, "rules": cell.rules, "handicap": cell.handicap, "games": games}
    table["colours"] = "alternate" if cell.colour == "both" else "first-black"
    first, second = (theirs, ours) if cell.colour == "white" else (ours, theirs)
    return pairing_of(first, second, **table, **_limit(cell))


def _opponent(cell: Cell) -> MatchPlayer:
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


class PlayingSetup(msgspec.Struct):
    """Where the games of a row are played and kept."""

    folder: Path
    store: Path | None = None
    workers_for: Callable[[Sequence[Pairing]], Iterable[NewWorker]] = partial(local_workers, 1)
    """Returns the workers that play some pairings."""

    def store_of(self, row: Row) -> Path:
        """Return the store of a row."""
        return self.store or store_path(self.folder, row.id)


def play_row(row: Row, cells: Sequence[Cell], games: int, setup: PlayingSetup, watcher: Watcher) -> None:
    """Play cells of a row until each has so many games. The results are written also if it is interrupted.

    Raises NotYet if a cell cannot be played.
    """
    pairings = [pairing_for(cell, games) for cell in cells]
    path = setup.store_of(row)
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(Store(path)) as store:
        for pairing in pairings:
            store.add_pairing(pairing)
        fill_store(store, read_games(results_path(setup.folder, row.id)), {pairing.hash for pairing in pairings})
        try:
            run_match(Runner(Source(pairings), store, watcher), setup.workers_for(pairings))
        finally:
            export(row, store, setup.folder)


def export(row: Row, store: Store, folder: Path) -> int:
    """Add the games of a store to the results of its row; return how many games the row has now."""
    path = results_path(folder, row.id)
    games = merged(read_games(path), games_of_store(store, labels_of(row, store)))
    if games:
        write_games(path, games)
    return len(games)


def stored_games(row: Row, path: Path) -> list[CellGame]:
    """Return the games of a row in a store; none if there is no such file."""
    if not path.exists():
        return []
    with closing(Store.existing(path)) as store:
        return list(games_of_store(store, labels_of(row, store)))


def labels_of(row: Row, store: Store) -> dict[str, Label]:
    """Return the label of each pairing of a store; our player is the one with the name of a cell."""
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
    """Return the limit of a pairing in words, with opponent and board size if they are not the cell's."""
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
