"""The plan: which cells to play next, by what their games cost and by what they would teach."""

import shlex
import shutil
from collections.abc import Container, Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tengen.experiment.cost import affordable, estimated_seconds, measured_seconds, threads_of, wanted_games
from tengen.experiment.groups import ENOUGH_GAMES
from tengen.experiment.play import pairing_for
from tengen.experiment.results import CellGame, read_games, results_path
from tengen.experiment.row import Cell, Opponent, Row, needs
from tengen.experiment.verdict import verdict_of
from tengen.match.statistics import MatchTally, wilson

BATCH_SECONDS = 600.0  # about how long a cell is played before the plan is made again
BATCH_GAMES = (2, 10)  # the fewest and the most games of a batch
VERDICT_WORTH = 20.0  # of a row's first verdict, beside the narrowing of an interval, which is at most 0.5
OPEN_WEIGHT = 2.0  # of an interval that narrows in a row whose verdict is open


class PlannedCell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell with conditions that we can afford, and what its next games would cost and teach."""

    row: Row
    cell: Cell
    """With the limit that it is played with."""
    tally: MatchTally
    """The games that count for it so far."""
    wanted: int
    seconds: float
    """Core time of a game, in seconds."""
    is_measured: bool
    """Whether the time is that of stored games, rather than an estimate."""
    is_open: bool = False
    """Whether the verdict on its row is still open."""
    verdict_hours: float | None = None
    """Core hours until all comparisons of the row have enough games; None if this cell has enough, or is in none."""
    lacking: tuple[str, ...] = ()
    """What this machine or this version lacks to play it."""

    @property
    def is_scaled(self) -> bool:
        """Whether its limit is not the paper's."""
        return self.cell.limit not in self.row.cell(self.cell.name).paper_limits

    @property
    def missing(self) -> int:
        """Number of games that it still wants."""
        return max(0, self.wanted - self.tally.games)

    @property
    def hours(self) -> float:
        """Core hours of the games that it still wants."""
        return self.missing * self.seconds / 3600

    @property
    def batch(self) -> int:
        """Number of games to play before the plan is made again, an even one if possible."""
        fewest, most = BATCH_GAMES
        games = int(BATCH_SECONDS / self.seconds) // 2 * 2 if self.seconds else most
        return min(self.missing, max(fewest, min(most, games)))

    @property
    def margin(self) -> float:
        """Half the width of the interval of its win rate, from 0 to 0.5."""
        return _margin(self.tally.points, self.tally.games)

    @property
    def next_margin(self) -> float:
        """The same after the next batch, if that goes as expected."""
        expected = (self.tally.points + 1) / (self.tally.games + 2)
        if not self.tally.games and self.cell.published is not None:
            expected = self.cell.published / 100
        return _margin(self.tally.points + self.batch * expected, self.tally.games + self.batch)

    @property
    def worth(self) -> float:
        """What an hour of a core teaches.

        If the row has no verdict because of this cell, that is a part of the verdict; otherwise it is by how much the
        next batch narrows the interval of the cell, and more in a row whose verdict is open.
        """
        if self.verdict_hours is not None:
            return VERDICT_WORTH / max(self.verdict_hours, 0.01)
        if not self.batch:
            return 0.0
        hours = self.batch * max(self.seconds, 1.0) / 3600
        return (self.margin - self.next_margin) * (OPEN_WEIGHT if self.is_open else 1.0) / hours


def _margin(points: float, games: int) -> float:
    low, high = wilson(min(points, games), games)
    return (high - low) / 2


def plan_of(rows: Iterable[Row], folder: Path, cores: int = 1) -> list[PlannedCell]:
    """Return the cells of some rows that want games, the most worthwhile first, and last those that cannot be played.

    Rows that are not measured by games are left out.
    """
    planned = [cell for row in rows if not row.measure for cell in planned_cells(row, folder, cores)]
    return sorted((cell for cell in planned if cell.missing), key=_order)


def _order(planned: PlannedCell) -> tuple[bool, float, int]:
    return bool(planned.lacking), -planned.worth, planned.tally.games


def planned_cells(row: Row, folder: Path, cores: int = 1) -> list[PlannedCell]:
    """Return all cells of a row as they are planned, in the order of the row."""
    games = read_games(results_path(folder, row.id))
    verdict = verdict_of(row, games)
    is_open = verdict is not None and verdict.word == "open"
    cells = [_planned(row, cell, games, cores) for cell in affordable(row.cells).values()]
    compared = {name for pair in row.beats for name in pair} or {c.name for c in row.cells if c.published is not None}
    short = [p for p in cells if is_open and p.cell.name in compared and p.tally.games < ENOUGH_GAMES]
    hours = sum((ENOUGH_GAMES - planned.tally.games) * planned.seconds / 3600 for planned in short)
    can_all = not any(planned.lacking for planned in short)
    return [
        replace(planned, is_open=is_open, verdict_hours=hours if can_all and planned in short else None)
        for planned in cells
    ]


def _planned(row: Row, cell: Cell, games: Iterable[CellGame], cores: int) -> PlannedCell:
    lacking = (*needs(cell), *_lacking_here(cell, cores))
    played = [game for game in games if (game.cell, game.limit) == (cell.name, cell.limit)]
    if played and not lacking:  # not those of an older definition
        pairing = pairing_for(cell, 1).hash
        played = [game for game in played if game.pairing == pairing]
    measured = measured_seconds(played)
    return PlannedCell(
        row=row,
        cell=cell,
        tally=sum((game.our_tally for game in played), MatchTally()),
        wanted=wanted_games(cell.size),
        seconds=estimated_seconds(cell) if measured is None else measured,
        is_measured=measured is not None,
        lacking=lacking,
    )


def _lacking_here(cell: Cell, cores: int) -> Iterator[str]:
    """Yield what this machine lacks: the opponent's program, Ray, or cores."""
    if isinstance(cell.opponent, Opponent) and cell.opponent.command is not None:
        program = shlex.split(cell.opponent.command)[0]
        if shutil.which(program) is None:
            yield f"program {program}"
    if cell.preset == "distributed" and find_spec("ray") is None:
        yield "package ray"
    if threads_of(cell) > cores:
        yield f"{threads_of(cell)} cores"


class Planner:
    """Chooses the next cell for each core that becomes free."""

    def __init__(self, rows: Sequence[Row], folder: Path, cores: int) -> None:
        self._rows = rows
        self._folder = folder
        self._cores = cores
        self._plans: dict[str, list[PlannedCell]] = {}
        self._refused: set[tuple[str, str]] = set()

    def next_cell(self, seconds_left: float, busy: Container[tuple[str, str]] = ()) -> PlannedCell | None:
        """Return the most worthwhile cell whose next games end in time; None if there is none.

        ``busy`` are the cells, by row and name, that other cores play.
        """
        found = [
            planned
            for planned in self._waiting()
            if (key := (planned.row.id, planned.cell.name)) not in busy and key not in self._refused
        ]
        fitting = (p for p in found if min(p.batch, BATCH_GAMES[0]) * p.seconds <= seconds_left)
        return min(fitting, key=_order, default=None)

    def _waiting(self) -> Iterator[PlannedCell]:
        for row in self._rows:
            if row.id not in self._plans:
                self._plans[row.id] = plan_of([row], self._folder, self._cores)
            yield from (planned for planned in self._plans[row.id] if not planned.lacking)

    def played(self, row: Row) -> None:
        """Look at the games of a row again."""
        self._plans.pop(row.id, None)

    def refuse(self, planned: PlannedCell) -> None:
        """Never choose a cell again, because its games fail."""
        self._refused.add((planned.row.id, planned.cell.name))
