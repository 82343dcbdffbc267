"""A game record as GTP commands, which any engine understands."""

from collections.abc import Iterator

from tengen.board.grid import BLACK, WHITE, Colour, Move, Point, point_name
from tengen.game.game import Game
from tengen.game.replay import replay
from tengen.sgf import GameRecord

COLOURS = {int(BLACK): "black", int(WHITE): "white"}


def gtp_commands(record: GameRecord, upto: int | None = None, choices: tuple[int, ...] = ()) -> Iterator[str]:
    """Yield the commands that lead an engine to the position after the first moves (by default all) of a variation.

    Handicap stones are placed by ``set_free_handicap``. GTP has no command to set up other stones, so they are played;
    where a record sets stones up between moves, the board is cleared and the whole position is played. Raises SgfError
    if a move is illegal.
    """
    game = replay(record, upto, choices)
    yield f"boardsize {game.size}"
    yield "clear_board"
    yield f"komi {game.komi:g}"
    yield from _start(game)
    for move in game.moves:
        yield _play(move)


def _start(game: Game) -> Iterator[str]:
    """Yield the commands for the stones that are there before the first move."""
    handicap = sorted(map(int, game.handicap_points))
    black, white = (_stones(game, colour) for colour in (int(BLACK), int(WHITE)))
    if handicap and handicap == black and not white:
        yield " ".join(["set_free_handicap", *(point_name(point, game.size) for point in handicap)])
        return
    # A part of a position in which all chains have liberties is such a position too, so nothing is captured.
    for colour, stones in ((int(BLACK), black), (int(WHITE), white)):
        for point in stones:
            yield _play(Move(colour, point, game.size))


def _stones(game: Game, colour: Colour) -> list[Point]:
    return [point for point, found in enumerate(game.start.colour.tolist()) if found == colour]


def _play(move: Move) -> str:
    return f"play {COLOURS[move.colour]} {move.name}"
