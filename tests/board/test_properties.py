"""What holds for every point, every position and every game."""

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from oracle.naive_board import NaiveBoard, Point, symmetries
from tengen.board import diagram
from tengen.board.board import is_small, is_tiny, new_board
from tengen.board.point import MAX_SIZE, MIN_SIZE, all_points, column_row, other, parse_point, point_at, point_name
from tengen.board.rules import RULES
from tengen.board.setup import board_of
from tengen.board.symmetry import SYMMETRIES, symmetries_of, symmetry_table, transformed
from tengen.game.game import Game

sizes = st.integers(MIN_SIZE, MAX_SIZE)
small_sizes = st.sampled_from([3, 4])  # each size costs some seconds of compiling
symmetry_numbers = st.integers(0, SYMMETRIES - 1)


@st.composite
def positions(draw: st.DrawFn, of_size: st.SearchStrategy[int]) -> NaiveBoard:
    """Draw any stones, also such as no game could reach."""
    naive = NaiveBoard(draw(of_size))
    numbers = st.lists(st.integers(0, 2), min_size=len(naive.points), max_size=len(naive.points))
    naive.stones = {point: colour for point, colour in zip(naive.points, draw(numbers), strict=True) if colour}
    return naive


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game of random moves and passes, sometimes with two of one side in a row, perhaps with handicap stones."""
    game = Game(draw(small_sizes), rules=draw(st.sampled_from(sorted(RULES))))
    if draw(st.booleans()):
        points = st.sampled_from(all_points(game.size))
        game.place_handicap(draw(st.lists(points, min_size=2, max_size=4, unique=True)))
    for choice in draw(st.lists(st.integers(0, 999), max_size=40)):
        play_one_of_all(game, choice)
    return game


def play_one_of_all(game: Game, choice: int) -> None:
    """Play a legal move or pass, one time in ten out of turn."""
    colour = other(game.to_play) if choice % 10 == 0 else game.to_play
    moves = [*game.legal_points(colour), 0]
    game.play(moves[choice // 10 % len(moves)], colour)


def colours_of(naive: NaiveBoard) -> NDArray[np.uint8]:
    """Return a position in the form of ``Board.colour``."""
    colours = new_board(naive.size).colour.copy()
    for point, colour in naive.stones.items():
        colours[point_at(*point, naive.size)] = colour
    return colours


def exchanged(colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return colours with Black for White and White for Black."""
    return np.array([0, 2, 1, 3], np.uint8)[colours]


def fields(board: Any) -> dict[str, bytes]:
    """Return the contents of a board without the padding between its fields."""
    return {name: board[name].tobytes() for name in board.dtype.names}


def everything(game: Game) -> tuple[object, ...]:
    """Return all that undo must restore, superko included."""
    return (
        fields(game.board),
        fields(game.start),
        tuple(game.moves),
        tuple(game.prisoners.items()),
        game.handicap,
        *(tuple(game.legal_points(colour)) for colour in ("black", "white")),
    )


# Points.


@given(sizes, st.data())
def test_point_is_where_its_name_says(size: int, data: st.DataObject) -> None:
    column, row = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1))
    point = point_at(column, row, size)
    assert column_row(point, size) == (column, row)
    name = point_name(point, size)
    assert name == f"{'ABCDEFGHJKLMNOPQRSTUVWXYZ'[column]}{row + 1}"
    assert parse_point(name, size) == parse_point(f" {name.lower()} ", size) == point


@given(sizes, st.text(max_size=4) | st.from_regex(r"\A[A-Za-z]-?[0-9]{1,3}\Z"))
def test_text_that_names_no_point_is_refused(size: int, text: str) -> None:
    names = {point_name(point, size) for point in [0, *all_points(size)]}
    plain = re.sub(r"^([A-Z])0(?=[0-9])", r"\1", text.strip().upper())
    if plain in names or plain == "PASS":
        assert point_name(parse_point(text, size), size).upper() == plain
    else:
        with pytest.raises(ValueError, match="is not a point"):
            parse_point(text, size)


# Diagrams and positions.


@given(positions(sizes), st.data())
def test_diagram_is_read_as_it_was_drawn(naive: NaiveBoard, data: st.DataObject) -> None:
    board = new_board(naive.size)
    board.colour[:] = colours_of(naive)
    last = data.draw(st.sampled_from([0, *all_points(naive.size)]))
    drawing = diagram.draw(board, last)
    assert (diagram.parse(drawing) == board.colour).all()
    rows = [re.sub(r"[0-9() ]", "", line).replace("+", ".") for line in drawing.splitlines()[1:-1]]
    assert rows == [
        "".join(".XO"[naive.colour((column, row))] for column in range(naive.size))
        for row in reversed(range(naive.size))
    ]


@given(positions(small_sizes))
def test_position_is_set_up_unless_a_chain_has_no_liberty(naive: NaiveBoard) -> None:
    colours = colours_of(naive)
    if naive.is_possible():
        assert (board_of(colours, 1).colour == colours).all()
    else:
        with pytest.raises(ValueError, match="without liberties"):
            board_of(colours, 1)


# Symmetries.


@given(sizes)
def test_symmetries_are_the_eight_of_a_square(size: int) -> None:
    points = NaiveBoard(size).points
    ours = [
        tuple(column_row(transformed(point_at(*point, size), number, size), size) for point in points)
        for number in range(SYMMETRIES)
    ]
    assert ours[0] == tuple(points)
    assert sorted(ours) == sorted(tuple(map(turn, points)) for turn in symmetries(size))
    assert all(transformed(0, number, size) == 0 for number in range(SYMMETRIES))


@given(games(), symmetry_numbers)
def test_game_and_its_image_go_the_same_way(game: Game, number: int) -> None:
    def image(point: int) -> int:
        return transformed(point, number, game.size)

    twin = Game(game.size, rules=game.rules)
    if game.handicap_points:
        twin.place_handicap(map(image, game.handicap_points))
    for move in game.moves:
        twin.play(image(move.point), move.colour)
    assert all(twin.board.colour[image(p)] == game.board.colour[p] for p in all_points(game.size))
    assert sorted(map(image, game.legal_points())) == twin.legal_points()
    assert twin.board.ko == image(game.board.ko)
    assert twin.score() == game.score()


@given(games())
def test_game_with_colours_exchanged_goes_the_same_way(game: Game) -> None:
    twin = Game(game.size, rules=game.rules)
    for point in all_points(game.size):
        twin.place(int(exchanged(game.start.colour[point])), [point])
    twin.to_play = other(game.start.to_play)
    for move in game.moves:
        twin.play(move.point, other(move.colour))
    assert (exchanged(twin.board.colour) == game.board.colour).all()
    assert twin.legal_points() == game.legal_points()
    assert (twin.prisoners[1], twin.prisoners[2]) == (game.prisoners[2], game.prisoners[1])


@given(games(), st.data())
def test_symmetries_of_a_position_leave_stones_and_ko_in_place(game: Game, data: st.DataObject) -> None:
    board, size = game.board, game.size
    board.ko = data.draw(st.sampled_from([int(board.ko), *all_points(size)]))
    naive = NaiveBoard(size, {column_row(p, size): int(board.colour[p]) for p in all_points(size) if board.colour[p]})
    found = int(symmetries_of(board, symmetry_table(size)))
    for number in range(SYMMETRIES):

        def turn(point: Point, number: int = number) -> Point:
            return column_row(transformed(point_at(*point, size), number, size), size)

        in_place = naive.image(turn).stones == naive.stones and transformed(board.ko, number, size) == board.ko
        assert bool(found >> number & 1) == in_place


@given(games())
def test_distinct_points_have_an_image_of_every_legal_point_and_no_twins(game: Game) -> None:
    found = int(symmetries_of(game.board, symmetry_table(game.size)))
    kept = [number for number in range(SYMMETRIES) if found >> number & 1]
    orbits = [{transformed(point, number, game.size) for number in kept} for point in game.legal_points()]
    distinct = set(game.distinct_points())
    assert all(len(orbit & distinct) == 1 for orbit in orbits)
    assert distinct <= set(game.legal_points())


# Games.


@given(games(), st.integers(0, 999))
def test_undo_restores_everything(game: Game, choice: int) -> None:
    before = everything(game)
    play_one_of_all(game, choice)
    move = game.moves[-1]
    assert game.undo() == move
    assert everything(game) == before


@given(games())
def test_undo_leads_back_to_the_start(game: Game) -> None:
    for _ in range(len(game.moves)):
        game.undo()
    assert fields(game.board) == fields(game.start)
    with pytest.raises(IndexError):
        game.undo()


@given(games(), st.integers(0, 999))
def test_copy_goes_its_own_way(game: Game, choice: int) -> None:
    before = everything(game)
    twin = game.copy()
    assert everything(twin) == before
    play_one_of_all(twin, choice)
    assert everything(game) == before
    twin = game.copy()
    twin.to_play = other(twin.to_play)
    assert everything(game) == before


def test_which_boards_are_small_and_which_are_tiny() -> None:
    boards = [new_board(size) for size in range(MIN_SIZE, MAX_SIZE + 1)]
    assert [size for size, board in enumerate(boards, MIN_SIZE) if is_tiny(board)] == list(range(MIN_SIZE, 12))
    assert [size for size, board in enumerate(boards, MIN_SIZE) if is_small(board)] == list(range(MIN_SIZE, 14))
