"""The win rate and the score over a game, as a picture."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tengen.board.grid import BLACK
from tengen.parts.extra import extra
from tengen.review.evaluation import Evaluation, Mistake

FORMATS = ("png", "svg", "pdf")
WIDTH, HEIGHT = 9.0, 5.5  # inches
NAMED = 12  # mistakes that are named in the picture: the largest


def check_plot(path: Path) -> None:
    """Raise ValueError if no picture can be written to a file of this name; better before a long search than after."""
    with extra("lab"):
        import matplotlib.figure  # noqa: F401  # is it there?

    _format_of(path)


def _format_of(path: Path) -> str:
    """Return the format of a picture by the end of its file's name; raises ValueError if it is not one of ours."""
    ending = path.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise ValueError(f"{path}: the name must end in {', '.join('.' + known for known in FORMATS)}")
    return ending


def plot(path: Path, evaluations: Sequence[Evaluation], mistakes: Sequence[Mistake], title: str) -> None:
    """Write a picture of Black's win rate and score after each move, with the mistakes of both sides."""
    with extra("lab"):
        from matplotlib import rc_context
        from matplotlib.figure import Figure

    picture_format = _format_of(path)
    # The text stays text in SVG; a name with dollar signs is no formula.
    with rc_context({"svg.fonttype": "none", "font.family": "sans-serif", "text.parse_math": False}):
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
        figure.suptitle(title, fontsize="medium")
        _win_rates(upper, evaluations, mistakes)
        _scores(lower, evaluations)
        metadata = {"Date": None} if picture_format == "svg" else None
        figure.savefig(path, format=picture_format, dpi=120, metadata=metadata)


def _win_rates(axes: Any, evaluations: Sequence[Evaluation], mistakes: Sequence[Mistake]) -> None:
    numbers = [one.number for one in evaluations]
    percent = [100 * one.win_rate for one in evaluations]
    axes.set_facecolor("#f3ead8")
    axes.fill_between(numbers, percent, color="#333333", alpha=0.75, lw=0)
    axes.plot(numbers, percent, color="black", lw=1.2)
    axes.axhline(50, color="#b5462f", lw=0.8, ls=":")
    for colour, name, fill in ((True, "Black", "black"), (False, "White", "white")):
        own = [one for one in mistakes if (one.move.colour == BLACK) == colour]
        axes.scatter(
            [one.after.number for one in own],
            [100 * one.after.win_rate for one in own],
            color=fill,
            edgecolor="#b5462f",
            linewidth=1.4,
            s=36,
            zorder=3,
            label=f"mistakes of {name}",
        )
    for one in sorted(mistakes, key=lambda one: -one.win_rate)[:NAMED]:
        _name(axes, one)
    axes.set(ylabel="Black's win rate, %", ylim=(0, 100))
    axes.margins(x=0.02)
    if mistakes:
        axes.legend(loc="best", fontsize="small")


def _name(axes: Any, mistake: Mistake) -> None:
    """Write a mistake's number and point beside its dot, where there is room."""
    is_low = mistake.after.win_rate < 0.5
    axes.annotate(
        f"{mistake.after.number} {mistake.move.name}",
        (mistake.after.number, 100 * mistake.after.win_rate),
        xytext=(0, 8 if is_low else -15),
        textcoords="offset points",
        ha="center",
        fontsize="x-small",
        bbox={"boxstyle": "round,pad=0.2", "facecolor": "white", "alpha": 0.8, "lw": 0},
    )


def _scores(axes: Any, evaluations: Sequence[Evaluation]) -> None:
    numbers, scores = [one.number for one in evaluations], [one.score for one in evaluations]
    axes.axhline(0, color="#888888", lw=0.8)
    axes.plot(numbers, scores, color="#0b529c", lw=1.4)
    axes.fill_between(numbers, scores, alpha=0.15, color="#0b529c", lw=0)
    axes.set(xlabel="move", ylabel="Black's lead, points")
    axes.spines[["top", "right"]].set_visible(False)
