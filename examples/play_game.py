"""Let two presets play a game against each other, and write it as SGF.

python examples/play_game.py tengen pachi --size 9 --seconds 1 --output game.sgf
"""

import argparse
import sys
from pathlib import Path

import tengen


def play(black: tengen.Engine, white: tengen.Engine, game: tengen.Game, limit: tengen.Limit) -> None:
    """Let both engines play until one resigns or both pass, and print each move."""
    longest = 3 * game.size**2
    while not game.is_over and len(game.moves) < longest:
        engine = black if game.to_play == tengen.BLACK else white
        move = game.play(engine.play(game, limit))
        win_rate = "" if engine.win_rate is None else f"{engine.win_rate:.0%}"
        print(f"{len(game.moves):3} {engine.preset:10} {move.name:6} {win_rate}", file=sys.stderr)


def result_of(game: tengen.Game, judge: tengen.Engine) -> str:
    """Return the result; after two passes the engine tells which stones are dead, and they are removed first."""
    if not game.is_over:
        return "not finished"
    if game.resigned_by is not None:
        return str(game.result)
    return str(game.score(point for chain in judge.final_status(game).dead for point in chain))


def main() -> None:
    """Read the command line, play, and write the game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("black", help="preset that plays Black; see `tengen show presets`")
    parser.add_argument("white", help="preset that plays White")
    parser.add_argument("--size", type=int, default=9, help="number of lines of the board")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each move")
    parser.add_argument("--seed", type=int, help="seed of the random numbers")
    parser.add_argument("--output", default="game.sgf", help="file to write")
    arguments = parser.parse_args()

    game = tengen.Game(size=arguments.size)
    with (
        tengen.Engine(arguments.black, seed=arguments.seed) as black,
        tengen.Engine(arguments.white, seed=arguments.seed) as white,
    ):
        play(black, white, game, tengen.Limit(seconds=arguments.seconds))
        result = result_of(game, black)
    game.save(arguments.output)
    print(game)
    print(f"{result} after {len(game.moves)} moves: {arguments.output}")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:  # a file, a preset or an option that there is not
        sys.exit(f"{Path(__file__).name}: {error}")
