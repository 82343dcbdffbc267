"""``tengen gtp``."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from tengen import __version__
from tengen.cli.options import EngineChoice, Komi, Rules, Safe, Size, with_engine
from tengen.compiled.warmup import Warmup
from tengen.gtp.session import Setup, serve


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("gtp")(gtp)


@with_engine
def gtp(
    choice: EngineChoice,
    size: Size = 19,
    komi: Komi = None,
    rules: Rules = "chinese",
    log: Annotated[Path | None, typer.Option("--log", help="Write the conversation to a file.")] = None,
    name: Annotated[
        str, typer.Option("--gtp-name", help="Name to give, for front ends that know only some engines.")
    ] = "tengen",
    version: Annotated[str, typer.Option("--gtp-version", help="Version to give.")] = __version__,
    quiet: Annotated[  # noqa: FBT002  # a flag
        bool, typer.Option("--quiet", help="Do not write what the engine thinks of each move to stderr.")
    ] = False,
    view: Annotated[
        Literal["side", "black", "white"],
        typer.Option("--view", help="Report analyses from the view of the side to move, or always of one colour."),
    ] = "side",
    chat: Annotated[
        Literal["none", "ogs", "kgs"],
        typer.Option("--chat", help="Chat on a server: ogs writes variations for gtp2ogs, kgs lists kgs-chat."),
    ] = "none",
    safe: Safe = False,  # noqa: FBT002  # a flag
) -> None:
    """Play over the Go Text Protocol, on stdin and stdout, for any Go front end.

    With --simulations or --seconds each move takes that, whatever clock the front end sets.

    Example: tengen gtp --preset tengen --seconds 5 --threads 2 --size 9
    """
    from tengen.board.rules import rules_named

    rules_named(rules)
    if choice.is_changed:
        choice.engine().close()  # refuses wrong options now: later only the front end would see the message
    setup = Setup(
        choice.engine, size, komi, rules, name, version, quiet, view, chat, safe, Warmup(choice.recipe_words())
    )
    if log is None:
        serve(setup)
    else:
        with log.open("w", encoding="utf-8") as file:
            serve(setup, file)
