"""``tengen warmup``: compiles beforehand, so that the first game starts at once."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Annotated

import typer

from tengen.cli.options import Config, Level, Set, board_size
from tengen.compiled.warmup import mark_ready
from tengen.presets.level import level_key
from tengen.presets.preset import DEFAULT_PRESET, preset_named

SIMULATIONS = 10  # of the move that is tried

Presets = Annotated[list[str], typer.Option("--preset", "-p", help="Name of a preset (again for more).")]
Sizes = Annotated[
    list[int], typer.Option("--size", parser=board_size, metavar="INTEGER", help="Size of the board (again for more).")
]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("warmup")(warmup)


def warmup(
    preset: Presets = [DEFAULT_PRESET],  # noqa: B006  # typer copies it
    size: Sizes = [9, 13, 19],  # noqa: B006
    assignments: Set = [],  # noqa: B006
    config: Config = None,
    level: Level = None,
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="Processes at the same time; 0 for one on each processor.")
    ] = 0,
    inside: Annotated[  # noqa: FBT002  # a flag
        bool, typer.Option("--inside", help="Also compile what tells why a move is searched, as the page does.")
    ] = False,
    json: Annotated[  # noqa: FBT002  # a flag
        bool, typer.Option("--json", help="Print how far it is to stdout, a line of JSON each time.")
    ] = False,
) -> None:
    """Compile what presets need on boards of some sizes, so that their first game starts at once.

    What is compiled already is only loaded. Another program may use tengen meanwhile: they share the work.

    Example: tengen warmup --size 9 --size 19
    """
    for name in preset:
        preset_named(name)
    if level is not None:
        level_key(level)
    tasks = [(name, one) for one in size for name in preset]
    shared = [word for assignment in assignments for word in ("--set", assignment)]
    shared += ["--config", str(config)] if config else []
    shared += ["--level", level] if level else []
    shared += ["--inside"] if inside else []
    if len(tasks) == 1:
        began = time.monotonic()
        with _printing_progress() if json else nullcontext():
            warm_up(["--preset", *preset, *shared], *size)
        seconds = time.monotonic() - began
        sys.stderr.write(f"tengen: {preset[0]} is ready on {size[0]}x{size[0]}, after {seconds:.1f} s\n")
        return
    flags = ["--json"] if json else []
    commands = [["--preset", name, *shared, "--size", str(one), *flags] for name, one in tasks]
    if _run(commands, jobs or os.cpu_count() or 1):
        raise typer.Exit(1)


def warm_up(words: list[str], size: int) -> None:
    """Compile all that an engine needs for a game, in this process; show how far it is on stderr."""
    from tengen import Engine, Game, Limit
    from tengen.compiled.progress import showing_progress
    from tengen.parts.settings import Origin

    is_explained = words[-1] == "--inside"
    named = words[:-1] if is_explained else words
    given = list(zip(named[::2], named[1::2], strict=True))
    chosen: dict[str, str] = {name: value for name, value in given if name != "--set"}
    preset, game = chosen["--preset"], Game(size)
    with (
        showing_progress(f"{preset} {size}x{size}"),
        Engine(preset, config=chosen.get("--config"), level=chosen.get("--level"), seed=1) as engine,
    ):
        engine.settings.assign([value for name, value in given if name == "--set"], Origin.COMMAND_LINE)
        engine.prepare(game)
        game.play(engine.play(game, Limit(simulations=SIMULATIONS) if engine.can_search else None))
        game.undo()
        if is_explained and engine.can_search:
            engine.analyse(game, Limit(simulations=SIMULATIONS))
            engine.children((), 1, explained=True)
            engine.playout(game)
    mark_ready(words, size)


@contextmanager
def _printing_progress() -> Iterator[None]:
    """Print how far the compiling is, a line of JSON each time, for a program that waits for it."""
    import msgspec

    from tengen.compiled.progress import PROGRESS, Progress

    def show(state: Progress) -> None:
        sys.stdout.write(msgspec.json.encode(state).decode() + "\n")
        sys.stdout.flush()

    unsubscribe = PROGRESS.subscribe(show)
    try:
        yield
    finally:
        unsubscribe()


def _run(tasks: list[list[str]], jobs: int) -> int:
    """Run each task in a process of its own, some at the same time; return how many of them fail."""
    running: list[subprocess.Popen[bytes]] = []
    failures = 0
    try:
        while tasks or running:
            while tasks and len(running) < jobs:
                running.append(subprocess.Popen([sys.executable, "-m", "tengen", "warmup", *tasks.pop(0)]))
            failures += running.pop(0).wait() != 0
    finally:
        for process in running:
            process.terminate()
    return failures
