"""Writes evaluations into a game record, and reads them again.

The comment of each node gets a line such as ``tengen: Black 54.3%, B+2.1``; the property V has the score. A mistake
gets a triangle, letters on the better moves, BM ("bad move"), and the best sequence as a variation. What the record has
is kept: its comments, marks and variations. Lines of an earlier review are replaced.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from tengen.board.grid import PASS, Move, other
from tengen.report.report import MoveReport, Report
from tengen.review.evaluation import Evaluation, Mistake
from tengen.sgf import SgfError, SgfNode

PREFIX = "tengen: "
LETTERS = "ABC"  # on the better moves
LEAST_SHARE = 0.1  # of the best move's visits, for a move that is worth a letter
MOVE_JUDGEMENTS = ("BM", "DO", "IT", "TE")
_LINE = re.compile(rf"^{PREFIX}Black (\d+\.\d)%, ([BW])\+(\d+\.\d)", re.MULTILINE)
_LOSES = re.compile(rf"^{PREFIX}\S+ loses \d")
_BETTER = re.compile(rf"^{PREFIX}\S+ loses \d.*; better: A (\S+)")


def annotate(nodes: Sequence[SgfNode], evaluations: Sequence[Evaluation]) -> None:
    """Write evaluations into the comments of a line's nodes, from the root on; the first is of the start."""
    for number, place in _places(nodes).items():
        if number < len(evaluations):
            write_evaluation(nodes[place], evaluations[number])


def write_evaluation(node: SgfNode, found: Evaluation) -> None:
    """Write an evaluation into the comment of a node."""
    _add_comment(node, [f"Black {found.win_rate:.1%}, {found.lead}"])
    node.set_text("V", f"{round(found.score, 1) + 0.0:.1f}")  # + 0.0 makes 0.0 of -0.0


def annotate_mistakes(nodes: Sequence[SgfNode], mistakes: Iterable[Mistake], before: Mapping[int, Report]) -> None:
    """Mark mistakes in a line's nodes, and add the sequences that the search prefers as variations.

    ``before`` has the report on the position before a move, by the number of the move.
    """
    places = _places(nodes)
    for mistake in mistakes:
        place, move = places[mistake.after.number], mistake.move
        better = better_moves(before[mistake.after.number], move)
        if not better:
            continue
        node, best = nodes[place], better[0]
        names = [f"{letter} {one.name} {one.win_rate:.1%}" for letter, one in zip(LETTERS, better, strict=False)]
        kept = [line.removeprefix(PREFIX) for line in own_lines(node)]
        _add_comment(node, [*kept, f"{loss_text(mistake)}; better: {', '.join(names)}"])
        for letter, one in zip(LETTERS, better, strict=False):
            if one.point != PASS:
                node.label(one.point, letter)
        if move.point != PASS:
            node.mark(move.point)
        if not any(node.text(name) is not None for name in MOVE_JUDGEMENTS):
            node.set_text("BM", "1")
        if place > 0:  # a move in the root has nothing to branch off from
            text = f"{best.name} {best.win_rate:.1%}, {best.visits:,} visits"
            add_variation(nodes[place - 1], sequence_of(best), text)


def better_moves(report: Report, played: Move) -> list[MoveReport]:
    """Return up to three moves that the search likes best; none if the one that was played is the best."""
    if not report.moves or report.best.point == played.point:
        return []
    least = LEAST_SHARE * report.best.visits
    return [one for one in report.moves if one.point != played.point and one.visits >= least][: len(LETTERS)]


def loss_text(mistake: Mistake) -> str:
    """Return what a mistake lost, in words."""
    points = f" and {mistake.points:.1f} points" if mistake.points >= 0.05 else ""
    return f"{mistake.move.name} loses {mistake.win_rate:.1%}{points}"


def sequence_of(move: MoveReport) -> list[Move]:
    """Return the principal variation of a move, as moves of both sides."""
    colour, moves = move.move.colour, []
    for name in move.sequence:
        moves.append(Move.parse(name, colour, move.move.size))
        colour = other(colour)
    return moves


def add_variation(parent: SgfNode, moves: Iterable[Move], comment: str) -> None:
    """Add a sequence below a node, as far as it is not there; the first node gets a line of comment."""
    node, is_first = parent, True
    for move in moves:
        known = next((child for child in node.children if _move_of(child) == move), None)
        node = known or node.add_move(move)
        if is_first:
            _add_comment(node, [comment])
        is_first = False


def read_evaluations(nodes: Sequence[SgfNode]) -> list[Evaluation]:
    """Return the evaluations that a review has written into a line's nodes, up to the first node without one."""
    found: list[Evaluation] = []
    for number, place in _places(nodes).items():
        values = evaluation_in(nodes[place])
        if values is None:
            break
        found.append(Evaluation(number, nodes[place].move, *values))
    return found


def read_mistakes(nodes: Sequence[SgfNode]) -> set[int]:
    """Return the numbers of the moves that a review has called mistakes."""
    found = _places(nodes).items()
    return {number for number, place in found if any(_LOSES.search(line) for line in own_lines(nodes[place]))}


def _places(nodes: Sequence[SgfNode]) -> dict[int, int]:
    """Return where the node after each number of moves is; the root comes after 0 moves, unless it has one itself."""
    moves = [place for place, node in enumerate(nodes) if _move_of(node) is not None]
    start = {} if moves and moves[0] == 0 else {0: 0}
    return start | dict(enumerate(moves, start=1))


def _move_of(node: SgfNode) -> Move | None:
    try:
        return node.move
    except SgfError:
        return None  # of another variation, which nobody has replayed


def own_lines(node: SgfNode) -> list[str]:
    """Return the lines of a comment that a review has written, as they stand there."""
    return [line for line in node.comment.splitlines() if line.startswith(PREFIX)]


def without_own_lines(node: SgfNode) -> str:
    """Return the comment of a node without the lines that a review has written."""
    return "\n".join(line for line in node.comment.splitlines() if not line.startswith(PREFIX))


def evaluation_in(node: SgfNode) -> tuple[float, float] | None:
    """Return the win rate and the score, from Black's view, that a review has written into a node."""
    line = _LINE.search(node.comment)
    if line is None:
        return None
    return float(line[1]) / 100, float(line[3]) if line[2] == "B" else -float(line[3])


def read_better(node: SgfNode) -> str | None:
    """Return the move that a review prefers to the one of a node; None if it did not call that a mistake."""
    found = (_BETTER.search(line) for line in own_lines(node))
    return next((line[1] for line in found if line is not None), None)


def _add_comment(node: SgfNode, lines: Sequence[str]) -> None:
    """Replace our own lines of a comment, and keep the others."""
    kept = [line for line in node.comment.splitlines() if not line.startswith(PREFIX)]
    node.comment = "\n".join([*kept, *(PREFIX + line for line in lines)])
