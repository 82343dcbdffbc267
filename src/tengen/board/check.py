"""Checks a board against one that is computed anew from its colours, by a flood fill in plain Python."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, codes_of_colours, size_of
from tengen.board.move import KEYS, KEYS_A_COLOUR
from tengen.board.point import BLACK, EDGE, EMPTY, PASS, WHITE, Point, all_points
from tengen.parts.check import require


def check_board(board: Board) -> None:
    """Raise Inconsistent if a field of a board does not follow from the colours of its points."""
    points = all_points(size_of(board))
    colours = board.colour.tolist()
    on_board = set(points)
    require(all(colours[p] == EDGE for p in range(len(colours)) if p not in on_board), "the edge has a stone")
    require(all(colours[p] in (EMPTY, BLACK, WHITE) for p in points), "a point has no colour")
    require(int(board.to_play) in (BLACK, WHITE), "nobody is to play")
    require(int(board.ko) == PASS or colours[int(board.ko)] == EMPTY, "the ko is no empty point")
    empty = [p for p in points if colours[p] == EMPTY]
    _check_list(board.empty, board.empty_index, int(board.empty_count), empty, "the list of empty points")
    wrong = np.flatnonzero((codes_of_colours(board) != board.code)[points])
    require(not len(wrong), f"the 3x3 codes of points {[points[place] for place in wrong]} are wrong")
    stones = np.array([p for p in points if colours[p] != EMPTY], np.intp)
    keys = KEYS[int(KEYS_A_COLOUR) * board.colour[stones].astype(np.intp) + stones]
    require(int(board.key) == int(np.bitwise_xor.reduce(keys)), "the Zobrist key is wrong")
    _check_chains(board, colours, points)


def _check_chains(board: Board, colours: list[int], points: Iterable[Point]) -> None:
    stride, heads, next_stone = len(board.stride_tag), board.chain.tolist(), board.next_stone.tolist()
    seen: set[Point] = set()
    in_atari = []
    for start in points:
        if colours[start] == EMPTY or start in seen:
            continue
        stones, liberties, to_visit = {start}, set(), [start]
        while to_visit:
            point = to_visit.pop()
            for next_to in (point - stride, point - 1, point + 1, point + stride):
                if colours[next_to] == EMPTY:
                    liberties.add(next_to)
                elif colours[next_to] == colours[start] and next_to not in stones:
                    stones.add(next_to)
                    to_visit.append(next_to)
        seen |= stones
        head = heads[start]
        require(liberties, f"the chain at point {start} has no liberty")
        require({heads[stone] for stone in stones} == {head} and head in stones, f"heads near point {start}")
        require(_ring(next_stone, head, len(stones)) == stones, f"the ring of the chain at point {start} is broken")
        require(int(board.stones[head]) == len(stones), f"the number of stones of the chain at point {start} is wrong")
        require(int(board.liberty_count[head]) == len(liberties), f"the liberties of the chain at point {start}")
        bits = sum(1 << liberty - stride - 1 for liberty in liberties)
        kept = int.from_bytes(np.asarray(board.liberties[head]).tobytes(), "little")
        require(kept == bits, f"the bitboard of the chain at point {start} is wrong")
        if len(liberties) == 1:
            in_atari.append(head)
    _check_list(board.atari, board.atari_index, int(board.atari_count), in_atari, "the list of chains in atari")


def _ring(next_stone: list[int], head: Point, length: int) -> set[Point]:
    """Return the stones of the first steps along a ring, which must lead back to its head; else nothing."""
    ring, stone = set(), head
    for _ in range(length):
        ring.add(stone)
        stone = next_stone[stone]
    return ring if stone == head else set()


def _check_list(
    entries: NDArray[np.uint16], index: NDArray[np.uint16], count: int, expected: list[Point], what: str
) -> None:
    """Check a list without order, and where it says that each entry stands."""
    listed = entries[:count].tolist()
    is_right = sorted(listed) == sorted(expected) and index[listed].tolist() == list(range(count))
    require(is_right, f"{what} is wrong")
