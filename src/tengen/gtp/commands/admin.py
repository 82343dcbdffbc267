"""Administrative commands; none of them needs the game or the engine."""

import time

from tengen.gtp.arguments import expect
from tengen.gtp.session import Session

Arguments = tuple[str, ...]


def protocol_version(session: Session, arguments: Arguments) -> str:
    """Return the version of GTP that we speak."""
    expect(arguments, 0)
    return "2"


def name(session: Session, arguments: Arguments) -> str:
    """Return the name of the engine."""
    expect(arguments, 0)
    return session.setup.name


def version(session: Session, arguments: Arguments) -> str:
    """Return the version of the engine."""
    expect(arguments, 0)
    return session.setup.version


def known_command(session: Session, arguments: Arguments) -> str:
    """Return whether a command is known."""
    expect(arguments, 1)
    return "true" if arguments[0] in session.commands else "false"


def list_commands(session: Session, arguments: Arguments) -> str:
    """Return all commands, one a line."""
    expect(arguments, 0)
    return "\n".join(session.commands)


def quit(session: Session, arguments: Arguments) -> str:  # noqa: A001  # the command's name
    """End the session once this is answered."""
    expect(arguments, 0)
    session.is_over = True
    return ""


def cputime(session: Session, arguments: Arguments) -> str:
    """Return the processor time used so far, in seconds."""
    expect(arguments, 0)
    return f"{time.process_time():.3f}"
