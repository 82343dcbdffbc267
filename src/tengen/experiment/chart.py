"""Figures of results as SVG text: the papers' values beside ours, with error bars.

They are written here, and not by a plotting library, so that the same games give the same file with every version of
every library, and so that one picture suits light and dark pages.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from tengen.match.statistics import Estimate

STYLE = """
  .chart { --ink: #24292f; --soft: #6e7781; --grid: #d8dee4; --paper: #ffffff;
    --c0: #b35900; --c1: #0969da; --c2: #1a7f37; --c3: #8250df; --c4: #bf3989;
    font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; }
  @media (prefers-color-scheme: dark) { .chart { --ink: #e6edf3; --soft: #9198a1; --grid: #3d444d; --paper: #0d1117;
    --c0: #f0a050; --c1: #58a6ff; --c2: #56d364; --c3: #bc8cff; --c4: #ff7bb8; } }
  .chart .paper { fill: var(--paper); } .chart text { fill: var(--ink); } .chart .soft { fill: var(--soft); }
  .chart .grid { stroke: var(--grid); } .chart .axis { stroke: var(--soft); }
  .chart .bar, .chart .line { fill: none; stroke: var(--c); stroke-width: 1.6; } .chart .line { opacity: .55; }
  .chart .theirs { stroke-dasharray: 4 3; } .chart .dot { stroke: var(--c); stroke-width: 1.8; fill: var(--c); }
  .chart .hollow { fill: var(--paper); } .chart .end { text-anchor: end; } .chart .middle { text-anchor: middle; }
  .chart .title { font-weight: 600; }
"""
COLOURS = 5
THEIRS = "published"
RADIUS = 4.0
WIDE = 7.4  # of a letter, about


class Spot(NamedTuple):
    """A value of a series: where it stands, and what the paper and we have there; win rates from 0 to 1."""

    name: str
    theirs: Estimate | None
    ours: Estimate | None
    scaled: str = ""
    """The conditions of our games, if they were not the paper's."""


class Series(NamedTuple):
    """Values that belong together, such as a curve."""

    name: str
    spots: list[Spot]


def curve(title: str, axis: str, series: Sequence[Series]) -> str:
    """Return win rates over an axis, whose values stand at equal distances in the order of the first series."""
    width, left, right, top, bottom = 680.0, 52.0, 14.0, 34.0, 74.0
    names = list(dict.fromkeys(spot.name for one in series for spot in one.spots))
    height = 380.0
    step = (width - left - right) / len(names)

    def y(rate: float) -> float:
        return top + (1 - rate) * (height - top - bottom)

    parts = [_text(left, 20, title, "title")]
    for percent in range(0, 101, 20):
        parts.append(_line(left, y(percent / 100), width - right, y(percent / 100), "grid"))
        parts.append(_text(left - 8, y(percent / 100) + 4, f"{percent} %", "soft end"))
    parts += [_text(left + step * (i + 0.5), height - bottom + 20, name, "middle") for i, name in enumerate(names)]
    parts.append(_text(left + (width - left - right) / 2, height - bottom + 40, axis, "soft middle"))
    shift = min(14.0, step / (2 * len(series) + 1))
    for number, one in enumerate(series):
        for kind in range(2):  # theirs, ours
            offset = shift * (2 * number + kind - (2 * len(series) - 1) / 2)
            marks = [
                (left + step * (names.index(spot.name) + 0.5) + offset, spot, value)
                for spot in one.spots
                if (value := (spot.theirs, spot.ours)[kind]) is not None
            ]
            for conditions in dict.fromkeys(spot.scaled for _, spot, _ in marks) if kind else [None]:
                places = [(x, y(value.value)) for x, spot, value in marks if conditions in (None, spot.scaled)]
                parts.append(_path(places, number, "line" if kind else "line theirs"))
            for x, spot, value in marks:
                bar = [(x, y(value.low)), (x, y(value.high))]
                parts.append(_mark(bar, (x, y(value.value)), number, _about(one.name, spot, kind), _kind(spot, kind)))
    parts.append(_legend(left, height - 14, series))
    return _svg(width, height, title, parts)


def ladder(title: str, spots: Sequence[Spot]) -> str:
    """Return win rates of cells, one below the other, by name."""
    width, right, top, line = 680.0, 24.0, 34.0, 34.0 if any(spot.theirs for spot in spots) else 24.0
    left = min(24 + WIDE * max(len(spot.name) for spot in spots), 380.0)
    height = top + line * len(spots) + 62

    def x(rate: float) -> float:
        return left + rate * (width - left - right)

    parts = [_text(8, 20, title, "title")]
    for percent in range(0, 101, 20):
        parts.append(_line(x(percent / 100), top, x(percent / 100), height - 58, "grid"))
        parts.append(_text(x(percent / 100), height - 40, f"{percent} %", "soft middle"))
    for number, spot in enumerate(spots):
        middle = top + line * (number + 0.5)
        parts.append(_text(left - 12, middle + 4, spot.name, "end"))
        for kind, value in enumerate((spot.theirs, spot.ours)):
            if value is not None:
                y = middle if spot.theirs is None else middle - 6 + 12 * kind
                bar = [(x(value.low), y), (x(value.high), y)]
                parts.append(_mark(bar, (x(value.value), y), 0, _about("", spot, kind), _kind(spot, kind)))
    parts.append(_legend(left, height - 14, [Series("", list(spots))]))
    return _svg(width, height, title, parts)


def agreement(title: str, series: Sequence[Series]) -> str:
    """Return published values against ours, each with both intervals; equal values stand on the diagonal."""
    size, left, top = 480.0, 60.0, 34.0

    def x(rate: float) -> float:
        return left + rate * size

    def y(rate: float) -> float:
        return top + (1 - rate) * size

    parts = [_text(left, 20, title, "title")]
    for percent in range(0, 101, 20):
        share = percent / 100
        parts.append(_line(left, y(share), x(1), y(share), "grid"))
        parts.append(_line(x(share), top, x(share), y(0), "grid"))
        parts.append(_text(left - 8, y(share) + 4, f"{percent} %", "soft end"))
        parts.append(_text(x(share), y(0) + 18, f"{percent} %", "soft middle"))
    parts.append(_line(x(0), y(0), x(1), y(1), "axis"))
    parts.append(_text(left + size / 2, y(0) + 38, THEIRS, "soft middle"))
    parts.append(f'<text class="soft middle" transform="translate(14 {top + size / 2:g}) rotate(-90)">ours</text>')
    for number, one in enumerate(series):
        for spot in one.spots:
            if spot.theirs is not None and spot.ours is not None:
                at = x(spot.theirs.value), y(spot.ours.value)
                parts.append(_line(x(spot.theirs.low), at[1], x(spot.theirs.high), at[1], "bar", number))
                bar = [(at[0], y(spot.ours.low)), (at[0], y(spot.ours.high))]
                about = f"{spot.name}: {THEIRS} {100 * spot.theirs.value:.1f} %, {_ours(spot)} {_percent(spot.ours)}"
                parts.append(_mark(bar, at, number, about, _kind(spot, 1)))
    names = [(one.name, number, "") for number, one in enumerate(series)]
    is_any_scaled = any(spot.scaled for one in series for spot in one.spots)
    parts.append(_words(left, y(0) + 62, [*names, *([("scaled games", -1, "scaled")] if is_any_scaled else [])]))
    return _svg(left + size + 20, y(0) + 76, title, parts)


def _ours(spot: Spot) -> str:
    return f"ours (scaled: {spot.scaled})" if spot.scaled else "ours"


def _kind(spot: Spot, kind: int) -> str:
    return "hollow" if kind == 0 else "scaled" if spot.scaled else ""


def _percent(value: Estimate) -> str:
    return f"{100 * value.value:.1f} % ({100 * value.low:.1f} to {100 * value.high:.1f})"


def _about(series: str, spot: Spot, kind: int) -> str:
    """Return the text of a mark, which is shown when the mouse is over it."""
    value = (spot.theirs, spot.ours)[kind]
    assert value is not None
    return f"{', '.join(filter(None, (series, spot.name)))}, {_ours(spot) if kind else THEIRS}: {_percent(value)}"


def _legend(left: float, y: float, series: Sequence[Series]) -> str:
    """Return what colours and marks mean."""
    spots = [spot for one in series for spot in one.spots]
    colour = 0 if len(series) == 1 else -1
    words = [(one.name, number, "") for number, one in enumerate(series) if one.name and len(series) > 1]
    words += [(THEIRS, colour, "hollow")] if any(spot.theirs for spot in spots) else []
    words += [("ours", colour, "")] if any(spot.ours and not spot.scaled for spot in spots) else []
    words += [("ours, scaled", colour, "scaled")] if any(spot.ours and spot.scaled for spot in spots) else []
    return _words(left, y, words)


def _words(left: float, y: float, words: Iterable[tuple[str, int, str]]) -> str:
    parts, x = [], left
    for name, number, kind in words:
        parts += [_dot(x + 5, y - 4, number, kind), _text(x + 15, y, name)]
        x += 38 + WIDE * len(name)
    return "".join(parts)


def _colour(number: int) -> str:
    return f"--c: var(--{'soft' if number < 0 else f'c{number % COLOURS}'})"


def _mark(bar: Sequence[tuple[float, float]], at: tuple[float, float], number: int, about: str, kind: str) -> str:
    (x0, y0), (x1, y1) = bar
    return f"<g><title>{escape(about)}</title>{_line(x0, y0, x1, y1, 'bar', number)}{_dot(*at, number, kind)}</g>"


def _dot(x: float, y: float, number: int, kind: str) -> str:
    """Return a mark: a circle, hollow for the paper's values, or a square for scaled games."""
    if kind == "scaled":
        place = f'x="{x - RADIUS:.1f}" y="{y - RADIUS:.1f}" width="{2 * RADIUS:g}" height="{2 * RADIUS:g}"'
        return f'<rect class="dot" style="{_colour(number)}" {place}/>'
    name = f"dot {kind}".strip()
    return f'<circle class="{name}" style="{_colour(number)}" cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS:g}"/>'


def _path(points: Sequence[tuple[float, float]], number: int, name: str) -> str:
    if len(points) < 2:
        return ""
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline class="{name}" style="{_colour(number)}" points="{places}"/>'


def _line(x0: float, y0: float, x1: float, y1: float, name: str, number: int | None = None) -> str:
    style = "" if number is None else f' style="{_colour(number)}"'
    return f'<line class="{name}"{style} x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"/>'


def _text(x: float, y: float, text: str, name: str = "") -> str:
    kind = f' class="{name}"' if name else ""
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _svg(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    head = f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(title)}">'
    paper = f'<rect class="paper" width="{width:g}" height="{height:g}"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", paper, *filter(None, parts), "</svg>"]) + "\n"
