"""Print Black's win rate after every move of a game, and the moves that lost most.

python examples/analyse_game.py examples/game.sgf --seconds 1
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import tengen

BAR = 40  # characters for a win rate of 100 %


class Analysed(NamedTuple):
    """A move of the game, and what the engine thinks of the position before it."""

    number: int
    move: tengen.Move
    black_win_rate: float
    """Black's win rate before the move."""
    best: str
    """The move that the engine would have played."""


def analyse(game: tengen.Game, engine: tengen.Engine, limit: tengen.Limit) -> Iterator[Analysed]:
    """Yield every move of a game with what a search finds in the position before it."""
    moves, position = list(game.moves), game.copy()
    position.restart(game.start)
    for number, move in enumerate(moves, start=1):
        position.to_play = move.colour
        report = engine.analyse(position, limit)
        black = report.win_rate if report.colour == tengen.BLACK else 1 - report.win_rate
        yield Analysed(number, move, black, report.best.name)
        position.play(move)


def loss(before: Analysed, after: Analysed) -> float:
    """Return how much of the win rate the first of two moves in a row has lost for its side."""
    change = after.black_win_rate - before.black_win_rate
    return -change if before.move.colour == tengen.BLACK else change


def main() -> None:
    """Read the command line and analyse the game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="SGF file")
    parser.add_argument("--preset", default="tengen", help="see `tengen show presets`")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="option of the preset")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each move")
    arguments = parser.parse_args()

    game = tengen.Game.from_sgf(arguments.game)
    options = dict(assignment.split("=", 1) for assignment in arguments.set)
    analysed = []
    with tengen.Engine(arguments.preset, options, seed=1) as engine:
        for one in analyse(game, engine, tengen.Limit(seconds=arguments.seconds)):
            analysed.append(one)
            bar = "#" * round(BAR * one.black_win_rate)
            print(f"{one.number:3} {one.move.name:5} {one.black_win_rate:4.0%} |{bar:{BAR}}|")

    changed = [pair for pair in pairwise(analysed) if pair[0].best != pair[0].move.name]
    pairs = sorted(changed, key=lambda pair: -loss(*pair))
    print("\nThe moves that lost most:")
    for before, after in pairs[:3]:
        print(f"{before.number:3} {before.move.name:5} {-loss(before, after):+.0%}; better is {before.best}")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:  # a file, a preset or an option that there is not
        sys.exit(f"{Path(__file__).name}: {error}")
