"""Chains with two liberties: whether an atari catches them, which atari is best, and how to escape."""

from tengen.board.board import Board
from tengen.board.chain import Head, first_liberty
from tengen.board.move import is_legal
from tengen.board.point import Point
from tengen.board.shape import adjacent_point, adjacent_stones
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import FOUR, ONE, THREE, TWO, ZERO, u64
from tengen.tactics.liberty import captures_something, liberties_after, liberties_after_loss, second_liberty
from tengen.tactics.self_atari import is_bad_self_atari
from tengen.tactics.suggestion import Moves, add_once


@kernel
def attack(board: Board, head: Head, moves: Moves) -> None:
    """Suggest the atari on an enemy chain after which it cannot get three liberties by extending.

    If both ataris leave the chain equally many, the one whose stone has more liberties is better: on the first line,
    the atari from above.
    """
    first = first_liberty(board, head)
    second = second_liberty(board, head, first)
    after_first = _left_after_atari(board, head, first, second)
    after_second = _left_after_atari(board, head, second, first)
    if after_first == THREE and after_second == THREE:
        return
    if after_first == after_second:
        colour = u64(board.to_play)
        after_first += liberties_after(board, second, colour, FOUR)
        after_second += liberties_after(board, first, colour, FOUR)
    if after_first <= after_second:
        add_once(moves, first)
    if after_second <= after_first:
        add_once(moves, second)


@kernel
def _left_after_atari(board: Board, head: Head, taken: Point, left: Point) -> int:
    """Return the liberties of a chain, at most three, if the attacker takes one and it extends to the other.

    Three also if the extension captures something, or if the attacker's move is illegal or a bad self-atari.
    """
    defender = u64(board.colour[head])
    attacker = THREE - defender
    liberties = liberties_after_loss(board, left, defender, taken, THREE)
    # Counting liberties comes first: it decides most cases, and is cheaper than the other tests.
    if (
        liberties >= THREE
        or captures_something(board, left, defender)
        or not is_legal(board, taken, attacker)
        or is_bad_self_atari(board, taken, attacker)
    ):
        return THREE
    return liberties


@kernel
def can_be_caught(board: Board, head: Head) -> bool:
    """Return whether some atari leaves a chain with two liberties fewer than three after it extends."""
    first = first_liberty(board, head)
    return _can_be_caught(board, head, first, second_liberty(board, head, first))


@inlined
def _can_be_caught(board: Board, head: Head, first: Point, second: Point) -> bool:
    return (
        _left_after_atari(board, head, first, second) < THREE or _left_after_atari(board, head, second, first) < THREE
    )


@kernel
def defend(board: Board, head: Head, moves: Moves) -> None:
    """Suggest extensions and counter-attacks that save a chain of the side to play from being caught by an atari."""
    first = first_liberty(board, head)
    second = second_liberty(board, head, first)
    if not _can_be_caught(board, head, first, second):
        return
    colour = u64(board.to_play)
    for point in (first, second):
        if is_legal(board, point, colour) and liberties_after(board, point, colour, THREE) >= THREE:
            add_once(moves, point)
    counter_attack(board, head, moves)


@kernel
def counter_attack(board: Board, head: Head, moves: Moves) -> None:
    """Suggest captures of adjacent enemy chains in atari, and ataris on those with two liberties."""
    enemy = THREE - u64(board.colour[head])
    stone = head
    seen = ZERO
    while True:
        enemies = adjacent_stones(board, stone, enemy)
        while enemies != ZERO:
            attacker = u64(board.chain[adjacent_point(board, stone, enemies)])
            enemies &= enemies - ONE
            if attacker != seen:
                seen = attacker
                liberties = u64(board.liberty_count[attacker])
                if liberties <= TWO:
                    if liberties == TWO:
                        attack(board, attacker, moves)
                    else:
                        point = first_liberty(board, attacker)
                        if point != board.ko:
                            add_once(moves, point)
        stone = u64(board.next_stone[stone])
        if stone == head:
            return
