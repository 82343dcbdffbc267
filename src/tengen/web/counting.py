"""Counting a game on the server: which stones are dead, and the score with them."""

from tengen import Game
from tengen.board.grid import parse_point
from tengen.board.life import chain_points
from tengen.report.count import Count, with_dead


class Counting:
    """The dead stones of a game that has ended: the engine's at first, then as the person changes them."""

    def __init__(self) -> None:
        self.dead: set[int] | None = None
        """The points of dead stones; None while the game is not being counted."""
        self.count: Count | None = None
        self._judged: tuple[set[int], Count] | None = None

    def clear(self) -> None:
        """Count no longer: the game goes on."""
        self.dead = self.count = self._judged = None

    def begin(self, dead: set[int], count: Count) -> None:
        """Begin with the dead stones and the count that the engine has found."""
        self._judged = self.dead, self.count = dead, count

    def toggle(self, game: Game, point: str) -> None:
        """Call a chain dead, or alive again; raises ValueError if the game is not counted, or has no stone there."""
        if self.dead is None:
            raise ValueError("the game is not being counted")
        where = parse_point(point, game.size)
        if not where or not game.colour_at(where):
            raise ValueError(f"there is no stone on {point}")
        chain = set(chain_points(game.board, where))
        self.dead = self.dead - chain if where in self.dead else self.dead | chain
        # With the engine's own dead stones the engine's count is shown again, which also divides open regions.
        engines_dead, engines_count = self._judged or (None, None)
        self.count = engines_count if self.dead == engines_dead else with_dead(game, self.dead)
