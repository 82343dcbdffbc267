"""Show what techniques change in a position: search it as a preset does, and then with each change of its options.

python examples/compare_techniques.py examples/game.sgf --move 12 tree.terms=-rave prior.parts=-prediction
"""

import argparse
import sys
from pathlib import Path

import tengen

SHOWN = 3  # moves of each search


def searched(game: tengen.Game, engine: tengen.Engine, simulations: int) -> str:
    """Return what an engine thinks of a position, as a line of a table."""
    report = engine.analyse(game, tengen.Limit(simulations=simulations))
    moves = ", ".join(f"{move.name} {move.visits:,} ({move.win_rate:.0%})" for move in report.moves[:SHOWN])
    return f"{report.win_rate:8.1%} {report.score:+7.1f} {report.depth:6.1f} {report.seconds:8.2f}  {moves}"


def main() -> None:
    """Read the command line, and search the position once for each change."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="SGF file")
    parser.add_argument("changes", nargs="+", metavar="NAME=VALUE", help="options to change, one search each")
    parser.add_argument("--move", type=int, help="search the position after this many moves; default: all")
    parser.add_argument("--preset", default="tengen", help="see `tengen show presets`")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="option for all searches")
    parser.add_argument("--simulations", type=int, default=10_000, help="simulations of each search")
    arguments = parser.parse_args()

    game = tengen.Game.from_sgf(arguments.game, moves=arguments.move)
    print(game, end="\n\n")
    print(f"{'':32} win rate   score  depth  seconds  best moves, visits, win rates")
    for change in [None, *arguments.changes]:
        options = dict(assignment.split("=", 1) for assignment in arguments.set)
        with tengen.Engine(arguments.preset, options, seed=1) as engine:
            if change is not None:
                engine.set(dict([change.split("=", 1)]))
            print(f"{change or arguments.preset:32} {searched(game, engine, arguments.simulations)}")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:  # a file, a preset or an option that there is not
        sys.exit(f"{Path(__file__).name}: {error}")
