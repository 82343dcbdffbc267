"""Commands that show and change what is inside."""

from tengen.board.grid import COLOUR_NAMES
from tengen.gtp.arguments import expect, integer
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import Session
from tengen.parts.options import OptionError, knob
from tengen.parts.render import to_gogui
from tengen.parts.settings import Origin
from tengen.report.report import Report
from tengen.report.text import blacks_ownership, danger, summary, table

REPORTED_MOVES = 10
Arguments = tuple[str, ...]


def showboard(session: Session, arguments: Arguments) -> str:
    """Draw the board."""
    expect(arguments, 0)
    game = session.game
    facts = f"{COLOUR_NAMES[game.to_play]} to play, komi {game.komi:g}, {game.rules.name} rules, move {len(game.moves)}"
    captured = f"captured: {game.prisoners[1]} black, {game.prisoners[2]} white"
    return f"{facts}, {captured}\n{game}"


def tengen_option(session: Session, arguments: Arguments) -> str:
    """List the engine's options in GoGui's form, return one by its name, or set one: ``tengen-option NAME VALUE``."""
    engine = session.engine
    try:
        if not arguments:
            return to_gogui(engine.options)
        name, *value = arguments
        if not value:
            return knob(engine.options, name).text
        engine.set({name: " ".join(value)}, Origin.GTP)
    except OptionError as error:
        raise GtpError(str(error)) from None
    return ""


def level(session: Session, arguments: Arguments) -> str:
    """Return the level, or set it: ``level 8k``. The answer is empty if the engine plays as its preset does."""
    expect(arguments, 0, 1)
    if not arguments:
        return session.engine.level or ""
    try:
        session.engine.set_level(arguments[0])
    except OptionError as error:
        raise GtpError(str(error)) from None
    return ""


def tengen_seed(session: Session, arguments: Arguments) -> str:
    """Restart the engine's random numbers with a seed: ``tengen-seed 1``. Its moves from here on can be repeated."""
    expect(arguments, 1)
    session.engine.reseed(integer(arguments[0]))
    return ""


def tengen_report(session: Session, arguments: Arguments) -> str:
    """Return what the search for the last move has found, with so many moves: ``tengen-report 10``."""
    expect(arguments, 0, 1)
    top = integer(arguments[0]) if arguments else REPORTED_MOVES
    report = _report(session)
    return "\n".join(filter(None, [summary(report), table(report, max(0, top)), danger(report)]))


def tengen_simulations(session: Session, arguments: Arguments) -> str:
    """Return the mean number of simulations for a move in this game, without moves that needed no simulation."""
    expect(arguments, 0)
    simulated = [count for count in session.simulations if count]
    if not simulated:
        raise GtpError("no move of this game was simulated")
    return f"{sum(simulated) / len(simulated):.1f}"


def tengen_ownership(session: Session, arguments: Arguments) -> str:
    """Return who owns each point by the last search, a row a line: from -1 (White) to 1 (Black)."""
    expect(arguments, 0)
    return "\n".join(" ".join(f"{owner:.2f}" for owner in row) for row in blacks_ownership(_report(session)))


def tengen_criticality(session: Session, arguments: Arguments) -> str:
    """Return the criticality of each point by the last search, a row a line; the search must count it."""
    expect(arguments, 0)
    report = _report(session)
    if report.criticality is None:
        raise GtpError("the search does not count criticality: add it to tree.terms")
    return "\n".join(" ".join(f"{value:.3f}" for value in row) for row in report.criticality)


def _report(session: Session) -> Report:
    report = session.engine.report
    if report is None:
        raise GtpError("no search to report on")
    return report


def gogui_analyze_commands(session: Session, arguments: Arguments) -> str:
    """List what GoGui offers in its menu."""
    expect(arguments, 0)
    entries = ["param/Options/tengen-option"]
    if session.engine.can_search:
        entries += ["hstring/Last Search/tengen-report", "dboard/Ownership/tengen-ownership"]
        entries += ["dboard/Criticality/tengen-criticality"]
    return "\n".join(entries)
