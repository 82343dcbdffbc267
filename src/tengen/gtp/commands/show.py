"""Commands that show and change what is inside."""

import numpy as np
from numpy.typing import NDArray

from tengen.board.grid import COLOUR_NAMES
from tengen.gtp.arguments import expect, integer
from tengen.gtp.position_report import position_report
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import Session
from tengen.parts.options import OptionError, knob, knobs
from tengen.parts.render import option_group, to_gogui
from tengen.parts.safe import check_safe
from tengen.parts.settings import Origin
from tengen.report.text import blacks_ownership, board_with_owners, danger, summary, table

REPORTED_MOVES = 10
Arguments = tuple[str, ...]


def showboard(session: Session, arguments: Arguments) -> str:
    """Draw the board; beside it, after a search, who owns each point."""
    expect(arguments, 0)
    game = session.game
    facts = f"{COLOUR_NAMES[game.to_play]} to play, komi {game.komi:g}, {game.rules.name} rules, move {len(game.moves)}"
    captured = f"captured: {game.prisoners[1]} black, {game.prisoners[2]} white"
    report = session.engine.report if "engine" in vars(session) else None  # no engine is made for this
    return f"{facts}, {captured}\n{board_with_owners(game, report)}"


def printsgf(session: Session, arguments: Arguments) -> str:
    """Return the game as SGF, or write it to a file: ``printsgf FILE``; FILE may have spaces."""
    if not arguments or arguments == ("-",):
        return session.game.to_sgf()
    if session.setup.is_safe:
        raise GtpError("no files in safe mode")
    try:
        session.game.save(" ".join(arguments))
    except OSError as error:
        raise GtpError(f"cannot write the file: {error.strerror}") from None
    return ""


def tengen_option(session: Session, arguments: Arguments) -> str:
    """List the engine's options in GoGui's form, return one by its name, or set one: ``tengen-option NAME VALUE``.

    ``tengen-option GROUP`` lists the options of a group, such as ``tree.rave``, or of a page of GoGui's dialogs, such
    as ``tree-2``; ``tengen-option GROUP NAME VALUE`` sets one of them.
    """
    engine = session.engine
    listed = option_group(engine.options, arguments[0]) if arguments else list(knobs(engine.options))
    try:
        if not arguments or (listed and len(arguments) == 1):
            return to_gogui(listed)
        name, *value = arguments[1:] if listed else arguments
        if not value:
            return knob(engine.options, name).text
        if session.setup.is_safe:
            check_safe(engine.options, {name: " ".join(value)})
        engine.set({name: " ".join(value)}, Origin.GTP)
    except OptionError as error:
        raise GtpError(str(error)) from None
    session.prepare()
    return ""


def level(session: Session, arguments: Arguments) -> str:
    """Return the level, or set it: ``level 8k``. ``level none`` and an empty answer: as the preset plays."""
    expect(arguments, 0, 1)
    if not arguments:
        return session.engine.level or ""
    try:
        session.engine.set_level(None if arguments[0].lower() == "none" else arguments[0])
    except OptionError as error:
        raise GtpError(str(error)) from None
    return ""


def tengen_seed(session: Session, arguments: Arguments) -> str:
    """Restart the engine's random numbers with a seed: ``tengen-seed 1``. Its moves from here on can be repeated."""
    expect(arguments, 1)
    session.engine.reseed(integer(arguments[0]))
    return ""


def tengen_report(session: Session, arguments: Arguments) -> str:
    """Return what the last search has found, with so many moves: ``tengen-report 10``. Searches if none was made."""
    expect(arguments, 0, 1)
    top = integer(arguments[0]) if arguments else REPORTED_MOVES
    report = session.engine.report or position_report(session)
    return "\n".join(filter(None, [summary(report), table(report, max(0, top)), danger(report)]))


def tengen_simulations(session: Session, arguments: Arguments) -> str:
    """Return the mean number of simulations for a move in this game, without moves that needed no simulation."""
    expect(arguments, 0)
    simulated = [count for count in session.simulations if count]
    if not simulated:
        raise GtpError("no move of this game was simulated")
    return f"{sum(simulated) / len(simulated):.1f}"


def tengen_ownership(session: Session, arguments: Arguments) -> str:
    """Return who owns each point in the position, a row a line: from -1 (White) to 1 (Black)."""
    expect(arguments, 0)
    return _rows(blacks_ownership(position_report(session)), ".2f")


def tengen_criticality(session: Session, arguments: Arguments) -> str:
    """Return the criticality of each point in the position, a row a line; the search must count it."""
    expect(arguments, 0)
    criticality = position_report(session).criticality
    if criticality is None:
        raise GtpError("the search does not count criticality: add it to tree.terms")
    return _rows(criticality, ".3f")


def _rows(values: NDArray[np.float64], form: str) -> str:
    return "\n".join(" ".join(f"{value:{form}}" for value in row) for row in values)
