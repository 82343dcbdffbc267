"""Reports as lines of analysis: ``info move D4 visits 836 winrate 0.4656 ... pv D4 Q16``, for all moves on one line.

Leela Zero's form (``lz``) has whole numbers, ten thousandths; KataGo's form (``kata``) has a decimal point in each.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tengen.board.grid import BLACK, PASS, WHITE, Colour, Move, Point
from tengen.gtp.analysis_request import AnalysisRequest
from tengen.report.report import MoveReport, Report

Style = Literal["lz", "kata"]
View = Literal["side", "black", "white"]


class LineForm:
    """How the lines of one analysis are written."""

    def __init__(self, style: Style, request: AnalysisRequest, view: View) -> None:
        viewer: dict[View, Colour] = {"side": request.colour, "black": BLACK, "white": WHITE}
        self.style = style
        self.request = request
        self.is_turned = viewer[view] != request.colour
        """Whether the numbers are from the view of the opponent of the side to move."""
        self._policy: dict[Point, float] = {}

    def line(self, report: Report) -> str:
        """Return the line of a report; all reports must be of the same position."""
        moves = self._shown(report)
        for move in moves:  # the policy stays the same throughout the search
            if move.point not in self._policy:
                self._policy[move.point] = report.policy_of(move)
        if self.style == "lz":
            return " ".join(self._lz(move, order) for order, move in enumerate(moves))
        words = [self._kata(move, order, report) for order, move in enumerate(moves)]
        if self.request.root:
            words.append(self._root(report))
        if self.request.ownership:
            words.append(f"ownership {self._owners(report.ownership)}")
        return " ".join(words)

    def sole_line(self, move: Move, win_rate: float | None, visits: int) -> str:
        """Return the line for a move that was chosen without a search."""
        name = "pass" if move.is_resign else move.name
        rate = self._rate(0.5 if win_rate is None else win_rate)
        if self.style == "lz":
            share = _ten_thousandths(rate)
            return f"info move {name} visits {visits} winrate {share} prior {share} lcb {share} order 0 pv {name}"
        return f"info move {name} visits {visits} winrate {rate:.6f} prior {rate:.6f} lcb {rate:.6f} order 0 pv {name}"

    def _shown(self, report: Report) -> Sequence[MoveReport]:
        """Return the moves to list: all that were tried, within the bounds that the client has set; at least one."""
        least, most = self.request.moves_listed
        moves = report.moves[:most]
        return moves if len(moves) >= least else [*moves, *_untried(report, least - len(moves), self.request)]

    def _lz(self, move: MoveReport, order: int) -> str:
        return (
            f"info move {move.name} visits {move.visits} winrate {_ten_thousandths(self._rate(move.win_rate))} "
            f"prior {_ten_thousandths(self._policy[move.point])} lcb {_ten_thousandths(self._rate(move.lower_bound))} "
            f"order {order} pv {' '.join(move.sequence)}"
        )

    def _kata(self, move: MoveReport, order: int, report: Report) -> str:
        rate, bound = self._rate(move.win_rate), self._rate(move.lower_bound)
        lead = self._lead(report.score if move.score is None else move.score)
        text = (
            f"info move {move.name} visits {move.visits} edgeVisits {move.visits} utility {2 * rate - 1:.6f} "
            f"winrate {rate:.6f} scoreMean {lead:.3f} scoreStdev {report.score_deviation:.3f} "
            f"scoreLead {lead:.3f} scoreSelfplay {lead:.3f} prior {self._policy[move.point]:.6f} "
            f"lcb {bound:.6f} utilityLcb {2 * bound - 1:.6f} weight {move.visits:.1f} "
            f"order {order} pv {' '.join(move.sequence)}"
        )
        if self.request.sequence_visits:
            text += f" pvVisits {' '.join(map(str, move.sequence_visits))}"
        if self.request.move_ownership:
            text += f" movesOwnership {self._owners(report.ownership_after(move))}"
        return text

    def _root(self, report: Report) -> str:
        rate, lead = self._rate(report.win_rate), self._lead(report.score)
        return (
            f"rootInfo visits {report.visits} utility {2 * rate - 1:.6f} winrate {rate:.6f} "
            f"scoreMean {lead:.3f} scoreStdev {report.score_deviation:.3f} "
            f"scoreLead {lead:.3f} scoreSelfplay {lead:.3f} weight {report.visits:.1f}"
        )

    def _owners(self, ownership: NDArray[np.float64]) -> str:
        owners = (0.0 - ownership if self.is_turned else ownership).ravel().tolist()
        return ("%.3f " * len(owners) % tuple(owners)).rstrip()

    def _rate(self, rate: float) -> float:
        return 1 - rate if self.is_turned else rate

    def _lead(self, lead: float) -> float:
        return -lead if self.is_turned else lead


def _ten_thousandths(share: float) -> int:
    return round(10_000 * share)


def _untried(report: Report, count: int, request: AnalysisRequest) -> Iterator[MoveReport]:
    """Yield moves that were not tried, as if each were worth what the position is; the pass if there are no others."""
    tried = {move.point for move in report.moves}
    avoided = request.restriction.depths(report.size, (report.size + 1) * (report.size + 2) + 1)[report.colour]
    legal = [point for point in report.game.legal_points(report.colour) if not avoided[point]]
    points = [point for point in legal if point not in tried][:count] if request.least_moves else []
    for point in points or ([] if report.moves else [PASS]):
        move = Move(report.colour, point, report.size)
        yield MoveReport(move, 0, report.win_rate, None, None, (move.name,), sequence_visits=(0,))
