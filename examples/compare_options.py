"""Show what an option does to the opinion of a search about one position.

python examples/compare_options.py tree.rave.equivalence 100 1000 10000 --simulations 5000
"""

import argparse

import tengen


def main() -> None:
    """Search the same position with several values of an option."""
    parser = argparse.ArgumentParser(description="Compare values of an option.")
    parser.add_argument("option", help="a dotted name: see `tengen show options`")
    parser.add_argument("values", nargs="+")
    parser.add_argument("--preset", default="tengen")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--simulations", type=int, default=2000)
    chosen = parser.parse_args()

    game = tengen.Game(chosen.size)
    for value in chosen.values:
        with tengen.Engine(chosen.preset, {chosen.option: value}, seed=1) as engine:
            report = engine.analyse(game, tengen.Limit(simulations=chosen.simulations))
        best = ", ".join(f"{move.name} {move.win_rate:.0%} ({move.visits})" for move in report.moves[:4])
        print(f"{chosen.option}={value}: depth {report.depth:.1f}; {best}")


if __name__ == "__main__":
    main()
