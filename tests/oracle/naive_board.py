"""A Go board that is slow and obviously right: a dict of stones, and a flood fill for every question.

It imports nothing of ours. A point is (column, row) from the bottom left; colours are 1 (Black) and 2 (White).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Self, TypeAlias

Point: TypeAlias = tuple[int, int]
Position: TypeAlias = frozenset[tuple[Point, int]]

EMPTY, BLACK, WHITE, EDGE = range(4)
ADJACENT = ((0, -1), (-1, 0), (1, 0), (0, 1))
DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
CODE_ORDER = ADJACENT + DIAGONAL
SHIFTS = range(0, 16, 2)  # two bits for each neighbour, the first lowest


class NaiveBoard:
    """Stones and the ko point. Either colour may play at any time."""

    def __init__(self, size: int, stones: dict[Point, int] | None = None) -> None:
        self.size = size
        self.stones: dict[Point, int] = {}
        self.ko: Point | None = None  # where the enemy of the last move may not retake
        self.ko_forbidden_to = EMPTY
        self.points = [(column, row) for row in range(size) for column in range(size)]
        self.neighbours = {point: self._on_board(point, ADJACENT) for point in self.points}
        self.diagonals = {point: self._on_board(point, DIAGONAL) for point in self.points}
        self.around = {(x, y): [(x + dx, y + dy) for dx, dy in CODE_ORDER] for x, y in self.points}
        self.bare = {n: self.colour(n) for point in self.points for n in self.around[point]}  # without stones
        self.stones.update(stones or {})

    def copy(self) -> Self:
        """Return an independent board with the same stones and ko."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.stones = dict(self.stones)
        return twin

    def _on_board(self, point: Point, steps: Iterable[Point]) -> list[Point]:
        around = [(point[0] + dx, point[1] + dy) for dx, dy in steps]
        return [(x, y) for x, y in around if 0 <= x < self.size and 0 <= y < self.size]

    # What is there.

    def colour(self, point: Point) -> int:
        """Return the colour of a stone, EMPTY, or EDGE outside the board."""
        return self.stones.get(point, EMPTY) if point in self.neighbours else EDGE

    def empty_points(self) -> list[Point]:
        """Return the points without a stone, row by row."""
        return [point for point in self.points if point not in self.stones]

    def flood(self, start: Point) -> Iterator[Point]:
        """Find the points of one colour that are connected with a point."""
        stones = self.stones
        colour = stones.get(start)
        found, to_visit = {start}, [start]
        while to_visit:
            point = to_visit.pop()
            yield point
            for neighbour in self.neighbours[point]:
                if neighbour not in found and stones.get(neighbour) == colour:
                    found.add(neighbour)
                    to_visit.append(neighbour)

    def region(self, point: Point) -> set[Point]:
        """Return the chain or the empty region of a point."""
        return set(self.flood(point))

    def regions(self, points: Iterable[Point]) -> list[set[Point]]:
        """Return the regions that some points belong to, each once."""
        found: list[set[Point]] = []
        seen: set[Point] = set()
        for point in points:
            if point not in seen:
                found.append(self.region(point))
                seen |= found[-1]
        return found

    def liberties(self, chain: set[Point]) -> set[Point]:
        """Return the empty points that touch a chain."""
        return {n for point in chain for n in self.neighbours[point] if n not in self.stones}

    def has_liberty(self, stone: Point) -> bool:
        """Return whether the chain of a stone has one."""
        return any(n not in self.stones for point in self.flood(stone) for n in self.neighbours[point])

    def chains(self) -> list[set[Point]]:
        """Return the chains of both colours."""
        return self.regions(self.stones)

    def chains_in_atari(self) -> list[set[Point]]:
        """Return the chains that have one liberty."""
        return [chain for chain in self.chains() if len(self.liberties(chain)) == 1]

    def is_possible(self) -> bool:
        """Return whether every chain has a liberty, as in every position that a game can reach."""
        return all(self.has_liberty(stone) for stone in self.stones)

    # What a move does.

    def put(self, point: Point, colour: int) -> tuple[list[set[Point]], set[Point]]:
        """Put a stone, remove enemy chains without liberties, then its own; return those, and its own if it went."""
        self.stones[point] = colour
        captured = [self._remove(n) for n in self.neighbours[point] if self._is_dead(n, 3 - colour)]
        # A lone stone that captured exactly one stone, and has exactly one liberty, forbids the immediate retake.
        is_ko = [len(chain) for chain in captured] == [1] and self.is_lone_in_atari(point)
        self.ko, self.ko_forbidden_to = (min(captured[0]), 3 - colour) if is_ko else (None, EMPTY)
        return captured, set() if self.has_liberty(point) else self._remove(point)

    def is_lone_in_atari(self, stone: Point) -> bool:
        """Return whether a stone is a chain of its own with one liberty."""
        around = [self.colour(n) for n in self.neighbours[stone]]
        return self.stones[stone] not in around and around.count(EMPTY) == 1

    def _is_dead(self, point: Point, colour: int) -> bool:
        return self.colour(point) == colour and not self.has_liberty(point)

    def _remove(self, stone: Point) -> set[Point]:
        chain = self.region(stone)
        for point in chain:
            del self.stones[point]
        return chain

    def pass_turn(self) -> None:
        """Let the ko be retaken from now on."""
        self.ko, self.ko_forbidden_to = None, EMPTY

    def is_suicide(self, point: Point, colour: int) -> bool:
        """Return whether a stone on an empty point would neither have a liberty nor capture any."""
        self.stones[point] = colour
        lives = self.has_liberty(point) or any(self._is_dead(n, 3 - colour) for n in self.neighbours[point])
        del self.stones[point]
        return not lives

    def is_legal(self, point: Point, colour: int) -> bool:
        """Return whether a colour may play on a point: empty, not the ko, no suicide."""
        if point in self.stones or (point == self.ko and colour == self.ko_forbidden_to):
            return False
        return not self.is_suicide(point, colour)

    # What it is worth.

    def area_score(self) -> int:
        """Return Black's points less White's: stones, and empty regions that reach one colour only (Tromp-Taylor)."""
        points = Counter(self.stones.values())
        for region in self.regions(self.empty_points()):
            reached = {self.stones[n] for point in region for n in self.neighbours[point] if n in self.stones}
            if len(reached) == 1:
                points[reached.pop()] += len(region)
        return points[BLACK] - points[WHITE]

    # Small shapes.

    def code(self, point: Point) -> int:
        """Return the colours around a point, two bits for each in the order of CODE_ORDER."""
        stones, bare = self.stones, self.bare
        return sum(stones.get(n, bare[n]) << shift for n, shift in zip(self.around[point], SHIFTS, strict=True))

    def is_surrounded(self, point: Point, colour: int) -> bool:
        """Return whether a point is empty and all adjacent points are of one colour."""
        return point not in self.stones and all(self.colour(n) == colour for n in self.neighbours[point])

    def is_true_eye(self, point: Point, colour: int) -> bool:
        """Return whether a surrounded point has at most one hostile diagonal, or none at the edge."""
        diagonals = self.diagonals[point]
        allowed = 1 if len(diagonals) == 4 else 0
        return self.is_surrounded(point, colour) and [self.colour(n) for n in diagonals].count(3 - colour) <= allowed

    def is_false_eye(self, point: Point, colour: int) -> bool:
        """Return whether a surrounded point is no eye."""
        return self.is_surrounded(point, colour) and not self.is_true_eye(point, colour)

    def image(self, turn: Callable[[Point], Point]) -> "NaiveBoard":
        """Return the board with every stone carried to its image."""
        return NaiveBoard(self.size, {turn(point): colour for point, colour in self.stones.items()})

    def position(self) -> Position:
        """Return the stones in a form that can be remembered."""
        return frozenset(self.stones.items())


def symmetries(size: int) -> list[Callable[[Point], Point]]:
    """Return the eight turns and reflections of a board: identity first, the turns at even places."""
    last = size - 1
    return [
        lambda p: (p[0], p[1]),
        lambda p: (last - p[0], p[1]),
        lambda p: (last - p[1], p[0]),
        lambda p: (p[1], p[0]),
        lambda p: (last - p[0], last - p[1]),
        lambda p: (p[0], last - p[1]),
        lambda p: (p[1], last - p[0]),
        lambda p: (last - p[1], last - p[0]),
    ]


class NaiveGame:
    """A game under a ko rule (simple, positional or situational) that remembers every whole position."""

    def __init__(self, size: int, ko: str, *, suicide: bool) -> None:
        self.board = NaiveBoard(size)
        self.to_play = BLACK
        self.ko = ko
        self.suicide = suicide
        self.seen = {self.state(self.board, BLACK)}

    def state(self, board: NaiveBoard, to_play: int) -> tuple[Position, int]:
        """Return what may not be repeated: the position, and under situational superko whose turn it is."""
        return board.position(), to_play if self.ko == "situational" else EMPTY

    def after(self, point: Point | None) -> NaiveBoard | None:
        """Return the board after a move of the side to play (None: a pass), or nothing if the rules forbid it."""
        board = self.board.copy()
        if point is None:
            board.pass_turn()
            return board
        if point in board.stones or (board.is_suicide(point, self.to_play) and not self.suicide):
            return None
        board.put(point, self.to_play)
        if self.ko == "simple":
            return None if point == self.board.ko else board
        return None if self.state(board, 3 - self.to_play) in self.seen else board

    def play(self, point: Point | None) -> None:
        """Play a legal move, or pass."""
        board = self.after(point)
        assert board is not None
        self.board, self.to_play = board, 3 - self.to_play
        self.seen.add(self.state(board, self.to_play))
