"""Positions, counts and reports as the page gets them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from tengen import BLACK, WHITE, Game, MoveReport, NodeReport, Playout, Report, UrgencyReport
from tengen.board.board import rows_from_top
from tengen.board.grid import Colour
from tengen.report.text import blacks_ownership
from tengen.web import messages as m

if TYPE_CHECKING:
    from tengen.web.table import Table

SHOWN_MOVES = 40  # candidates in a report
VALUE = "value"  # the addend that is the mean reward
SHOWN_SEQUENCE = 30  # moves of a sequence


def colour_name(colour: Colour) -> m.Colour:
    """Return the name of a colour."""
    return "black" if colour == BLACK else "white"


def signed(stones: NDArray[np.uint8]) -> list[int]:
    """Return colours as 1 for Black, -1 for White and 0 for none, row by row."""
    flat = stones.ravel()
    return ((flat == BLACK).astype(int) - (flat == WHITE).astype(int)).tolist()  # type: ignore[no-any-return]


def position_view(table: "Table", shown: int) -> m.PositionView:
    """Return the position at a node of a game."""
    game = table.game(shown)
    live = shown if table.human is None else table.live
    phase = table.phase(shown)
    last = game.moves[-1].name if game.moves else None
    legal = set(game.legal_points())
    illegal = [game.name(p) for p in _empty_points(game) if p not in legal]
    ko = int(game.board.ko)
    return m.PositionView(
        game=table.name,
        node=shown,
        live=live,
        stones=signed(game.stones),
        to_play=colour_name(game.to_play),
        last=last,
        ko=game.name(ko) if ko else None,
        illegal=illegal,
        captured_black=game.prisoners[BLACK],
        captured_white=game.prisoners[WHITE],
        phase=phase,
        turn=_turn(table),
        result=table.result,
        clock_black=_clock_view(table, BLACK),
        clock_white=_clock_view(table, WHITE),
    )


def _turn(table: "Table") -> Literal["you", "engine", "nobody"]:
    if table.human is None:
        return "you"
    if table.result is not None or table.game().is_over:
        return "nobody"
    return "you" if table.game().to_play == table.human else "engine"


def _empty_points(game: Game) -> list[int]:
    return [int(point) for point in np.flatnonzero(game.board.colour == 0)]


def _clock_view(table: "Table", colour: Colour) -> m.ClockView | None:
    if table.clock is None:
        return None
    is_turn = table.result is None and table.game().to_play == colour
    left = table.clock.shown(colour, is_turn=is_turn).left(colour)
    return m.ClockView(
        seconds=round(left.seconds, 2),
        periods=left.periods,
        stones=left.stones,
        is_running=is_turn and table.clock.is_running,
    )


def count_view(table: "Table") -> m.Count:
    """Return the count of a game that has ended."""
    dead, count = table.counting.dead, table.counting.count
    assert dead is not None
    assert count is not None
    game, score = table.game(), count.score
    return m.Count(
        node=table.live,
        dead=[game.name(point) for point in sorted(dead)],
        owners=_owners(count.owners),
        text=str(score),
        black=score.black,
        white=score.white,
    )


def _owners(diagram: str) -> list[int]:
    """Return the owners of a diagram of X, O and points: 1 for Black, -1 for White and 0 for neither."""
    rows = [line.split()[1:-1] for line in diagram.splitlines()[1:-1]]
    return [{"X": 1, "O": -1}.get(symbol, 0) for row in rows for symbol in row]


def score_estimate(node: int, report: Report) -> m.ScoreEstimate:
    """Return the likely score by a report."""
    is_black = report.colour == BLACK
    lead = report.score if is_black else -report.score
    rounded = round(lead, 1)
    return m.ScoreEstimate(
        node=node,
        text=f"{'B' if rounded >= 0 else 'W'}+{abs(rounded):.1f}",
        lead=round(lead, 2),
        win_rate=round(report.win_rate if is_black else 1 - report.win_rate, 4),
        ownership=_rounded(blacks_ownership(report)),
    )


Outline = Sequence[tuple[list[str], Sequence[NodeReport]]]
"""Paths of unfolded nodes of the search tree, each with its children."""


def analysis_view(slot: int, node: int, report: Report, children: Sequence[NodeReport], outline: Outline) -> m.Analysis:
    """Return a report of a live search, with the explained children of the root and the unfolded nodes."""
    urgencies = {child.move.name: child.urgency for child in children}
    return m.Analysis(
        slot=slot,
        node=node,
        colour=colour_name(report.colour),
        is_final=False,
        visits=report.visits,
        simulations=report.simulations,
        seconds=round(report.seconds, 2),
        win_rate=round(report.win_rate, 4),
        score=round(report.score, 2),
        depth=round(report.depth, 2),
        tree_nodes=report.nodes,
        memory_used=round(report.memory_used, 3),
        moves=[_candidate(move, urgencies.get(move.name)) for move in report.moves[:SHOWN_MOVES]],
        ownership=_rounded(report.ownership),
        criticality=None if report.criticality is None else _rounded(report.criticality),
        prior=None if report.priors is None else _rounded(rows_from_top(np.nan_to_num(report.priors), report.size)),
        outline=[m.OutlineLevel(path=path, nodes=[_outline_node(one) for one in found]) for path, found in outline],
    )


def _candidate(move: MoveReport, urgency: UrgencyReport | None) -> m.Candidate:
    return m.Candidate(
        move=move.name,
        visits=move.visits,
        win_rate=round(move.win_rate, 4),
        score=None if move.score is None else round(move.score, 2),
        lower_bound=round(move.lower_bound, 4),
        prior=None if move.prior is None else round(move.prior, 4),
        amaf=None if move.amaf is None else round(move.amaf, 4),
        criticality=None if move.criticality is None else round(move.criticality, 4),
        urgency=None if urgency is None else round(urgency.total, 5),
        addends=[] if urgency is None else _addends(urgency),
        sequence=list(move.sequence[:SHOWN_SEQUENCE]),
        sequence_visits=list(move.sequence_visits[:SHOWN_SEQUENCE]),
    )


def _addends(urgency: UrgencyReport) -> list[m.Addend]:
    """Return the sum that makes an urgency; its first addend is the mean reward."""
    parts = {VALUE: urgency.base, **urgency.addends}
    return [m.Addend(part=part, value=round(value, 5)) for part, value in parts.items()]


def _outline_node(node: NodeReport) -> m.OutlineNode:
    return m.OutlineNode(
        move=node.move.name,
        colour=colour_name(node.move.colour),
        visits=node.visits,
        win_rate=round(node.win_rate, 4),
        prior=None if node.prior is None else round(node.prior, 4),
        amaf=None if node.amaf is None else round(node.amaf, 4),
        children=node.children,
    )


def playout_view(slot: int, node: int, playout: Playout) -> m.Playout:
    """Return a playout."""
    return m.Playout(
        slot=slot,
        node=node,
        seed=playout.seed,
        moves=[
            m.PlayoutMove(
                move=one.move.name, colour=colour_name(one.move.colour), rule=one.rule, captured=list(one.captured)
            )
            for one in playout.moves
        ],
        score=playout.result,
    )


def _rounded(values: NDArray[np.float64]) -> list[float]:
    return [round(float(value), 3) + 0.0 for value in values.ravel()]  # + 0.0 makes 0.0 of -0.0
