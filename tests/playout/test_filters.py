"""What holds for every filter of random moves."""

import pytest

from playout.positions import exchanged, image, random_positions
from tengen.board.board import Board
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, PASS, all_points
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.compiled.word import u64
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
