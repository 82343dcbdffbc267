"""Plots of results, as SVG text for an HTML page."""

import io
from collections.abc import Sequence
from typing import Any

from tengen.match.statistics import Estimate, wilson
from tengen.parts.extra import extra

MOST_STEPS = 400  # points of a curve; more cannot be seen


def win_rates(curves: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Plot win rates over games, with their intervals; a curve is the sum of points after each game."""
    figure, axes = _new_plot(7.0, 4.0)
    for name, points in curves:
        step = max(1, len(points) // MOST_STEPS)
        games = [*range(step, len(points), step), len(points)]
        lows, highs = zip(*(wilson(points[n - 1], n) for n in games), strict=True)
        (curve,) = axes.plot(games, [points[n - 1] / n for n in games], label=name)
        axes.fill_between(games, lows, highs, alpha=0.18, color=curve.get_color(), lw=0)
    axes.axhline(0.5, color="#888", lw=0.8, ls=":")
    axes.set(xlabel="games", ylabel="win rate of the first player", ylim=(0, 1))
    axes.legend(fontsize="small", frameon=False)
    return _svg(figure)


def elo_bars(title: str, rated: Sequence[tuple[str, Estimate]]) -> str:
    """Plot the ratings of players with their intervals."""
    figure, axes = _new_plot(7.0, 1.0 + 0.35 * len(rated))
    places = list(range(len(rated)))[::-1]
    errors = [[elo.value - elo.low for _, elo in rated], [elo.high - elo.value for _, elo in rated]]
    axes.barh(places, [elo.value for _, elo in rated], xerr=errors, color="#c89b4a", ecolor="#463514", capsize=3)
    axes.set_yticks(places, [name for name, _ in rated])
    axes.axvline(0, color="#888", lw=0.8)
    axes.set(title=title, xlabel="Elo")
    return _svg(figure)


def _new_plot(width: float, height: float) -> tuple[Any, Any]:
    # Without pyplot, which keeps every figure and may look for a screen.
    with extra("lab"):
        from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _svg(figure: Any) -> str:
    with extra("lab"):
        from matplotlib import rc_context

    text = io.StringIO()
    with rc_context({"svg.fonttype": "none", "font.family": "sans-serif", "text.parse_math": False}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return text.getvalue()[text.getvalue().index("<svg") :]
