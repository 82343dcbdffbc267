"""How the engine's moves are chosen, on the session's clock, and played."""

import logging
import math
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from tengen.board.grid import Colour, Move
from tengen.game.clock import Clock
from tengen.game.restriction import Restriction
from tengen.gtp.gogui_graphics import live_graphics, write_live
from tengen.gtp.session import Session
from tengen.report.report import Report

_log = logging.getLogger("tengen")

GRAPHICS_INTERVAL = 0.5  # seconds between two live graphics


class Watched(NamedTuple):
    """How a search for a move is watched, and which moves it leaves out."""

    on_report: Callable[[Report], None] | None = None
    every: float = math.inf
    """Seconds between two reports."""
    restriction: Restriction | None = None


UNWATCHED = Watched()


def choice(session: Session, mover: Colour, watched: Watched = UNWATCHED) -> Move:
    """Return the engine's move for a colour, on the session's clock."""
    if session.graphics is not None and watched.on_report is None:
        watched = watched._replace(on_report=live_graphics(session.graphics), every=GRAPHICS_INTERVAL)

    def choose(clock: Clock | None) -> Move:
        return session.engine.play(
            session.game,
            colour=mover,
            clock=clock,
            restriction=watched.restriction,
            until=session.until,
            on_report=watched.on_report,
            every=watched.every,
        )

    return timed(session, mover, choose)


def timed(session: Session, mover: Colour, choose: Callable[[Clock | None], Move]) -> Move:
    """Let a move be chosen on the session's clock, and tell about it on stderr.

    The clock has been running since the opponent's move arrived. What the engine loads now is not on it.
    """
    began, session.turn_began = session.turn_began, None
    waited = 0.0 if began is None else time.perf_counter() - began
    session.get_ready()
    started = time.perf_counter()
    if session.clock is not None:
        session.clock = session.clock.after_waiting(mover, waited)
    move = choose(session.clock)
    if session.clock is not None:
        session.clock.spend(mover, time.perf_counter() - started)
    _tell(session, move)
    return move


def _tell(session: Session, move: Move) -> None:
    """Write what the search has found to stderr: for people, and as a line for the chat of OGS if that is wanted."""
    if session.graphics is not None:
        write_live("CLEAR")
    report = session.engine.report
    if report is None:
        return
    from tengen.report.text import board_and_owners, chat_line, one_line

    if not session.setup.quiet:
        played = "" if not report.moves or move.point == report.best.point else f"plays {move}; the search prefers "
        _log.info("%s%s\n%s", played, one_line(report), board_and_owners(report))
    if session.setup.chat == "ogs" and report.moves:
        sys.stderr.write(f"MALKOVICH:{chat_line(report)}\n")
        sys.stderr.flush()


def play_choice(session: Session, move: Move) -> str:
    """Play a move that the engine has chosen, and return its name."""
    session.simulations.append(session.engine.simulations)
    if not move.is_resign:
        session.game.play(move)
        session.may_ponder = not session.game.is_over
    return move.name
