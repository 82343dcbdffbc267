"""How well a search agrees with a strong judge, on positions that the judge has looked at beforehand.

A measure that is cheaper than games: both look at the same positions, and two settings of the search are compared
position by position. A file has one JSON object a line (``.jsonl``, or ``.jsonl.xz``): ``size``, ``komi``, ``rules``,
``moves`` (names, Black first), ``to`` (the side to move: ``B`` or ``W``), and the judge's opinion from Black's view:
``black_wins`` (a probability), ``black_leads`` (points), ``owner`` (-100 to 100 for each point, the top row first), and
``candidates``, the judge's best first: name, visits, Black's probability to win, and Black's lead.
"""

import lzma
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tengen.board.grid import BLACK, WHITE
from tengen.board.rules import IllegalMove
from tengen.engines.engine import Engine
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.report.report import Report

Values = NDArray[np.float64]

OPENING, MIDDLE = 0.25, 0.6  # a phase ends with this share of the points played
BOOTSTRAP = 1000  # samples for an interval
VALIDATION_EVERY = 3  # every third position, by a checksum of its moves, is for validation


class Candidate(msgspec.Struct, array_like=True, frozen=True):
    """A move that the judge has looked at."""

    move: str
    visits: int
    black_wins: float
    black_leads: float


class Judgement(msgspec.Struct, frozen=True):
    """A line of a file: a position, and what the judge thinks of it."""

    size: int
    komi: float
    rules: str
    moves: str
    to: str
    black_wins: float
    black_leads: float
    candidates: list[Candidate]
    owner: list[int]
    source: str = msgspec.field(name="from", default="")

    @property
    def game(self) -> Game:
        """The position; raises ValueError if a move is illegal."""
        game = Game(self.size, self.komi, self.rules)
        for name in self.moves.split():
            game.play(name)
        game.to_play = BLACK if self.to == "B" else WHITE
        return game

    @property
    def phase(self) -> str:
        """The phase of the game, by the share of the points that were played."""
        share = len(self.moves.split()) / self.size**2
        return "opening" if share < OPENING else "middle" if share < MIDDLE else "end"

    @property
    def is_for_validation(self) -> bool:
        """Whether the position is kept back from tuning."""
        return zlib.crc32(self.moves.encode()) % VALIDATION_EVERY == 0

    def points_lost(self, name: str) -> float:
        """Return how many points worse than the judge's best a move is; an unknown move is as bad as the worst."""
        sign = 1 if self.to == "B" else -1
        leads = {candidate.move: sign * candidate.black_leads for candidate in self.candidates}
        return max(0.0, sign * self.candidates[0].black_leads - leads.get(name, min(leads.values())))


def read_judgements(paths: Iterable[Path], left_out: Callable[[str], None] = lambda _: None) -> list[Judgement]:
    """Return the judged positions of files; raises ValueError with the file and line of a bad one.

    Positions that our rules do not allow, such as those after a suicide, are left out: ``left_out`` is told of each.
    """
    decoder = msgspec.json.Decoder(Judgement)
    found = []
    for path in paths:
        with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    judgement = decoder.decode(line)
                    _check(judgement)
                except IllegalMove as error:
                    left_out(f"{path}, line {number}: {error}")
                    continue
                except ValueError as error:  # msgspec's errors are among them
                    raise ValueError(f"{path}, line {number}: {error}") from None
                found.append(judgement)
    return found


def _check(judgement: Judgement) -> None:
    if judgement.to not in {"B", "W"}:
        raise ValueError(f"`to` is {judgement.to!r} instead of B or W")
    if not judgement.candidates:
        raise ValueError("there are no candidates")
    if len(judgement.owner) != judgement.size**2:
        raise ValueError(f"`owner` has {len(judgement.owner)} numbers instead of {judgement.size**2}")
    judgement.game  # noqa: B018  # raises if a move is illegal


class Opinion(NamedTuple):
    """What a search thinks of a judged position. All but the last two are from Black's view."""

    wins: float
    """Black's win rate."""
    leads: float
    """Black's lead in points."""
    owner_error: float
    """Mean squared difference of ownership, from -1 to 1, over all points."""
    points_lost: float
    """How much worse the chosen move is than the judge's best, by the judge."""
    best_share: float
    """The share of the visits of the judge's best move."""


def opinions(judgements: Sequence[Judgement], engine: Engine, simulations: int) -> Iterator[Opinion]:
    """Search each position with a number of simulations, and yield what the search thinks."""
    for judgement in judgements:
        report = engine.analyse(judgement.game, Limit(simulations=simulations))
        yield opinion_of(report, judgement)


def opinion_of(report: Report, judgement: Judgement) -> Opinion:
    """Compare a finished search with the judge."""
    is_black = report.colour == BLACK
    sign = 1 if is_black else -1
    owner = np.asarray(judgement.owner, np.float64).reshape(judgement.size, -1) / 100
    visits = {move.name: move.visits for move in report.moves}
    return Opinion(
        report.win_rate if is_black else 1 - report.win_rate,
        sign * report.score,
        float(((sign * report.ownership - owner) ** 2).mean()),
        judgement.points_lost(report.moves[0].name),
        visits.get(judgement.candidates[0].move, 0) / max(1, sum(visits.values())),
    )


class Figure(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


MEASURES: dict[str, Callable[[Values, Values], float]] = {
    "win rate, correlation": lambda rows, judged: _correlation(rows[:, 0], judged[:, 0]),
    "win rate, squared error": lambda rows, judged: float(((rows[:, 0] - judged[:, 0]) ** 2).mean()),
    "win rate, squared error from a line": lambda rows, judged: _line_error(rows[:, 0], judged[:, 0]),
    "score, correlation": lambda rows, judged: _correlation(rows[:, 1], judged[:, 1]),
    "score, mean error in points": lambda rows, judged: float(np.abs(rows[:, 1] - judged[:, 1]).mean()),
    "ownership, squared error": lambda rows, _: float(rows[:, 2].mean()),
    "points lost by the chosen move": lambda rows, _: float(rows[:, 3].mean()),
    "share of visits of the judge's best move": lambda rows, _: float(rows[:, 4].mean()),
}
"""Each is computed from opinions ``[position, field]`` and the judge's win rates and leads ``[position, 2]``."""


def summary(of_seeds: Sequence[Sequence[Opinion]], judgements: Sequence[Judgement], seed: int = 1) -> dict[str, Figure]:
    """Return all measures of a setting; opinions are given for each seed and position."""
    table, judged = _tables(of_seeds, judgements)
    return _figures(lambda picked: _measured(table[:, picked], judged[picked]), len(judgements), seed)


def comparison(
    one: Sequence[Sequence[Opinion]],
    other: Sequence[Sequence[Opinion]],
    judgements: Sequence[Judgement],
    seed: int = 1,
) -> dict[str, Figure]:
    """Return all measures of one setting less those of another, on the same positions."""
    first, judged = _tables(one, judgements)
    second, _ = _tables(other, judgements)
    return _figures(
        lambda picked: _measured(first[:, picked], judged[picked]) - _measured(second[:, picked], judged[picked]),
        len(judgements),
        seed,
    )


def _tables(of_seeds: Sequence[Sequence[Opinion]], judgements: Sequence[Judgement]) -> tuple[Values, Values]:
    judged = np.array([(judgement.black_wins, judgement.black_leads) for judgement in judgements])
    return np.array(of_seeds, np.float64), judged


def _measured(table: Values, judged: Values) -> Values:
    """Return all measures, each as the mean over the seeds."""
    measured = np.array([[measure(rows, judged) for measure in MEASURES.values()] for rows in table])
    return np.asarray(measured.mean(axis=0), np.float64)


def _figures(measured: Callable[[NDArray[np.int64]], Values], positions: int, seed: int) -> dict[str, Figure]:
    """Return what a function gives for all positions, with intervals from samples with replacement."""
    random = np.random.default_rng(seed)
    value = measured(np.arange(positions))
    samples = np.array([measured(random.integers(positions, size=positions)) for _ in range(BOOTSTRAP)])
    low, high = np.nanpercentile(samples, [2.5, 97.5], axis=0)
    return {name: Figure(*map(float, row)) for name, *row in zip(MEASURES, value, low, high, strict=True)}


def _correlation(one: Values, other: Values) -> float:
    if one.std() == 0 or other.std() == 0:
        return float("nan")
    return float(np.corrcoef(one, other)[0, 1])


def _line_error(values: Values, judged: Values) -> float:
    """Return the mean squared error of the best straight line from the values to the judge's."""
    correlation = _correlation(values, judged)
    return float(judged.var() * (1 - correlation**2))
