"""Analysis: what a search finds, while it is running, in the forms of Leela Zero (``lz``) and KataGo (``kata``).

The arguments are ``[COLOUR] [INTERVAL] [KEY VALUE ...]``. INTERVAL is in hundredths of a second. Keys: ``interval``;
``minmoves`` and ``maxmoves``, how many moves are listed at least and at most (by default 50); ``avoid COLOUR MOVE,MOVE
DEPTH`` and ``allow COLOUR MOVE,MOVE DEPTH``, which moves are searched; and for KataGo's form ``ownership``,
``movesOwnership``, ``rootInfo`` and ``pvVisits``, each ``true`` or ``false``.
"""

import math
from collections.abc import Callable

from tengen import NoSearchError
from tengen.board.grid import Move
from tengen.game.limit import Limit
from tengen.gtp.analysis_line import LineForm, Style
from tengen.gtp.analysis_request import AnalysisRequest, parse_analysis
from tengen.gtp.arguments import colour, expect
from tengen.gtp.choice import Watched, choice, play_choice
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import Session, Tell
from tengen.report.report import Report

Arguments = tuple[str, ...]
Lines = Callable[[Tell], None]

DEFAULT_INTERVAL = 1.0  # seconds


def lz_analyze(session: Session, arguments: Arguments) -> Lines:
    """Search until the next line of input, and report every so often, in Leela Zero's form."""
    return _analyze(session, arguments, "lz")


def kata_analyze(session: Session, arguments: Arguments) -> Lines:
    """Search until the next line of input, and report every so often, in KataGo's form."""
    return _analyze(session, arguments, "kata")


def lz_genmove_analyze(session: Session, arguments: Arguments) -> Lines:
    """Choose a move and play it, with reports in Leela Zero's form; the last line is ``play`` and the move."""
    return _choose(session, arguments, "lz", lambda move: play_choice(session, move))


def kata_genmove_analyze(session: Session, arguments: Arguments) -> Lines:
    """Choose a move and play it, with reports in KataGo's form; the last line is ``play`` and the move."""
    return _choose(session, arguments, "kata", lambda move: play_choice(session, move))


def kata_search(session: Session, arguments: Arguments) -> str:
    """Choose a move for a colour, by default the side to play, without playing it."""
    expect(arguments, 0, 1)
    mover = colour(arguments[0]) if arguments else session.game.to_play
    return choice(session, mover).name


def kata_search_analyze(session: Session, arguments: Arguments) -> Lines:
    """Choose a move without playing it, with reports in KataGo's form; the last line is ``play`` and the move."""
    return _choose(session, arguments, "kata", lambda move: move.name)


def kata_search_analyze_cancellable(session: Session, arguments: Arguments) -> Lines:
    """Do as ``kata-search_analyze``; but any line of input ends it, and the last line is then ``play cancelled``."""
    return _choose(
        session, arguments, "kata", lambda move: "cancelled" if session.until.is_set() else move.name, at_any_line=True
    )


def stop(session: Session, arguments: Arguments) -> str:
    """End the command before: an analysis, or the choice of a move, which is then the best so far."""
    expect(arguments, 0)
    return ""


def _analyze(session: Session, arguments: Arguments, style: Style) -> Lines:
    request, form = _request(session, arguments, style)
    try:
        reports = session.engine.stream(
            session.game,
            Limit(),
            request.every(DEFAULT_INTERVAL),
            request.colour,
            restriction=request.restriction,
            until=session.until,
        )
    except NoSearchError as error:
        raise GtpError(str(error)) from None

    def lines(tell: Tell) -> None:
        session.end_at_any_line()
        for report in reports:
            tell(form.line(report))

    return lines


def _choose(
    session: Session, arguments: Arguments, style: Style, played: Callable[[Move], str], *, at_any_line: bool = False
) -> Lines:
    """Return the lines of a search for a move; ``played`` plays it, or not, and returns its name."""
    request, form = _request(session, arguments, style)
    if request.restriction and not session.engine.can_search:
        raise GtpError("this engine searches no tree, so it cannot leave moves out")

    def lines(tell: Tell) -> None:
        told = []

        def tell_report(report: Report) -> None:
            told.append(report)
            tell(form.line(report))

        if at_any_line:
            session.end_at_any_line()
        watched = Watched(tell_report, request.every(math.inf), request.restriction)
        move = choice(session, request.colour, watched)
        if not told:
            tell(form.sole_line(move, session.engine.win_rate, session.engine.simulations))
        tell(f"play {played(move)}")

    return lines


def _request(session: Session, arguments: Arguments, style: Style) -> tuple[AnalysisRequest, LineForm]:
    request = parse_analysis(arguments, session.game)
    return request, LineForm(style, request, session.setup.view)
