"""Reports that no search has made."""

import numpy as np

from tengen.board.grid import Move
from tengen.game.game import Game
from tengen.report.report import MoveReport, Report


def made_report(game: Game, win_rate: float, score: float, *moves: tuple[str, int, float]) -> Report:
    """Return a report; each move is a sequence of names, its visits, and its win rate."""
    return Report(
        game=game.copy(),
        colour=game.to_play,
        moves=[
            MoveReport(
                Move.parse(names.split()[0], game.to_play, game.size), visits, value, None, None, tuple(names.split())
            )
            for names, visits, value in moves
        ],
        win_rate=win_rate,
        mean_reward=win_rate,
        score=score,
        visits=100,
        simulations=100,
        seconds=1.0,
        depth=1.0,
        nodes=1,
        ownership=np.zeros((game.size, game.size)),
    )
