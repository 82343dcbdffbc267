"""Learning the values of 3x3 shapes from the moves of strong players.

Each move of a game is a contest that the shape played wins against the shapes of all other legal moves. By the
Bradley-Terry model a shape of strength g wins with probability g divided by the sum of all strengths there; the
strengths that make the games most probable are found by minorisation and maximisation (Hunter 2004; Coulom 2007),
with a contest won and one lost against strength 1 for each shape, so that rare ones keep a finite value.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, new_board
from tengen.board.eye import is_true_eye
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, PASS
from tengen.compiled.jit import kernel
from tengen.compiled.word import u64
from tengen.learn.games import TrainingGame, put_recorded
from tengen.patterns.shape_values import MOST, canonical_codes, exchanged_codes


class Contests(NamedTuple):
    """The contests of all moves: how many candidates of which shape, and which shape won."""

    start: NDArray[np.int64]
    """Where the entries of each contest begin; one more at the end."""
    shapes: NDArray[np.uint16]
    counts: NDArray[np.uint16]
    winners: NDArray[np.uint16]


def collect(games: Iterable[TrainingGame], every: int) -> Contests:
    """Return the contests of every n-th move of games without set-up stones."""
    classes = np.array([canonical_codes() * 0, canonical_codes(), canonical_codes()[exchanged_codes()]])
    starts, shapes, counts, winners = [0], [], [], []
    for number, game in enumerate(games):
        if game.stones:
            continue
        moves = np.array(game.moves, np.uint64).reshape(-1, 2)
        room = len(moves) // every + 1
        entries = np.empty((room * game.size**2, 2), np.uint16)
        ends, won = np.empty(room, np.int64), np.empty(room, np.uint16)
        found = _collect_game(new_board(game.size), moves, classes, number % every, every, entries, ends, won)
        if found:
            used = entries[: ends[found - 1]]
            starts.extend((starts[-1] + ends[:found]).tolist())
            shapes.append(used[:, 0].copy())
            counts.append(used[:, 1].copy())
            winners.append(won[:found].copy())
    if not winners:
        raise ValueError("there are no moves to learn from")
    return Contests(np.array(starts), np.concatenate(shapes), np.concatenate(counts), np.concatenate(winners))


@kernel
def _collect_game(
    board: Board,
    moves: NDArray[np.uint64],
    classes: NDArray[np.uint16],
    offset: int,
    every: int,
    entries: NDArray[np.uint16],
    ends: NDArray[np.int64],
    winners: NDArray[np.uint16],
) -> int:
    """Replay a game, up to a move on a stone, and write its contests; return how many there are."""
    place = np.full(classes.shape[1], -1, np.int64)  # where a shape stands among the entries of this contest
    contests = 0
    end = 0
    for turn in range(len(moves)):
        colour, point = moves[turn]
        if point == PASS:
            continue
        if board.colour[point] != EMPTY:
            break
        if turn % every == offset:
            begin = end
            for i in range(u64(board.empty_count)):
                candidate = u64(board.empty[i])
                if is_legal(board, candidate, colour) and not is_true_eye(board, candidate, colour):
                    shape = classes[colour, board.code[candidate]]
                    if place[shape] < 0:
                        place[shape] = end
                        entries[end, 0] = shape
                        entries[end, 1] = 0
                        end += 1
                    entries[place[shape], 1] += 1
            winner = classes[colour, board.code[point]]
            if place[winner] >= 0:
                winners[contests] = winner
                ends[contests] = end
                contests += 1
                kept = end
            else:
                kept = begin  # the move filled an own eye: no contest
            for k in range(begin, end):
                place[entries[k, 0]] = -1
            end = kept
        put_recorded(board, point, colour)
    return contests


@kernel
def _maximise(
    start: NDArray[np.int64],
    shape: NDArray[np.uint16],
    count: NDArray[np.uint16],
    wins: NDArray[np.float64],
    strength: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the strengths after one step of minorisation and maximisation."""
    weight = 2.0 / (strength + 1.0)  # the two contests against strength 1
    for contest in range(len(start) - 1):
        total = 0.0
        for k in range(start[contest], start[contest + 1]):
            total += strength[shape[k]] * count[k]
        for k in range(start[contest], start[contest + 1]):
            weight[shape[k]] += count[k] / total
    return (wins + 1.0) / weight


def fit(contests: Contests, steps: int) -> dict[int, float]:
    """Return the strength of every shape that was a candidate."""
    wins = np.bincount(contests.winners, minlength=1 << 16).astype(np.float64)
    strength = np.ones(1 << 16)
    for _ in range(steps):
        strength = _maximise(contests.start, contests.shapes, contests.counts, wins, strength)
    seen = np.unique(contests.shapes)
    return {int(code): float(strength[code]) for code in seen}


def mean_log_likelihood(contests: Contests, strengths: dict[int, float]) -> float:
    """Return the mean logarithm of the probability given to the moves that were played."""
    strength = np.ones(1 << 16)
    strength[list(strengths)] = list(strengths.values())
    sums = np.add.reduceat(strength[contests.shapes] * contests.counts, contests.start[:-1])
    return float(np.mean(np.log(strength[contests.winners] / sums)))


def to_values(strengths: dict[int, float]) -> dict[int, int]:
    """Return strengths on Mango's scale from 1 to 2433."""
    most = max(strengths.values())
    return {code: max(1, round(MOST * strength / most)) for code, strength in strengths.items()}


def to_text(values: dict[int, int], comment: str) -> str:
    """Return the lines of the file that is shipped."""
    lines = [f"# {comment}", "# canonical 3x3 code (hexadecimal), value"]
    return "\n".join([*lines, *(f"{code:04x}\t{value}" for code, value in sorted(values.items()))]) + "\n"
