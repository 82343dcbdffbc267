"""What holds for every prior, and what each of them says."""

import msgspec
import pytest

from playout.positions import exchanged, image, random_positions
from tengen.board.board import Board, new_board
from tengen.board.diagram import parse
from tengen.board.eye import is_true_eye
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, all_points, parse_point, point_name
from tengen.board.setup import board_of
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.parts.options import Options, knobs, to_record
from tengen.patterns.shape_values import shape_value
from tengen.tree.options import PRIORS
from tengen.tree.recipe import recipe_for
from tengen.tree.thread import SearchThread, new_thread
from tree.made_search import made_options, template_of

SIZE = 5
UNIT = 14.0
Opinions = dict[int, tuple[float, float, float]]


def options_of(name: str) -> Options:
    given = {"least_size": SIZE} if name == "lines" else {}
    group = PRIORS.part(name).options
    assert group is not None
    return msgspec.convert(given, group)


def walker_on(board: Board) -> SearchThread:
    """Return a thread with a board's moves listed, own eyes left out."""
    thread, colour = new_thread(SearchThread, board, seed=1), u64(board.to_play)
    thread.playout.board = board
    empty = [p for p in all_points(SIZE) if board.colour[p] == EMPTY]
    points = [p for p in empty if is_legal(board, u64(p), colour) and not is_true_eye(board, u64(p), colour)]
    prior = thread.prior
    prior.length = len(points) + 1
    prior.points[1 : len(points) + 1] = points
    prior.unit = UNIT
    return thread


def opinions(name: str, board: Board, *, compiled: bool = True) -> Opinions:
    judge = PRIORS.part(name).module.judge
    prior = walker_on(board).prior
    (judge if compiled else judge.py_func)(board, to_record(options_of(name)), prior)
    listed = {int(p) for p in prior.points[: int(prior.length)]}
    assert {int(p) for p in prior.games.nonzero()[0]} <= listed, "it judged a move that is not to be had"
    found = {p: (float(prior.games[p]), float(prior.wins[p]), float(prior.bias[p])) for p in listed}
    assert all(0 <= wins <= games + 1e-5 for games, wins, _ in found.values())
    return found


@pytest.fixture(scope="module")
def positions() -> list[Board]:
    return random_positions(SIZE, 150, seed=2)


def same(one: Opinions, two: Opinions) -> bool:
    return one.keys() == two.keys() and all(one[p] == pytest.approx(two[p], rel=1e-5, abs=1e-5) for p in one)


@pytest.mark.parametrize("name", PRIORS.names)
def test_priors_commute_with_symmetry_and_exchange_of_colours(name: str, positions: list[Board]) -> None:
    for board in positions[:60]:
        here = opinions(name, board)
        for symmetry in range(SYMMETRIES):
            turned = {transformed(p, symmetry, SIZE): opinion for p, opinion in here.items()}
            assert same(opinions(name, image(board, symmetry)), turned)
        assert same(opinions(name, exchanged(board)), here)


@pytest.mark.parametrize("name", PRIORS.names)
def test_compiled_and_plain_agree(name: str, positions: list[Board]) -> None:
    for board in positions:
        assert same(opinions(name, board, compiled=False), opinions(name, board))


@pytest.mark.parametrize("name", PRIORS.names)
def test_options_of_priors_have_range_and_description(name: str) -> None:
    for knob in knobs(options_of(name)):
        assert knob.meta.description
        assert knob.meta.ge is not None
        assert knob.meta.le is not None


def named(found: Opinions) -> dict[str, tuple[float, float]]:
    """Return games and wins in units of the usual number, of the moves that have some."""
    return {point_name(p, SIZE): (games / UNIT, wins / UNIT) for p, (games, wins, _) in found.items() if games}


def test_even_is_even() -> None:
    assert set(named(opinions("even", new_board(SIZE))).values()) == {(1.0, 0.5)}


def test_filling_an_eye_is_lost() -> None:
    board = board_of(parse(". X . . .\nX X . . .\n. . . . .\n. . . O O\n. . . O ."), to_play=1)
    thread = walker_on(board)
    thread.prior.points[int(thread.prior.length)] = parse_point("A5", SIZE)
    thread.prior.length += 1
    PRIORS.part("eye").module.judge(board, to_record(options_of("eye")), thread.prior)
    games = {point_name(int(p), SIZE): float(thread.prior.games[p]) for p in thread.prior.games.nonzero()[0]}
    assert games == {"A5": UNIT}
    assert thread.prior.wins.sum() == 0


def test_a_ko_is_retaken_by_the_side_that_lost_it() -> None:
    game = Game(5, 0.5, "japanese")
    for name in ("B2", "C2", "A3", "D3", "B4", "C4", "C3", "B3"):
        game.play(name)
    # White has taken c3. At once Black may not take back; after a threat and an answer he may, for ten moves.
    assert named(opinions("ko", game.board)) == {}
    game.play("E5")
    assert named(opinions("ko", game.board)) == {}, "White would connect, not retake"
    game.play("A1")
    assert named(opinions("ko", game.board)) == {"C3": (1.0, 1.0)}
    for _ in range(8):
        game.play("pass")
    assert game.to_play == 1
    assert named(opinions("ko", game.board)) == {}


def test_lines_where_no_stone_is_near() -> None:
    board = board_of(parse("X . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."), to_play=2)
    found = named(opinions("lines", board))
    assert "C3" not in found
    assert found["E1"] == found["D5"] == found["A2"] == (1.0, 0.0)
    assert not {"B5", "C5", "A4", "A3", "B2"} & set(found)
    assert named(opinions("lines", new_board(SIZE)))["C3"] == (1.0, 1.0)


def test_common_fate_counts_chains_as_one() -> None:
    board = board_of(parse("X X X X .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."), to_play=2)
    board.last = parse_point("A5", SIZE)
    found = named(opinions("common_fate", board))
    assert found["E5"] == found["A4"] == found["D4"] == (1.0, 1.0)
    assert found["E4"] == found["A3"] == (0.75, 0.75)
    assert found["A2"] == found["E3"] == (0.5, 0.5)
    assert "A1" not in found
    assert "pass" not in found


@pytest.mark.parametrize(("name", "value", "expected"), [("C3", 30, 0.5), ("C3", 120, 0.75), ("C3", 2, 0.0)])
def test_shapes_in_steps_of_a_factor_of_two(name: str, value: int, expected: float) -> None:
    board = new_board(SIZE)
    point = u64(parse_point(name, SIZE))
    usual = float(shape_value(board, point, u64(1))) * 30 / value
    prior = walker_on(board).prior
    record = to_record(msgspec.convert({"usual": max(1.0, usual)}, type(options_of("shapes"))))
    PRIORS.part("shapes").module.judge(board, record, prior)
    if usual >= 1.0:
        assert float(prior.wins[point] / prior.games[point]) == pytest.approx(expected, abs=0.02)


def test_heuristic_by_hand() -> None:
    board = board_of(parse(". . . . .\n. . . . .\n. . O X .\n. . X . .\n. . . . ."), to_play=1)
    board.last, board.last_but_one = parse_point("C3", SIZE), parse_point("C2", SIZE)
    found = opinions("heuristic", board)
    point = parse_point("B4", SIZE)
    shape = float(shape_value(board, u64(point), u64(1)))
    near = (2 * 2**0.5) ** -1.25 + (2 * 5**0.5) ** -1.75
    assert found[point][2] == pytest.approx(shape * near / 2433, rel=1e-5)
    board = board_of(parse(". . . . .\n. . X . .\n. . O X .\n. . X . .\n. . . . ."), to_play=1)
    point = parse_point("B3", SIZE)
    shape = float(shape_value(board, u64(point), u64(1)))
    assert opinions("heuristic", board)[point][2] == pytest.approx((shape + 50_000) * 2 / 2433, rel=1e-5)
    board.to_play = 2
    shape = float(shape_value(board, u64(point), u64(2)))
    assert opinions("heuristic", board)[point][2] == pytest.approx((shape + 5_000) * 2 / 2433, rel=1e-5)


@pytest.mark.parametrize(
    ("drawing", "games"),
    [
        (". . . . .\n. . X . .\n. . O X .\n. . X . .\n. . . . .", {"B3": 1.0}),
        ("O O O O O\nX X X X O\n. . . X .\n. . . X X\n. . . . .", {"E3": 3.0}),
        (". . . . .\nX X X X X\nO O O O O\nO O O O O\nO O O O .", {"E1": 7.0}),
        (". X X X X\nX O O O O\nO O O O O\nO O O O O\nO O . O O", {"C1": 7.5}),
    ],
)
def test_suggestions_of_the_playout_by_the_size_of_the_capture(drawing: str, games: dict[str, float]) -> None:
    options = made_options("pachi", prior={"parts": ["playout"]}, playout={"policy": "capture"})
    board = board_of(parse(drawing), to_play=1)
    thread = walker_on(board)
    template_of(recipe_for(options), "hooks").judge(thread, to_record(options))
    prior = thread.prior
    assert {point_name(int(p), SIZE): float(prior.wins[p]) / UNIT for p in prior.wins.nonzero()[0]} == games
    assert int(board.last) == 0


def test_predicted_moves_get_games_by_the_root_of_their_probability() -> None:
    board = board_of(parse(". . . . .\n. . X . .\n. . O X .\n. . X . .\n. . . . ."), to_play=1)
    board.last, board.turn = parse_point("C3", SIZE), 8
    found = named(opinions("prediction", board))
    assert all(games == wins for games, wins in found.values())
    assert "pass" not in found
    assert sum((games / 8) ** 2 for games, _ in found.values()) == pytest.approx(1, rel=1e-4)
    assert max(found, key=lambda name: found[name]) == "B3", "it takes a stone"
    assert found["E1"] < found["D2"], "it is farther from the last move"


def test_joseki_on_large_boards_only() -> None:
    judge = PRIORS.part("joseki").module.judge
    boards = [Game(size, 7.5).board for size in (9, 19)]
    for board in boards:
        thread = new_thread(SearchThread, board, seed=1)
        thread.prior.unit = UNIT
        judge(board, to_record(options_of("joseki")), thread.prior)
        games = {int(p): float(thread.prior.games[p]) for p in thread.prior.games.nonzero()[0]}
        known = {point_name(p, 19): n for p, n in games.items()}
        assert known == ({} if board is boards[0] else dict.fromkeys(CORNER_MOVES, UNIT))


CORNER_MOVES = ["D3", "C4", "D4", "D16", "D17", "C16", "Q3", "R4", "Q4", "Q16", "Q17", "R16"]
