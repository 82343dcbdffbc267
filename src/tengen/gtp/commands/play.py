"""Commands that play: the opponent's moves, our own, and taking them back."""

from tengen.board.rules import IllegalMove
from tengen.gtp.arguments import colour, expect, integer, syntax_error, vertex
from tengen.gtp.choice import choice, play_choice
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
    return play_choice(session, choice(session, colour(arguments[0])))


def reg_genmove(session: Session, arguments: Arguments) -> str:
    """Choose a move for a colour without playing it."""
    expect(arguments, 1)
    return choice(session, colour(arguments[0])).name


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
