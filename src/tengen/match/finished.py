"""The record of a finished game: the referee writes it, the store keeps it, and reports and experiments read it."""

from typing import Literal

import msgspec

from tengen.match.statistics import MatchTally

Side = Literal["black", "white"]
SIDES: tuple[Side, Side] = ("black", "white")


FAILURES = ("hung", "crashed", "error")
"""Reasons that tell that an engine does not work, rather than how it plays."""


def opponent_of(side: Side) -> Side:
    """Return the other side."""
    return "white" if side == "black" else "black"


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game with its result, also a void one. The fields are the columns of the table ``games`` of a store."""

    pairing: str
    """Hash of the pairing."""
    number: int
    """From 0; it decides colours, opening and seeds. If the game is void, the number is played again."""
    black: str
    """Hash of the player."""
    white: str
    first_is: Side
    """Colour of the pairing's first player, which also tells the sides apart if a player plays against itself."""
    result: str
    """As in SGF: ``B+3.5``, ``W+R``, ``B+T``, ``W+F``, ``0`` for a draw, ``Void``."""
    winner: Literal["black", "white", ""]
    """Empty for a draw or a void game."""
    reason: str
    """How it ended: score, resign, time, illegal, refused, error, crashed, hung; of void games start, setup, length."""
    void: bool = False
    detail: str = ""
    """What happened, in words, with the end of the engine's stderr where that may help."""
    sgf: str = ""
    """The game record; empty where only the result was kept."""
    moves: int
    seeds: dict[Side, int | None] = {}
    opening: int | None = None
    handicap: int = 0
    seconds: dict[Side, list[float]] = {}
    """Seconds of each move of a side; a single mean where only that was kept."""
    simulations: dict[Side, int | float | None] = {}
    """Mean number of simulations for a move of each side; None if the engine does not tell."""
    versions: dict[str, str] = {}
    """Name and version of the engines ``black`` and ``white``, and the version of ``tengen`` that ran the game."""
    machine: str = ""
    started: float
    """Seconds since 1970."""
    finished: float

    def tally(self, side: Side) -> MatchTally:
        """Return this one game as a tally of a side."""
        if self.void:
            return MatchTally(void=1)
        if not self.winner:
            return MatchTally(draws=1)
        return MatchTally(wins=1) if self.winner == side else MatchTally(losses=1)
