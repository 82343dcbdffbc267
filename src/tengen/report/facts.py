"""Reports for programs: numbers, texts, lists and dicts, as JSON has them."""

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tengen.board.grid import BLACK, COLOUR_NAMES, WHITE, Colour
from tengen.report.report import MoveReport, NodeReport, Report

View = Literal["side", "black", "white"]
"""Whose win rates, lead and points the numbers are: of the side to move at the root, of Black, or of White."""
VIEWS: tuple[str, ...] = get_args(View)


def viewer(report: Report, view: View) -> Colour:
    """Return the colour whose view the numbers have."""
    return {"side": report.colour, "black": int(BLACK), "white": int(WHITE)}[view]


def report_facts(report: Report, moves: int | None = None, view: View = "side") -> dict[str, Any]:
    """Return a report as a dict; all its numbers have one view, which it names.

    Maps are lists of all points, row by row from the top left corner.
    """
    is_same = viewer(report, view) == report.colour
    sign = 1 if is_same else -1
    facts: dict[str, Any] = {
        "view": view,
        "colour": COLOUR_NAMES[report.colour],
        "simulations": report.simulations,
        "seconds": round(report.seconds, 3),
        "simulations_per_second": round(report.simulations_per_second),
        "visits": report.visits,
        "win_rate": _share(report.win_rate, is_same=is_same),
        "mean_reward": _share(report.mean_reward, is_same=is_same),
        "extra_komi": round(sign * report.extra_komi, 2) + 0.0,
        "score": round(sign * report.score, 2) + 0.0,
        "depth": round(report.depth, 2),
        "nodes": report.nodes,
        "moves": [_move_facts(move, is_same=is_same) for move in report.moves[:moves]],
        "ownership": _flat(sign * report.ownership, 3),
    }
    if report.criticality is not None:
        facts["criticality"] = _flat(report.criticality, 4)
    if report.chains is not None:
        facts["chains"] = [
            {"stones": list(chain.stones), "survival": round(chain.survival, 4)} for chain in report.chains
        ]
    return facts


def node_facts(node: NodeReport, viewed_by: Colour) -> dict[str, Any]:
    """Return a node of the tree as a dict, with the win rates of a colour."""
    is_same = node.move.colour == viewed_by
    return {
        "depth": node.depth,
        "colour": COLOUR_NAMES[node.move.colour],
        "move": node.move.name,
        "visits": node.visits,
        "win_rate": _share(node.win_rate, is_same=is_same),
        "amaf": _share(node.amaf, is_same=is_same),
        "prior": _share(node.prior, is_same=is_same),
    }


def _move_facts(move: MoveReport, *, is_same: bool) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "move": move.name,
        "visits": move.visits,
        "win_rate": _share(move.win_rate, is_same=is_same),
        "score": None if move.score is None else round(move.score if is_same else -move.score, 2) + 0.0,
        "amaf": _share(move.amaf, is_same=is_same),
        "prior": _share(move.prior, is_same=is_same),
        "sequence": list(move.sequence),
    }
    return facts if move.criticality is None else facts | {"criticality": round(move.criticality, 4)}


def _flat(values: NDArray[np.float64], digits: int) -> list[float]:
    return [round(float(value), digits) + 0.0 for value in values.ravel()]  # + 0.0 makes 0.0 of -0.0


def _share(share: float | None, *, is_same: bool) -> float | None:
    """Return a win rate in few digits, or that of the other side."""
    return None if share is None else round(share if is_same else 1 - share, 4)
