"""What makes a game: its settings, its start position and its moves. Equality and pickling of games rest on it."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tengen.board.grid import Colour, Move, Point
from tengen.board.rules import Rules
from tengen.board.setup import board_of

if TYPE_CHECKING:
    from tengen.game.game import Game


class GameFacts(NamedTuple):
    """All that is needed to play a game again; the position follows from it."""

    size: int
    komi: float
    rules: Rules
    start: bytes
    """The colours of the start position, in the form of ``Board.colour``."""
    first: Colour
    """The side to play in the start position."""
    handicap_points: tuple[Point, ...]
    prisoners_at_start: dict[Colour, int]
    moves: tuple[Move, ...]
    to_play: Colour
    resigned_by: Colour | None


def facts_of(game: "Game") -> GameFacts:
    """Return the facts of a game."""
    return GameFacts(
        size=game.size,
        komi=game.komi,
        rules=game.rules,
        start=game.start.colour.tobytes(),
        first=int(game.start.to_play),
        handicap_points=tuple(sorted(map(int, game.handicap_points))),
        prisoners_at_start=dict(game.prisoners_at_start),
        moves=tuple(game.moves),
        to_play=game.to_play,
        resigned_by=game.resigned_by,
    )


def game_of(facts: GameFacts) -> "Game":
    """Return the game of these facts, by playing it again."""
    from tengen.game.game import Game

    game = Game(facts.size, facts.komi, facts.rules)
    game.prisoners_at_start = dict(facts.prisoners_at_start)
    game.restart(board_of(np.frombuffer(facts.start, np.uint8).copy(), facts.first))
    game.handicap_points = facts.handicap_points
    for move in facts.moves:
        game.play(move)
    game.to_play, game.resigned_by = facts.to_play, facts.resigned_by
    return game
