"""From a report to the answer of the protocol: all numbers from one view."""

import numpy as np
from msgspec import UNSET, UnsetType
from numpy.typing import NDArray

from tengen import BLACK, WHITE, MoveReport, Report
from tengen.analysis.messages import Answer, MoveInfo, NoAnswer, Query, RootInfo
from tengen.analysis.task import Task

DIGITS = 6
MAP_DIGITS = 4


def answer_of(task: Task, report: Report, *, is_during_search: bool) -> Answer:
    """Return what a report says, for the query of a task."""
    query = task.query
    view = _View(report, task)
    return Answer(
        id=query.id,
        turn_number=task.turn,
        is_during_search=is_during_search,
        move_infos=[view.move_info(move, order) for order, move in enumerate(report.moves)],
        root_info=view.root_info(),
        ownership=view.owners(report.ownership) if query.include_ownership else UNSET,
        ownership_stdev=_deviations(report.ownership) if query.include_ownership_stdev else UNSET,
        policy=_rounded(report.policy) if query.include_policy else UNSET,
    )


def no_answer(task: Task) -> NoAnswer:
    """Return the answer for a task that was terminated before its search began."""
    return NoAnswer(id=task.query.id, turn_number=task.turn)


class _View:
    """Turns numbers, which a report has from the view of the side to move, to the view that the query asks for."""

    def __init__(self, report: Report, task: Task) -> None:
        self.report = report
        self.query: Query = task.query
        wanted = {"BLACK": BLACK, "WHITE": WHITE}.get(task.view, report.colour)
        self.is_turned = wanted != report.colour

    def share(self, share: float) -> float:
        """Return a win rate."""
        return round(1 - share if self.is_turned else share, DIGITS)

    def utility(self, share: float) -> float:
        """Return a win rate as a number from -1 to 1."""
        return round(2 * self.share(share) - 1, DIGITS)

    def points(self, points: float) -> float:
        """Return a lead."""
        return round(-points if self.is_turned else points, DIGITS)

    def owners(self, owners: NDArray[np.float64]) -> list[float]:
        """Return a map of owners."""
        return _rounded(-owners if self.is_turned else owners)

    def root_info(self) -> RootInfo:
        """Return the part of the answer about the position."""
        report = self.report
        return RootInfo(
            current_player="B" if report.colour == BLACK else "W",
            visits=report.visits,
            weight=float(report.visits),
            winrate=self.share(report.win_rate),
            utility=self.utility(report.win_rate),
            score_lead=self.points(report.score),
            score_selfplay=self.points(report.score),
            score_stdev=round(report.score_deviation, DIGITS),
        )

    def move_info(self, move: MoveReport, order: int) -> MoveInfo:
        """Return the part of the answer about a move."""
        query, longest = self.query, self.query.analysis_pv_len + 1
        visits: list[int] | UnsetType = list(move.sequence_visits[:longest]) if query.include_pv_visits else UNSET
        lead = self.points(self.report.score if move.score is None else move.score)
        owners = self.report.ownership_after(move)
        return MoveInfo(
            move=move.name,
            visits=move.visits,
            edge_visits=move.visits,
            weight=float(move.visits),
            edge_weight=float(move.visits),
            order=order,
            winrate=self.share(move.win_rate),
            lcb=self.share(move.lower_bound),
            utility=self.utility(move.win_rate),
            utility_lcb=self.utility(move.lower_bound),
            score_lead=lead,
            score_mean=lead,
            score_selfplay=lead,
            score_stdev=round(self.report.score_deviation, DIGITS),
            prior=round(self.report.policy_of(move), DIGITS),
            pv=list(move.sequence[:longest]),
            pv_visits=visits,
            pv_edge_visits=visits,
            no_result_value=0.0 if query.include_no_result_value else UNSET,
            ownership=self.owners(owners) if query.include_moves_ownership else UNSET,
            ownership_stdev=_deviations(owners) if query.include_moves_ownership_stdev else UNSET,
        )


def _rounded(numbers: NDArray[np.float64]) -> list[float]:
    return [float(number) for number in numbers.ravel().round(MAP_DIGITS)]


def _deviations(owners: NDArray[np.float64]) -> list[float]:
    """Return the standard deviation of each point's owner over the playouts; an owner is 1 or -1."""
    return _rounded(np.sqrt(np.maximum(0.0, 1 - owners**2)))
