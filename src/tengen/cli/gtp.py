"""``tengen gtp``."""

from pathlib import Path
from typing import Annotated

import typer

from tengen import __version__
from tengen.cli.options import (
    DEFAULT_PRESET,
    Config,
    Komi,
    Memory,
    Preset,
    Rules,
    Seconds,
    Seed,
    Set,
    Simulations,
    Size,
    Threads,
    player_words,
    seed_or_new,
    text_of,
)
from tengen.gtp.session import Session, Setup, serve
from tengen.presets.preset import preset_named


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("gtp")(gtp)


def gtp(
    preset: Preset = DEFAULT_PRESET,
    assignments: Set = [],  # noqa: B006  # typer copies it
    config: Config = None,
    seed: Seed = None,
    simulations: Simulations = None,
    seconds: Seconds = None,
    threads: Threads = None,
    memory: Memory = None,
    size: Size = 19,
    komi: Komi = None,
    rules: Rules = "chinese",
    log: Annotated[Path | None, typer.Option("--log", help="Write the conversation to a file.")] = None,
    name: Annotated[str, typer.Option("--gtp-name", help="Name to give, for clients that know only some.")] = "tengen",
    version: Annotated[str, typer.Option("--gtp-version", help="Version to give.")] = __version__,
    quiet: Annotated[  # noqa: FBT002  # a flag
        bool, typer.Option("--quiet", help="Do not tell the engine's opinion of each move on stderr.")
    ] = False,
) -> None:
    """Play over the Go Text Protocol, on stdin and stdout, for any Go front end.

    With --simulations or --seconds each move takes that, whatever the front end says of time.

    Example: tengen gtp --preset tengen --seconds 5 --threads 2 --size 9
    """
    from tengen.board.rules import rules_named

    preset_named(preset)
    rules_named(rules)
    words = player_words(preset, assignments, simulations=simulations, seconds=seconds, threads=threads, memory=memory)
    chosen = seed_or_new(seed)
    setup = Setup(preset, text_of(config), tuple(words), chosen, size, komi, rules, name, version, quiet)
    if setup.assignments or setup.options_file is not None:
        assert Session(setup).engine  # refuses wrong options now: later only the front end would see the message
    if log is None:
        serve(setup)
    else:
        with log.open("w", encoding="utf-8") as file:
            serve(setup, file)
