"""Commands of gomill, the Python library for Go tournaments."""

import re
import time

from tengen.game.replay import from_game
from tengen.gtp.arguments import colour, expect, syntax_error
from tengen.gtp.choice import choice, play_choice
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import Session
from tengen.parts.options import knobs
from tengen.report.text import one_line

Arguments = tuple[str, ...]


def gomill_describe_engine(session: Session, arguments: Arguments) -> str:
    """Return the name and version of the engine, its preset, and the options that the user has set."""
    expect(arguments, 0)
    engine, setup = session.engine, session.setup
    changed = [f"{leaf.name}={leaf.text}" for leaf in knobs(engine.options) if engine.settings.is_users(leaf.name)]
    return "\n".join([f"{setup.name} {setup.version}", f"preset {engine.preset}", *changed])


def gomill_explain_last_move(session: Session, arguments: Arguments) -> str:
    """Return what the search for the last move has found, in a line; nothing if there was no search."""
    expect(arguments, 0)
    report = session.engine.report
    return "" if report is None else one_line(report)


def gomill_cpu_time(session: Session, arguments: Arguments) -> str:
    """Return the processor time used so far, in seconds."""
    expect(arguments, 0)
    return f"{time.process_time():.3f}"


def gomill_genmove_ex(session: Session, arguments: Arguments) -> str:
    """Choose a move for a colour and play it: ``gomill-genmove_ex b claim``. We never claim a win."""
    mover, *keywords = arguments or syntax_error()
    if any(not re.fullmatch("[a-z_]+", word) for word in keywords):
        syntax_error()
    return play_choice(session, choice(session, colour(mover)))


def gomill_savesgf(session: Session, arguments: Arguments) -> str:
    r"""Write the game to a file: ``gomill-savesgf FILE PB=tengen RE=B+3.5``; ``\_`` in a value is a space."""
    path, *properties = arguments or syntax_error()
    record = from_game(session.game)
    record.result = session.game.result
    for assignment in properties:
        name, equals, value = assignment.partition("=")
        if not equals or not re.fullmatch("[A-Z]{1,2}", name):
            syntax_error()
        record.root.set_text(name, value.replace("\\_", " "))
    try:
        with open(path, "wb") as file:  # noqa: PTH123  # the path is a text of the protocol
            file.write(record.to_bytes())
    except OSError as error:
        raise GtpError(f"cannot write the file: {error.strerror}") from None
    return ""
