"""Commands that set the clock. Engines that search by the clock read it."""

import math

from tengen.game.clock import Clock
from tengen.gtp.arguments import colour, expect, integer, number, syntax_error
from tengen.gtp.session import Session

KGS_SYSTEMS = ("none", "absolute", "byoyomi", "canadian")
FISCHER_SYSTEMS = ("fischer", "fischer-capped")
Arguments = tuple[str, ...]


def tengen_prepare(session: Session, arguments: Arguments) -> str:
    """Compile and load what a game on this board size needs, and answer when the first move takes no longer for it."""
    expect(arguments, 0)
    session.load()
    return ""


def time_settings(session: Session, arguments: Arguments) -> str:
    """Set main time, overtime and the stones to play in it; overtime without stones means no limit."""
    expect(arguments, 3)
    main, overtime, stones = number(arguments[0]), number(arguments[1]), integer(arguments[2])
    if main < 0 or overtime < 0 or stones < 0:
        syntax_error()
    session.begin_clock(Clock.from_gtp(main, overtime, stones))
    return ""


def kgs_time_settings(session: Session, arguments: Arguments) -> str:
    """Set the time as KGS does: none, absolute M, byoyomi M T PERIODS, or canadian M T STONES."""
    if arguments and arguments[0] not in KGS_SYSTEMS:
        syntax_error()
    return kata_time_settings(session, arguments)


def kata_list_time_settings(session: Session, arguments: Arguments) -> str:
    """Return the time systems that ``kata-time_settings`` knows."""
    expect(arguments, 0)
    return " ".join((*KGS_SYSTEMS, *FISCHER_SYSTEMS))


def kata_time_settings(session: Session, arguments: Arguments) -> str:
    """Set the time as KGS does, or Fischer time: fischer M INCREMENT, or fischer-capped M INCREMENT CAP LONGEST.

    CAP is what increments raise the main time to at most, LONGEST what a move may take; -1 stands for no such limit.
    """
    kind, *rest = arguments or syntax_error()
    if kind in FISCHER_SYSTEMS:
        session.begin_clock(_fischer(kind, [number(word) for word in rest]))
        return ""
    numbers = [number(word) for word in rest[:2]]
    counts = [integer(word) for word in rest[2:]]
    if min(*numbers, *counts, 0, 0) < 0:
        syntax_error()
    match kind, numbers, counts:
        case "none", [], []:
            session.begin_clock(None)
        case "absolute", [main], []:
            session.begin_clock(Clock(main))
        case "byoyomi", [main, overtime], [periods] if periods > 0 and overtime > 0:
            session.begin_clock(Clock(main, overtime, 1, periods))
        case "canadian", [main, overtime], [stones] if stones > 0 and overtime > 0:
            session.begin_clock(Clock(main, overtime, stones))
        case _:
            syntax_error()
    return ""


def _fischer(kind: str, numbers: list[float]) -> Clock:
    is_capped = kind == "fischer-capped"
    if len(numbers) != (4 if is_capped else 2) or min(numbers[:2]) < 0:
        syntax_error()
    main, increment, *limits = numbers
    cap, longest = (math.inf if limit < 0 else limit for limit in limits or (-1.0, -1.0))
    return Clock(main, increment=increment, cap=cap, longest=longest)


def time_left(session: Session, arguments: Arguments) -> str:
    """Note the time that a colour has left, and the stones to play in it; with byoyomi the periods."""
    expect(arguments, 3)
    mover, seconds, stones = colour(arguments[0]), number(arguments[1]), integer(arguments[2])
    if stones < 0:
        syntax_error()
    if session.clock is not None:
        session.clock.tell(mover, seconds, stones)
    if session.turn_began is not None:
        session.turn_began = session.arrived
    return ""
