"""Learning to predict moves: made games, whose frequencies the ratings must come to."""

import math
from itertools import repeat
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.board.point import BLACK, WHITE, parse_point
from tengen.compiled.rng import random_words
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.learn.games import TrainingGame
from tengen.learn.prediction import Student, gather, lesson, save
from tengen.patterns.hash_table import find_slot
from tengen.patterns.move_features import GROUP, MEMBERS, OFFSETS
from tengen.patterns.ratings import FACTORS, KINDS, Ratings
from tengen.patterns.surroundings import LEVELS, REPLY_LEVELS, new_images, widen

SIZE = 5
PATTERNS = 500


def game(*names: str, stones: tuple[str, ...] = ()) -> TrainingGame:
    colours = (int(BLACK), int(WHITE))
    moves = [(colours[turn % 2], parse_point(name, SIZE)) for turn, name in enumerate(names)]
    set_up = {int(BLACK): [parse_point(name, SIZE) for name in stones]} if stones else {}
    return TrainingGame(SIZE, 0.5, None, set_up, moves)


def student_of(known: NDArray[np.uint64], teacher: Student | None = None) -> Student:
    """Return a student who knows other patterns, too, which no game has.

    The number of patterns is compiled in, so it is the same in all tests.
    """
    others = random_words(PATTERNS - len(known), first=1000)
    return Student(np.concatenate((known, others)), teacher)


def keys_of(name: str) -> list[int]:
    """Return the keys of a first move."""
    board, images = Game(SIZE).board, new_images()
    return [int(widen(board, u64(parse_point(name, SIZE)), u64(1), u64(level), images)) for level in range(LEVELS)]


def known_to(ratings: Ratings) -> set[int]:
    return set(ratings.keys[ratings.keys != 0].tolist())


def test_common_patterns_are_gathered_at_every_level() -> None:
    lessons = [lesson(game(name)) for name in ("C3", "C3", "C3", "B2", "D4", "A1")]
    assert set(gather(lessons, 3).tolist()) == set(keys_of("C3"))
    assert set(gather(lessons, 2).tolist()) == {*keys_of("C3"), *keys_of("B2")}, "B2 and D4 are the same"
    with pytest.raises(ValueError, match="no moves"):
        gather([lesson(game("pass"))], 1)


def test_answers_and_replies_are_gathered_beside_the_surroundings() -> None:
    lessons = [lesson(game("C3", "C4")), lesson(game("C3", "D3"))]
    assert len(gather(lessons, 2)) == LEVELS + (2 * LEVELS + REPLY_LEVELS), "the two answers are the same"


def test_ratings_come_to_the_frequencies_of_the_moves() -> None:
    """Of ten first moves six are in the centre, and four on the four 2-2 points; nobody plays elsewhere."""
    lessons = [lesson(game(name)) for name in ["C3"] * 6 + ["B2", "D4", "B4", "D2"]]
    student = student_of(gather(lessons, 1))
    for number in range(1, 300):
        student.study(lessons, 1, repeat(1.0 / math.sqrt(number)))
    score = student.study(lessons, 1)
    assert score.moves == 10
    assert score.hits == 6
    best = 6 * math.log(0.6) + 4 * math.log(0.1)
    assert best * 1.05 < score.log_likelihood < best


def test_the_rating_of_a_pattern_includes_those_of_smaller_ones() -> None:
    lessons = [lesson(game("C3")) for _ in range(6)]
    student = student_of(gather(lessons, 1))
    for _ in range(20):
        student.study(lessons, 1, repeat(0.5))
    ratings = student.ratings()
    values = [int(ratings.values[find_slot(ratings.keys, u64(key))]) for key in keys_of("C3")]
    assert values == sorted(values)
    assert values[-1] > 3 * values[0] > 0


def test_what_a_move_does_is_learned_without_any_pattern() -> None:
    """Every answer is next to the last move."""
    lessons = [lesson(game("A1", "B1")), lesson(game("E5", "D5")), lesson(game("A5", "B5")), lesson(game("E1", "E2"))]
    student = student_of(gather(lessons, 100_000))
    for _ in range(50):
        student.study(lessons, 1, repeat(0.5))
    score = student.study([lesson(game("A1", "B1"))], 2, skipped=1)
    assert score.moves == 1
    assert score.log_likelihood > math.log(0.4), "there are two such points among 24"


def test_factors_learn_what_two_features_mean_together() -> None:
    """In the corner the answer is near, in the centre it is far: neither place nor distance alone tells."""
    near, far = [lesson(game("A1", "B1"))], [lesson(game("C3", "A1"))]
    student = student_of(gather(near, 100_000))
    last = slice(int(OFFSETS[GROUP["last"]]), int(OFFSETS[GROUP["before"]]))
    before = student.ratings().factors[last]
    for _ in range(60):
        student.study(near + far, 1, repeat(0.5))
    assert np.abs(student.ratings().factors[last] - before).max() > 0.05
    for lessons in (near, far):
        assert student.study(lessons, 2, skipped=1).log_likelihood > math.log(0.2), "four corners share the chance"


def test_a_score_without_a_step_changes_nothing() -> None:
    lessons = [lesson(game("C3", "B2", "D4"))]
    student = student_of(gather(lessons, 1))
    student.study(lessons, 1, repeat(0.1))
    before = student.ratings()
    score = student.study(lessons, 1)
    assert score.moves == 3
    assert all(np.array_equal(one, two) for one, two in zip(before, student.ratings(), strict=True))
    assert "of 3 moves" in str(score)


def test_patterns_that_were_never_met_are_left_out() -> None:
    """A rating of nothing would hide that of the smaller ones, which were met."""
    known = gather([lesson(game("C3")), lesson(game("B2", "B3", stones=("C3", "D4")))], 1)
    student = student_of(known)
    student.study([lesson(game("C3"))], 1, repeat(0.5))
    met = known_to(student.ratings())
    assert set(keys_of("C3")) <= met < set(known.tolist())


def test_a_student_begins_with_what_the_teacher_knows() -> None:
    lessons = [lesson(game("C3", "B2"))] * 4
    teacher = student_of(gather(lessons, 1))
    for _ in range(20):
        teacher.study(lessons, 1, repeat(0.5))
    student = student_of(gather([*lessons, lesson(game("A1"))], 1), teacher)
    assert student.study(lessons, 1).log_likelihood == pytest.approx(teacher.study(lessons, 1).log_likelihood, rel=1e-6)
    stranger = student_of(gather(lessons, 1))
    assert stranger.study(lessons, 1).log_likelihood < 2 * teacher.study(lessons, 1).log_likelihood


def test_set_up_stones_stand_and_a_move_on_a_stone_ends_a_game() -> None:
    """Some records have such errors."""
    student = student_of(gather([lesson(game("C3"))], 1))
    assert student.study([lesson(game("C3", "C3", "B2"))], 1, repeat(0.1)).moves == 1
    assert student.study([lesson(game("C3", stones=("C3",)))], 1, repeat(0.1)).moves == 0
    assert student.study([lesson(game("B2", "D4", stones=("C3", "C3")))], 1, repeat(0.1)).moves == 2
    four = [lesson(game("B2", "pass", "D4", "A1"))]
    assert student.study(four, 2, repeat(0.1)).moves == 2, "every second turn"
    assert student.study(four, 2, repeat(0.1), 1).moves == 1, "the others, of which one is a pass"


def test_a_file_is_what_the_package_reads(tmp_path: Path) -> None:
    ratings = student_of(gather([lesson(game("C3"))], 1)).ratings()
    save({"large": ratings}, tmp_path / "own.ratings")
    with np.load(tmp_path / "own.ratings") as stored:
        assert set(stored) == {f"{kind}_{name}" for kind in KINDS for name in Ratings._fields}
        assert stored["small_keys"].dtype == np.uint64, "what is known of one kind of board is used for the other"
        assert stored["small_values"].dtype == np.int16
        assert stored["large_members"].shape == (MEMBERS,)
        assert stored["large_factors"].shape == (MEMBERS, FACTORS)


def test_every_turn_is_learned_from_in_some_games() -> None:
    """Were it the same turns in all games, a pattern of another turn would only be seen where nobody has played it."""
    student = Student(np.array([1], np.uint64))
    short = lesson(game("C3"))
    assert student.study([short] * 6, 3, repeat(0.1)).moves == 2
    assert student.study([short] * 6, 3, repeat(0.1), 2).moves == 2


@pytest.mark.parametrize("rating", [-100.0, 100.0])
def test_ratings_far_from_zero_give_probabilities_all_the_same(rating: float) -> None:
    """Only differences of ratings count; their exponentials alone would be too small or too large for a number."""
    student = Student(np.array([1], np.uint64))
    before = student.study([lesson(game("C3"))], 1).log_likelihood
    student._notes.ratings[:] = rating
    after = student.study([lesson(game("C3"))], 1, repeat(0.1)).log_likelihood
    assert after == pytest.approx(before)
    assert np.isfinite(student._notes.ratings).all()
