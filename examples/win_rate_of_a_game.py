"""Print the win rate of Black after each move of a game record, and the moves that cost most.

python examples/win_rate_of_a_game.py game.sgf --seconds 0.5
"""

import argparse
from itertools import pairwise

import tengen


def main() -> None:
    """Analyse all positions of a record, one after the other, so that the tree is kept from move to move."""
    parser = argparse.ArgumentParser(description="Analyse a game record.")
    parser.add_argument("file", help="SGF file")
    parser.add_argument("--preset", default="tengen")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position")
    chosen = parser.parse_args()

    count = len(tengen.Game.from_sgf(chosen.file).moves)
    rates: list[float] = []
    with tengen.Engine(chosen.preset, seed=1) as engine:
        for number in range(count + 1):
            game = tengen.Game.from_sgf(chosen.file, moves=number)
            report = engine.analyse(game, tengen.Limit(seconds=chosen.seconds))
            rates.append(report.win_rate if report.colour == tengen.BLACK else 1 - report.win_rate)
            played = game.moves[-1].name if game.moves else "-"
            print(f"{number:4} {played:5} {rates[-1]:6.1%} {'#' * round(40 * rates[-1])}")

    costs = [(abs(after - before), number) for number, (before, after) in enumerate(pairwise(rates), start=1)]
    for cost, number in sorted(costs, reverse=True)[:3]:
        print(f"move {number} changed the win rate by {cost:.1%}")


if __name__ == "__main__":
    main()
