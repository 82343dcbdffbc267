"""From a record to a game on the board, and back."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tengen.board.point import BLACK, WHITE, Colour, Point
from tengen.sgf.error import SgfError
from tengen.sgf.node import Move, Node
from tengen.sgf.record import GameRecord, new

if TYPE_CHECKING:
    from tengen.board.game import Game


def replay(record: GameRecord, upto: int | None = None, choices: tuple[int, ...] = ()) -> "Game":
    """Return the game after the first moves (or all) of the main line, or of another (see ``GameRecord.nodes``).

    Rules and komi are the record's; without them, Chinese and what is usual. Where stones are set up in the middle of
    a game, the game begins anew from that position. Raises SgfError with the move's number if it, or what is set up
    before it, is not legal.
    """
    from tengen.board.game import Game

    game = Game(record.size, record.komi, record.rules or "chinese")
    played = 0
    for node in record.nodes(*choices):
        try:
            move = node.move
            if move and played == upto:
                break
            game = _set_up(game, node, record.handicap)
            if move:
                _play(game, move)
                played += 1
        except ValueError as error:
            raise SgfError(f"move {played + 1}: {error}") from error
    return game


def from_game(game: "Game") -> GameRecord:
    """Return the record of a game: its rules, komi, handicap, the stones set up, and the moves."""
    record = new(game.size)
    record.rules, record.komi, record.handicap = game.rules.name, game.komi, len(game.handicap_points)
    start = game._start
    for colour in (BLACK, WHITE):
        record.root.set_up(colour, _points(start.colour, colour))
    if start.to_play == WHITE or record.root.setup:
        record.root.to_play = start.to_play
    node = record.root
    for move in game.moves:
        node = node.add_move(move.colour, move.point)
    return record


def _play(game: "Game", move: Move) -> None:
    colour, point = move
    if not game.moves:
        game.to_play = colour
    game.play(point, colour)


def _set_up(game: "Game", node: Node, handicap: int) -> "Game":
    """Return the game after what a node sets up: the same one, or one that begins anew from there."""
    setup = node.setup
    if setup:
        is_handicap = not game.moves and list(setup) == [BLACK] and len(setup[int(BLACK)]) == handicap >= 2
        colours = game.board.colour.copy()
        for colour, points in setup.items():
            colours[points] = colour
        game = _game_from(game, colours)
        if is_handicap:
            game.handicap_points, game.to_play = tuple(setup[int(BLACK)]), int(WHITE)
    if (to_play := node.to_play) is not None:
        game.to_play = to_play
    return game


def _game_from(game: "Game", colours: NDArray[np.uint8]) -> "Game":
    """Return a game that goes on from other colours of its points, as if no move had been played yet."""
    begun = type(game)(game.size, game.komi, game.rules)
    for colour in (BLACK, WHITE):
        begun.place(colour, _points(colours, colour))
    begun.handicap_points, begun.prisoners = game.handicap_points, game.prisoners
    begun.to_play = game.to_play
    return begun


def _points(colours: NDArray[np.uint8], colour: Colour) -> list[Point]:
    points: list[Point] = np.flatnonzero(colours == colour).tolist()
    return points
