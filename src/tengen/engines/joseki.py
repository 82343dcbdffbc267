"""Joseki: plays the moves of the dictionary of corners, where it has any (Pachi, section 3.2).

Elsewhere it plays as ``replay`` does. It shows how strong the dictionary is by itself.
"""

from random import Random

from tengen.board.point import PASS, Colour, Point
from tengen.compiled.word import u64
from tengen.engines.orders import ANY, Orders
from tengen.engines.player import Choice
from tengen.engines.replay import ReplayPlayer
from tengen.game.game import Game
from tengen.patterns.corner import CORNERS, LEAST_SIZE, nearest_corner
from tengen.patterns.joseki import MOVES, NO_MORE, find_joseki, joseki_point


class JosekiPlayer(ReplayPlayer):
    """Plays a known move of some corner, and the policy's where none is known."""

    def reseed(self, seed: int) -> None:
        """Restart the random numbers."""
        super().reseed(seed)
        self._corner = Random(seed)  # noqa: S311  # for games

    def choose(self, game: Game, colour: Colour, orders: Orders = ANY) -> Choice:
        """Return one of the moves of the corner of the last move, else of any corner, else the policy's."""
        corners = self._corner.sample(range(CORNERS), CORNERS)
        if game.last_point != PASS:
            corners.insert(0, int(nearest_corner(u64(game.last_point), u64(game.size))))
        for corner in corners:
            if moves := self._moves(game, colour, corner):
                return Choice(self._corner.choice(moves))
        return super().choose(game, colour, orders)

    def rehearse_move(self, game: Game) -> None:
        """Compile, or load, what a move needs, in a corner and elsewhere."""
        super().rehearse_move(game)
        ReplayPlayer(self.settings, 0).rehearse_move(game)

    @staticmethod
    def _moves(game: Game, colour: Colour, corner: int) -> list[Point]:
        """Return the legal moves that the dictionary has for a corner."""
        if game.size < LEAST_SIZE:
            return []
        place = int(find_joseki(game.board, u64(corner), u64(colour)))
        found = []
        while MOVES[place] != NO_MORE:
            found.append(int(joseki_point(game.board, u64(corner), u64(place))))
            place += 1
        return [point for point in found if game.is_legal(point, colour)]
