"""``tengen bench signature``: numbers that stay the same as long as the behaviour does.

Seeds and counts are fixed, and neither time nor threads come in. A refactoring keeps them; a change of behaviour states
the new ones together with its match result.
"""

import json
import sys
from typing import Annotated, Any
from zlib import crc32

import typer

from tengen.cli.options import Json, Set, Size

PLAYOUTS = 100
SIMULATIONS = 500
SEED = 1

Policies = Annotated[list[str], typer.Option("--policy", help="Only this playout policy (again for more).")]
Presets = Annotated[list[str], typer.Option("--preset", "-p", help="Only this preset (again for more).")]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("signature")(signature)


def signature(
    policy: Policies = [],  # noqa: B006  # typer copies it
    preset: Presets = [],  # noqa: B006
    assignments: Set = [],  # noqa: B006
    size: Size = 9,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Print a number for each playout policy and each preset that searches: the same as long as they do the same.

    The last line is the signature of all that were asked for.

    Example: tengen bench signature --policy mogo --preset mogo
    """
    from tengen.playout.policy import POLICIES

    everything = not policy and not preset
    total = 0
    for name in policy or (POLICIES if everything else ()):
        total = _tell("policy", name, policy_signature(name, size), total, as_json=as_json)
    for name in preset or (_searching() if everything else ()):
        total = _tell("preset", name, search_signature(name, assignments, size), total, as_json=as_json)
    _tell("all", "", total, 0, as_json=as_json)


def _tell(kind: str, name: str, number: int, total: int, *, as_json: bool) -> int:
    """Print a signature; return that of all so far."""
    fact = {"signature": kind, "name": name, "number": number}
    sys.stdout.write((json.dumps(fact) if as_json else f"{kind:7}{name:11}{number:08x}") + "\n")
    sys.stdout.flush()
    return crc32(number.to_bytes(4, "big"), total)


def _searching() -> list[str]:
    from tengen.presets.preset import preset_named, preset_names

    return [name for name in preset_names() if preset_named(name).engine == "tree-search"]


def policy_signature(name: str, size: int) -> int:
    """Return a number made of all moves of some playouts from the empty board."""
    from tengen.board.board import new_board
    from tengen.cli.playout import playout_options
    from tengen.playout.policy import Policy
    from tengen.playout.state import new_playout_state

    state, policy = new_playout_state(new_board(size), SEED), Policy(playout_options(name, []))
    number = 0
    for _ in range(PLAYOUTS):
        policy.run(state, 7.0, 1)
        number = _added(number, state.trail.points[: int(state.trail.length)])
    return number


def search_signature(preset: str, assignments: list[str], size: int) -> int:
    """Return a number made of the moves and visits of all nodes after a short search of the empty board."""
    from tengen import Engine, Game, Limit
    from tengen.parts.settings import Origin

    number = 0
    with Engine(preset, seed=SEED) as engine:
        fixed = ["threads=1", "memory=16"] if engine.can_search else []
        engine.settings.assign([*assignments, *fixed], Origin.COMMAND_LINE)
        engine.analyse(Game(size, 7.0), Limit(simulations=SIMULATIONS))
        for node in engine.walk(depth=99, share=0.0):
            number = crc32(f"{node.depth} {node.point} {node.visits}".encode(), number)
    return number


def _added(number: int, points: Any) -> int:
    """Add points to a checksum, in the same order of bytes on every machine."""
    return crc32(points.astype("<u2").tobytes(), number)
