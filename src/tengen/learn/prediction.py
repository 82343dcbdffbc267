"""Learning to predict the moves of strong players from the stones around them.

First the surroundings that were played often enough are collected, at every level (ring by ring). Then each move of a
game is a contest that the move wins against all other legal moves, as in ``learn.shapes``. Here a move is a team of
features: its surroundings at every known level, and its distances from the last two moves. The rating of the team is
the sum of its members' ratings. The ratings that make the games most probable are learned by gradient steps, one for
each move, with a step size for each rating (AdaGrad: Duchi, Hazan and Singer 2011).
"""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board
from tengen.board.eye import is_true_eye
from tengen.board.move import end_turn, is_legal
from tengen.board.point import EMPTY, MAX_SIZE, PASS, Colour, Point
from tengen.board.symmetry import SYMMETRIES
from tengen.compiled.jit import kernel
from tengen.compiled.record import Record
from tengen.compiled.word import ONE, TWO, ZERO, u64
from tengen.learn.games import TrainingGame, first_board, put_recorded
from tengen.patterns.hash_table import build_table, find_slot
from tengen.patterns.prediction import SCALE, Ratings
from tengen.patterns.surroundings import FARTHEST, LEVELS, new_images, steps_between, widen

DISTANCES = FARTHEST + 1
TEAM = 2 + LEVELS  # members at most: two distances, and the surroundings
CANDIDATES = MAX_SIZE * MAX_SIZE
NOWHERE, UNMET = 0xFFFFFFFF, 0xFFFFFFFE  # instead of a slot: there is no narrower level; never seen in a contest


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


def lesson(game: TrainingGame) -> Lesson:
    """Return a game as a lesson."""
    return Lesson(game.size, game.stones, np.array(game.moves, np.uint16).reshape(-1, 2))


def gather(lessons: Iterable[Lesson], least: int) -> NDArray[np.uint64]:
    """Return the hash numbers of the surroundings, at all levels, that were played often enough."""
    images, played = new_images(), []
    for game in lessons:
        numbers = np.empty((LEVELS, len(game.moves)), np.uint64)
        played.append(numbers[:, : _gather_game(game.start(), game.moves, images, numbers)])
    if not any(numbers.shape[1] for numbers in played):
        raise ValueError("there are no moves to learn from")
    common = []
    for level in range(LEVELS):
        numbers, counts = np.unique(np.concatenate([of_game[level] for of_game in played]), return_counts=True)
        common.append(numbers[counts >= least])
    return np.concatenate(common)


@kernel
def _gather_game(
    board: Board, moves: NDArray[np.uint16], images: NDArray[np.uint64], numbers: NDArray[np.uint64]
) -> int:
    """Replay a game, up to a move on a stone; write the surroundings of its moves, and return how many there are."""
    count = 0
    for turn in range(len(moves)):
        colour, point = u64(moves[turn, 0]), u64(moves[turn, 1])
        if point == PASS:
            continue
        if board.colour[point] != EMPTY:
            break
        for level in range(u64(LEVELS)):
            numbers[level, count] = widen(board, point, colour, u64(level), images)
        count += 1
        put_recorded(board, point, colour)
    return count


class Notes(Record):
    """The ratings while they are learned: one for each slot of the table, then those of the two distances."""

    keys: Annotated[NDArray[np.uint64], "slots"]
    narrower: Annotated[NDArray[np.uint32], "slots"]  # the slot of the same point one level narrower, NOWHERE or UNMET
    ratings: Annotated[NDArray[np.float64], "members"]
    squares: Annotated[NDArray[np.float64], "members"]  # the sum of the squared errors
    step: Annotated[float, np.float64]  # the first step size; 0 learns nothing
    every: Annotated[int, np.uint64]  # every n-th move is used


class Contest(Record):
    """The teams of the current contest, and counts over all contests."""

    points: Annotated[NDArray[np.uint16], CANDIDATES]
    teams: Annotated[NDArray[np.uint32], CANDIDATES, TEAM]
    length: Annotated[NDArray[np.uint64], CANDIDATES]  # of each team
    chance: Annotated[NDArray[np.float64], CANDIDATES]
    images: Annotated[NDArray[np.uint64], SYMMETRIES]  # scratch
    moves: Annotated[int, np.uint64]
    hits: Annotated[int, np.uint64]
    log_likelihood: Annotated[float, np.float64]


class Student:
    """Learns ratings for known surroundings, game by game."""

    def __init__(self, known: NDArray[np.uint64]) -> None:
        keys = build_table(known, np.zeros(len(known), np.int16)).keys
        self._notes = Notes.new(slots=len(keys), members=len(keys) + 2 * DISTANCES)
        self._notes.keys[:] = keys
        self._notes.narrower[:] = UNMET
        self._notes.squares[:] = 1.0
        self._contest = Contest.new()

    def study(self, lessons: Iterable[Lesson], every: int, step: float) -> PredictionScore:
        """Learn from every n-th move of games; ``step`` 0 only measures how well they are predicted."""
        self._notes.every, self._notes.step = every, step
        contest = self._contest
        contest.moves, contest.hits, contest.log_likelihood = 0, 0, 0.0
        for game in lessons:
            _study_game(game.start(), game.moves, self._notes, contest)
        return PredictionScore(int(contest.moves), int(contest.hits), float(contest.log_likelihood))

    def ratings(self) -> Ratings:
        """Return the learned ratings: for all surroundings that occurred, the sum of the ratings of their levels."""
        keys, narrower = self._notes.keys, self._notes.narrower
        known = np.flatnonzero(narrower != UNMET)
        known = known[np.argsort(keys[known])]
        total, place = self._notes.ratings[known], narrower[known]
        for _ in range(LEVELS):
            more = np.flatnonzero(place != NOWHERE)
            total[more] += self._notes.ratings[place[more]]
            place[more] = narrower[place[more]]
        near = self._notes.ratings[len(keys) :].reshape(2, DISTANCES)
        return Ratings(keys[known], _stored(total), _stored(near))


def save(ratings: Ratings, path: Path) -> None:
    """Write the file that ``patterns.prediction`` reads."""
    with path.open("wb") as file:  # NumPy would give a name without .npz one
        np.savez_compressed(file, **ratings._asdict())


def _stored(ratings: NDArray[np.float64]) -> NDArray[np.int16]:
    return np.clip(np.round(ratings * SCALE), -32_000, 32_000).astype(np.int16)


@kernel
def _study_game(board: Board, moves: NDArray[np.uint16], notes: Notes, contest: Contest) -> None:
    """Replay a game, up to a move on a stone, with a contest for each of its moves."""
    for turn in range(u64(len(moves))):
        colour, point = u64(moves[turn, 0]), u64(moves[turn, 1])
        if point == PASS:
            continue
        if board.colour[point] != EMPTY:
            break
        board.to_play = colour
        if u64(turn) % notes.every == ZERO:
            count = _line_up(board, notes, contest)
            winner = _hold(notes, contest, count, point)
            if notes.step > 0.0 and winner < count:
                _learn(notes, contest, count, winner)
        put_recorded(board, point, colour)
        end_turn(board, point)


@kernel
def _line_up(board: Board, notes: Notes, contest: Contest) -> int:
    """Write the teams of all legal moves except own eyes; return how many there are."""
    colour, count = u64(board.to_play), ZERO
    for i in range(u64(board.empty_count)):
        point = u64(board.empty[i])
        if is_legal(board, point, colour) and not is_true_eye(board, point, colour):
            contest.points[count] = point
            contest.length[count] = _form_team(board, point, notes, contest, contest.teams[count])
            count += ONE
    return count


@kernel
def _form_team(board: Board, point: Point, notes: Notes, contest: Contest, team: NDArray[np.uint32]) -> int:
    """Write the ratings that a move is made of; return how many there are."""
    slots = u64(len(notes.keys))
    team[0] = slots + steps_between(board, point, u64(board.last))
    team[1] = slots + u64(DISTANCES) + steps_between(board, point, u64(board.last_but_one))
    length = TWO
    for level in range(u64(LEVELS)):
        slot = find_slot(notes.keys, widen(board, point, u64(board.to_play), u64(level), contest.images))
        if slot == slots:
            break
        team[length] = slot
        length += ONE
    return length


@kernel
def _hold(notes: Notes, contest: Contest, count: int, played: Point) -> int:
    """Compute the probability of each team, update the counts, and return the index of the played move or ``count``."""
    best, winner, total = ZERO, count, 0.0
    for i in range(count):
        rating = 0.0
        for k in range(u64(contest.length[i])):
            rating += notes.ratings[u64(contest.teams[i, k])]
        contest.chance[i] = math.exp(rating)
        total += contest.chance[i]
        if contest.chance[i] > contest.chance[best]:
            best = u64(i)
        if contest.points[i] == played:
            winner = u64(i)
    for i in range(count):
        contest.chance[i] /= total
    if winner < count:
        contest.moves += ONE
        contest.hits += ONE if best == winner else ZERO
        contest.log_likelihood += math.log(contest.chance[winner])
    return winner


@kernel
def _learn(notes: Notes, contest: Contest, count: int, winner: int) -> None:
    """Move the ratings of each team towards the result; a rating that has moved much moves less."""
    for i in range(count):
        error = (1.0 if i == winner else 0.0) - contest.chance[i]
        for k in range(u64(contest.length[i])):
            member = u64(contest.teams[i, k])
            notes.squares[member] += error * error
            notes.ratings[member] += notes.step * error / math.sqrt(notes.squares[member])
            if k >= TWO:
                notes.narrower[member] = NOWHERE if k == TWO else contest.teams[i, u64(k) - ONE]
