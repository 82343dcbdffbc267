"""``tengen playout``: one simulated game, to look at."""

import secrets
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from tengen.cli.options import Policy, Seed, Set, Size
from tengen.cli.records import read_line


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("playout")(playout)


def playout(
    policy: Policy = "moggy",
    assignments: Set = [],  # noqa: B006  # typer copies it
    size: Size = 9,
    seed: Seed = None,
    start: Annotated[Path | None, typer.Option("--from", help="SGF file to start from.")] = None,
    move: Annotated[int | None, typer.Option("--move", min=0, help="With --from: after this many moves.")] = None,
    sgf: Annotated[Path | None, typer.Option("--sgf", help="Write the game to an SGF file.")] = None,
) -> None:
    """Print a simulated game move by move, with the rule that chose each move.

    Example: tengen playout --policy moggy --size 9 --seed 1 --sgf playout.sgf
    """
    from tengen.board.point import COLOUR_NAMES
    from tengen.game.game import Game
    from tengen.game.replay import from_game
    from tengen.playout.policy import Policy, recipe_of
    from tengen.playout.state import new_playout_state

    options = playout_options(policy, assignments)
    game = read_line(start).game(move) if start else Game(size)
    rules = game.rules
    game.rules = msgspec.structs.replace(rules, ko="simple", suicide=False)  # a playout knows nothing else
    chosen = secrets.randbits(62) if seed is None else seed
    state = new_playout_state(game.board, chosen)
    Policy(options).run(state, game.komi, 1)

    recipe = recipe_of(options)
    names = (", ".join(recipe.samplers) or "uniform", *recipe.rules)
    length = int(state.trail.length)
    chosen_by = [names[rule] for rule in state.trail.rules[:length]]
    for point, rule in zip(state.trail.points[:length], chosen_by, strict=True):
        made = game.play(int(point))
        sys.stdout.write(f"{len(game.moves):4} {COLOUR_NAMES[made.colour]:6}{game.name(made.point):5} {rule}\n")
    sys.stdout.write(f"{game}\nseed {chosen}: Black's area less White's is {state.tally.score:+.0f}\n")
    game.rules = rules
    if sgf is not None:
        record = from_game(game)
        for node, rule in zip(list(record.nodes())[-length:], chosen_by, strict=True):
            node.comment = rule
        sgf.write_bytes(record.to_bytes())


def playout_options(policy: str, assignments: Iterable[str]) -> Any:
    """Return the options of a playout policy, changed by ``name=value`` words, with or without ``playout.`` before."""
    from tengen.parts.settings import Origin, Settings
    from tengen.playout.policy import PlayoutOptions

    settings = Settings(PlayoutOptions(policy=policy))
    settings.assign([assignment.removeprefix("playout.") for assignment in assignments], Origin.COMMAND_LINE)
    return settings.options
