"""Reports for programs: numbers, texts, lists and dicts, as JSON has them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.board.grid import COLOUR_NAMES
from tengen.report.report import MoveReport, NodeReport, Report


def report_facts(report: Report, moves: int | None = None) -> dict[str, Any]:
    """Return a report as a dict. Maps are lists of all points, row by row from the top left corner."""
    facts: dict[str, Any] = {
        "colour": COLOUR_NAMES[report.colour],
        "simulations": report.simulations,
        "seconds": round(report.seconds, 3),
        "simulations_per_second": round(report.simulations_per_second),
        "visits": report.visits,
        "win_rate": round(report.win_rate, 4),
        "mean_reward": round(report.mean_reward, 4),
        "extra_komi": round(report.extra_komi, 2),
        "score": round(report.score, 2),
        "depth": round(report.depth, 2),
        "nodes": report.nodes,
        "moves": [_move_facts(move) for move in report.moves[:moves]],
        "ownership": _flat(report.ownership, 3),
    }
    if report.criticality is not None:
        facts["criticality"] = _flat(report.criticality, 4)
    if report.chains is not None:
        facts["chains"] = [
            {"stones": list(chain.stones), "survival": round(chain.survival, 4)} for chain in report.chains
        ]
    return facts


def node_facts(node: NodeReport) -> dict[str, Any]:
    """Return a node of the tree as a dict."""
    return {
        "depth": node.depth,
        "colour": COLOUR_NAMES[node.move.colour],
        "move": node.move.name,
        "visits": node.visits,
        "win_rate": round(node.win_rate, 4),
        "amaf": _rounded(node.amaf),
        "prior": _rounded(node.prior),
    }


def _move_facts(move: MoveReport) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "move": move.name,
        "visits": move.visits,
        "win_rate": round(move.win_rate, 4),
        "amaf": _rounded(move.amaf),
        "prior": _rounded(move.prior),
        "sequence": list(move.sequence),
    }
    return facts if move.criticality is None else facts | {"criticality": round(move.criticality, 4)}


def _flat(values: NDArray[np.float64], digits: int) -> list[float]:
    return [round(float(value), digits) for value in values.ravel()]


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
