"""Books of positions whose moves are played without search."""

import os
from pathlib import Path

import pytest

from tengen import Engine
from tengen.board.point import PASS
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.game.game import Game
from tengen.opening.forced_book import parse_forced_book, read_forced_book, symmetry_back
from tengen.parts.options import OptionError

BOOK = """
# size, moves, answers
9 | E5
9 E5 C4 | G6 F3
13 | G7

9 E5 C3 G3 | C6
"""


def game_after(*moves: str, size: int = 9) -> Game:
    game = Game(size)
    for move in moves:
        game.play(move)
    return game


def names(game: Game) -> set[str]:
    return {game.name(move) for move in parse_forced_book(BOOK, game.size).moves(game)}


def test_what_the_book_plays() -> None:
    assert names(game_after()) == {"E5"}
    assert names(game_after("E5", "C4")) == {"G6", "F3"}
    assert names(game_after("E5", "C5")) == set()
    assert names(game_after(size=13)) == {"G7"}
    assert names(game_after(size=19)) == set()
    assert len(parse_forced_book(BOOK, 9)) == 3


def test_transpositions_and_images_are_known() -> None:
    assert names(game_after("G3", "C3", "E5")) == {"C6"}
    assert names(game_after("E5", "G4")) == {"C6", "D3"}  # mirrored left to right
    turned = game_after("E5", "D7")  # C4 with the axes exchanged, and turned
    assert len(names(turned)) == 2
    assert names(game_after("C4", "E5")) == set()  # the colours are exchanged


@pytest.mark.parametrize("symmetry", range(SYMMETRIES))
def test_every_image_has_the_image_of_the_answer(symmetry: int) -> None:
    plain, image = game_after("E5", "C4"), Game(9)
    for move in plain.moves:
        image.play(transformed(move.point, symmetry, 9))
    book = parse_forced_book(BOOK, 9)
    assert set(book.moves(image)) == {transformed(point, symmetry, 9) for point in book.moves(plain)}
    for point in book.moves(image):
        assert transformed(symmetry_back(point, symmetry, 9), symmetry, 9) == point


def test_whose_turn_it_is_matters() -> None:
    game = game_after("E5")
    game.play("C4")
    game.to_play = 2
    assert names(game) == set()


def test_a_seed_chooses() -> None:
    book, game = parse_forced_book(BOOK, 9), game_after("E5", "C4")
    assert {book.move(game, seed) for seed in range(20)} == set(book.moves(game))
    assert len({book.move(game, 7) for _ in range(5)}) == 1
    assert book.move(game_after("A1"), 7) is None


def test_a_pass_may_be_the_answer() -> None:
    book = parse_forced_book("9 E3 | pass", 9)
    assert book.moves(game_after("E3")) == book.moves(game_after("C5")) == [int(PASS)]


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ("9 E5", "line 2: expected SIZE MOVES | MOVES"),
        ("nine E5 | C3", "line 2: expected SIZE"),
        ("9 E5 |", "line 2: expected SIZE"),
        ("9 E5 | C3 | C4", "line 2: expected SIZE"),
        ("9 E5 E5 | C3", "line 2: "),
        ("9 E5 | Z9", "line 2: "),
        ("9 E5 | C3 E5", "line 2: E5 cannot be played there"),
    ],
)
def test_a_bad_line_is_named(line: str, mistake: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=mistake.replace("|", r"\|")):
        parse_forced_book(f"9 | E5\n{line}\n", 9)
    path = tmp_path / "book.dat"
    path.write_text(f"9 | E5\n{line}\n")
    with pytest.raises(OptionError, match=r"the book .*book\.dat, line 2"):
        read_forced_book(str(path), 9)


def test_a_book_that_is_not_there() -> None:
    with pytest.raises(OptionError, match=r"the book nowhere/book\.dat cannot be read: No such file"):
        read_forced_book("nowhere/book.dat", 9)


def test_a_file_that_is_none_is_refused_when_the_option_is_set_and_not_quoted(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hunter2 swordfish\n9 hunter2 | swordfish\n")
    os.mkfifo(tmp_path / "pipe")
    for path, reason in ((secret, "line 1"), (tmp_path / "pipe", "not a regular file"), (Path("/dev/zero"), "regular")):
        with pytest.raises(OptionError, match=reason) as caught:
            Engine("tengen", {"book.forced": str(path)})
        assert str(path) in str(caught.value)
        assert "hunter2" not in str(caught.value)
        assert "swordfish" not in str(caught.value)


def test_a_book_is_checked_for_all_its_sizes(tmp_path: Path) -> None:
    path = tmp_path / "book.dat"
    path.write_text("9 | E5\n5 | C3 G7\n")
    with pytest.raises(OptionError, match=r"book\.dat, line 2: a move is not the name of a point"):
        Engine("tengen", {"book.forced": str(path)})


def test_a_book_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "book.dat"
    for name in ("E5", "C4"):
        path.write_text(f"9 | {name} # {name * len(name)}\n" + "# more\n" * len(name + name * (name == "C4")))
        assert [Game(9).name(p) for p in read_forced_book(str(path), 9).moves(Game(9))] == [name]
