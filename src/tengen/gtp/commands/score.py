"""Commands that count a finished game."""

from tengen.board.board import Board
from tengen.board.grid import BLACK, EMPTY, PASS, WHITE, Point
from tengen.board.score import area_owners
from tengen.game.game import Game
from tengen.gtp.arguments import expect, syntax_error, vertex
from tengen.gtp.session import Session

Arguments = tuple[str, ...]


def final_score(session: Session, arguments: Arguments) -> str:
    """Return the score, dead stones removed where the rules do that."""
    expect(arguments, 0)
    dead = session.engine.final_status(session.game).dead
    return str(session.game.score(point for chain in dead for point in chain))


def final_status(session: Session, arguments: Arguments) -> str:
    """Return the status of a point as GNU Go does: alive, seki or dead, white_territory, black_territory or dame."""
    expect(arguments, 1)
    game, status = session.game, session.engine.final_status(session.game)
    point = vertex(arguments[0], game.size)
    if point == PASS:
        syntax_error()
    for kind in status._fields:
        if any(point in chain for chain in getattr(status, kind)):
            return kind
    board = game.without(stone for chain in status.dead for stone in chain)
    territories = {"black_territory": BLACK, "white_territory": WHITE}
    return next((name for name, owner in territories.items() if point in _territory(board, owner)), "dame")


def final_status_list(session: Session, arguments: Arguments) -> str:
    """Return the stones that are alive, in seki or dead, a chain a line; or a colour's territory, as GNU Go does."""
    expect(arguments, 1)
    status = session.engine.final_status(session.game)
    wanted = arguments[0].lower()
    if wanted in status._fields:
        return "\n".join(_names(session.game, chain) for chain in getattr(status, wanted))
    territories = {"black_territory": BLACK, "white_territory": WHITE}
    if wanted not in territories:
        syntax_error()
    board = session.game.without(point for chain in status.dead for point in chain)
    return _names(session.game, _territory(board, territories[wanted]))


def _territory(board: Board, colour: int) -> list[Point]:
    owners = area_owners(board)
    return [int(p) for p in ((owners == colour) & (board.colour == EMPTY)).nonzero()[0]]


def _names(game: Game, points: list[Point]) -> str:
    return " ".join(game.name(point) for point in sorted(points))
