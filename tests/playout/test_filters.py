"""What holds for every filter of random moves."""

import pytest

from playout.positions import exchanged, image, random_positions
from tengen.board.board import Board
from tengen.board.move import is_legal
from tengen.board.point import BLACK, EMPTY, PASS, WHITE, all_points, parse_point, point_name
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.parts.options import to_record
from tengen.playout.policy import FILTERS

SIZE = 7


@pytest.fixture(scope="module")
def positions() -> list[Board]:
    return random_positions(SIZE, 60, seed=3)


def verdicts(name: str, board: Board, *, compiled: bool = True) -> dict[int, int]:
    """Return what the filter makes of every legal move."""
    part = FILTERS.part(name)
    permit = part.module.permit if compiled else part.module.permit.py_func
    options = to_record(part.options())
    colour = u64(board.to_play)
    legal = [p for p in all_points(SIZE) if board.colour[p] == EMPTY and is_legal(board, u64(p), colour)]
    return {p: int(permit(board, u64(p), options)) for p in legal}


def kind(point: int, verdict: int) -> str:
    return "same" if verdict == point else "refused" if verdict == PASS else "another"


@pytest.mark.parametrize("name", FILTERS.names)
def test_the_verdict_is_a_legal_move_or_a_refusal(name: str, positions: list[Board]) -> None:
    seen = set()
    for board in positions:
        for point, verdict in verdicts(name, board).items():
            seen.add(kind(point, verdict))
            if verdict != PASS:
                assert board.colour[verdict] == EMPTY
                assert is_legal(board, u64(verdict), u64(board.to_play))
    assert {"same", "refused"} <= seen


@pytest.mark.parametrize("name", FILTERS.names)
def test_filters_commute_with_symmetry_and_colours(name: str, positions: list[Board]) -> None:
    """Which of two other liberties is played may differ; that one is does not."""
    for board in positions:
        here = {point: kind(point, verdict) for point, verdict in verdicts(name, board).items()}
        assert {p: kind(p, v) for p, v in verdicts(name, exchanged(board)).items()} == here
        for symmetry in range(1, SYMMETRIES):
            there = verdicts(name, image(board, symmetry))
            assert {p: kind(p, v) for p, v in there.items()} == {
                transformed(p, symmetry, SIZE): k for p, k in here.items()
            }


@pytest.mark.parametrize("name", FILTERS.names)
def test_compiled_and_plain_filters_agree(name: str, positions: list[Board]) -> None:
    for board in positions[:20]:
        assert verdicts(name, board, compiled=False) == verdicts(name, board)


FALSE_EYE = """
. . . . . . .
. . . . . . .
. . O X . . .
. . X . X . .
. . . X O . .
. . . . . . .
. . . . . . .
"""


@pytest.mark.parametrize(
    ("stones", "expected"),
    [
        ("", "pass"),  # nothing to capture, and all chains around the eye have three liberties: left alone
        ("B5 X", "C6"),  # a white stone at a diagonal is in atari: its capture makes the eye true
        ("D6 O", "D4"),  # a stone around the eye has two liberties only, and may need the connection
    ],
)
def test_a_false_eye_is_made_true_or_left_alone(stones: str, expected: str) -> None:
    game = Game(SIZE)
    game.set_up(FALSE_EYE)
    if stones:
        name, colour = stones.split()
        game.place(BLACK if colour == "X" else WHITE, [parse_point(name, SIZE)])
    game.to_play = BLACK
    assert point_name(verdicts("false_eye", game.board)[parse_point("D4", SIZE)], SIZE) == expected
