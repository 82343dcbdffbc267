"""Playout: prefer moves that the rules of the playout policy suggest anywhere on the board (Pachi, section 3.3.2).

Each rule is called for every enemy stone as if that stone were the last move. Captures get more won games, the more
stones they take. Bad self-ataris get lost games.
"""

from typing import Annotated

from msgspec import Meta

from tengen.board.board import Board, neighbours
from tengen.board.point import PASS, Point
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.word import ONE, THREE, ZERO, u64
from tengen.parts.hooks import EACH, Combination, Expansion, Hook
from tengen.parts.options import Options
from tengen.tactics.self_atari import is_bad_self_atari
from tengen.tree.opinion import add_opinion
from tengen.tree.thread import Prior


class PlayoutPriorOptions(Options, frozen=True):
    """Virtual games for the playout policy's suggestions."""

    weight: Annotated[
        float, Meta(ge=0, le=100, description="won games for a suggested move, as a multiple of prior.games")
    ] = 1.0
    self_atari: Annotated[
        float, Meta(ge=0, le=100, description="lost games for a bad self-atari, as a multiple of prior.games")
    ] = 2.0


@kernel
def judge(board: Board, options: PlayoutPriorOptions, prior: Prior) -> None:
    """Give bad self-ataris lost games."""
    colour = u64(board.to_play)
    for i in range(u64(prior.length)):
        point = u64(prior.points[i])
        if point != PASS and is_bad_self_atari(board, point, colour):
            add_opinion(prior, point, 0.0, options.self_atari)


EXPANSION = Expansion(
    "rule",
    Hook("suggest", ("board", "options", "moves"), "", EACH, {"moves": "prior.moves"}),
    Combination(
        lambda call: (
            "{part}.begin(prior)\n"
            "for stone in range(u64(len(board.colour))):\n"
            "    if board.colour[stone] == enemy:\n"
            "        board.last = stone\n"
            f"        {call.text}\n"
            "        {part}.count(board, {options}, prior)"
        ),
        before="board, prior = thread.playout.board, thread.prior\n"
        "last, enemy = u64(board.last), THREE - u64(board.to_play)",
        after="board.last = last",
        imports=("from tengen.compiled.word import THREE, u64",),
    ),
)
"""After ``judge``, every rule of the playout policy is called for every enemy stone, as if it were the last move."""


@inlined
def begin(prior: Prior) -> None:
    """Clear the marks of the rule before."""
    prior.is_marked[:] = 0


@inlined
def count(board: Board, options: PlayoutPriorOptions, prior: Prior) -> None:
    """Give the moves that a rule has suggested won games, each once, and clear the suggestions."""
    moves = prior.moves
    for i in range(u64(moves.length)):
        point = u64(moves.points[i])
        if not prior.is_marked[point]:
            prior.is_marked[point] = 1
            add_opinion(prior, point, 1.0, options.weight * _size_of_capture(board, point))
    moves.length = ZERO


@inlined
def _size_of_capture(board: Board, point: Point) -> float:
    """Return half the number of stones that a move captures, limited to 1 to 7.5; 1 if it captures none."""
    enemy = THREE - u64(board.to_play)
    stones = ZERO
    seen, seen_before, first_seen = PASS, PASS, PASS  # a chain may touch the point on several sides
    for neighbour in neighbours(board, point):
        if board.colour[neighbour] == enemy:
            head = u64(board.chain[neighbour])
            if board.liberty_count[head] == ONE and head != seen and head != seen_before and head != first_seen:
                stones += u64(board.stones[head])
            seen, seen_before, first_seen = head, seen, seen_before
    return 0.5 * float(min(max(stones, u64(2)), u64(15)))
