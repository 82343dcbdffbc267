"""Commands that play: the opponent's moves, our own, and taking them back."""

from tengen.board.game import IllegalMove
from tengen.board.point import PASS
from tengen.engines.engine import RESIGN, Choice
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
    return _vertex(session, choice)


def reg_genmove(session: Session, arguments: Arguments) -> str:
    """Choose a move for a colour without playing it."""
    return _vertex(session, _choice(session, arguments))


def _choice(session: Session, arguments: Arguments) -> Choice:
    expect(arguments, 1)
    return session.engine.choose(session.game, colour(arguments[0]))


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
