"""What every tactic says about a position: sets of points, pairs of points among them, so that they can be turned.

The same functions run as plain Python. As a program this file prints the answers for positions of random games:

    python answers.py SIZE COUNT SEED
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from tengen.board.board import Board, size_of
from tengen.board.chain import first_liberty
from tengen.board.life import chain_points
from tengen.board.move import is_legal
from tengen.board.point import EMPTY, MAX_SIZE, PASS, all_points
from tengen.compiled.word import u64
from tengen.playout.state import new_playout_state
from tengen.tactics import atari, n_liberties, two_liberties
from tengen.tactics.common_fate import measure, new_fates
from tengen.tactics.ladder import is_caught_by_atari, is_caught_in_ladder, runs_into_ladder
from tengen.tactics.liberty import captures_something, liberties_after, second_liberty
from tengen.tactics.nakade import killing_point
from tengen.tactics.self_atari import is_bad_self_atari, is_self_atari, other_liberty
from tengen.tactics.suggestion import Moves

Answers: TypeAlias = dict[str, set[tuple[int, ...]]]


def vital_point(board: Board, inside: int, owner: int) -> int:
    """Return the vital point of an eye space, however many liberties the chains around it have."""
    return int(killing_point(board, u64(inside), u64(owner), u64(MAX_SIZE**2)))


def answers(board: Board) -> Answers:
    """Return what the tactics say to the side to play."""
    own, enemy = int(board.to_play), 3 - int(board.to_play)
    said: Answers = {}
    said["self_atari"] = {(p,) for p in legal_points(board) if is_self_atari(board, u64(p), u64(own))}
    said["bad_self_atari"] = {(p,) for p in legal_points(board) if is_bad_self_atari(board, u64(p), u64(own))}
    # Which of two chains has its other liberty played is left to chance.
    said["other_liberty"] = {(p,) for p in legal_points(board) if other_liberty(board, u64(p), u64(own)) != PASS}
    said["vital"] = {(p, vital_point(board, p, enemy)) for p in empty_points(board)}
    said["save_from_atari"] = suggested(board, atari.save_from_atari, own, range(1, 2))
    said["save_from_ladders"] = suggested(board, atari.save_from_ladders, own, range(1, 2))
    said["save_from_plain_ladders"] = suggested(board, atari.save_from_plain_ladders, own, range(1, 2))
    said["attack_two"] = suggested(board, two_liberties.attack, enemy, range(2, 3))
    said["defend_two"] = suggested(board, two_liberties.defend, own, range(2, 3))
    said["attack_n"] = suggested(board, n_liberties.attack, enemy, range(3, 5))
    said["defend_n"] = suggested(board, n_liberties.defend, own, range(3, 5))
    said["can_be_caught"] = {
        (s,)
        for h in heads(board, enemy, range(2, 3))
        if two_liberties.can_be_caught(board, h)
        for s in stones(board, h)
    }
    said["caught"] = {
        (s,)
        for h in heads(board, own, range(1, 2))
        if is_caught_in_ladder(board, h, moves(board))
        for s in stones(board, h)
    }
    said["caught_by_atari"] = {
        (s, point)
        for head, point in ataris(board)
        if is_caught_by_atari(board, head, point, moves(board))
        for s in stones(board, head)
    }
    said["fates"] = set(distances(board))
    return said


def legal_points(board: Board) -> list[int]:
    return [p for p in empty_points(board) if is_legal(board, u64(p), u64(board.to_play))]


def empty_points(board: Board) -> list[int]:
    return [p for p in all_points(size_of(board)) if board.colour[p] == EMPTY]


def heads(board: Board, colour: int, liberties: range) -> list[int]:
    """Return the heads of a colour's chains with so many liberties."""
    points = all_points(size_of(board))
    found = [p for p in points if board.colour[p] == colour and board.chain[p] == p]
    return [u64(head) for head in found if board.liberty_count[head] in liberties]


def stones(board: Board, head: int) -> list[int]:
    return [int(stone) for stone in chain_points(board, int(head))]


def moves(board: Board) -> Moves:
    return new_playout_state(board, seed=1).moves


def suggested(board: Board, tactic: Callable[..., None], colour: int, liberties: range) -> set[tuple[int, ...]]:
    """Return what a tactic suggests for each chain: pairs of a stone of it and a point."""
    found = set()
    for head in heads(board, colour, liberties):
        sheet = moves(board)
        tactic(board, head, sheet)
        points = sheet.points[: int(sheet.length)]
        found |= {(stone, int(point)) for stone in stones(board, head) for point in points}
    return found


def running_chains(board: Board) -> Iterator[tuple[int, int, bool]]:
    """Find the chains in atari that may extend to two liberties: head, exit, and whether that ends in a ladder."""
    colour = u64(board.to_play)
    for head in heads(board, int(colour), range(1, 2)):
        point = u64(first_liberty(board, head))
        takes = captures_something(board, point, colour)
        if not takes and liberties_after(board, point, colour, u64(3)) == 2:
            yield int(head), int(point), bool(runs_into_ladder(board, head, point, moves(board)))


def ataris(board: Board) -> Iterator[tuple[int, int]]:
    """Find the enemy chains with two liberties: each head with each of its liberties."""
    for head in heads(board, 3 - int(board.to_play), range(2, 3)):
        first = u64(first_liberty(board, head))
        yield head, first
        yield head, u64(second_liberty(board, head, first))


def distances(board: Board) -> Iterator[tuple[int, int, int]]:
    """Find the distances from the last move, each as (from, to, minus distance): no point is negative."""
    if board.last != PASS:
        fates = new_fates(board)
        measure(board, u64(board.last), u64(4), fates)
        for point in all_points(size_of(board)):
            yield int(board.last), point, -int(fates.distance[point])


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from playout.positions import random_positions

    size, count, seed = (int(word) for word in sys.argv[1:])
    for position in random_positions(size, count, seed):
        print({question: sorted(said) for question, said in answers(position).items()})
