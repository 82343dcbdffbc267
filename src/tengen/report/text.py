"""Reports for people: a line, a table, a diagram. Here Black's lead is written B+3.5, and X and O are the colours."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import rows_from_top
from tengen.board.diagram import draw_symbols
from tengen.board.grid import BLACK, COLOUR_NAMES, Colour, Point
from tengen.board.score import area_owners
from tengen.game.game import Game
from tengen.report.report import NodeReport, Report

SYMBOLS = ((0.8, "X"), (0.3, "x"), (-0.3, "."), (-0.8, "o"), (-2.0, "O"))  # for an owner above the number
SHOWN_SEQUENCE = 8  # moves of a sequence that a table has room for
RECENT = 2  # moves that may have been played since a search whose owners are shown: the engine's, and the answer
SHOWN_STONES = 6  # of a chain
SAFE = 0.9  # chains that survive in a larger share of the playouts are not shown


def one_line(report: Report) -> str:
    """Return the most visited move, its win rate, visits, the score, and the principal variation."""
    if not report.moves:
        return "no move"
    best = report.best
    sequence = " ".join(best.sequence[:SHOWN_SEQUENCE])
    return (
        f"{best.name} {_judged(report, best.win_rate)}, {best.visits:,} of {report.visits:,} visits, "
        f"{_lead(report)}: {sequence}"
    )


def chat_line(report: Report) -> str:
    """Return the most visited move in the form in which KataGo writes it for the chat of a server.

    gtp2ogs makes a variation of it. The view is that of the side to move.
    """
    best = report.best
    return (
        f"Visits {report.visits} Winrate {100 * report.win_rate:.2f}% ScoreLead {report.score:.1f} "
        f"ScoreStdev {report.score_deviation:.1f} PV {' '.join(best.sequence or (best.name,))}"
    )


def summary(report: Report) -> str:
    """Return a line about the search as a whole."""
    return (
        f"{COLOUR_NAMES[report.colour]} to play: {_judged(report, report.mean_reward)}, {_lead(report)}; "
        f"{report.simulations:,} simulations in {report.seconds:.1f} s, "
        f"{report.simulations_per_second:,.0f} a second; mean depth {report.depth:.1f}, {report.nodes:,} nodes"
    )


def table(report: Report, top: int) -> str:
    """Return the most visited moves, one a line."""
    is_critical = report.criticality is not None
    lines = [f"move   visits  win rate   amaf   prior  {'critical  ' if is_critical else ''}sequence"]
    for move in report.moves[:top]:
        criticality = f"{move.criticality or 0.0:8.3f}  " if is_critical else ""
        lines.append(
            f"{move.name:4} {move.visits:8,} {_percent(move.win_rate)}  {_percent(move.amaf)} "
            f"{_percent(move.prior)}  {criticality}{' '.join(move.sequence[:SHOWN_SEQUENCE])}"
        )
    return "\n".join(lines)


OWNERS_LEGEND = "The right diagram shows who owns each point in the end: X and O surely, x and o probably, . neither."


def board_and_owners(report: Report) -> str:
    """Return the board beside a diagram of who owns each point: see ``OWNERS_LEGEND``."""
    return board_beside(report.game, owners(report))


def board_beside(game: Game, right: str) -> str:
    """Return the board of a game with another diagram of the same size to its right."""
    lines = zip(str(game).splitlines(), right.splitlines(), strict=True)
    return "\n".join(f"{a:{2 * game.size + 8}}{b}".rstrip() for a, b in lines)


def board_with_owners(game: Game, report: Report | None) -> str:
    """Return the board of a game, beside it who owns each point by a search of this position or of one just before."""
    return str(game) if report is None or not _is_about(report, game) else board_beside(game, owners(report))


def _is_about(report: Report, game: Game) -> bool:
    searched = report.game
    is_same_start = searched.size == game.size and bool((searched.start.colour == game.start.colour).all())
    count = len(searched.moves)
    return is_same_start and game.moves[:count] == searched.moves and len(game.moves) - count <= RECENT


def final_owners(game: Game, dead: Iterable[Point], territory: Mapping[Colour, Sequence[Point]] | None = None) -> str:
    """Return a diagram of who owns each point of a finished game without its dead stones: X, O, or . for neither.

    Territory of a colour may be given, where the stones alone do not tell.
    """
    owned = area_owners(game.without(dead) if game.rules.removes_dead else game.board)
    for colour, points in (territory or {}).items():
        owned[list(points)] = colour
    return draw_symbols([[".XO"[colour] for colour in row] for row in rows_from_top(owned, game.size)])


def owners(report: Report) -> str:
    """Return a diagram of who owns each point at the end of playouts."""

    def symbol(owner: float) -> str:
        return next(symbol for above, symbol in SYMBOLS if owner > above)

    return draw_symbols([[symbol(owner) for owner in row] for row in blacks_ownership(report)])


def blacks_ownership(report: Report) -> NDArray[np.float64]:
    """Return who owns each point from Black's view: 1 Black, -1 White."""
    return report.ownership if report.colour == BLACK else 0.0 - report.ownership


def critical_points(report: Report) -> str:
    """Return a diagram of criticality in tenths: 5 is the most; a - where the loser owns the point more often."""

    def tenths(criticality: float) -> str:
        rounded = round(10 * criticality)
        return "." if rounded == 0 else str(rounded) if rounded > 0 else "-"

    values = np.zeros_like(report.ownership) if report.criticality is None else report.criticality
    return draw_symbols([[tenths(criticality) for criticality in row] for row in values])


def danger(report: Report) -> str:
    """Return the chains that are captured in some playouts, one a line, the one in most danger first."""
    chains = [chain for chain in report.chains or [] if chain.survival < SAFE]
    lines = [f"{chain.survival:7.1%}  {' '.join(chain.stones[:SHOWN_STONES])}" for chain in chains]
    return "\n".join(["survival of chains", *lines]) if lines else ""


def tree_lines(nodes: Iterable[NodeReport]) -> str:
    """Return a tree, indented by depth."""
    lines = []
    for node in nodes:
        place = f"{'  ' * (node.depth - 1)}{'X' if node.move.colour == BLACK else 'O'} {node.move.name}"
        win_rate, amaf, prior = map(_percent, (node.win_rate, node.amaf, node.prior))
        lines.append(f"{place:24} {node.visits:8,} {win_rate}  {amaf} {prior}")
    return "\n".join([f"{'tree':24}   visits  win rate   amaf   prior", *lines])


def _lead(report: Report) -> str:
    """Return the score as players write it: the leader's initial and the points."""
    black = report.score if report.colour == BLACK else -report.score
    return f"{'B' if black >= 0 else 'W'}+{abs(black):.1f}"


def _judged(report: Report, win_rate: float) -> str:
    """Return the win rate; with dynamic komi the real one, and how the simulations were judged."""
    if not report.has_dynamic_komi:
        return f"{win_rate:.1%}"
    black = report.extra_komi if report.colour == BLACK else 0.0 - report.extra_komi
    return f"{report.win_rate:.1%} ({win_rate:.1%} with extra komi {black:+.1f})"


def _percent(share: float | None) -> str:
    return "      -" if share is None else f"{share:7.1%}"
