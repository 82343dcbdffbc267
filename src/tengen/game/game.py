"""A game of Go: the position, the moves that led to it, and the rules.

game = Game(size=9, komi=7.0, rules="chinese")
game.play("E5")
print(game, game.score())
"""

import math
from collections import Counter
from collections.abc import Container, Iterable
from numbers import Integral
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tengen.board import diagram, handicap, picture, symmetry
from tengen.board.board import Board, new_board, rows_from_top
from tengen.board.check import check_board
from tengen.board.life import chain_points
from tengen.board.move import WHITE_TO_PLAY_KEY
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
from tengen.board.setup import board_of
from tengen.compiled.record import copy_of
from tengen.compiled.word import u64
from tengen.game.attempt import RETAKES_KO, TAKEN, attempt, keys_after
from tengen.game.count import area, removed, territory
from tengen.game.facts import facts_of, game_of
from tengen.parts.check import CHECK

KEEP_EVERY = 32  # moves after which a copy of the board is kept, so that ``undo`` plays at most so many again
CHECK_EVERY = 8  # moves after which the board is checked, where checks are switched on


class _Kept(NamedTuple):
    """The position after some moves."""

    board: Board
    prisoners: dict[Colour, int]


class Game:
    """A game of Go. A point is given by its name, such as ``"E5"``, or as an int of ``board.grid``.

    Games are equal if they have the same size, komi, rules, start position, moves and side to play.
    """

    def __init__(self, size: int = 19, komi: float | None = None, rules: str | Rules = "chinese") -> None:
        """Start with an empty board; komi defaults to what is usual under the rules.

        Raises ValueError for rules that are unknown, for a komi that is no finite number, and for a board of less than
        2 or more than 25 lines.
        """
        if type(size) is not int:
            raise ValueError(f"board size {size!r} is not a whole number")
        self.rules = rules if isinstance(rules, Rules) else rules_named(rules)
        self.komi = self.rules.komi if komi is None else komi
        self.moves: list[Move] = []
        """The stones and passes that were played; a resignation is kept in ``resigned_by``."""
        self.resigned_by: Colour | None = None
        """The side that has resigned."""
        self.handicap_points: tuple[Point, ...] = ()
        """The handicap stones that were placed before the first move."""
        self.prisoners = {int(BLACK): 0, int(WHITE): 0}
        """The number of stones of each colour that were captured."""
        self.prisoners_at_start = dict(self.prisoners)
        """The same before the first move. Not 0 if this game continues from a position of another one."""
        self.size = size
        """The number of lines."""
        self.board = new_board(size)
        """The position as compiled code uses it. To change it, use the methods of the game."""
        self.start = new_board(size)
        """The position before the first move, handicap stones included."""
        self._kept: list[_Kept] = []
        self._situations: list[int] = []  # after each move
        self._seen = Counter({self._situation(self.board): 1})

    @staticmethod
    def from_sgf(source: str | bytes | Path, moves: int | None = None) -> "Game":
        """Return the game of an SGF file after its first moves; after all moves, and a resignation, by default.

        The source is a path, or the file's text or bytes. Of several games in it, and of several variations, the
        first is read. Where the record does not say them, the rules are Chinese and the komi is the usual one. Raises
        OSError if the file cannot be read, SgfError if the record is broken or a move illegal, and ValueError if it
        has fewer moves.
        """
        from tengen.game.replay import from_sgf

        return from_sgf(source, moves)

    def to_sgf(self, dead: Iterable[str | Point] = ()) -> str:
        """Return the game as the text of an SGF file, with its result if it is over.

        A game that was ended by two passes is counted without its dead stones, as in ``score``.
        """
        from tengen.game.replay import from_game

        record = from_game(self)
        is_counted = self.is_over and self.resigned_by is None
        record.result = str(self.score(dead)) if is_counted else self.result
        return record.to_bytes().decode()

    def save(self, path: str | Path, dead: Iterable[str | Point] = ()) -> None:
        """Write the game to an SGF file, in UTF-8, counted without dead stones; raises OSError."""
        Path(path).write_text(self.to_sgf(dead), encoding="utf-8")

    @property
    def komi(self) -> float:
        """The points that White gets for moving second. It may be set; raises ValueError for infinity and NaN."""
        return self._komi

    @komi.setter
    def komi(self, komi: float) -> None:
        if not math.isfinite(komi):
            raise ValueError(f"komi {komi} is not a finite number")
        self._komi = float(komi)

    @property
    def to_play(self) -> Colour:
        """The side whose turn it is. It may be set; if that is out of turn, the ko ends, as after a pass.

        Raises ValueError for what is no colour.
        """
        return int(self.board.to_play)

    @to_play.setter
    def to_play(self, colour: Colour) -> None:
        mover = self._colour(colour)
        _give_turn(self.board, mover)
        if not self.moves:
            self.start.to_play = mover
            self._seen = Counter({self._situation(self.board): 1})

    @property
    def handicap(self) -> int:
        """The number of handicap stones: those placed, else Black's moves before White's first, if two or more."""
        return handicap.stones_given(self.handicap_points, self.moves)

    @property
    def compensation(self) -> float:
        """The points that White gets: komi, and the compensation for handicap stones under the rules."""
        return self.komi + self.rules.bonus(self.handicap)

    @property
    def stones_lead(self) -> int:
        """Black's stones less White's, with those that were captured; area and territory score differ by it."""
        on_board = int((self.board.colour == BLACK).sum()) - int((self.board.colour == WHITE).sum())
        return on_board + self.prisoners[int(BLACK)] - self.prisoners[int(WHITE)]

    @property
    def last_point(self) -> Point:
        """The point of the last move; PASS if that was a pass, or without a move."""
        return self.moves[-1].point if self.moves else int(PASS)

    @property
    def stones(self) -> NDArray[np.uint8]:
        """The colour of each point (EMPTY, BLACK or WHITE) as an array of rows, the top row first. It is a copy."""
        return rows_from_top(self.board.colour, self.size).copy()

    def colour_at(self, where: str | Point) -> Colour:
        """Return the colour of a point: EMPTY, BLACK or WHITE; raises ValueError for one that is not on the board."""
        point = self._point(where)
        if point == PASS:
            raise ValueError("a pass is not on the board")
        return int(self.board.colour[point])

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
        self._advance(move, board, captured)
        self.resigned_by = None
        self._situations.append(self._situation(board))
        self._seen[self._situations[-1]] += 1
        if CHECK and len(self.moves) % CHECK_EVERY == 0:
            check_board(self.board)
        return move

    def is_legal(self, where: Move | str | Point, colour: str | Colour | None = None) -> bool:
        """Return whether the rules allow a move; a pass and a resignation are always allowed."""
        move = self._move(where, colour)
        return move.is_resign or not self._attempt(move)[0]

    def legal_points(self, colour: str | Colour | None = None) -> list[Point]:
        """Return the points where a colour (by default the side to play) may put a stone, superko included."""
        return self._points_with_outcome(self._colour(colour), RETAKES_KO + 1 if self.rules.suicide else 0)

    def legal_points_without_suicide(self, colour: str | Colour | None = None) -> list[Point]:
        """Return the same without moves that lose their own chain, even if the rules allow them."""
        return self._points_with_outcome(self._colour(colour), 0)

    def _points_with_outcome(self, mover: Colour, least: int) -> list[Point]:
        """Return the points that superko allows, and for which ``attempt`` returns at least a number."""
        points = all_points(self.size)
        keys = np.empty(len(points), np.uint64)
        outcomes = keys_after(self.board, copy_of(self.board), u64(mover), np.array(points, np.uint64), keys)
        legal = outcomes >= least
        turn = self._turn_key(other(mover))
        forbidden: Container[int] = () if self.rules.ko == "simple" else self._seen
        return [
            p for p, ok, key in zip(points, legal, keys.tolist(), strict=True) if ok and key ^ turn not in forbidden
        ]

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves of the side to play, the pass last."""
        return [Move(self.to_play, point, self.size) for point in (*self.legal_points(), int(PASS))]

    def distinct_points(self, colour: str | Colour | None = None) -> list[Point]:
        """Return the legal points without those that a symmetry of the position maps to a lower one."""
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
        undone = self.moves[-1]
        self._go_back_to(len(self.moves) - 1)
        situation = self._situations.pop()
        self._seen[situation] -= 1
        if not self._seen[situation]:
            del self._seen[situation]
        return undone

    def _go_back_to(self, count: int) -> None:
        """Take back all moves but the first ``count``: play the last of these again, from a position that was kept."""
        del self._kept[count // KEEP_EVERY :]
        later = self.moves[len(self._kept) * KEEP_EVERY : count]
        kept = self._kept[-1] if self._kept else _Kept(self.start, self.prisoners_at_start)
        del self.moves[len(self._kept) * KEEP_EVERY :]
        self.board, self.prisoners = copy_of(kept.board), dict(kept.prisoners)
        for move in later:
            if self.board.ko == move.point:  # it was played, so the ko had been ended by setting ``to_play``
                self.board.ko = PASS
            after = copy_of(self.board)
            captured = int(attempt(self.board, after, u64(move.point), u64(move.colour)))
            self._advance(move, after, captured)

    def _advance(self, move: Move, board: Board, captured: int) -> None:
        """Go on with the board after a move, and keep a copy of it from time to time: ``undo`` starts from there."""
        self.board = board
        self.prisoners[other(move.colour) if captured > 0 else move.colour] += abs(captured)
        self.moves.append(move)
        if len(self.moves) % KEEP_EVERY == 0:
            self._kept.append(_Kept(copy_of(board), dict(self.prisoners)))

    def place(self, colour: Colour, points: Iterable[str | Point]) -> None:
        """Put stones of a colour on points, or remove stones (EMPTY), before the first move; the turn does not change.

        Raises ValueError, and changes nothing, after the first move, for a point that is given twice, for a pass, and
        if a chain would have no liberties.
        """
        placed = [self._point(where) for where in points]
        if self.moves:
            raise ValueError("stones can be set up only before the first move")
        if PASS in placed or len(set(placed)) != len(placed):
            raise ValueError("a point is given twice, or is a pass")
        colours = self.board.colour.copy()
        colours[placed] = colour
        self.restart(board_of(colours, self.to_play))

    def set_up(self, drawing: str) -> None:
        """Set up the position of a text diagram (see ``board.diagram``); the turn does not change.

        Raises ValueError, and changes nothing, after the first move, for a diagram that cannot be read or has another
        size, and if a chain would have no liberties.
        """
        colours = diagram.parse(drawing)
        if len(colours) != len(self.board.colour):
            raise ValueError(f"the diagram is not {self.size}x{self.size}")
        if self.moves:
            raise ValueError("stones can be set up only before the first move")
        self.restart(board_of(colours, self.to_play))

    def restart(self, board: Board) -> None:
        """Go back to before the first move, with a copy of a board as the start position."""
        self.start, self.board = copy_of(board), copy_of(board)
        self.moves = []
        self.resigned_by = None
        self.prisoners = dict(self.prisoners_at_start)
        self._kept, self._situations = [], []
        self._seen = Counter({self._situation(self.board): 1})

    def place_handicap(self, stones: int | Iterable[str | Point], *, free: bool = False) -> list[Point]:
        """Place handicap stones, given by their number or points, and let White play next; return the points.

        A number of stones is placed on the fixed points of GTP; if ``free``, there may be more than these. Raises
        ValueError, and changes nothing, if the board is not empty, for fewer than 2 stones or too many, and for points
        that are not on the board.
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
        """Return the score under the rules. The chains of dead stones are removed first if the rules allow it."""
        board = self.without(dead) if self.rules.removes_dead else self.board
        if self.rules.scoring == "area":
            black, white = area(board)
        else:
            black, white = territory(board)
            black += self.prisoners[int(WHITE)] + removed(self.board, board, WHITE)
            white += self.prisoners[int(BLACK)] + removed(self.board, board, BLACK)
        return Score(float(black), white + self.compensation)

    def without(self, dead: Iterable[str | Point]) -> Board:
        """Return a copy of the board without the chains of dead stones; raises ValueError for an empty point."""
        colours = self.board.colour.copy()
        for point in map(self._point, dead):
            if point == PASS or self.board.colour[point] == EMPTY:
                raise ValueError(f"there is no stone on {self.name(point)}")
            colours[chain_points(self.board, point)] = EMPTY
        return board_of(colours, self.to_play)

    def seen_keys(self) -> NDArray[np.uint64]:
        """Return the Zobrist keys of all positions of the game, in the form that superko compares, in order of size."""
        return np.array(sorted(self._seen), np.uint64)

    def board_for(self, colour: Colour) -> Board:
        """Return a copy of the board with a colour to play. If that is out of turn, the ko ends, as after a pass."""
        board = copy_of(self.board)
        _give_turn(board, colour)
        return board

    def copy(self) -> "Game":
        """Return an independent copy."""
        twin = Game(self.size, self.komi, self.rules)
        twin.moves, twin._seen = list(self.moves), self._seen.copy()
        twin._kept, twin._situations = list(self._kept), list(self._situations)
        twin.handicap_points, twin.prisoners = self.handicap_points, dict(self.prisoners)
        twin.prisoners_at_start = dict(self.prisoners_at_start)
        twin.resigned_by = self.resigned_by
        twin.board, twin.start = copy_of(self.board), copy_of(self.start)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return facts_of(self) == facts_of(other) if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as a game changes

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the start position and the moves alone; the game is played again when it is loaded."""
        return game_of, (facts_of(self),)

    def name(self, point: Point) -> str:
        """Return the name of a point on this board, or ``pass``."""
        return point_name(point, self.size)

    def __str__(self) -> str:
        return diagram.draw(self.board, self.last_point)

    def __repr__(self) -> str:
        return f"<Game {self.size}x{self.size}, {self.rules.name}, komi {self.komi:g}, {len(self.moves)} moves>"

    def _repr_svg_(self) -> str:
        """Draw the board in a notebook."""
        return picture.svg(self.board, last=self.last_point)

    def _point(self, where: str | Point) -> Point:
        if isinstance(where, str):
            return parse_point(where, self.size)
        if not isinstance(where, Integral):
            raise TypeError(f"a move is a Move, a name such as 'E5' or a point, not {where!r}")
        if where != PASS and not (0 < where < len(self.board.colour) and self.board.colour[where] != EDGE):
            raise ValueError(f"{where} is not a point of a {self.size}x{self.size} board")
        return int(where)

    def _colour(self, colour: str | Colour | None) -> Colour:
        if colour is None:
            return self.to_play
        if isinstance(colour, str):
            return parse_colour(colour)
        if colour not in (BLACK, WHITE):
            raise ValueError(f"{colour} is not a colour: say BLACK or WHITE")
        return int(colour)

    def _move(self, where: Move | str | Point, colour: str | Colour | None) -> Move:
        if isinstance(where, str):
            return Move.parse(where, self._colour(colour), self.size)
        if isinstance(where, Move):
            if where.size != self.size:
                raise ValueError(f"{where!r} is a move on {where.size}x{where.size}, not on {self.size}x{self.size}")
            return self._move(where.point, where.colour if colour is None else colour)
        return Move(self._colour(colour), RESIGN if where == RESIGN else self._point(where), self.size)

    def _attempt(self, move: Move) -> tuple[str, Board, int]:
        """Return why a move is illegal (``""`` if it is legal), the board after it, and what ``attempt`` returns."""
        after = copy_of(self.board)
        outcome = int(attempt(self.board, after, u64(move.point), u64(move.colour)))
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
        """Return the key that superko compares: of the stones and, under situational superko, the side to play."""
        key = int(cast(Any, board)["key"])  # three times as fast as ``board.key``, and needed for every move
        return key ^ self._turn_key(int(board.to_play)) if self.rules.ko == "situational" else key


def _give_turn(board: Board, colour: Colour) -> None:
    """Let a colour play next. If that is out of turn, the ko ends, as after a pass."""
    if int(board.to_play) != colour:
        board.to_play, board.ko = colour, PASS
