"""Handicap stones: the fixed points for up to nine of them, and good points for more."""

from collections.abc import Iterable, Sized

from tengen.board.grid import BLACK, Move, Point, all_points, column_row, point_at


def stones_given(placed: Sized, moves: Iterable[Move]) -> int:
    """Return the number of handicap stones: those placed, else Black's moves before White's first, if two or more."""
    if placed:
        return len(placed)
    in_a_row = 0
    for move in moves:
        if move.colour != BLACK or move.is_pass:
            break
        in_a_row += 1
    return in_a_row if in_a_row >= 2 else 0


def max_fixed_handicap(size: int) -> int:
    """Return the largest number of fixed handicap stones on a board of this size (GTP 2, section 4.1.1)."""
    if size < 7:
        return 0
    return 9 if size % 2 == 1 and size >= 9 else 4


def fixed_handicap(count: int, size: int) -> list[Point]:
    """Return the fixed points of 2 to 9 handicap stones; raises ValueError for a number that the board has none for.

    3 . 8 . 2
    . . . . .
    5 . C . 6        of 5, 7 and 9 stones the last is in the centre, C
    . . . . .
    1 . 7 . 4
    """
    most = max_fixed_handicap(size)
    if most == 0:
        raise ValueError(f"{size}x{size} has no fixed points for handicap stones")
    if not 2 <= count <= most:
        raise ValueError(f"{count} is not a number of fixed handicap stones from 2 to {most} on {size}x{size}")
    low = 3 if size >= 13 else 2
    high, middle = size - 1 - low, size // 2
    places = [(low, low), (high, high), (low, high), (high, low)][: min(count, 4)]
    if count >= 6:
        places += [(low, middle), (high, middle)]
    if count >= 8:
        places += [(middle, low), (middle, high)]
    if count in (5, 7, 9):
        places.append((middle, middle))
    return [point_at(column, row, size) for column, row in places]


def free_handicap(count: int, size: int) -> list[Point]:
    """Return good points for handicap stones, from 2 to one less than the board has; raises ValueError for others.

    The fixed points come first. Each further stone is placed as far as possible from the others; the first two lines
    come last.
    """
    points = all_points(size)
    if not 2 <= count < len(points):
        raise ValueError(f"{count} is not a number of handicap stones from 2 to {len(points) - 1} on {size}x{size}")
    chosen = fixed_handicap(min(count, max_fixed_handicap(size)), size) if max_fixed_handicap(size) else []
    places = {point: column_row(point, size) for point in points if point not in chosen}
    room = {point: min((_squared_distance(point, q, size) for q in chosen), default=0) for point in places}

    def merit(point: Point) -> tuple[int, int, int]:
        x, y = places[point]
        line = min(x, y, size - 1 - x, size - 1 - y)
        return min(line, 2), room[point], line

    while len(chosen) < count:
        best = max(room, key=merit)
        chosen.append(best)
        del room[best]
        for point, before in room.items():
            room[point] = min(before or 2 * size * size, _squared_distance(point, best, size))
    return chosen


def _squared_distance(point: Point, other: Point, size: int) -> int:
    (x, y), (u, v) = column_row(point, size), column_row(other, size)
    return (x - u) ** 2 + (y - v) ** 2
