"""Moves and their names."""

import pickle

import msgspec
import pytest

from tengen.board.grid import BLACK, PASS, RESIGN, WHITE, Move, parse_point


def test_a_move_prints_as_its_name() -> None:
    move = Move(BLACK, parse_point("E5", 9), 9)
    assert (str(move), move.name, f"{move}", repr(move)) == ("E5", "E5", "E5", "<Move black E5>")
    assert Move(BLACK, move.point, 19).name != "E5", "the name depends on the size of the board"


@pytest.mark.parametrize(("name", "point"), [("pass", PASS), ("resign", RESIGN), ("Resign ", RESIGN), ("A1", 11)])
def test_names_are_read(name: str, point: int) -> None:
    move = Move.parse(name, WHITE, 9)
    assert move == Move(WHITE, point, 9)
    assert move.name == name.strip().lower().replace("a", "A") if point == 11 else move.name == name.strip().lower()
    assert (move.is_pass, move.is_resign) == (point == PASS, point == RESIGN)


def test_a_name_off_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="'K1' is not a point from A1 to J9"):
        Move.parse("K1", BLACK, 9)


def test_moves_are_values() -> None:
    move = Move(BLACK, 50, 9)
    assert move == Move(BLACK, 50, 9)
    assert move not in (Move(WHITE, 50, 9), Move(BLACK, 51, 9), Move(BLACK, 50, 13))
    assert len({move, Move(BLACK, 50, 9)}) == 1
    assert pickle.loads(pickle.dumps(move)) == move  # our own
    with pytest.raises(AttributeError):
        move.point = 51  # type: ignore[misc]
    assert msgspec.structs.replace(move, colour=WHITE) == Move(WHITE, 50, 9)
