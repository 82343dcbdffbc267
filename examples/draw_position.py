"""Draw a position of a game with the best moves, their win rates and visits, and who owns each point.

python examples/draw_position.py examples/game.sgf --move 14 --seconds 5 --output position.svg
"""

import argparse
import sys
from pathlib import Path

import tengen


def main() -> None:
    """Read the command line, search the position, and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="SGF file")
    parser.add_argument("--move", type=int, help="draw the position after this many moves; default: all")
    parser.add_argument("--preset", default="tengen", help="see `tengen show presets`")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="option of the preset")
    parser.add_argument("--seconds", type=float, default=5.0, help="time for the search")
    parser.add_argument("--output", default="position.svg", help="file to write")
    arguments = parser.parse_args()

    game = tengen.Game.from_sgf(arguments.game, moves=arguments.move)
    options = dict(assignment.split("=", 1) for assignment in arguments.set)
    with tengen.Engine(arguments.preset, options, seed=1) as engine:
        report = engine.analyse(game, tengen.Limit(seconds=arguments.seconds))
    print(report)
    Path(arguments.output).write_text(report._repr_svg_() + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:  # a file, a preset or an option that there is not
        sys.exit(f"{Path(__file__).name}: {error}")
