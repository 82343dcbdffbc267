"""What reports cost while a search runs: at 10 a second at most 2 % of it, on the largest boards, too."""

import time

import pytest

from tengen.board.grid import BLACK
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.gtp.analysis_line import LineForm, Style
from tengen.gtp.analysis_request import AnalysisRequest
from tree.made_search import made_search

REPORTS_A_SECOND = 10
SHARE = 0.02


@pytest.mark.parametrize("style", ["lz", "kata"])
def test_reports_are_cheap(style: Style) -> None:
    """In processor time, so that other programs do not count."""
    search = made_search("mogo", memory=64.0)
    game = Game(19, 7.5)
    game.play("D4")
    game.play("Q10")
    search.begin(game, BLACK)
    search.run(Limit(simulations=5000))
    form = LineForm(style, AnalysisRequest(BLACK, ownership=True), "side")
    assert len(search.report().moves) > 350
    form.line(search.report())  # finds out what stays the same
    costs = []
    for _ in range(300):
        started = time.thread_time()
        form.line(search.report())
        costs.append(time.thread_time() - started)
    assert min(costs) * REPORTS_A_SECOND < SHARE, "the least of many: other programs slow down the rest"
