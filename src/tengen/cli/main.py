"""``tengen``: finds the command, and turns mistakes into one clear line."""

import gc
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Annotated

import typer

from tengen import __version__
from tengen.cli.group import CommandGroup
from tengen.cli.interrupt import INTERRUPTED
from tengen.compiled.blas import use_single_thread
from tengen.compiled.progress import show_compiling

# Typer carries its own copy of click in some versions; this is UsageError in all of them.
UsageError: type[typer.BadParameter] = typer.BadParameter.__mro__[1]

# Each command is a module of this package with the same name; the help lists them in this order.
LABORATORY = ("match", "experiment", "tune", "playout", "learn", "bench", "show")
COMMANDS = ("play", "gtp", "analysis", "analyze", "sgf", *LABORATORY, "doctor", "warmup", "kernels")
OBJECTS_A_COLLECTION = 50_000  # Python's 700 would collect garbage a hundred times while modules are imported
UNREAD = 1  # the code of a program whose output nobody reads any more; click's own


def _print_version(wanted: bool) -> None:  # noqa: FBT001  # typer's callback
    if wanted:
        typer.echo(f"tengen {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[  # noqa: ARG001, FBT002  # its callback does the work
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    use_single_thread()


@cache
def program(*names: str) -> typer.Typer:
    """Return the program with the named commands, or all. Only their modules are imported, so it starts quickly."""
    app = typer.Typer(
        cls=CommandGroup,
        help="A Go engine and a laboratory for Monte-Carlo tree search.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    for name in names or COMMANDS:
        import_module(f"tengen.cli.{name}").add_to(app)
    return app


class StderrHandler(logging.Handler):
    """Writes log messages to stderr, whatever that is at the time."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one message."""
        if not record.name.startswith("tengen.compiled"):  # which ``show_compiling`` shows
            sys.stderr.write(f"tengen: {self.format(record)}\n")
            sys.stderr.flush()


def show_messages() -> None:
    """Show the messages and warnings of tengen on stderr."""
    logger = logging.getLogger("tengen")
    logger.setLevel(logging.INFO)
    if not any(isinstance(handler, StderrHandler) for handler in logger.handlers):
        logger.addHandler(StderrHandler())


def main(words: Sequence[str] | None = None) -> None:
    """Run a command. Wrong use ends with one line on stderr and exit code 2."""
    gc.set_threshold(OBJECTS_A_COLLECTION)
    show_compiling()
    show_messages()
    try:
        words = sys.argv[1:] if words is None else words
        app = program(words[0]) if words and words[0] in COMMANDS else program()
        code = app(args=words, prog_name="tengen", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where it may fail
    except BrokenPipeError:  # as in `tengen match show FILE | head -1`
        _drop_output()
        code = UNREAD
    except UsageError as error:
        sys.stderr.write(_explained(error))
        code = 2
    except OSError as error:
        sys.stderr.write(f"tengen: {f'{error.filename}: {error.strerror}' if error.filename else error}\n")
        code = 2
    except ValueError as error:
        sys.stderr.write(f"tengen: {error}\n")
        code = 2
    except MemoryError as error:
        sys.stderr.write(f"tengen: {str(error) or 'not enough memory'}\n")
        code = 2
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    if code == INTERRUPTED:
        sys.stderr.write("\ntengen: interrupted\n")
    sys.exit(code if isinstance(code, int) else 0)


def _drop_output() -> None:
    """Send what is left of the output nowhere, as otherwise Python would complain about it at its end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _explained(error: typer.BadParameter) -> str:
    message = error.format_message()
    if message.startswith("Usage:"):  # no command was given, and the message is the help
        return message + "\n"
    path = error.ctx.command_path if error.ctx else "tengen"
    return f"tengen: {message} (see {path} --help)\n"
