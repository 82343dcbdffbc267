"""A game: the position with its history, the rules' superko, undo, handicap and score.

game = Game(size=9, komi=7.0, rules="chinese")
game.play("E5")
print(game, game.score())
"""

from collections.abc import Iterable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tengen.board import diagram, handicap, picture, symmetry
from tengen.board.board import Board, new_board
from tengen.board.life import chain_points, seki_eyes
from tengen.board.move import WHITE_TO_PLAY_KEY, end_turn, pass_turn, put_stone, remove_suicide
from tengen.board.point import (
    BLACK,
    COLOUR_NAMES,
    EDGE,
    EMPTY,
    PASS,
    RESIGN,
    WHITE,
    Colour,
    Move,
    Point,
    all_points,
    other,
    parse_colour,
    parse_point,
    point_name,
)
from tengen.board.rules import IllegalMove, Rules, Score, rules_named
from tengen.board.score import area_owners
from tengen.board.setup import board_of
from tengen.compiled.jit import kernel
from tengen.compiled.memory import assign
from tengen.compiled.record import copy_of
from tengen.compiled.word import i64, u64

TAKEN, RETAKES_KO = -20_000, -10_000  # outcomes of a move; below any number of stones lost


class Game:
    """A game of Go. Points are given by name (``"E5"``, ``"pass"``) or as ints of ``board.point``."""

    def __init__(self, size: int = 19, komi: float | None = None, rules: str | Rules = "chinese") -> None:
        """Start with an empty board; komi is the rules' usual one if not given. Raises ValueError for bad values."""
        self.rules = rules if isinstance(rules, Rules) else rules_named(rules)
        self.komi = self.rules.komi if komi is None else float(komi)
        self.moves: list[Move] = []
        """The stones and passes that were played; a resignation is kept in ``resigned_by``."""
        self.resigned_by: Colour | None = None
        """The side that has resigned."""
        self.handicap_points: tuple[Point, ...] = ()
        self.prisoners = {int(BLACK): 0, int(WHITE): 0}
        """Stones of each colour that were captured."""
        self.prisoners_at_start = dict(self.prisoners)
        """The same before the first move: not none in a game that goes on from a position of another."""
        self.size = size
        """The number of lines."""
        self.board = new_board(size)
        self.start = new_board(size)
        """The position before the first move, handicap stones included."""
        self._seen = {self._situation(self.board)}

    @property
    def to_play(self) -> Colour:
        """The side whose turn it is; may be set."""
        return int(self.board.to_play)

    @to_play.setter
    def to_play(self, colour: Colour) -> None:
        _give_turn(self.board, colour)
        if not self.moves:
            self.start.to_play = colour
            self._seen = {self._situation(self.board)}

    @property
    def handicap(self) -> int:
        """How many stones Black has been given, also when they were played as moves in a row before White's first."""
        return handicap.stones_given(self.handicap_points, self.moves)

    @property
    def compensation(self) -> float:
        """What White is ahead by before the first point is counted: komi, and what the rules give for handicap."""
        return self.komi + self.rules.bonus(self.handicap)

    @property
    def last_point(self) -> Point:
        """The point of the last move; PASS if there is none or it was one."""
        return self.moves[-1].point if self.moves else int(PASS)

    @property
    def is_over(self) -> bool:
        """Whether one side has resigned or both have passed. The game may be played on even then."""
        has_passes = len(self.moves) >= 2 and self.moves[-1].is_pass and self.moves[-2].is_pass
        return has_passes or self.resigned_by is not None

    @property
    def result(self) -> str | None:
        """The result as SGF writes it: ``B+R``, or ``W+3.5`` and ``0`` after two passes; None while the game goes on.

        All stones on the board count as alive; ``score`` counts without the dead ones.
        """
        if self.resigned_by is not None:
            return "W+R" if self.resigned_by == BLACK else "B+R"
        return str(self.score()) if self.is_over else None

    def play(self, where: Move | str | Point, colour: str | Colour | None = None) -> Move:
        """Play a move, given as a Move, a name (``"E5"``, ``"pass"``, ``"resign"``) or a point; return it.

        The colour is the Move's, or that of the side to play, unless another is given; one side may play twice in a
        row. A move after a resignation takes the resignation back. Raises IllegalMove and leaves the game as it was
        if the rules forbid the move, ValueError for a name or point that is not on the board.
        """
        move = self._move(where, colour)
        if move.is_resign:
            self.resigned_by = move.colour
            return move
        reason, board, captured = self._attempt(move)
        if reason:
            raise IllegalMove(f"{COLOUR_NAMES[move.colour]} {move}: {reason}")
        self.board = board
        self.prisoners[other(move.colour) if captured > 0 else move.colour] += abs(captured)
        self.moves.append(move)
        self.resigned_by = None
        self._seen.add(self._situation(board))
        return move

    def is_legal(self, where: Move | str | Point, colour: str | Colour | None = None) -> bool:
        """Return whether the rules allow a move; a pass and a resignation are always allowed."""
        move = self._move(where, colour)
        return move.is_resign or not self._attempt(move)[0]

    def legal_points(self, colour: str | Colour | None = None) -> list[Point]:
        """Return the points where a colour may play, superko respected. A pass is always allowed."""
        mover = self._colour(colour)
        points = all_points(self.size)
        keys = np.empty(len(points), np.uint64)
        outcomes = _keys_after(self.board, copy_of(self.board), u64(mover), np.array(points, np.uint64), keys)
        legal = outcomes > RETAKES_KO if self.rules.suicide else outcomes >= 0
        turn = self._turn_key(other(mover))
        forbidden = set() if self.rules.ko == "simple" else self._seen
        return [
            p for p, ok, key in zip(points, legal, keys.tolist(), strict=True) if ok and key ^ turn not in forbidden
        ]

    def distinct_points(self, colour: str | Colour | None = None) -> list[Point]:
        """Return the legal points, of moves that are the same under the board's symmetry only the first."""
        points = np.empty(self.size**2, np.uint16)
        count = symmetry.distinct_empty_points(self.board, symmetry.symmetry_table(self.size), points)
        distinct = set(points[: int(count)].tolist())
        return [point for point in self.legal_points(colour) if point in distinct]

    def undo(self) -> Move:
        """Take the last move or resignation back and return it; raises IndexError without one. Handicap stones stay."""
        if self.resigned_by is not None:
            resignation = Move(self.resigned_by, RESIGN, self.size)
            self.resigned_by = None
            return resignation
        if not self.moves:
            raise IndexError("there is no move to take back")
        *kept, undone = self.moves
        self._restart(self.start)
        for move in kept:
            self.play(move)
        return undone

    def place(self, colour: Colour, points: Iterable[str | Point]) -> None:
        """Set up stones, or remove them (colour EMPTY), before the first move; whose turn it is stays.

        Raises ValueError, and changes nothing, after the first move, for a point named twice or the pass, and where a
        chain would be left without liberties.
        """
        placed = [self._point(where) for where in points]
        if self.moves:
            raise ValueError("stones can be set up only before the first move")
        if PASS in placed or len(set(placed)) != len(placed):
            raise ValueError("each stone needs a point of its own")
        colours = self.board.colour.copy()
        colours[placed] = colour
        self._restart(board_of(colours, self.to_play))

    def set_up(self, drawing: str) -> None:
        """Set up the position of a text diagram of this size (see ``board.diagram``), before the first move."""
        colours = diagram.parse(drawing)
        if len(colours) != len(self.board.colour):
            raise ValueError(f"the diagram is not {self.size}x{self.size}")
        if self.moves:
            raise ValueError("stones can be set up only before the first move")
        self._restart(board_of(colours, self.to_play))

    def place_handicap(self, stones: int | Iterable[str | Point], *, free: bool = False) -> list[Point]:
        """Give Black a number of stones on the customary (or any good, if free) points, or stones on given points.

        White plays next. Returns the points; raises ValueError, and changes nothing, if the board is not empty, or
        for a wrong number or bad points.
        """
        if isinstance(stones, int):
            choose = handicap.free_handicap if free else handicap.fixed_handicap
            points = choose(stones, self.size)
        else:
            points = [self._point(where) for where in stones]
        if self.moves or int(self.board.empty_count) != self.size**2:
            raise ValueError("the board is not empty")
        if not 2 <= len(points) < self.size**2:
            raise ValueError(f"{len(points)} is not a number of handicap stones")
        self.place(BLACK, points)
        self.handicap_points = tuple(points)
        self.to_play = int(WHITE)
        return points

    def score(self, dead: Iterable[str | Point] = ()) -> Score:
        """Return the score by the rules, all stones alive but the dead ones, which are removed with their chains."""
        board, prisoners = self.board, dict(self.prisoners)
        if self.rules.removes_dead:
            board = self.without(dead)
            for colour in (BLACK, WHITE):
                prisoners[int(colour)] += _count(self.board.colour, colour) - _count(board.colour, colour)
        owners = area_owners(board)
        if self.rules.scoring == "area":
            return Score(float(_count(owners, BLACK)), _count(owners, WHITE) + self.compensation)
        owners[board.colour != EMPTY] = EMPTY
        owners[list(seki_eyes(board))] = EMPTY
        return Score(
            float(_count(owners, BLACK) + prisoners[int(WHITE)]),
            _count(owners, WHITE) + prisoners[int(BLACK)] + self.compensation,
        )

    def without(self, dead: Iterable[str | Point]) -> Board:
        """Return the board with the chains of these stones removed; raises ValueError for a point without a stone."""
        colours = self.board.colour.copy()
        for point in map(self._point, dead):
            if point == PASS or self.board.colour[point] == EMPTY:
                raise ValueError(f"there is no stone on {self.name(point)}")
            colours[chain_points(self.board, point)] = EMPTY
        return board_of(colours, self.to_play)

    def seen_keys(self) -> NDArray[np.uint64]:
        """Return the keys of all positions so far, as superko knows them."""
        return np.array(sorted(self._seen), np.uint64)

    def board_for(self, colour: Colour) -> Board:
        """Return a copy of the board with a colour to play. If that is out of turn, the ko ends, as after a pass."""
        board = copy_of(self.board)
        _give_turn(board, colour)
        return board

    def copy(self) -> "Game":
        """Return an independent copy."""
        twin = Game(self.size, self.komi, self.rules)
        twin.moves, twin._seen = list(self.moves), set(self._seen)
        twin.handicap_points, twin.prisoners = self.handicap_points, dict(self.prisoners)
        twin.prisoners_at_start = dict(self.prisoners_at_start)
        twin.resigned_by = self.resigned_by
        twin.board, twin.start = copy_of(self.board), copy_of(self.start)
        return twin

    def name(self, point: Point) -> str:
        """Return the name of a point on this board, or ``pass``."""
        return point_name(point, self.size)

    def __str__(self) -> str:
        return diagram.draw(self.board, self.last_point)

    def __repr__(self) -> str:
        return f"<Game {self.size}x{self.size}, {self.rules.name}, komi {self.komi:g}, {len(self.moves)} moves>"

    def _repr_svg_(self) -> str:
        """Draw the board in a notebook."""
        return picture.svg(self.board, self.last_point)

    def _point(self, where: str | Point) -> Point:
        if isinstance(where, str):
            return parse_point(where, self.size)
        if where != PASS and not (0 < where < len(self.board.colour) and self.board.colour[where] != EDGE):
            raise ValueError(f"{where} is not a point of a {self.size}x{self.size} board")
        return int(where)

    def _colour(self, colour: str | Colour | None) -> Colour:
        if colour is None:
            return self.to_play
        return parse_colour(colour) if isinstance(colour, str) else int(colour)

    def _move(self, where: Move | str | Point, colour: str | Colour | None) -> Move:
        if isinstance(where, str):
            return Move.parse(where, self._colour(colour), self.size)
        if not isinstance(where, Move):
            return Move(self._colour(colour), where if where == RESIGN else self._point(where), self.size)
        if where.size != self.size:
            raise ValueError(f"{where!r} is a move on {where.size}x{where.size}, not on {self.size}x{self.size}")
        return where if colour is None else Move(self._colour(colour), where.point, self.size)

    def _attempt(self, move: Move) -> tuple[str, Board, int]:
        """Return why a move is illegal (or nothing), the board after it, and the outcome as ``_attempt`` tells it."""
        after = copy_of(self.board)
        outcome = int(_attempt(self.board, after, u64(move.point), u64(move.colour)))
        if outcome == TAKEN:
            return "the point is taken", after, 0
        if outcome == RETAKES_KO:
            return "it retakes a ko at once", after, 0
        if outcome < 0 and not self.rules.suicide:
            return "it is suicide", after, 0
        if move.point != PASS and self.rules.ko != "simple" and self._situation(after) in self._seen:
            return f"it repeats an earlier position ({self.rules.ko} superko)", after, 0
        return "", after, outcome

    def _turn_key(self, to_play: Colour) -> int:
        return WHITE_TO_PLAY_KEY if self.rules.ko == "situational" and to_play == WHITE else 0

    def _situation(self, board: Board) -> int:
        """Return what superko compares: the position, with whose turn it is where the rules look at that too."""
        key = int(cast(Any, board)["key"])  # a field of a NumPy record by its name in quotes is three times as fast
        return key ^ self._turn_key(int(board.to_play)) if self.rules.ko == "situational" else key

    def _restart(self, board: Board) -> None:
        self.start, self.board = copy_of(board), copy_of(board)
        self.moves = []
        self.resigned_by = None
        self.prisoners = dict(self.prisoners_at_start)
        self._seen = {self._situation(self.board)}


def _give_turn(board: Board, colour: Colour) -> None:
    """Let a colour play next. If that is out of turn, the ko ends, as after a pass."""
    if int(board.to_play) != colour:
        board.to_play, board.ko = colour, PASS


def _count(colours: NDArray[np.uint8], colour: Colour) -> int:
    return int((colours == colour).sum())


@kernel
def _attempt(board: Board, after: Board, point: Point, colour: Colour) -> int:
    """Make a move (or pass) on a copy of the board. Out of turn it is as if the other side had passed.

    Returns the stones captured, or less than 0: own stones lost by suicide, or TAKEN or RETAKES_KO.
    """
    assign(after, board)
    if after.to_play != colour:
        pass_turn(after)
    if point == PASS:
        pass_turn(after)
        return 0
    if after.colour[point] != EMPTY:
        return TAKEN
    if after.ko == point:
        return RETAKES_KO
    captured = put_stone(after, point, colour)
    end_turn(after, point)
    return i64(captured) - i64(remove_suicide(after, point))


@kernel
def _keys_after(
    board: Board, after: Board, colour: Colour, points: NDArray[np.uint64], keys: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """Write down the Zobrist key after each move of a colour; return the outcomes of ``_attempt``."""
    outcomes = np.empty(len(points), np.int64)
    for i in range(len(points)):
        outcomes[i] = _attempt(board, after, points[i], colour)
        keys[i] = after.key
    return outcomes
