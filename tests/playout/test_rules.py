"""What holds for every rule of the family, whichever it is."""

from collections import Counter

import pytest

from playout.positions import corner_positions, exchanged, image, known_moves, random_positions
from tengen.board.board import Board, size_of
from tengen.board.diagram import parse
from tengen.board.point import EMPTY, point_name
from tengen.board.setup import board_of
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.game.game import Game
from tengen.parts.options import to_record
from tengen.playout.policy import RULES
from tengen.playout.state import new_playout_state

SIZE = 7
POSITIONS = 200


def suggestions(name: str, board: Board, *, compiled: bool = True) -> Counter[int]:
    part = RULES.part(name)
    suggest = part.module.suggest
    moves = new_playout_state(board, seed=1).moves
    (suggest if compiled else suggest.py_func)(board, to_record(part.options()), moves)
    return Counter(int(p) for p in moves.points[: int(moves.length)])


@pytest.fixture(scope="module")
def small_positions() -> list[Board]:
    return random_positions(SIZE, POSITIONS, seed=2)


@pytest.fixture
def positions(name: str, small_positions: list[Board]) -> list[Board]:
    """Positions where a rule may apply."""
    return corner_positions(30, seed=3) if name == "joseki" else small_positions


@pytest.mark.parametrize("name", RULES.names)
def test_only_empty_points_off_the_ko_are_suggested(name: str, positions: list[Board]) -> None:
    found = 0
    for board in positions:
        points = suggestions(name, board)
        assert all(board.colour[p] == EMPTY and p != board.ko for p in points)
        found += len(points)
    assert found > 0, "the rule never applied"


@pytest.mark.parametrize("name", RULES.names)
def test_rules_commute_with_symmetry(name: str, positions: list[Board]) -> None:
    for board in positions:
        here = suggestions(name, board)
        for symmetry in range(SYMMETRIES):
            turned = Counter({transformed(p, symmetry, size_of(board)): n for p, n in here.items()})
            assert suggestions(name, image(board, symmetry)) == turned


@pytest.mark.parametrize("name", RULES.names)
def test_rules_commute_with_the_exchange_of_colours(name: str, positions: list[Board]) -> None:
    for board in positions:
        assert suggestions(name, exchanged(board)) == suggestions(name, board)


@pytest.mark.parametrize("name", RULES.names)
def test_compiled_and_plain_agree(name: str, positions: list[Board]) -> None:
    for board in positions:
        assert suggestions(name, board, compiled=False) == suggestions(name, board)


def names(found: Counter[int], board: Board) -> set[str]:
    return {point_name(p, size_of(board)) for p in found}


def test_capture_takes_every_chain_in_atari() -> None:
    board = board_of(parse(". X O .\nX O O X\n. X X .\nO . . X"), to_play=1)
    assert names(suggestions("capture", board), board) == {"D4"}
    board = board_of(parse("O X . .\n. . . X\n. . . .\n. . X O"), to_play=1)
    assert names(suggestions("capture", board), board) == {"A3", "D2"}


def test_a_ko_is_retaken_by_the_side_that_lost_it() -> None:
    game = Game(5, 0.5, "japanese")
    for move in ("B2", "C2", "A3", "D3", "B4", "C4", "C3", "B3", "E5"):
        game.play(move)
    assert names(suggestions("ko", game.board), game.board) == set(), "White would connect"
    game.play("A1")
    assert names(suggestions("ko", game.board), game.board) == {"C3"}


def test_capture_leaves_kos_to_chance() -> None:
    board = board_of(parse(". X O .\nX O O X\n. X X .\nO . . X"), to_play=2)
    assert names(suggestions("capture", board), board) == set()


@pytest.mark.parametrize(
    ("moves", "corner"), [(("D4", "F3"), 0), (("Q4", "C16"), 1), (("D4", "Q16", "R14"), 3), (("K10",), None)]
)
def test_joseki_looks_at_the_corner_of_the_last_move(moves: tuple[str, ...], corner: int | None) -> None:
    game = Game(19, 7.5)
    for move in moves:
        game.play(move)
    found = set(suggestions("joseki", game.board))
    assert found == (set(known_moves(game.board, corner)) if corner is not None else set())
    assert bool(found) == (corner is not None)
    game.board.turn = 81
    assert not suggestions("joseki", game.board)
