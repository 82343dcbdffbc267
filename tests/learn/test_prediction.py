"""Learning to predict moves: made games, whose frequencies the ratings must come to."""

import math
from pathlib import Path

import numpy as np
import pytest

from tengen.board.point import BLACK, WHITE, parse_point
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.learn.games import TrainingGame
from tengen.learn.prediction import Student, gather, lesson, save
from tengen.patterns.hash_table import build_table, find_slot
from tengen.patterns.surroundings import LEVELS, new_images, widen

SIZE = 5


def game(*names: str, stones: tuple[str, ...] = ()) -> TrainingGame:
    colours = (int(BLACK), int(WHITE))
    moves = [(colours[turn % 2], parse_point(name, SIZE)) for turn, name in enumerate(names)]
    set_up = {int(BLACK): [parse_point(name, SIZE) for name in stones]} if stones else {}
    return TrainingGame(SIZE, 0.5, None, set_up, moves)


def numbers_of(name: str) -> list[int]:
    board, images = Game(SIZE).board, new_images()
    return [int(widen(board, u64(parse_point(name, SIZE)), u64(1), u64(level), images)) for level in range(LEVELS)]


def test_common_surroundings_are_gathered_at_every_level() -> None:
    lessons = [lesson(game(name)) for name in ("C3", "C3", "C3", "B2", "D4", "A1")]
    assert set(gather(lessons, 3).tolist()) == set(numbers_of("C3"))
    assert set(gather(lessons, 2).tolist()) == {*numbers_of("C3"), *numbers_of("B2")}, "B2 and D4 are the same"
    with pytest.raises(ValueError, match="no moves"):
        gather([lesson(game("pass"))], 1)


def test_ratings_come_to_the_frequencies_of_the_moves() -> None:
    """Of ten first moves six are in the centre, and four on the four 2-2 points; nobody plays elsewhere."""
    lessons = [lesson(game(name)) for name in ["C3"] * 6 + ["B2", "D4", "B4", "D2"]]
    student = Student(gather(lessons, 1))
    for number in range(1, 300):
        student.study(lessons, 1, 1.0 / math.sqrt(number))
    score = student.study(lessons, 1, 0.0)
    assert score.moves == 10
    assert score.hits == 6
    best = 6 * math.log(0.6) + 4 * math.log(0.1)
    assert best * 1.05 < score.log_likelihood < best
    ratings = student.ratings()
    table = build_table(ratings.keys, ratings.values)
    centre, corner = (table.values[find_slot(table.keys, u64(numbers_of(name)[-1]))] / 1000 for name in ("C3", "B2"))
    assert centre - corner == pytest.approx(math.log(6), abs=0.3)


def test_a_score_without_a_step_changes_nothing() -> None:
    lessons = [lesson(game("C3", "B2", "D4"))]
    student = Student(gather(lessons, 1))
    before = student.ratings()
    score = student.study(lessons, 1, 0.0)
    assert score.moves == 3
    assert all(np.array_equal(one, two) for one, two in zip(before, student.ratings(), strict=True))
    assert "of 3 moves" in str(score)


def test_surroundings_that_were_never_met_are_left_out() -> None:
    """A rating of nothing would hide that of the narrower ones, which were met."""
    known = gather([lesson(game("C3")), lesson(game("B2", "B3", stones=("C3", "D4")))], 1)
    student = Student(known)
    student.study([lesson(game("C3"))], 1, 0.5)
    met = set(student.ratings().keys.tolist())
    assert set(numbers_of("C3")) <= met < set(known.tolist())


def test_moves_near_the_last_one_are_learned() -> None:
    lessons = [lesson(game("A1", "B1")), lesson(game("E5", "D5")), lesson(game("A5", "B5")), lesson(game("E1", "E2"))]
    student = Student(gather(lessons, 100_000))
    for _ in range(50):
        student.study(lessons, 1, 0.5)
    near = student.ratings().near[0]
    assert near[2] > near[3:12].max()


def test_set_up_stones_stand_and_a_move_on_a_stone_ends_a_game() -> None:
    """Some records have such errors."""
    student = Student(gather([lesson(game("C3"))], 1))
    assert student.study([lesson(game("C3", "C3", "B2"))], 1, 0.1).moves == 1
    assert student.study([lesson(game("C3", stones=("C3",)))], 1, 0.1).moves == 0
    assert student.study([lesson(game("B2", "D4", stones=("C3", "C3")))], 1, 0.1).moves == 2
    assert student.study([lesson(game("B2", "pass", "D4", "A1"))], 2, 0.1).moves == 2, "every second turn"


def test_a_file_is_what_the_package_reads(tmp_path: Path) -> None:
    ratings = Student(gather([lesson(game("C3"))], 1)).ratings()
    save(ratings, tmp_path / "own.ratings")
    with np.load(tmp_path / "own.ratings") as stored:
        assert {name: stored[name].dtype for name in stored} == {
            "keys": np.uint64,
            "values": np.int16,
            "near": np.int16,
        }
