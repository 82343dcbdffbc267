"""The board as a picture in SVG, for notebooks and web pages.

svg(board, last=point, marks=[Mark(point, "52%", "1.2k")], shade=ownership)
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, rows_from_top, size_of
from tengen.board.diagram import star_points
from tengen.board.grid import BLACK, EMPTY, LETTERS, PASS, WHITE, Colour, Move, Point, column_row, point_name

CELL = 36  # the distance of two lines
STONE = 0.47 * CELL
WOOD, LINE = "#e8c07d", "#5b4320"
STONE_FILL = {BLACK: "#1c1c1c", WHITE: "#faf8f3"}
STONE_RIM = {BLACK: "#000", WHITE: "#6b6459"}
STONE_TEXT = {BLACK: "#fff", WHITE: "#111"}
PALE, DEEP = np.array([214, 230, 245]), np.array([11, 82, 156])  # red, green, blue of marks of strength 0 and 1
WHITE_TEXT_FROM = 0.65  # the strength of a mark that is dark enough for white text
FULL_SHADE = 0.55  # the opacity over a point that is surely owned
LEAST_SHADE = 0.1  # ownership below which a point is nobody's


class Mark(NamedTuple):
    """A move to show on a point: a disc with one or two lines of text. A pass or a resignation is not drawn."""

    point: Point
    title: str
    """The upper line, up to five letters long: a win rate."""
    subtitle: str = ""
    """The lower line, in smaller letters: a number of visits."""
    strength: float = 1.0
    """How dark the disc is, from 0 to 1."""


def svg(
    board: Board,
    *,
    last: Point = PASS,
    marks: Iterable[Mark] = (),
    shade: NDArray[np.float64] | None = None,
    sequence: Sequence[Move] = (),
) -> str:
    """Return a picture of a board with coordinates and a ring on the last move.

    ``shade`` tells who owns each point, from 1 (Black) to -1 (White), by rows, the top row first. Points are shaded by
    it, and stones that will probably be captured carry a square in the opponent's colour. ``sequence`` is drawn as
    numbered stones, without captures. A numbered stone hides a mark on the same point.
    """
    size = size_of(board)
    edge = CELL * (size + 1)
    colours = rows_from_top(board.colour, size)
    owners = np.zeros((size, size)) if shade is None else shade
    # Of several moves on the same point, the first is shown.
    numbered = {move.point: (number, move.colour) for number, move in reversed([*enumerate(sequence, start=1)])}
    shown = [mark for mark in marks if mark.point > PASS and mark.point not in numbered]
    box = f'viewBox="0 0 {edge} {edge}" width="{edge}" height="{edge}" style="max-width:100%;height:auto"'
    font = 'font-family="Helvetica,Arial,sans-serif" text-anchor="middle"'
    layers = {
        "shade": _shade(owners),
        "lines": _lines(size),
        "coordinates": _coordinates(size),
        "stones": _stones(colours),
        "captured": _captured(colours, owners),
        "last": [_ring(last, int(board.colour[last]), size)] if board.colour[last] in STONE_FILL else [],
        "marks": [_mark(mark, size) for mark in shown],
        "sequence": [_numbered_stone(point, *what, size) for point, what in numbered.items() if point > PASS],
    }
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {box} {font}>',
            f'<rect width="{edge}" height="{edge}" rx="6" fill="{WOOD}"/>',
            *(f'<g class="{name}">{"".join(shapes)}</g>' for name, shapes in layers.items()),
            "</svg>",
        ]
    )


def _place(point: Point, size: int) -> tuple[int, int]:
    """Return x and y of a point."""
    column, row = column_row(point, size)
    return CELL * (column + 1), CELL * (size - row)


def _shade(owners: NDArray[np.float64]) -> Iterator[str]:
    for (row, column), owner in np.ndenumerate(owners):
        if abs(owner) >= LEAST_SHADE:
            yield _square(column, row, CELL, owner)


def _captured(colours: NDArray[np.uint8], owners: NDArray[np.float64]) -> Iterator[str]:
    """Yield squares on the stones that the opponent owns."""
    for (row, column), owner in np.ndenumerate(owners):
        colour = int(colours[row, column])
        if colour != EMPTY and abs(owner) >= LEAST_SHADE and colour != _side(owner):
            yield _square(column, row, CELL * 0.34, owner / FULL_SHADE)


def _square(column: int, row: int, side: float, owner: float) -> str:
    x, y = CELL * (column + 1) - side / 2, CELL * (row + 1) - side / 2
    opacity = min(1.0, abs(owner) * FULL_SHADE)
    at = f'x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}"'
    return f'<rect {at} fill="{STONE_FILL[_side(owner)]}" opacity="{opacity:.2f}"/>'


def _side(owner: float) -> Colour:
    return BLACK if owner > 0 else WHITE


def _lines(size: int) -> Iterator[str]:
    end = CELL * size
    for at in range(CELL, end + 1, CELL):
        yield f'<path d="M{CELL} {at}H{end}M{at} {CELL}V{end}" stroke="{LINE}" stroke-linecap="square"/>'
    for x, y in (_place(point, size) for point in star_points(size)):
        yield f'<circle cx="{x}" cy="{y}" r="3.5" fill="{LINE}"/>'


def _coordinates(size: int) -> Iterator[str]:
    edge = CELL * (size + 1)
    for i in range(1, size + 1):
        places = [(CELL * i, 11), (CELL * i, edge - 11)], [(11, edge - CELL * i), (edge - 11, edge - CELL * i)]
        for text, ends in zip((LETTERS[i - 1], str(i)), places, strict=True):
            for x, y in ends:
                yield _text(text, x, y, 11, LINE)


def _stones(colours: NDArray[np.uint8]) -> Iterator[str]:
    for (row, column), colour in np.ndenumerate(colours):
        if colour != EMPTY:
            yield _stone(CELL * (column + 1), CELL * (row + 1), int(colour))


def _stone(x: int, y: int, colour: Colour) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{STONE:g}" fill="{STONE_FILL[colour]}" stroke="{STONE_RIM[colour]}"/>'


def _ring(point: Point, colour: Colour, size: int) -> str:
    x, y = _place(point, size)
    paint = f'fill="none" stroke="{STONE_TEXT[colour]}" stroke-width="2.5"'
    return f'<circle cx="{x}" cy="{y}" r="{STONE * 0.62:g}" {paint}/>'


def _numbered_stone(point: Point, number: int, colour: Colour, size: int) -> str:
    x, y = _place(point, size)
    return _stone(x, y, colour) + _text(str(number), x, y, 15, STONE_TEXT[colour])


def _mark(mark: Mark, size: int) -> str:
    x, y = _place(mark.point, size)
    strength = min(1.0, max(0.0, mark.strength))
    red, green, blue = (PALE + (DEEP - PALE) * strength).astype(int)
    ink = "#fff" if strength >= WHITE_TEXT_FROM else "#0b2545"
    shapes = [
        f"<title>{escape(' '.join(filter(None, (point_name(mark.point, size), mark.title, mark.subtitle))))}</title>",
        f'<circle cx="{x}" cy="{y}" r="{STONE:g}" fill="rgb({red},{green},{blue})" stroke="#0b529c"/>',
        f'<g font-weight="bold">{_text(mark.title, x, y - 4 if mark.subtitle else y, 12, ink)}</g>',
    ]
    if mark.subtitle:
        shapes.append(_text(mark.subtitle, x, y + 8, 10, ink))
    return f"<g>{''.join(shapes)}</g>"


def _text(text: str, x: int, y: int, size: float, ink: str) -> str:
    """Return text that is centred on a place."""
    return f'<text x="{x}" y="{y + size * 0.35:g}" font-size="{size:g}" fill="{ink}">{escape(text)}</text>'
