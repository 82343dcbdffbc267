"""A row that is played in seconds, games that nobody played, and a watcher."""

from typing import Any

from tengen.experiment.results import CellGame
from tengen.experiment.row import Row, parse_row

TEXT = """
title = "Random against random"
source = "nobody (2026), table 0"

[setting]
preset = "random"
size = 9
komi = 7.5
opponent = { preset = "random" }
games = 1000

[[cells]]
name = "even"
published = 50

[[cells]]
name = "as White"
colour = "white"
published = 60
margin = 3.5

[[cells]]
name = "with a limit"
preset = "montecarlo"
set = { playout.policy = "random" }
simulations = 70000

[[cells]]
name = "of the future"
preset = "montecarlo"
set = { tree.terms = ["rave"], simulations = 10 }
opponent = { preset = "nonesuch" }
"""


def made_row() -> Row:
    return parse_row("made", TEXT)


def line(number: int, winner: str = "black", **facts: Any) -> CellGame:
    """Return a game by its number from 0; our player has Black in even ones."""
    usual: dict[str, Any] = {
        "cell": "even",
        "limit": "",
        "pairing": "p",
        "black": "ours" if number % 2 == 0 else "theirs",
        "white": "theirs" if number % 2 == 0 else "ours",
        "first_is": "black" if number % 2 == 0 else "white",
        "result": "B+R",
        "reason": "resign",
        "moves": 50,
        "versions": {"tengen": "0.1.0"},
        "started": 1_700_000_000,
        "finished": 1_700_000_060,
    }
    return CellGame(number=number, winner=winner, **(usual | facts))  # type: ignore[arg-type]


class Silent:
    """A watcher that keeps what it is told."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def progress(self, pairings: object) -> None:
        pass

    def say(self, message: str) -> None:
        self.messages.append(message)


def games(cell: str, won: int, lost: int, **facts: Any) -> list[CellGame]:
    """Return so many games of a cell that our player won and lost."""
    winners = ["ours"] * won + ["theirs"] * lost
    found = []
    for number, winner in enumerate(winners):
        ours = "black" if number % 2 == 0 else "white"
        theirs = "white" if number % 2 == 0 else "black"
        found.append(line(number, ours if winner == "ours" else theirs, cell=cell, **facts))
    return found
