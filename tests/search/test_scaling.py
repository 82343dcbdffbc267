"""The weight of the score in a reward, as it grows in the course of a game."""

from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.point import EMPTY, other
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.tree.parts.value_scaling import LEAST_PLAYOUTS, ValueScalingOptions, lateness
from tree.made_search import as_dicts, made_search, searched


def options(**changed: Any) -> ValueScalingOptions:
    return msgspec.convert({"late_scale": 0.24} | changed, ValueScalingOptions)


def scale_for(given: ValueScalingOptions, board: Board, owners: NDArray[np.float64], playouts: int) -> float:
    """Return the weight of the score, from a weight of 0.04 at first."""
    return 0.04 + (given.late_scale - 0.04) * lateness(given, board, owners, playouts)


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
    found = scale_for(options(mode="phase", late_from=late_from), board, np.zeros(len(board.colour)), 0)
    assert found == pytest.approx(expected)


def test_it_grows_as_stones_are_settled() -> None:
    board = game_of(FIFTEEN).board
    owners = np.zeros(len(board.colour))
    stones = np.flatnonzero((board.colour == 1) | (board.colour == 2))
    settled = options(mode="settled")
    assert scale_for(settled, board, owners, 1000) == pytest.approx(0.04)
    owners[stones[:5]] = [0.8, -0.8, 1.0, -1.0, 0.79]
    owners[board.colour == EMPTY] = 1.0  # only stones count
    assert scale_for(settled, board, owners, 1000) == pytest.approx(0.04 + 0.2 * 4 / 15)
    assert scale_for(settled, board, -owners, 1000) == pytest.approx(0.04 + 0.2 * 4 / 15)
    assert scale_for(settled, board, owners, LEAST_PLAYOUTS - 1) == 0.04
    assert scale_for(options(mode="settled", settled_owner=0.7), board, owners, 1000) == pytest.approx(0.04 + 0.2 / 3)
    assert scale_for(settled, game_of(EMPTY_BOARD).board, owners, 1000) == 0.04


@pytest.mark.parametrize(("mode", "late_scale"), [("phase", 0.3), ("settled", 0.3), (None, 0.04)])
def test_a_search_uses_it(mode: str | None, late_scale: float) -> None:
    """One eye is left to White, two to Black: all stones are settled, and the board is full."""
    game = game_of(".XXO.\nXXXOO\n.XXOO\nXXXOO\nXXXO.")
    scaling = {"mode": mode, "late_scale": 0.3} if mode else None
    search = searched("pachi", 200, game, reward={"scale": 0.04}, scaling=scaling)
    assert float(search.trees.record["reward"]["scale"]) == pytest.approx(late_scale)
    fixed = searched("pachi", 200, game, reward={"scale": late_scale})
    if mode == "phase":
        assert as_dicts(search.nodes) == as_dicts(fixed.nodes)


def test_the_next_game_begins_with_little_again() -> None:
    late = game_of(TWENTY)
    search = made_search("pachi", reward={"scale": 0.04}, scaling={"mode": "settled", "late_scale": 0.3})
    search.begin(late, other(late.to_play))
    search.run(Limit(300))
    search.begin(Game(5, 0.5), 1)
    assert float(search.trees.record["reward"]["scale"]) == pytest.approx(0.04)
