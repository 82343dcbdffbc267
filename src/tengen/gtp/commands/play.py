"""Commands that play: the opponent's moves, our own, and taking them back."""

import logging
import time

from tengen.board.grid import Move
from tengen.board.rules import IllegalMove
from tengen.gtp.arguments import colour, expect, vertex
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import Session

Arguments = tuple[str, ...]
_log = logging.getLogger("tengen")


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
    move = _choice(session, arguments)
    session.simulations.append(session.engine.simulations)
    if not move.is_resign:
        session.game.play(move)
        session.may_ponder = not session.game.is_over
    return move.name


def reg_genmove(session: Session, arguments: Arguments) -> str:
    """Choose a move for a colour without playing it."""
    return _choice(session, arguments).name


def _choice(session: Session, arguments: Arguments) -> Move:
    expect(arguments, 1)
    mover, clock = colour(arguments[0]), session.clock
    started = time.perf_counter()
    move = session.engine.play(session.game, colour=mover, clock=clock)
    if clock is not None:
        clock.spend(mover, time.perf_counter() - started)
    _log_report(session)
    return move


def _log_report(session: Session) -> None:
    """Log what the engine's search has found: a line, and the board beside a diagram of who owns each point."""
    report = session.engine.report
    if not session.setup.quiet and report is not None:
        from tengen.report.text import board_and_owners, one_line

        _log.info("%s\n%s", one_line(report), board_and_owners(report))


def undo(session: Session, arguments: Arguments) -> str:
    """Take the last move back; handicap stones stay."""
    expect(arguments, 0)
    try:
        session.game.undo()
    except IndexError:
        raise GtpError("cannot undo") from None
    return ""
