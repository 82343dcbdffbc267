"""What a search has found about the position on the board, for commands that show it."""

from tengen.game.limit import Limit
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import Session
from tengen.report.report import Report

SMALL_SEARCH = Limit(simulations=2000, seconds=1.0)  # of a position that has just been loaded


def position_report(session: Session) -> Report:
    """Return what a search of the position has found: the last one if it was of this position, else a small one."""
    engine, game = session.engine, session.game
    if not engine.can_search:
        raise GtpError(f"preset {engine.preset!r} searches no tree")
    report = engine.report
    if report is not None and report.moves and report.colour == game.to_play and report.game == game:
        return report
    return engine.analyse(game, SMALL_SEARCH)
