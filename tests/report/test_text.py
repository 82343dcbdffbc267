"""Reports for people: diagrams beside the board."""

from dataclasses import replace

import numpy as np

from review.made_report import made_report
from tengen.board.grid import BLACK, WHITE, parse_point
from tengen.game.game import Game
from tengen.report.text import board_beside, board_with_owners, final_owners


def test_owners_stand_beside_the_board_of_a_recent_search_only() -> None:
    game = Game(5)
    game.play("C3")
    ownership = np.zeros((5, 5))
    ownership[0] = [1.0, 0.5, 0.0, -0.5, -1.0]  # of White, who is to move
    report = replace(made_report(game, 0.5, 0.0), ownership=ownership)
    first = board_with_owners(game, report).splitlines()[1]
    assert first.split() == ["5", ".", ".", ".", ".", ".", "5", "5", "O", "o", ".", "x", "X", "5"]
    assert board_with_owners(game, None) == str(game)
    for name in ("D3", "D4"):
        game.play(name)
        assert board_with_owners(game, report).splitlines()[1].endswith("O o . x X 5")
    game.play("A1")
    assert board_with_owners(game, report) == str(game), "three moves later it is old"
    other = Game(5)
    other.play("B2")
    assert board_with_owners(other, report) == str(other)
    placed = Game(5)
    placed.place(WHITE, ["A1"])
    placed.play("C3", BLACK)
    assert board_with_owners(placed, report) == str(placed)
    assert board_with_owners(Game(7), report) == str(Game(7))


def test_the_owners_at_the_end_leave_dead_stones_out() -> None:
    game = Game(5, rules="japanese")
    game.place(BLACK, ["B1", "B2", "B3", "B4", "B5"])
    game.place(WHITE, ["D1", "D2", "D3", "D4", "D5", "A5"])
    assert final_owners(game, []).splitlines()[1].split() == ["5", "O", "X", ".", "O", "O", "5"]
    dead = final_owners(game, [parse_point("A5", 5)])
    assert dead.splitlines()[1].split() == ["5", "X", "X", ".", "O", "O", "5"]
    both = board_beside(game, dead).splitlines()
    assert both[1].split() == ["5", "O", "X", ".", "O", ".", "5", "5", "X", "X", ".", "O", "O", "5"]


def test_where_no_stones_are_removed_dead_ones_count() -> None:
    game = Game(5, rules="cgos")
    game.place(BLACK, ["B1", "B2", "B3", "B4", "B5"])
    game.place(WHITE, ["A5"])
    assert final_owners(game, [parse_point("A5", 5)]).splitlines()[1].split()[1] == "O"
