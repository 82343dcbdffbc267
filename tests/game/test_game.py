"""Games as values: equal, copied, pickled, read and written; and how they end."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import tengen
import tengen.game.game as game_module
from tengen import BLACK, EMPTY, PASS, RESIGN, WHITE, Game, IllegalMove, Move, SgfError

KO = ("A2", "C3", "B3", "D2", "B1", "C1", "E5", "B2", "C2")  # Black has taken a ko, and White may not retake on B2


def played(*names: str, size: int = 5, komi: float = 7, rules: str = "chinese") -> Game:
    game = Game(size, komi, rules)
    for name in names:
        game.play(name)
    return game


def with_handicap() -> Game:
    game = Game(9, 0.5, "aga")
    game.place_handicap(3)
    game.play("E5")
    return game


def set_up() -> Game:
    game = Game(5, 0.5, "japanese")
    game.set_up("""
        . X O . .
        X X O . .
        O O O . .
        . . . . .
        . . . . .
    """)
    game.to_play = WHITE
    return played_on(game, "A5", "E1")


def played_on(game: Game, *names: str) -> Game:
    for name in names:
        game.play(name)
    return game


def same_side_twice() -> Game:
    game = played("C3")
    game.play("B2", "black")
    return game


def turned() -> Game:
    game = played("C3", "B2")
    game.to_play = WHITE
    return game


GAMES = {
    "new": lambda: Game(9),
    "ko": lambda: played(*KO),
    "passes": lambda: played("C3", "pass", "pass"),
    "same side twice": same_side_twice,
    "turned": turned,
    "handicap": with_handicap,
    "set-up and captures": set_up,
    "resigned": lambda: played("C3", "resign"),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    """Return each of the games in turn."""
    return GAMES[request.param]()


def same_board(one: Game, other: Game) -> bool:
    """Return whether two boards agree in every field, also in those that follow from the stones."""
    names = one.board.dtype.names  # type: ignore[attr-defined]
    return all((getattr(one.board, name) == getattr(other.board, name)).all() for name in names)


# Equality and copies.


def test_games_are_equal_if_they_were_played_in_the_same_way() -> None:
    assert played(*KO) == played(*KO)
    assert played(*KO) is not played(*KO)
    assert Game(9) != "a game"


def test_games_differ_in_any_of_their_facts() -> None:
    assert played("C3", "B2") not in [
        played("C3", "B2", size=9),
        played("C3", "B2", komi=7.5),
        played("C3", "B2", rules="cgos"),
        played("C3", "B3"),
        played("C3"),
        played("B2", "C3"),
        played("C3", "B2", "resign"),
    ]


def test_the_start_position_and_the_turn_belong_to_a_game() -> None:
    given, turned = Game(9), Game(9)
    given.place_handicap(2)
    turned.to_play = WHITE
    assert Game(9) != given
    assert Game(9) != turned


def test_a_game_is_no_key() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Game(9))


@pytest.mark.parametrize(
    "twin_of", [Game.copy, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_a_twin_is_equal_and_goes_its_own_way(game: Game, twin_of: object) -> None:
    twin = twin_of(game)  # type: ignore[operator]
    assert twin == game
    assert same_board(twin, game)
    assert (twin.prisoners, twin.handicap, twin.result) == (game.prisoners, game.handicap, game.result)
    assert twin.legal_points() == game.legal_points()
    before = game.copy()
    twin.play(twin.legal_points()[0])
    assert twin != game
    assert game == before


def test_a_pickled_game_is_small() -> None:
    game = Game(19)
    for point in game.legal_points()[:300]:
        game.play(point)
    assert len(pickle.dumps(game)) < 10_000 < game.board.nbytes  # type: ignore[attr-defined]


def test_a_game_is_read_by_another_process(tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(pickle.dumps(played(*KO)))
    code = (
        "import pickle, sys; game = pickle.load(open(sys.argv[1], 'rb'));"
        "print(len(game.moves), game.is_legal('B2'), game.is_legal('B2', 'black'))"
    )
    words = [sys.executable, "-c", code, str(tmp_path / "game")]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout.split() == ["9", "False", "True"]


# SGF.


def test_a_game_is_written_and_read_again(game: Game, tmp_path: Path) -> None:
    again = Game.from_sgf(game.to_sgf())
    assert again == game
    assert str(again) == str(game)
    assert Game.from_sgf(game.to_sgf().encode()) == game
    game.save(tmp_path / "game (1).sgf")
    assert Game.from_sgf(tmp_path / "game (1).sgf") == Game.from_sgf(str(tmp_path / "game (1).sgf")) == game


def test_the_first_moves_are_read() -> None:
    text = played("C3", "B2", "D4", "resign").to_sgf()
    for count in range(4):
        game = Game.from_sgf(text, moves=count)
        assert [move.name for move in game.moves] == ["C3", "B2", "D4"][:count]
        assert game.result is None
    assert Game.from_sgf(text).result == "B+R"


@pytest.mark.parametrize("count", [-1, 3, 1000])
def test_a_position_after_moves_that_are_not_there(count: int) -> None:
    with pytest.raises(ValueError, match=f"the record has 2 moves: there is no position after {count}"):
        Game.from_sgf("(;SZ[9];B[ee];W[aa])", moves=count)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.sgf"):
        Game.from_sgf(tmp_path / "none.sgf")
    with pytest.raises(FileNotFoundError, match=r"none\.sgf"):
        Game.from_sgf("none.sgf")


@pytest.mark.parametrize(
    ("data", "message"), [("(;SZ[9];B[ee", "line 1"), (b"no game", "no game"), ("(;SZ[9];B[ee];W[ee])", "move 2")]
)
def test_a_broken_record_is_told(data: str | bytes, message: str) -> None:
    with pytest.raises(SgfError, match=message):
        Game.from_sgf(data)


def test_text_is_not_decoded_again() -> None:
    """As bytes this would be read as GB18030, which it says it is."""
    assert Game.from_sgf("(;CA[GB18030]PB[井山]SZ[9];B[ee])").moves == [Move.parse("E5", BLACK, 9)]


@pytest.mark.parametrize(("result", "ours"), [("B+R", "B+R"), ("w+resign", "W+R"), ("B+3.5", None), ("Void", None)])
def test_a_resignation_is_read(result: str, ours: str | None) -> None:
    assert Game.from_sgf(f"(;SZ[9]RE[{result}];B[ee];W[aa])").result == ours


# The end of a game.


def test_a_resignation_ends_the_game() -> None:
    game = played("C3")
    assert (game.is_over, game.result, game.resigned_by) == (False, None, None)
    assert game.is_legal("resign")
    assert game.play("resign") == Move(WHITE, RESIGN, 5)
    assert (game.is_over, game.result, game.resigned_by) == (True, "B+R", WHITE)
    assert "RE[B+R]" in game.to_sgf()
    assert [move.name for move in game.moves] == ["C3"], "which engines look at"


def test_a_resignation_is_taken_back() -> None:
    game = played("C3", "resign")
    assert game.undo() == Move(WHITE, RESIGN, 5)
    assert game == played("C3")
    game.play("resign", "black")
    assert game.result == "W+R"
    game.play("B2")
    assert (game.is_over, game) == (False, played("C3", "B2"))


def test_two_passes_end_the_game_with_its_score() -> None:
    game = played("C3", "pass")
    assert game.result is None
    game.play("pass")
    assert (game.is_over, game.result) == (True, "B+18.0")
    assert game.undo().is_pass
    assert game.result is None


# Moves and points.


def test_a_move_may_be_given_in_three_ways() -> None:
    move = Move.parse("C3", BLACK, 5)
    assert played("C3") == played_on(Game(5, 7), move) == played_on(Game(5, 7), move.point)  # type: ignore[arg-type]
    game = Game(5, 7)
    game.play(Move.parse("C3", WHITE, 5))
    assert game.moves == [Move.parse("C3", WHITE, 5)], "the colour is that of the move"
    assert game.play("pass").is_pass


@pytest.mark.parametrize(
    "where",
    [Move(BLACK, 40, 9), Move(BLACK, 6, 5), Move(BLACK, 999, 5), Move(0, 14, 5), Move(3, 14, 5), -2, 6, "F1", ""],
)
def test_what_is_no_move_on_this_board_is_refused(where: Move | str | int) -> None:
    game = Game(5, 7)
    with pytest.raises(ValueError, match="not"):
        game.play(where)
    assert game == Game(5, 7)


def test_an_illegal_move_is_named() -> None:
    with pytest.raises(IllegalMove, match="white B2: it retakes a ko at once"):
        played(*KO).play("B2")


def test_legal_moves_are_those_of_the_side_to_play() -> None:
    game = played(*KO)
    moves = game.legal_moves
    assert [move.point for move in moves] == [*game.legal_points(), PASS]
    assert {move.colour for move in moves} == {WHITE}
    assert all(game.is_legal(move) for move in moves)
    assert "B2" not in map(str, moves)


def test_stones_are_rows_from_the_top() -> None:
    game = played("A5", "C4")
    assert (game.colour_at("A5"), game.colour_at("C4"), game.colour_at("E1")) == (BLACK, WHITE, EMPTY)
    assert game.stones.tolist() == [[1, 0, 0, 0, 0], [0, 0, 2, 0, 0], *[[0] * 5] * 3]
    game.stones[:] = BLACK
    assert game.colour_at("E1") == EMPTY, "it is a copy"
    with pytest.raises(ValueError, match="not on the board"):
        game.colour_at("pass")


@pytest.mark.parametrize("turn", ["given", "set"])
def test_out_of_turn_the_ko_ends(turn: str) -> None:
    game = played(*KO)
    assert int(game.board.ko) == Move.parse("B2", WHITE, 5).point
    if turn == "given":
        board = game.board_for(BLACK)
        assert game.to_play == WHITE, "the game is not changed"
    else:
        game.to_play = BLACK
        board = game.board
    assert (int(board.to_play), int(board.ko)) == (BLACK, PASS)
    assert int(played(*KO).board_for(WHITE).ko) != PASS, "in turn it stays"


# The package.


def test_every_name_of_the_package_is_there() -> None:
    for name in tengen.__all__:
        assert getattr(tengen, name) is not None
    assert (tengen.EMPTY, tengen.BLACK, tengen.WHITE, tengen.PASS) == (0, 1, 2, 0)
    assert {type(colour) for colour in (tengen.EMPTY, tengen.BLACK, tengen.WHITE, tengen.PASS)} == {int}
    with pytest.raises(AttributeError, match="no attribute 'Gobang'"):
        tengen.Gobang  # noqa: B018


def test_names_are_loaded_when_they_are_used() -> None:
    code = (
        "import sys, tengen; print([m for m in sys.modules if m.startswith('tengen.') and m != 'tengen._version']);"
        "tengen.BLACK, tengen.Move, tengen.Rules, tengen.SgfError; print('numpy' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["[]", "False"]


def long_game(moves: int) -> Game:
    """Return a game without an end: stones that are captured again and again."""
    game, chooser = Game(5, rules="japanese"), Random(1)  # for games
    while len(game.moves) < moves:
        points = game.legal_points()
        game.play(chooser.choice(points) if points else PASS)
    return game


def test_undo_costs_the_same_after_thousands_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    game = long_game(1000)
    calls = []
    usual = game_module.attempt
    monkeypatch.setattr(game_module, "attempt", lambda *words: calls.append(1) or usual(*words))
    for _ in range(200):
        calls.clear()
        game.undo()
        assert len(calls) < game_module.KEEP_EVERY
    assert game == played_moves(game)
    assert game.board.tobytes() == played_moves(game).board.tobytes()


def played_moves(game: Game) -> Game:
    twin = Game(game.size, game.komi, game.rules)
    for move in game.moves:
        twin.play(move)
    return twin


def test_undo_and_play_again_in_any_order() -> None:
    game, chooser = long_game(100), Random(2)  # for games
    for _ in range(100):
        for _ in range(chooser.randrange(min(70, len(game.moves)))):
            game.undo()
        for _ in range(chooser.randrange(70)):
            game.play(chooser.choice([*game.legal_points(), PASS]))
        twin = played_moves(game)
        assert (game, game.prisoners, game.legal_points()) == (twin, twin.prisoners, twin.legal_points())


def test_undo_after_the_turn_was_set_to_retake_a_ko() -> None:
    game = played(*KO, rules="japanese")
    game.to_play = BLACK
    game.to_play = WHITE
    game.play("B2")
    before = game.board.colour.tobytes(), dict(game.prisoners)
    game.play("E1")
    game.undo()
    assert (game.board.colour.tobytes(), game.prisoners) == before


def test_only_a_colour_can_be_to_play() -> None:
    game = Game(5, 0.5)
    with pytest.raises(ValueError, match="5 is not a colour"):
        game.to_play = 5
    assert game.to_play == BLACK


@pytest.mark.parametrize("komi", [float("nan"), float("inf")])
def test_komi_is_a_finite_number(komi: float) -> None:
    with pytest.raises(ValueError, match="is not a finite number"):
        Game(5, komi)
    game = Game(5, 0.5)
    with pytest.raises(ValueError, match="is not a finite number"):
        game.komi = komi
    assert game.komi == 0.5


@pytest.mark.parametrize("size", ["9", 9.5, True])
def test_the_size_is_a_whole_number(size: int) -> None:
    with pytest.raises(ValueError, match="is not a whole number"):
        Game(size, 0.5)
