"""The protocol that every engine follows, and what all engines agree on about moves."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from tengen.board.eye import TRUE_EYE
from tengen.board.point import PASS, Colour, Move, Point, other
from tengen.game.game import Game
from tengen.parts.settings import Settings
from tengen.playout.status import Status, final_status
from tengen.search.clock import Clock
from tengen.search.dump import NodeReport
from tengen.search.report import Report

STATUS_PLAYOUTS = 1000


class Choice(NamedTuple):
    """An engine's move and what it thinks of it."""

    point: Point
    """Where to play; PASS or RESIGN."""
    value: float | None = None
    """The probability that the side which chose wins, where the engine has an estimate."""
    simulations: int = 0
    """How many simulations the choice rests on."""


class Engine(Protocol):
    """Chooses moves. It keeps no game of its own: the caller hands over the game, and plays the choice on it."""

    settings: Settings
    """Its options; they may be changed between two choices."""

    def choose(self, game: Game, colour: Colour) -> Choice:
        """Return the move that a colour should play; the game is not changed."""
        ...

    def reseed(self, seed: int) -> None:
        """Begin the random numbers anew, so that the next game can be repeated."""
        ...

    def final_status(self, game: Game) -> Status:
        """Return which stones of a finished game are alive, in seki and dead."""
        ...


@runtime_checkable
class Analyst(Protocol):
    """An engine that can tell what it thinks of a position, and that plays by the clock."""

    report: Report | None
    """What the search for the last choice found; nothing if it needed none."""
    clock: Clock | None
    """What is known of the time for the game."""

    def prepare(self, game: Game) -> None:
        """Compile, or load, what is needed for a game, so that it takes no time of its clock."""
        ...

    def analyze(
        self, game: Game, *, simulations: int = 0, seconds: float = 0.0, interval: float = 0.5
    ) -> Iterator[Report]:
        """Search for the side to play, and yield a report every so many seconds and at the end."""
        ...

    def walk(self, depth: int, share: float) -> Iterator[NodeReport]:
        """Yield the nodes of the tree down to a depth that have a share of the root's visits."""
        ...

    def save_book(self, path: Path) -> int:
        """Write the tree of the last search, which was of the empty board, as a book; return how many nodes it has."""
        ...

    def stop(self) -> None:
        """End the search that is running, soon; may be called from another thread."""
        ...


@runtime_checkable
class Ponderer(Protocol):
    """An engine that can search while it waits for the opponent."""

    @property
    def may_ponder(self) -> bool:
        """Whether its options want that."""
        ...

    def ponder(self, game: Game) -> None:
        """Search for the side to play, which is the opponent, until ``rest`` or until a move is to be chosen."""
        ...

    def rest(self) -> None:
        """End pondering, and wait until that is so."""
        ...


class PlayoutJudge:
    """Judges finished games by playouts; the same game always in the same way."""

    def final_status(self, game: Game) -> Status:
        """Return which stones of a finished game are alive, in seki and dead."""
        return final_status(game, STATUS_PLAYOUTS, seed=int(game.board.key))


def sensible_points(game: Game, colour: Colour) -> list[Point]:
    """Return the legal moves that fill no own eye."""
    points = np.array(game.legal_points(colour), np.intp)
    own_eye = TRUE_EYE[game.board.code[points]] >> np.uint8(colour) & 1
    return [int(p) for p in points[own_eye == 0]]


def may_end_game(game: Game, colour: Colour, judge: PlayoutJudge) -> bool:
    """Return whether a pass in answer to a pass wins the game for a colour; only then is the judge asked."""
    lead = lead_after_pass(game, colour, judge)
    return lead is not None and lead > 0


def lead_after_pass(game: Game, colour: Colour, judge: PlayoutJudge) -> float | None:
    """Return a colour's lead if it answers a pass by a pass; None where there is no pass to answer."""
    if not game.moves or game.moves[-1] != Move(other(colour), PASS, game.size):
        return None
    margin = game.score(stone for chain in judge.final_status(game).dead for stone in chain).margin
    return margin if colour == 1 else -margin
