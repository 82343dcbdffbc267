"""Let two presets play each other, and print the result of each game.

python examples/two_presets.py montecarlo random --games 4 --size 9
"""

import argparse

import tengen


def play(black: tengen.Engine, white: tengen.Engine, game: tengen.Game) -> str:
    """Play a game to its end; return the result as players write it."""
    while not game.is_over:
        engine = black if game.to_play == tengen.BLACK else white
        game.play(engine.play(game))
    if game.result is not None:
        return game.result
    dead = [point for chain in black.final_status(game).dead for point in chain]
    return str(game.score(dead))


def main() -> None:
    """Play games with alternating colours. `tengen match` does the same with statistics, and several at a time."""
    parser = argparse.ArgumentParser(description="Let two presets play each other.")
    parser.add_argument("presets", nargs=2)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--size", type=int, default=9)
    chosen = parser.parse_args()

    first, second = (tengen.Engine(preset, seed=seed) for seed, preset in enumerate(chosen.presets))
    with first, second:
        for number in range(chosen.games):
            black, white = (first, second) if number % 2 == 0 else (second, first)
            result = play(black, white, tengen.Game(chosen.size))
            print(f"game {number + 1}: black {black.preset}, white {white.preset}, {result}")


if __name__ == "__main__":
    main()
