"""Commands that play: the opponent's moves, our own, and taking them back."""

import sys
import time

from tengen.board.point import PASS, RESIGN
from tengen.board.rules import IllegalMove
from tengen.engines.engine import Analyst, Choice
from tengen.gtp.arguments import colour, expect, vertex
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import Session

Arguments = tuple[str, ...]


def play(session: Session, arguments: Arguments) -> str:
    """Play a move of either colour."""
    expect(arguments, 2)
    mover, point = colour(arguments[0]), vertex(arguments[1], session.game.size)
    try:
        session.game.play(point, mover)
    except IllegalMove:
        raise GtpError("illegal move") from None
    return ""


def genmove(session: Session, arguments: Arguments) -> str:
    """Choose a move for a colour and play it."""
    choice = _choice(session, arguments)
    if choice.point != RESIGN:
        session.game.play(choice.point, arguments[0])
        session.may_ponder = not session.game.is_over
    return _vertex(session, choice)


def reg_genmove(session: Session, arguments: Arguments) -> str:
    """Choose a move for a colour without playing it."""
    return _vertex(session, _choice(session, arguments))


def _choice(session: Session, arguments: Arguments) -> Choice:
    expect(arguments, 1)
    mover, engine, clock = colour(arguments[0]), session.engine, session.clock
    if isinstance(engine, Analyst):
        engine.clock = clock
    started = time.perf_counter()
    choice = engine.choose(session.game, mover)
    if clock is not None:
        clock.spend(mover, time.perf_counter() - started)
    _tell_opinion(session)
    return choice


def _tell_opinion(session: Session) -> None:
    """Write a line to stderr about what the engine's search has found."""
    engine = session.engine
    if not session.setup.quiet and isinstance(engine, Analyst) and engine.report is not None:
        from tengen.search.text import one_line

        sys.stderr.write(f"tengen: {one_line(engine.report)}\n")
        sys.stderr.flush()


def _vertex(session: Session, choice: Choice) -> str:
    if choice.point == RESIGN:
        return "resign"
    return "pass" if choice.point == PASS else session.game.name(choice.point)


def undo(session: Session, arguments: Arguments) -> str:
    """Take the last move back; handicap stones stay."""
    expect(arguments, 0)
    try:
        session.game.undo()
    except IndexError:
        raise GtpError("cannot undo") from None
    return ""
