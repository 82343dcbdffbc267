"""The time that a side has left, in the nodes of its moves."""

import pytest

from tengen import BLACK, WHITE
from tengen.game.time_left import TimeLeft, read_time_left, time_left, write_time_left
from tengen.game.time_words import clock_of
from tengen.sgf import read


@pytest.mark.parametrize(
    ("setting", "spent", "wanted"),
    [
        ("1m", 20, TimeLeft(40, 0)),
        ("10s+5x30s", 5, TimeLeft(5, 0)),  # still in the main time
        ("10s+5x30s", 50, TimeLeft(30, 4)),  # one period of byoyomi is used up
        ("10s+10/60s", 30, TimeLeft(40, 9)),  # nine stones of Canadian overtime are to be played
    ],
)
def test_what_is_left_is_written_and_read(setting: str, spent: float, wanted: TimeLeft) -> None:
    clock = clock_of(setting)
    clock.spend(WHITE, spent)
    assert time_left(clock, WHITE) == wanted
    node = read(b"(;GM[1]SZ[9];B[ee])").root
    write_time_left(node, WHITE, time_left(clock, WHITE))
    assert read_time_left(node, WHITE) == wanted
    assert read_time_left(node, BLACK) is None
    assert node.text("WL") == f"{wanted.seconds:.3f}"
    assert node.text("OW") == (str(wanted.overtime) if wanted.overtime else None)


def test_times_of_other_programs_that_are_no_numbers_are_left_out() -> None:
    node = read(b"(;GM[1]SZ[9]BL[soon]WL[3]OW[x])").root
    assert read_time_left(node, BLACK) is None
    assert read_time_left(node, WHITE) is None
