"""Learning joseki: the moves that strong players often play in a corner, by the stones that are there."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from tengen.board.point import PASS, Colour
from tengen.compiled.word import u64
from tengen.learn.games import TrainingGame, first_board, put_recorded
from tengen.patterns.corner import LEAST_SIZE, SIDE, Place, corner_points, nearest_corner, place_in_corner
from tengen.patterns.joseki import Joseki, to_line

Corner = bytes
"""The colours of a corner, row by row: 1 for the side to move, 2 for the other; the smaller of two mirror images."""
Counts = dict[Corner, Counter[Place]]


def collect(games: Iterable[TrainingGame], first_moves: int) -> Counts:
    """Return how often each move was played in each corner, in the first moves of games on large boards."""
    counts: Counts = defaultdict(Counter)
    for game in games:
        if game.size >= LEAST_SIZE:
            for corner, move in corner_moves(game, first_moves):
                counts[corner][move] += 1
    if not counts:
        raise ValueError(f"there are no games on boards from {LEAST_SIZE}x{LEAST_SIZE} on to learn from")
    return counts


def corner_moves(game: TrainingGame, first_moves: int) -> Iterator[tuple[Corner, Place]]:
    """Yield the moves of a game that are in a corner, each with the corner before it; stop at a move on a stone."""
    board = first_board(game.size, game.stones)
    size = u64(game.size)
    for colour, point in game.moves[:first_moves]:
        if point == PASS:
            continue
        corner = nearest_corner(u64(point), size)
        before = board.colour[corner_points(int(corner), game.size)]
        if not put_recorded(board, u64(point), u64(colour)):
            return
        row, column = place_in_corner(u64(point), corner, size)
        if max(row, column) < SIDE:
            yield seen_by(colour, before, (int(row), int(column)))


def seen_by(mover: Colour, colours: NDArray[np.uint8], move: Place) -> tuple[Corner, Place]:
    """Return a corner and a move from the mover's view; of the two mirror images always the same one."""
    own = np.where(colours == 0, 0, np.where(colours == mover, 1, 2)).astype(np.uint8)
    return min((own.tobytes(), move), (own.T.tobytes(), move[::-1]))


def select(counts: Counts, least: int, share: float) -> list[Joseki]:
    """Return the corners that were seen often enough, the commonest first, each with its frequent moves."""
    totals = {corner: moves.total() for corner, moves in counts.items()}
    common = [corner for corner, total in totals.items() if total >= least]
    common.sort(key=lambda corner: (-totals[corner], corner))
    return [joseki for corner in common if (joseki := _joseki(corner, counts[corner], share)).moves]


def _joseki(corner: Corner, moves: Counter[Place], share: float) -> Joseki:
    places = np.frombuffer(corner, np.uint8).reshape(SIDE, SIDE)
    own, enemy = (frozenset((int(r), int(c)) for r, c in np.argwhere(places == side)) for side in (1, 2))
    ranked = sorted(moves.items(), key=lambda item: (-item[1], item[0]))
    return Joseki(own, enemy, tuple(move for move, count in ranked if count >= share * moves.total()))


def to_text(found: Iterable[Joseki], note: str) -> str:
    """Return the text of a file of joseki."""
    head = [f"# {note}", "# stones of the side to move, stones of the other, moves: distances from the two edges"]
    return "\n".join([*head, *map(to_line, found)]) + "\n"
