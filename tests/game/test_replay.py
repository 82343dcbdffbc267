"""Records on the board."""

import subprocess
import sys

import pytest

from tengen.board.point import BLACK, WHITE, Move, parse_point
from tengen.board.rules import RULES
from tengen.game.game import Game, IllegalMove
from tengen.game.replay import from_game, replay
from tengen.sgf import SgfError, read


def stones(game: Game) -> dict[str, str]:
    """Return the names of Black's and White's points."""
    colours = {"black": BLACK, "white": WHITE}
    return {
        name: " ".join(game.name(point) for point, found in enumerate(game.board.colour) if found == colour)
        for name, colour in colours.items()
    }


def test_the_main_line_is_played() -> None:
    game = replay(read(b"(;SZ[9]KM[5.5]RU[Japanese];B[ee];W[ef](;B[])(;B[aa]))"))
    assert (game.size, game.komi, game.rules.name) == (9, 5.5, "japanese")
    assert [game.name(move.point) for move in game.moves] == ["E5", "E4", "pass"]


def test_another_line_is_played() -> None:
    game = replay(read(b"(;SZ[9];B[ee](;W[ef])(;W[aa];B[bb]))"), choices=(1,))
    assert stones(game) == {"black": "E5 B8", "white": "A9"}


def test_rules_and_komi_have_defaults() -> None:
    game = replay(read(b"(;)"))
    assert (game.size, game.rules.name, game.komi) == (19, "chinese", RULES["chinese"].komi)


@pytest.mark.parametrize("upto", [0, 1, 2, 3, 9, None])
def test_upto_counts_moves(upto: int | None) -> None:
    game = replay(read(b"(;SZ[9];B[ee];C[no move];W[ef];B[])"), upto)
    assert len(game.moves) == min(3 if upto is None else upto, 3)


def test_a_move_may_stand_in_the_root_with_stones_that_are_set_up() -> None:
    game = replay(read(b"(;SZ[9]AB[ba]AW[aa]B[ab])"))
    assert stones(game) == {"black": "A8 B9", "white": ""}


def test_handicap_stones_are_known_to_the_game() -> None:
    game = replay(read(b"(;SZ[9]HA[2]AB[cg][gc];W[ee])"))
    assert game.handicap == 2
    assert sorted(map(game.name, game.handicap_points)) == ["C3", "G7"]
    assert replay(read(b"(;SZ[9]HA[2]AB[cg][gc])")).to_play == WHITE
    assert replay(read(b"(;SZ[9]HA[2];B[cg];B[gc];W[ee])")).handicap == 2


def test_other_stones_are_no_handicap() -> None:
    game = replay(read(b"(;SZ[9]AB[cg][gc]AW[ee]PL[W])"))
    assert (game.handicap, game.to_play) == (0, WHITE)


def test_stones_may_be_set_up_in_the_middle() -> None:
    record = read(b"(;SZ[9]RU[Japanese];B[ab];W[aa];B[ba];W[ii];AE[ii][hh]AW[ba]AB[ee:ef];W[aa])")
    game = replay(record)
    assert stones(game) == {"black": "E4 E5 A8", "white": "A9 B9"}
    assert game.prisoners == {BLACK: 0, WHITE: 1}
    assert [game.name(move.point) for move in game.moves] == ["A9"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"(;SZ[9];B[ee];W[ee])", "move 2: white E5: the point is taken"),
        (b"(;SZ[9]AB[ab][ba];W[aa])", "move 1: white A9: it is suicide"),
        (b"(;SZ[9];B[ee];W[zz])", "move 2: W: 'zz' is not a point of a 9x9 board"),
        (b"(;SZ[9]AB[ab][ba]AW[aa])", "move 1: the position has a chain without liberties"),
        (b"(;SZ[9];B[ee];W[aa];AB[zz])", "move 3: AB: 'zz' is not a point of a 9x9 board"),
        (b"(;SZ[9]" + b";AB[aa]" * 1001 + b")", "move 1: more than 1,000 nodes set up stones"),
    ],
)
def test_what_is_not_legal_is_told_with_the_number_of_the_move(data: bytes, message: str) -> None:
    with pytest.raises(SgfError) as error:
        replay(read(data))
    assert str(error.value) == message


def test_a_ko_is_judged_by_the_rules() -> None:
    ko = b"(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc];B[cb];W[bb];B[cb])"
    with pytest.raises(SgfError, match="move 3: black C8: it retakes a ko at once") as error:
        replay(read(ko))
    assert isinstance(error.value.__cause__, IllegalMove)


def test_a_game_is_recorded_and_replayed() -> None:
    game = Game(9, 0.5, "aga")
    game.place_handicap(["C3", "G7"])
    for name in ("E5", "pass", "A1"):
        game.play(name)
    game.play("B1", "white")
    again = replay(read(from_game(game).to_bytes()))
    assert (again.moves, again.komi, again.rules, again.to_play) == (game.moves, 0.5, game.rules, game.to_play)
    assert again.handicap_points == game.handicap_points
    assert str(again) == str(game)


def test_a_position_is_recorded_with_whose_turn_it_is() -> None:
    game = Game(9)
    game.place(BLACK, ["A1", "B1"])
    game.place(WHITE, ["A2"])
    game.to_play = int(WHITE)
    again = replay(from_game(game))
    assert stones(again) == {"black": "A1 B1", "white": "A2"}
    assert again.to_play == WHITE


@pytest.mark.parametrize("rules", RULES)
def test_every_rule_set_is_recorded(rules: str) -> None:
    assert from_game(Game(9, rules=rules)).rules == rules


def test_a_record_without_moves_of_a_new_game_says_nothing_of_turns() -> None:
    assert from_game(Game(9)).root.text("PL") is None


def test_points_are_those_of_the_board() -> None:
    for size in (2, 9, 19, 25):
        corner = parse_point("A1", size)
        row = chr(ord("a") + size - 1)
        assert read(f"(;SZ[{size}];B[a{row}])".encode()).moves() == [Move(BLACK, corner, size)]


def test_the_compiled_board_is_not_loaded_before_it_is_needed() -> None:
    code = "import sys, tengen.sgf; tengen.sgf.read(b'(;B[aa])').moves(); print('numba' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
