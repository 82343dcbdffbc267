"""Commands that set the clock. Engines that search by the clock read it."""

from tengen.game.clock import Clock
from tengen.gtp.arguments import colour, expect, integer, number, syntax_error
from tengen.gtp.session import Session

Arguments = tuple[str, ...]


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
    kind, *rest = arguments or syntax_error()
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


def time_left(session: Session, arguments: Arguments) -> str:
    """Note the time that a colour has left, and the stones to play in it; with byoyomi the periods."""
    expect(arguments, 3)
    mover, seconds, stones = colour(arguments[0]), number(arguments[1]), integer(arguments[2])
    if stones < 0:
        syntax_error()
    if session.clock is not None:
        session.clock.tell(mover, seconds, stones)
    return ""
