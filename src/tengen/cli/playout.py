"""``tengen playout``: one simulated game, to look at."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli.options import Policy, Seed, Set, Size
from tengen.cli.records import read_line

if TYPE_CHECKING:
    from tengen import Engine


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
    from tengen.board.grid import COLOUR_NAMES
    from tengen.game.game import Game
    from tengen.game.replay import from_game

    game = read_line(start).game(move) if start else Game(size)
    found = playout_engine(policy, assignments).playout(game, seed)
    for number, made in enumerate(found.moves, start=len(game.moves) + 1):
        sys.stdout.write(f"{number:4} {COLOUR_NAMES[made.move.colour]:6}{made.move.name:5} {made.rule}\n")
    sys.stdout.write(f"{found.game}\nseed {found.seed}: Black's area less White's is {found.area:+.0f}\n")
    if sgf is not None:
        record = from_game(found.game)
        for node, made in zip(list(record.nodes())[-len(found.moves) :], found.moves, strict=True):
            node.comment = made.rule
        sgf.write_bytes(record.to_bytes())


def playout_engine(policy: str, assignments: Iterable[str]) -> "Engine":
    """Return an engine with a playout policy, changed by ``name=value`` words, with or without ``playout.`` before."""
    from tengen import Engine
    from tengen.parts.settings import Origin

    engine = Engine("replay", {"playout.policy": policy})
    words = [f"playout.{assignment.removeprefix('playout.')}" for assignment in assignments]
    engine.settings.assign(words, Origin.COMMAND_LINE)
    return engine


def playout_options(policy: str, assignments: Iterable[str]) -> Any:
    """Return the options of a playout policy, changed as by ``playout_engine``."""
    return getattr(playout_engine(policy, assignments).options, "playout")  # noqa: B009  # not in the type of all engines
