"""Reports for people and for programs: a line, a table, a diagram, JSON."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import rows_from_top
from tengen.board.diagram import draw_symbols
from tengen.board.point import BLACK, COLOUR_NAMES, Point, point_name
from tengen.game.game import Game
from tengen.search.dump import NodeReport
from tengen.search.report import Report

SYMBOLS = ((0.8, "X"), (0.3, "x"), (-0.3, "."), (-0.8, "o"), (-2.0, "O"))  # for an owner above the number
SHOWN_SEQUENCE = 8  # moves of a sequence that a table has room for
SHOWN_STONES = 6  # of a chain
SAFE = 0.9  # chains that survive in more of the playouts are not shown


def one_line(report: Report) -> str:
    """Return what a search found: the most visited move, its value, visits, the score, and the sequence."""
    if not report.moves:
        return "no move"
    best = report.moves[0]
    sequence = _names(best.sequence[:SHOWN_SEQUENCE], report.size)
    return (
        f"{point_name(best.point, report.size)} {_judged(report, best.value)}, {best.visits:,} of {report.visits:,} "
        f"visits, {lead(report.score)}: {sequence}"
    )


def lead(score: float) -> str:
    """Return Black's lead as players write it."""
    return f"{'B' if score >= 0 else 'W'}+{abs(score):.1f}"


def facts(report: Report) -> str:
    """Return a line about the search as a whole."""
    return (
        f"{COLOUR_NAMES[report.colour]} to play: {_judged(report, report.value)}, {lead(report.score)}; "
        f"{report.simulations:,} simulations in {report.seconds:.1f} s, {speed(report):,.0f} a second; "
        f"mean depth {report.depth:.1f}, {report.nodes:,} nodes"
    )


def speed(report: Report) -> float:
    """Return simulations a second."""
    return report.simulations / report.seconds if report.seconds else 0.0


def table(report: Report, top: int) -> str:
    """Return the most visited moves, one a line."""
    critical = report.criticality is not None
    lines = [f"move   visits   value    amaf   prior  {'critical  ' if critical else ''}sequence"]
    for move in report.moves[:top]:
        criticality = f"{move.criticality or 0.0:8.3f}  " if critical else ""
        lines.append(
            f"{point_name(move.point, report.size):4} {move.visits:8,} {move.value:7.1%} {_percent(move.amaf)} "
            f"{_percent(move.prior)}  {criticality}{_names(move.sequence[:SHOWN_SEQUENCE], report.size)}"
        )
    return "\n".join(lines)


def board_and_owners(game: Game, report: Report) -> str:
    """Return the board beside a diagram of who owns each point: X and O surely, x and o likely, . nobody."""
    left, right = str(game).splitlines(), owners(report).splitlines()
    return "\n".join(f"{a:{2 * game.size + 8}}{b}".rstrip() for a, b in zip(left, right, strict=True))


def owners(report: Report) -> str:
    """Return a diagram of who owns each point at the end of playouts."""

    def symbol(owner: float) -> str:
        return next(symbol for above, symbol in SYMBOLS if owner > above)

    return draw_symbols([[symbol(owner) for owner in row] for row in owner_rows(report)])


def critical_points(report: Report) -> str:
    """Return a diagram of criticality in tenths: 5 is the most; a - where the loser owns the point more often."""

    def tenths(criticality: float) -> str:
        rounded = round(10 * criticality)
        return "." if rounded == 0 else str(rounded) if rounded > 0 else "-"

    return draw_symbols([[tenths(criticality) for criticality in row] for row in criticality_rows(report)])


def danger(report: Report) -> str:
    """Return the chains that are captured in some playouts, one a line, the one in most danger first."""
    chains = [chain for chain in report.chains or [] if chain.survival < SAFE]
    lines = [f"{chain.survival:7.1%}  {_names(chain.points[:SHOWN_STONES], report.size)}" for chain in chains]
    return "\n".join(["survival of chains", *lines]) if lines else ""


def owner_rows(report: Report) -> NDArray[np.float64]:
    """Return who owns each point, Black from 0 to 1 and White from 0 to -1, by rows from the top."""
    return rows_from_top(report.ownership, report.size)


def criticality_rows(report: Report) -> NDArray[np.float64]:
    """Return the criticality of each point by rows from the top; all 0 where it was not counted."""
    by_point = np.zeros_like(report.ownership) if report.criticality is None else report.criticality
    return rows_from_top(by_point, report.size)


def tree_lines(nodes: Iterable[NodeReport], size: int) -> str:
    """Return a tree, indented by depth."""
    lines = []
    for node in nodes:
        place = f"{'  ' * (node.depth - 1)}{'X' if node.colour == BLACK else 'O'} {point_name(node.point, size)}"
        lines.append(f"{place:24} {node.visits:8,} {node.value:7.1%} {_percent(node.amaf)} {_percent(node.prior)}")
    return "\n".join([f"{'tree':24}   visits   value    amaf   prior", *lines])


def as_facts(report: Report, top: int) -> dict[str, Any]:
    """Return a report for JSON; the owners by rows from the top left corner, 1 Black's and -1 White's."""
    size = report.size
    facts: dict[str, Any] = {
        "colour": COLOUR_NAMES[report.colour],
        "simulations": report.simulations,
        "seconds": round(report.seconds, 3),
        "simulations_per_second": round(speed(report)),
        "visits": report.visits,
        "value": round(report.value, 4),
        "win_rate": round(report.win_rate, 4),
        "extra_komi": round(report.extra_komi, 2),
        "score": round(report.score, 2),
        "depth": round(report.depth, 2),
        "nodes": report.nodes,
        "moves": [
            {
                "move": point_name(move.point, size),
                "visits": move.visits,
                "value": round(move.value, 4),
                "amaf": _rounded(move.amaf),
                "prior": _rounded(move.prior),
                "sequence": [point_name(point, size) for point in move.sequence],
            }
            for move in report.moves[:top]
        ],
        "ownership": [round(float(owner), 3) for owner in owner_rows(report).ravel()],
    }
    if report.criticality is not None:
        for move, told in zip(report.moves, facts["moves"], strict=False):
            told["criticality"] = _rounded(move.criticality)
        facts["criticality"] = [round(float(value), 4) for value in criticality_rows(report).ravel()]
        facts["chains"] = [
            {"stones": [point_name(point, size) for point in chain.points], "survival": round(chain.survival, 4)}
            for chain in report.chains or []
        ]
    return facts


def node_facts(node: NodeReport, size: int) -> dict[str, Any]:
    """Return a node of the tree for JSON."""
    return {
        "depth": node.depth,
        "colour": COLOUR_NAMES[node.colour],
        "move": point_name(node.point, size),
        "visits": node.visits,
        "value": round(node.value, 4),
        "amaf": _rounded(node.amaf),
        "prior": _rounded(node.prior),
    }


def _judged(report: Report, value: float) -> str:
    """Return a probability of winning; with dynamic komi the real one, and how the simulations were judged."""
    if report.won is None:
        return f"{value:.1%}"
    return f"{report.won:.1%} ({value:.1%} with extra komi {report.extra_komi:+.1f})"


def _names(points: Iterable[Point], size: int) -> str:
    return " ".join(point_name(point, size) for point in points)


def _percent(share: float | None) -> str:
    return "      -" if share is None else f"{share:7.1%}"


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
