"""``tengen bench``: how fast, in CPU time, alone or beside another program."""

import json
import math
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from tengen.cli import bench_compile, bench_search, signature
from tengen.cli.group import CommandGroup
from tengen.cli.options import Against, Json, Policy, Set, board_size, finite
from tengen.cli.playout import playout_options
from tengen.cli.records import read_line

bench_app = typer.Typer(
    cls=CommandGroup, help="Measure speed, in CPU time, best of several rounds.", no_args_is_help=True
)
for subject in (bench_search, bench_compile, signature):
    subject.add_to(bench_app)

Sizes = Annotated[
    list[int], typer.Option("--size", parser=board_size, metavar="INTEGER", help="Size of the board (again for more).")
]
Rounds = Annotated[int, typer.Option("--rounds", min=1, help="Rounds of which the best counts.")]
Seconds = Annotated[float, typer.Option("--seconds", min=0.01, callback=finite, help="CPU seconds of a round.")]


def add_to(app: typer.Typer) -> None:
    """Add the command with its subjects."""
    app.add_typer(bench_app, name="bench")


@bench_app.command("playout")
def playout(
    policy: Policy = "random",
    assignments: Set = [],  # noqa: B006  # typer copies it
    size: Sizes = [9, 13, 19],  # noqa: B006  # typer copies it
    rounds: Rounds = 5,
    seconds: Seconds = 1.0,
    against: Against = "",
    start: Annotated[Path | None, typer.Option("--from", help="SGF file whose position to start from.")] = None,
    move: Annotated[int | None, typer.Option("--move", min=0, help="With --from: after this many moves.")] = None,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Measure playouts from the empty board, or from a position of a game.

    Example: tengen bench playout --policy random --size 9 --against './light{size} 1'
    """
    from tengen.board.board import new_board, size_of
    from tengen.playout.policy import Policy
    from tengen.playout.state import new_playout_state

    options = playout_options(policy, assignments)
    boards = [read_line(start).game(move).board] if start else [new_board(one) for one in size]
    for board in boards:
        facts = {"bench": "playout", "policy": policy, "size": size_of(board)}
        work = _Work(partial(Policy(options).run, new_playout_state(board, seed=1), 7.0))
        _measure(facts, work, rounds, seconds, against, as_json=as_json)


@bench_app.command("board")
def board(
    size: Sizes = [9, 13, 19],  # noqa: B006  # typer copies it
    rounds: Rounds = 5,
    seconds: Seconds = 0.5,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Measure copies of the board, and moves of a game that is played again and again.

    Example: tengen bench board --size 19
    """
    from tengen.board.board import new_board
    from tengen.playout.measure import copy_root, replay_trail
    from tengen.playout.policy import PlayoutOptions, Policy
    from tengen.playout.state import new_playout_state

    options = PlayoutOptions()
    for one in size:
        state = new_playout_state(new_board(one), seed=1)
        Policy(options).run(state, 7.0, 1)
        copies = _Work(partial(copy_root, state))
        moves = _Work(partial(replay_trail, state), int(state.trail.length))
        _measure({"bench": "board", "what": "copies", "size": one}, copies, rounds, seconds, "", as_json=as_json)
        _measure({"bench": "board", "what": "moves", "size": one}, moves, rounds, seconds, "", as_json=as_json)


class _Work:
    """A function that does something a number of times, each of them worth some units."""

    def __init__(self, run: Callable[[int], None], units: int = 1) -> None:
        self._run = run
        self._units = units
        self._count = 1

    def per_cpu_second(self, seconds: float) -> float:
        """Return the units done in a CPU second, measured over about that many seconds."""
        while True:
            start = time.thread_time()
            self._run(self._count)
            used = time.thread_time() - start
            if used > seconds / 2:
                return self._count * self._units / used
            self._count = max(2 * self._count, min(100 * self._count, int(self._count * seconds / (used + 1e-9))))


def _measure(facts: dict[str, Any], work: _Work, rounds: int, seconds: float, against: str, *, as_json: bool) -> None:
    """Measure in rounds, ours and the other's in turn, and print the best of each and their ratio."""
    work.per_cpu_second(0.001)  # compiles and warms up
    best, yardstick = 0.0, 0.0
    for _ in range(rounds):
        best = max(best, work.per_cpu_second(seconds))
        if against:
            yardstick = max(yardstick, run_other(against, facts["size"]))
    result = facts | {
        "per_cpu_second": round(best),
        "yardstick": round(yardstick) if against else None,
        "ratio": round(best / yardstick, 3) if against else None,
    }
    if as_json:
        line = json.dumps(result)
    else:
        what = " ".join(str(value) for key, value in facts.items() if key != "size")
        line = f"{what} {facts['size']}x{facts['size']}: {best:,.0f} a CPU second"
        line += f", yardstick {yardstick:,.0f}, ratio {best / yardstick:.3f}" if against else ""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def run_other(command: str, size: int) -> float:
    """Run the other program once and return its playouts a CPU second; raises ValueError if it does not tell."""
    command = command.replace("{size}", str(size))
    try:
        printed = subprocess.run(shlex.split(command), check=True, capture_output=True, text=True).stdout
        report = json.loads(printed)
        speed, measured = float(report["playouts_per_cpu_second"]), report.get("size", size)
    except (OSError, subprocess.CalledProcessError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"--against: {command}: {type(error).__name__}: {error}") from None
    if measured != size:
        raise ValueError(f"--against: {command} measured size {measured}, not {size}")
    if not 0 < speed < math.inf:
        raise ValueError(f"--against: {command} measured {speed} playouts a CPU second")
    return speed
