"""Commands that tell how much time there is. What they say is kept for engines that search by the clock."""

from tengen.gtp.arguments import colour, expect, integer, number, syntax_error
from tengen.gtp.session import Session
from tengen.search.clock import Clock

Arguments = tuple[str, ...]


def time_settings(session: Session, arguments: Arguments) -> str:
    """Set main time, overtime and the stones to play in it; overtime without stones means no limit."""
    expect(arguments, 3)
    main, overtime, stones = number(arguments[0]), number(arguments[1]), integer(arguments[2])
    if main < 0 or overtime < 0 or stones < 0:
        syntax_error()
    session.clock = None if overtime > 0 and stones == 0 else Clock(main, overtime, stones)
    return ""


def time_left(session: Session, arguments: Arguments) -> str:
    """Note the time that a colour has left, and the stones to play in it."""
    expect(arguments, 3)
    mover, seconds, stones = colour(arguments[0]), number(arguments[1]), integer(arguments[2])
    if stones < 0:
        syntax_error()
    if session.clock is not None:
        session.clock.left[mover] = (max(0.0, seconds), stones)
    return ""
