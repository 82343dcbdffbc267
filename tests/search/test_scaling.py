"""The weight of the score in a reward, as it grows in the course of a game."""

from typing import Any

import msgspec
import numpy as np
import pytest

from tengen.board.point import EMPTY, other
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.search.scaling import LEAST_PLAYOUTS, scale_for
from tengen.tree.reward import RewardOptions
from tree.made_search import as_dicts, made_search, searched


def options(**changed: Any) -> RewardOptions:
    return msgspec.convert({"scale": 0.04, "late_scale": 0.24} | changed, RewardOptions)


def game_of(drawing: str) -> Game:
    game = Game(5, 0.5)
    game.set_up(drawing)
    return game


EMPTY_BOARD = "\n".join(["....."] * 5)
NINE = "XXXXO\n...OO\nX.O..\n.....\n....."
FIFTEEN = "XXXXO\nXXXOO\nXXOOO\n.....\n....."
TWENTY = "XXXXO\nXXXOO\n.XOOO\nXXO..\nXXO.."


@pytest.mark.parametrize(
    ("drawing", "late_from", "expected"),
    [
        (EMPTY_BOARD, 0.5, 0.04),
        (NINE, 0.5, 0.04),  # 9 of 18.75 points: less than half of the game
        (FIFTEEN, 0.5, 0.04 + 0.2 * (15 / 18.75 - 0.5) / 0.5),
        (FIFTEEN, 0.0, 0.04 + 0.2 * 15 / 18.75),
        (FIFTEEN, 1.0, 0.04),
        (TWENTY, 0.5, 0.24),
    ],
)
def test_it_grows_as_the_board_fills(drawing: str, late_from: float, expected: float) -> None:
    board = game_of(drawing).board
    found = scale_for(options(dynamic="phase", late_from=late_from), board, np.zeros(len(board.colour)), 0)
    assert found == pytest.approx(expected)


def test_it_grows_as_stones_are_settled() -> None:
    board = game_of(FIFTEEN).board
    owners = np.zeros(len(board.colour))
    stones = np.flatnonzero((board.colour == 1) | (board.colour == 2))
    settled = options(dynamic="settled")
    assert scale_for(settled, board, owners, 1000) == pytest.approx(0.04)
    owners[stones[:5]] = [0.8, -0.8, 1.0, -1.0, 0.79]
    owners[board.colour == EMPTY] = 1.0  # only stones count
    assert scale_for(settled, board, owners, 1000) == pytest.approx(0.04 + 0.2 * 4 / 15)
    assert scale_for(settled, board, -owners, 1000) == pytest.approx(0.04 + 0.2 * 4 / 15)
    assert scale_for(settled, board, owners, LEAST_PLAYOUTS - 1) == 0.04
    assert scale_for(options(dynamic="settled", settled_owner=0.7), board, owners, 1000) == pytest.approx(
        0.04 + 0.2 / 3
    )
    assert scale_for(settled, game_of(EMPTY_BOARD).board, owners, 1000) == 0.04


def test_off_it_stays() -> None:
    board = game_of(TWENTY).board
    assert scale_for(options(), board, np.ones(len(board.colour)), 1000) == 0.04


@pytest.mark.parametrize(("dynamic", "late_scale"), [("phase", 0.3), ("settled", 0.3), ("none", 0.04)])
def test_a_search_uses_it(dynamic: str, late_scale: float) -> None:
    """One eye is left to White, two to Black: all stones are settled, and the board is full."""
    game = game_of(".XXO.\nXXXOO\n.XXOO\nXXXOO\nXXXO.")
    rewards = {"scale": 0.04, "dynamic": dynamic, "late_scale": 0.3}
    search = searched("pachi", 200, game, reward=rewards)
    assert float(search.trees.record["reward"]["scale"]) == pytest.approx(late_scale)
    fixed = searched("pachi", 200, game, reward={"scale": late_scale})
    if dynamic == "phase":
        assert as_dicts(search.nodes) == as_dicts(fixed.nodes)


def test_the_next_game_begins_with_little_again() -> None:
    late = game_of(TWENTY)
    search = made_search("pachi", reward={"scale": 0.04, "dynamic": "settled", "late_scale": 0.3})
    search.begin(late, other(late.to_play))
    search.run(Limit(300))
    search.begin(Game(5, 0.5), 1)
    assert float(search.trees.record["reward"]["scale"]) == pytest.approx(0.04)
