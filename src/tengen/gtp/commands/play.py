"""Commands that play: the opponent's moves, our own, and taking them back."""

import logging
import math
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from tengen.board.grid import Colour, Move
from tengen.board.rules import IllegalMove
from tengen.game.game import Game
from tengen.game.restriction import Restriction
from tengen.gtp.arguments import colour, expect, integer, syntax_error, vertex
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import Session
from tengen.report.report import Report

Arguments = tuple[str, ...]
_log = logging.getLogger("tengen")


class Watched(NamedTuple):
    """How a search for a move is watched, and which moves it leaves out."""

    on_report: Callable[[Report], None] | None = None
    every: float = math.inf
    """Seconds between two reports."""
    restriction: Restriction | None = None


UNWATCHED = Watched()


def play(session: Session, arguments: Arguments) -> str:
    """Play a move of either colour."""
    expect(arguments, 2)
    mover, point = colour(arguments[0]), vertex(arguments[1], session.game.size)
    try:
        session.game.play(point, mover)
    except IllegalMove:
        raise GtpError("illegal move") from None
    session.turn_began = session.arrived
    return ""


def gogui_play_sequence(session: Session, arguments: Arguments) -> str:
    """Play several moves, ``b D4 w Q16``; all of them, or none if one is illegal."""
    if len(arguments) % 2:
        syntax_error()
    game = session.game.copy()
    for mover, where in zip(arguments[::2], arguments[1::2], strict=True):
        try:
            game.play(vertex(where, game.size), colour(mover))
        except IllegalMove:
            raise GtpError("illegal move") from None
    session.game, session.turn_began = game, session.arrived
    return ""


def genmove(session: Session, arguments: Arguments) -> str:
    """Choose a move for a colour and play it."""
    expect(arguments, 1)
    return play_choice(session, choice(session, session.game, colour(arguments[0])))


def play_choice(session: Session, move: Move) -> str:
    """Play a move that the engine has chosen, and return its name."""
    session.simulations.append(session.engine.simulations)
    if not move.is_resign:
        session.game.play(move)
        session.may_ponder = not session.game.is_over
    return move.name


def reg_genmove(session: Session, arguments: Arguments) -> str:
    """Choose a move for a colour without playing it."""
    expect(arguments, 1)
    return choice(session, session.game, colour(arguments[0])).name


def choice(session: Session, game: Game, mover: Colour, watched: Watched = UNWATCHED) -> Move:
    """Return the engine's move in a game, on the session's clock.

    The clock has been running since the opponent's move arrived. What the engine loads now is not on it.
    """
    began, session.turn_began = session.turn_began, None
    waited = 0.0 if began is None else time.perf_counter() - began
    session.prepare()
    started = time.perf_counter()
    if session.clock is not None:
        session.clock = session.clock.after_waiting(mover, waited)
    move = session.engine.play(
        game,
        colour=mover,
        clock=session.clock,
        restriction=watched.restriction,
        until=session.until,
        on_report=watched.on_report,
        every=watched.every,
    )
    if session.clock is not None:
        session.clock.spend(mover, time.perf_counter() - started)
    _tell(session)
    return move


def _tell(session: Session) -> None:
    """Tell on stderr what the engine's search has found: a line for people, and one for the chat of OGS."""
    report = session.engine.report
    if report is None:
        return
    from tengen.report.text import chat_line, one_line

    if not session.setup.quiet:
        _log.info(one_line(report))
    if session.setup.chat == "ogs" and report.moves:
        sys.stderr.write(f"MALKOVICH:{chat_line(report)}\n")
        sys.stderr.flush()


def undo(session: Session, arguments: Arguments) -> str:
    """Take the last move back; handicap stones stay."""
    expect(arguments, 0)
    return _undo(session, 1)


def gg_undo(session: Session, arguments: Arguments) -> str:
    """Take several moves back, by default one; all of them, or none if there are fewer."""
    expect(arguments, 0, 1)
    count = integer(arguments[0]) if arguments else 1
    if count < 0:
        syntax_error()
    return _undo(session, count)


def _undo(session: Session, count: int) -> str:
    game = session.game
    undoable = len(game.moves) + (game.resigned_by is not None)
    if count > undoable:
        raise GtpError("cannot undo")
    for _ in range(count):
        game.undo()
    session.turn_began = None
    return ""
