"""A game record whose nodes have numbers that never change, and the positions at these nodes."""

import re
from collections import OrderedDict
from collections.abc import Iterator
from itertools import pairwise

from tengen import Game
from tengen.board.grid import COLOUR_NAMES, Move, point_name
from tengen.game.replay import advance
from tengen.review.annotate import evaluation_in, own_lines, read_better, without_own_lines
from tengen.sgf import GameRecord, SgfError, SgfNode
from tengen.web.messages import NodeView

KEPT_POSITIONS = 16  # positions that are kept in memory, so that a step forwards is one move
MARKS = {"TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross", "SL": "square"}


class RecordTree:
    """A record with numbered nodes. The root has number 0."""

    def __init__(self, record: GameRecord, most_nodes: int) -> None:
        """Give numbers to the nodes of a record; raises SgfError if there are too many."""
        self.record = record
        self._most = most_nodes
        self._nodes: dict[int, SgfNode] = {}
        self._numbers: dict[SgfNode, int] = {}
        self._games: OrderedDict[int, Game] = OrderedDict()
        self._next = 0
        waiting = [record.root]
        while waiting:
            node = waiting.pop()
            self._number(node)
            waiting += reversed(node.children)

    def _number(self, node: SgfNode) -> int:
        if len(self._nodes) >= self._most:
            raise SgfError(f"a record may have {self._most:,} nodes at most")
        number, self._next = self._next, self._next + 1
        self._nodes[number], self._numbers[node] = node, number
        return number

    # Nodes

    def __contains__(self, number: int) -> bool:
        return number in self._nodes

    def node(self, number: int) -> SgfNode:
        """Return a node; raises ValueError if there is none of this number."""
        if number not in self._nodes:
            raise ValueError("there is no such position in the record")
        return self._nodes[number]

    def parent(self, number: int) -> int | None:
        """Return the number of the node before; None for the root."""
        before = self.node(number).parent
        return None if before is None else self._numbers[before]

    def children(self, number: int) -> list[int]:
        """Return the numbers of the next nodes, the main variation first."""
        return [self._numbers[child] for child in self.node(number).children]

    def line(self, number: int) -> list[int]:
        """Return the nodes from the root to a node, both included."""
        found = [number]
        while (before := self.parent(found[-1])) is not None:
            found.append(before)
        return found[::-1]

    def end_of(self, number: int) -> int:
        """Return the last node of the main variation after a node."""
        while children := self.children(number):
            number = children[0]
        return number

    def is_on_main_line(self, number: int) -> bool:
        """Return whether a node is on the main variation."""
        line = self.line(number)
        return all(self.children(before)[0] == after for before, after in pairwise(line))

    def path(self, number: int) -> list[int]:
        """Return a node as the index of the child at each step from the root."""
        line = self.line(number)
        return [self.children(before).index(after) for before, after in pairwise(line)]

    def at(self, path: list[int]) -> int:
        """Return the node of a path, or the last one on it that is there."""
        number = 0
        for index in path:
            children = self.children(number)
            if not 0 <= index < len(children):
                break
            number = children[index]
        return number

    # Positions

    def game(self, number: int) -> Game:
        """Return the game at a node, as a copy; raises SgfError if a move on the way is not legal."""
        missing: list[int] = []
        at: int | None = number
        while at is not None and at not in self._games:
            missing.append(at)
            at = self.parent(at)
        record = self.record
        game = self._games[at].copy() if at is not None else Game(record.size, record.komi, record.rules or "chinese")
        for index in reversed(missing):
            try:
                game = advance(game, self._nodes[index], record.handicap)
            except ValueError as error:
                raise SgfError(f"this position cannot be shown: {error}") from None
        self._games[number] = game.copy()
        self._games.move_to_end(number)
        while len(self._games) > KEPT_POSITIONS:
            self._games.popitem(last=False)
        return game

    def moves_before(self, number: int) -> int:
        """Return how many moves lead to a node, its own included."""
        return sum(move_of(self._nodes[at]) is not None for at in self.line(number))

    # Changes

    def play(self, number: int, move: Move) -> tuple[int, bool]:
        """Return the node of a legal move after a node, and whether it is new."""
        for child in self.children(number):
            if move_of(self._nodes[child]) == move:
                return child, False
        if len(self._nodes) >= self._most:
            raise ValueError(f"a record may have {self._most:,} nodes at most")
        return self._number(self.node(number).add_move(move)), True

    def remove(self, number: int) -> list[int]:
        """Remove a node and all that follows it; return the numbers of the removed nodes."""
        node, removed, waiting = self.node(number), [], [number]
        while waiting:
            at = waiting.pop()
            removed.append(at)
            waiting += self.children(at)
        node.remove()
        for at in removed:
            del self._numbers[self._nodes.pop(at)]
            self._games.pop(at, None)
        return removed

    def promote(self, number: int) -> None:
        """Make the line of a node the main line."""
        for at in self.line(number)[1:]:
            self._nodes[at].promote()

    def comment(self, number: int, text: str) -> None:
        """Change the comment of a node; what a review has written stays."""
        node = self.node(number)
        node.comment = "\n".join(filter(None, [text.strip("\n"), *own_lines(node)]))

    def adopt(self) -> list[int]:
        """Give numbers to the nodes that were added to the record from outside; return their numbers."""
        new: list[int] = []
        waiting = [self.record.root]
        while waiting:
            node = waiting.pop()
            if node not in self._numbers:
                new.append(self._number(node))
            waiting += reversed(node.children)
        return new

    # Views

    def views(self) -> Iterator[NodeView]:
        """Yield all nodes, parents before their children and the main variation first."""
        waiting = [(0, 0)]
        while waiting:
            number, before = waiting.pop()
            view = self._view(number, before)
            yield view
            waiting += [(child, view.number) for child in reversed(self.children(number))]

    def view(self, number: int) -> NodeView:
        """Return a node as the page shows it."""
        parent = self.parent(number)
        return self._view(number, 0 if parent is None else self.moves_before(parent))

    def _view(self, number: int, moves_before: int) -> NodeView:
        node, parent = self.node(number), self.parent(number)
        move, found = move_of(node), evaluation_in(node)
        before = None if parent is None else evaluation_in(self._nodes[parent])
        lost = None
        if found is not None and before is not None and move is not None:
            sign = 1 if COLOUR_NAMES[move.colour] == "black" else -1
            lost = sign * (before[0] - found[0])
        return NodeView(
            node=number,
            parent=parent,
            colour=None if move is None else "black" if COLOUR_NAMES[move.colour] == "black" else "white",
            move=None if move is None else move.name,
            number=moves_before + (move is not None),
            comment=without_own_lines(node),
            win_rate=None if found is None else found[0],
            score=None if found is None else found[1],
            lost=lost,
            better=read_better(node),
            marks=_marks(node, self.record.size),
        )


def move_of(node: SgfNode) -> Move | None:
    """Return the move of a node; None if it has none, or one that is not on the board."""
    try:
        return node.move
    except SgfError:
        return None


def _marks(node: SgfNode, size: int) -> dict[str, str]:
    try:
        marks = node.marks
    except SgfError:
        return {}
    return {point_name(point, size): _mark(name) for point, name in marks.items()}


def _mark(name: str) -> str:
    """Return a mark in the page's words; a label is cut to what fits on a stone."""
    return "=" + re.sub(r"\s+", " ", name[3:])[:8] if name.startswith("LB:") else MARKS[name]
