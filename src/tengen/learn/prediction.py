"""Learning to predict the moves of strong players.

First the patterns that were played often enough are collected. Then each move of a game is a contest that the move wins
against all other legal moves, as in ``learn.shapes``. Here a move is a team: its known patterns of all sizes, and its
members, which are what the move does (see ``patterns.prediction``). The rating of the team is the sum of the ratings of
all, and of the products of the factors of each two members. The numbers that make the games most probable are learned
by gradient steps, one for each move, with a step size for each number (AdaGrad: Duchi, Hazan and Singer 2011).

Most moves of a large board are far from the last two, and nearly all of these are unlikely. So in learning only one in
four of them takes part, and stands for four.
"""

import math
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import LARGEST_TINY_SIZE, Board, dimensions
from tengen.board.eye import is_true_eye
from tengen.board.move import end_turn, is_legal
from tengen.board.point import EMPTY, MAX_SIZE, PASS, Colour, Point
from tengen.compiled.jit import kernel
from tengen.compiled.record import Record
from tengen.compiled.word import FOUR, ONE, SIX, ZERO, u64
from tengen.learn.games import TrainingGame, first_board, put_recorded
from tengen.patterns.hash_table import build_table, find_slot
from tengen.patterns.move_features import GROUPS, MEMBERS, OFFSETS, Survey, classify, look_over
from tengen.patterns.ratings import FACTORS, KINDS, SCALE, Ratings
from tengen.patterns.surroundings import (
    ANSWER,
    LEVELS,
    NO_PLACE,
    REPLY,
    REPLY_LEVELS,
    key_with_place,
    place_of,
    steps_between,
    widen,
)
from tengen.tactics.suggestion import Moves

SEQUENCES = 2 * LEVELS + REPLY_LEVELS  # patterns of a move at most: around it, with the last move, around the last move
TEAM = GROUPS + SEQUENCES  # the members come first
CANDIDATES = MAX_SIZE * MAX_SIZE
NOWHERE, UNMET = 0xFFFFFFFF, 0xFFFFFFFE  # instead of a slot: there is no narrower pattern; never seen in a contest
NEAR = SIX  # steps from the last move or the one before it within which all moves take part in learning
STANDS_FOR = FOUR  # moves: each of the others that takes part
NEGLIGIBLE = 0.0005  # errors below this are not learned from: that would take most of the time
FIRST_FACTORS = 0.05  # standard deviation: equal factors would stay equal
LAST_STEP = 0.02  # step size of the last game, as a share of the first: then the ratings settle
FACTOR_STEP = 0.1  # step size of the factors, as a multiple of that of the ratings; with 0.2 they may grow without end


class PredictionScore(NamedTuple):
    """How well moves were predicted."""

    moves: int
    hits: int
    """How often the move with the highest rating was played."""
    log_likelihood: float
    """The sum of the logarithms of the probabilities of the moves that were played."""

    @property
    def share(self) -> float:
        """The share of moves that were predicted correctly."""
        return self.hits / self.moves if self.moves else 0.0

    def __str__(self) -> str:
        mean = self.log_likelihood / self.moves if self.moves else 0.0
        return f"{self.share:.1%} of {self.moves} moves, mean log-likelihood {mean:.3f}"


class Lesson(NamedTuple):
    """A game in compact form, since tens of thousands are kept in memory."""

    size: int
    stones: dict[Colour, list[Point]]
    moves: NDArray[np.uint16]
    """Indexed by turn: colour and point."""

    def start(self) -> Board:
        """Return the board before the first move."""
        return first_board(self.size, self.stones)

    @property
    def kind(self) -> str:
        """The kind of board, whose ratings the game is for."""
        return KINDS[self.size > LARGEST_TINY_SIZE]


def lesson(game: TrainingGame) -> Lesson:
    """Return a game as a lesson."""
    return Lesson(game.size, game.stones, np.array(game.moves, np.uint16).reshape(-1, 2))


class Desk(Record):
    """What is needed to look at the moves of a position, for one board size."""

    survey: Survey
    moves: Moves


@cache
def _desk(size: int) -> Desk:
    return Desk.new(**dimensions(size))


def gather(lessons: Iterable[Lesson], least: int) -> NDArray[np.uint64]:
    """Return the keys of the patterns of all kinds and sizes that were played often enough."""
    played = []
    for game in lessons:
        keys = np.zeros((SEQUENCES, len(game.moves)), np.uint64)
        played.append(keys[:, : _gather_game(game.start(), game.moves, _desk(game.size), keys)])
    if not any(keys.shape[1] for keys in played):
        raise ValueError("there are no moves to learn from")
    common = []
    for number in range(SEQUENCES):
        keys, counts = np.unique(np.concatenate([of_game[number] for of_game in played]), return_counts=True)
        common.append(keys[(counts >= least) & (keys != 0)])
    return np.concatenate(common)


@kernel
def _gather_game(board: Board, moves: NDArray[np.uint16], desk: Desk, keys: NDArray[np.uint64]) -> int:
    """Replay a game, up to a move on a stone; write the patterns of its moves, and return how many moves there are."""
    count, survey = 0, desk.survey
    for turn in range(len(moves)):
        colour, point = u64(moves[turn, 0]), u64(moves[turn, 1])
        if point == PASS:
            continue
        if board.colour[point] != EMPTY:
            break
        board.to_play = colour
        look_over(board, survey)
        place = place_of(board, point, u64(board.last))
        for level in range(u64(LEVELS)):
            keys[level, count] = widen(board, point, colour, u64(level), survey.images)
            if place != NO_PLACE:
                keys[u64(LEVELS) + u64(level), count] = key_with_place(survey.images, u64(level), place, ANSWER)
        if place != NO_PLACE and survey.has_reply == ONE:
            for level in range(u64(REPLY_LEVELS)):
                reply = key_with_place(survey.replies[level], u64(level), place, REPLY)
                keys[u64(2 * LEVELS) + u64(level), count] = reply
        count += 1
        put_recorded(board, point, colour)
        end_turn(board, point)
    return count


class Notes(Record):
    """What is learned: ratings of members and of patterns (by slot of the table), and factors of members."""

    keys: Annotated[NDArray[np.uint64], "slots"]
    narrower: Annotated[NDArray[np.uint32], "slots"]  # the slot of the next smaller pattern, NOWHERE or UNMET
    ratings: Annotated[NDArray[np.float64], "ratings"]  # members, then patterns
    squares: Annotated[NDArray[np.float64], "ratings"]  # the sum of the squared errors
    factors: Annotated[NDArray[np.float32], MEMBERS, FACTORS]
    factor_squares: Annotated[NDArray[np.float32], MEMBERS, FACTORS]
    step: Annotated[float, np.float64]  # the step size now; 0 learns nothing
    every: Annotated[int, np.uint64]  # every n-th move is used
    skipped: Annotated[int, np.uint64]  # moves before the first that is used


class Contest(Record):
    """The teams of the current contest, and counts over all contests."""

    points: Annotated[NDArray[np.uint16], CANDIDATES]
    stands_for: Annotated[NDArray[np.uint8], CANDIDATES]
    teams: Annotated[NDArray[np.uint32], CANDIDATES, TEAM]
    length: Annotated[NDArray[np.uint64], CANDIDATES]  # of each team
    sums: Annotated[NDArray[np.float32], CANDIDATES, FACTORS]  # of the factors of each team
    chance: Annotated[NDArray[np.float64], CANDIDATES]
    moves: Annotated[int, np.uint64]
    hits: Annotated[int, np.uint64]
    log_likelihood: Annotated[float, np.float64]


class Student:
    """Learns ratings for known patterns and for all members, game by game."""

    def __init__(self, known: NDArray[np.uint64], teacher: "Student | None" = None, seed: int = 1) -> None:
        """Begin with the ratings of a teacher, who has learned from other games; else with none."""
        keys = build_table(known, np.zeros(len(known), np.int16)).keys
        self._notes = notes = Notes.new(slots=len(keys), ratings=MEMBERS + len(keys))
        notes.keys[:] = keys
        notes.narrower[:] = UNMET
        notes.squares[:] = 1.0
        notes.factor_squares[:] = 1.0
        notes.factors[:] = np.random.default_rng(seed).normal(0.0, FIRST_FACTORS, (MEMBERS, FACTORS))
        self._contest = Contest.new()
        if teacher is not None:
            self._learn_from(teacher._notes)

    def _learn_from(self, teacher: Notes) -> None:
        notes = self._notes
        notes.ratings[:MEMBERS] = teacher.ratings[:MEMBERS]
        notes.factors[:] = teacher.factors
        _, own, theirs = np.intersect1d(notes.keys, teacher.keys, return_indices=True)
        is_used = notes.keys[own] != 0
        notes.ratings[MEMBERS + own[is_used]] = teacher.ratings[MEMBERS + theirs[is_used]]

    def study(
        self, lessons: Iterable[Lesson], every: int, steps: Iterable[float] = repeat(0.0), skipped: int = 0
    ) -> PredictionScore:
        """Learn from every n-th move of games, with a step size for each game; 0 only measures the predictions.

        The first move that is used is another one in each game. Otherwise a pattern that is played early in most games
        would be seen only later, where nobody has played it.
        """
        self._notes.every = every
        contest = self._contest
        contest.moves, contest.hits, contest.log_likelihood = 0, 0, 0.0
        for number, (game, step) in enumerate(zip(lessons, steps, strict=False)):
            self._notes.step, self._notes.skipped = step, (number + skipped) % every
            _study_game(game.start(), game.moves, self._notes, contest, _desk(game.size))
        return PredictionScore(int(contest.moves), int(contest.hits), float(contest.log_likelihood))

    def ratings(self) -> Ratings:
        """Return the learned ratings; that of a pattern includes those of all smaller ones of its sequence.

        Patterns that never occurred in a contest are left out: they would hide the smaller ones.
        """
        notes = self._notes
        known = np.flatnonzero((notes.narrower != UNMET) & (notes.keys != 0))
        total, slot = notes.ratings[MEMBERS + known], notes.narrower[known]
        for _ in range(LEVELS):
            more = np.flatnonzero(slot != NOWHERE)
            total[more] += notes.ratings[MEMBERS + slot[more].astype(np.int64)]
            slot[more] = notes.narrower[slot[more]]
        stored = np.clip(np.round(total * SCALE), -32_000, 32_000).astype(np.int16)
        keys, values = build_table(notes.keys[known], stored)
        members = notes.ratings[:MEMBERS] - 0.5 * (notes.factors.astype(np.float64) ** 2).sum(axis=1)
        return Ratings(keys, values.astype(np.int16), members.astype(np.float32), notes.factors.copy())


def save(ratings: Mapping[str, Ratings], path: Path) -> None:
    """Write the file that ``patterns.prediction`` reads. Ratings for one kind of board are used for the other, too."""
    of_kind = {kind: ratings.get(kind) or next(iter(ratings.values())) for kind in KINDS}
    arrays = {f"{kind}_{name}": array for kind, of in of_kind.items() for name, array in of._asdict().items()}
    with path.open("wb") as file:  # NumPy would give a name without .npz one
        np.savez_compressed(file, **arrays)


@kernel
def _study_game(board: Board, moves: NDArray[np.uint16], notes: Notes, contest: Contest, desk: Desk) -> None:
    """Replay a game, up to a move on a stone, with a contest for each of its moves."""
    for turn in range(u64(len(moves))):
        colour, point = u64(moves[turn, 0]), u64(moves[turn, 1])
        if point == PASS:
            continue
        if board.colour[point] != EMPTY:
            break
        board.to_play = colour
        if u64(turn) % notes.every == notes.skipped:
            count = _line_up(board, point, notes, contest, desk)
            winner = _hold(notes, contest, count, point)
            if notes.step > 0.0 and winner < count:
                _learn(notes, contest, count, winner)
        put_recorded(board, point, colour)
        end_turn(board, point)


@kernel
def _line_up(board: Board, played: Point, notes: Notes, contest: Contest, desk: Desk) -> int:
    """Write the teams of the legal moves except own eyes; return how many there are."""
    colour, count = u64(board.to_play), ZERO
    look_over(board, desk.survey)
    for i in range(u64(board.empty_count)):
        point = u64(board.empty[i])
        if not is_legal(board, point, colour) or is_true_eye(board, point, colour):
            continue
        contest.stands_for[count] = ONE
        if notes.step > 0.0 and point != played and _is_far(board, point):
            if (point + u64(board.turn)) % STANDS_FOR != ZERO:
                continue
            contest.stands_for[count] = STANDS_FOR
        contest.points[count] = point
        contest.length[count] = _form_team(board, point, notes, desk, contest.teams[count])
        count += ONE
    return count


@kernel
def _is_far(board: Board, point: Point) -> bool:
    """Return whether a point is far from the last two moves."""
    return (
        board.last != PASS
        and steps_between(board, point, u64(board.last)) > NEAR
        and steps_between(board, point, u64(board.last_but_one)) > NEAR
    )


@kernel
def _form_team(board: Board, point: Point, notes: Notes, desk: Desk, team: NDArray[np.uint32]) -> int:
    """Write the ratings that a move is made of; return how many there are. Note which pattern is in which."""
    survey = desk.survey
    classify(board, point, survey, desk.moves)
    for group in range(u64(GROUPS)):
        team[group] = u64(OFFSETS[group]) + u64(survey.classes[group])
    length, none = u64(GROUPS), u64(len(notes.keys))
    place = place_of(board, point, u64(board.last))
    is_answer = place != NO_PLACE
    narrower, narrower_answer, narrower_reply = u64(NOWHERE), u64(NOWHERE), u64(NOWHERE)
    for level in range(u64(LEVELS)):
        slot = u64(find_slot(notes.keys, widen(board, point, u64(board.to_play), u64(level), survey.images)))
        if slot == none:
            break
        notes.narrower[slot] = narrower
        narrower = slot
        team[length] = u64(MEMBERS) + slot
        length += ONE
        if is_answer:
            slot = u64(find_slot(notes.keys, key_with_place(survey.images, u64(level), place, ANSWER)))
            is_answer = slot != none
            if is_answer:
                notes.narrower[slot] = narrower_answer
                narrower_answer = slot
                team[length] = u64(MEMBERS) + slot
                length += ONE
    if place != NO_PLACE and survey.has_reply == ONE:
        for level in range(u64(REPLY_LEVELS)):
            slot = u64(find_slot(notes.keys, key_with_place(survey.replies[level], u64(level), place, REPLY)))
            if slot == none:
                break
            notes.narrower[slot] = narrower_reply
            narrower_reply = slot
            team[length] = u64(MEMBERS) + slot
            length += ONE
    return length


@kernel
def _hold(notes: Notes, contest: Contest, count: int, played: Point) -> int:
    """Compute the probability of each team, update the counts, and return the index of the played move or ``count``."""
    best, winner = ZERO, count
    for i in range(count):
        contest.chance[i] = _rating_of_team(notes, contest, u64(i))
        if contest.chance[i] > contest.chance[best]:
            best = u64(i)
        if contest.points[i] == played:
            winner = u64(i)
    highest, total = contest.chance[best], 0.0  # exponentials of what is below the highest rating cannot overflow
    for i in range(count):
        total += math.exp(contest.chance[i] - highest) * contest.stands_for[i]
    if winner < count:
        contest.moves += ONE
        contest.hits += ONE if best == winner else ZERO
        contest.log_likelihood += contest.chance[winner] - highest - math.log(total)
    for i in range(count):
        contest.chance[i] = math.exp(contest.chance[i] - highest) / total
    return winner


@kernel
def _rating_of_team(notes: Notes, contest: Contest, i: int) -> float:
    """Return the sum of the ratings, and of the products of factors; leave the sum of the factors in ``contest``."""
    team, sums = contest.teams[i], contest.sums[i]
    rating = 0.0
    for k in range(u64(contest.length[i])):
        rating += notes.ratings[u64(team[k])]
    sums[:] = np.float32(0.0)
    squares = 0.0
    for k in range(u64(GROUPS)):
        factors = notes.factors[u64(team[k])]
        for f in range(u64(FACTORS)):
            sums[f] += factors[f]
            squares += factors[f] * factors[f]
    square = 0.0
    for f in range(u64(FACTORS)):
        square += sums[f] * sums[f]
    return rating + 0.5 * (square - squares)


@kernel
def _learn(notes: Notes, contest: Contest, count: int, winner: int) -> None:
    """Move the ratings and factors of each team towards the result; a number that has moved much moves less."""
    factor_step = np.float32(FACTOR_STEP * notes.step)
    for i in range(count):
        error = (1.0 if i == winner else 0.0) - contest.chance[i] * contest.stands_for[i]
        if abs(error) < NEGLIGIBLE:
            continue
        for k in range(u64(contest.length[i])):
            member = u64(contest.teams[i, k])
            notes.squares[member] += error * error
            notes.ratings[member] += notes.step * error / math.sqrt(notes.squares[member])
        short_error = np.float32(error)  # all in single precision, of which the processor computes eight at a time
        for k in range(u64(GROUPS)):
            member = u64(contest.teams[i, k])
            for f in range(u64(FACTORS)):
                slope = short_error * (contest.sums[i, f] - notes.factors[member, f])
                notes.factor_squares[member, f] += slope * slope
                notes.factors[member, f] += factor_step * slope / np.sqrt(notes.factor_squares[member, f])
