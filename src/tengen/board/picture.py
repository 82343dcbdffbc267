"""The board as a picture in SVG, for notebooks and pages."""

from tengen.board.board import Board, size_of
from tengen.board.diagram import star_points
from tengen.board.point import BLACK, EMPTY, LETTERS, PASS, Point, all_points, column_row

CELL = 28


def svg(board: Board, last: Point = PASS) -> str:
    """Return a picture of a board with coordinates and the last move marked."""
    size = size_of(board)
    edge = CELL * (size + 1)

    def place(point: Point) -> tuple[int, int]:
        column, row = column_row(point, size)
        return CELL * (column + 1), CELL * (size - row)

    box = f'viewBox="0 0 {edge} {edge}" width="{edge}" height="{edge}"'
    font = 'font-family="sans-serif" font-size="10" text-anchor="middle"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} {font}>',
        f'<rect width="{edge}" height="{edge}" rx="4" fill="#e3b565"/>',
    ]
    for i in range(1, size + 1):
        at, end = CELL * i, CELL * size
        parts.append(f'<path d="M{CELL} {at}H{end}M{at} {CELL}V{end}" stroke="#463514" fill="none"/>')
        for x, y, text in ((at, 12, LETTERS[i - 1]), (at, edge - 5, LETTERS[i - 1])):
            parts.append(f'<text x="{x}" y="{y}" fill="#463514">{text}</text>')
        for x, y in ((9, edge - at + 4), (edge - 9, edge - at + 4)):
            parts.append(f'<text x="{x}" y="{y}" fill="#463514">{i}</text>')
    for point in star_points(size):
        x, y = place(point)
        parts.append(f'<circle cx="{x}" cy="{y}" r="3" fill="#463514"/>')
    for point in all_points(size):
        colour = board.colour[point]
        if colour == EMPTY:
            continue
        x, y = place(point)
        fill, mark = ("#111", "#fff") if colour == BLACK else ("#fafafa", "#111")
        parts.append(f'<circle cx="{x}" cy="{y}" r="{CELL * 0.47:g}" fill="{fill}" stroke="#111"/>')
        if point == last:
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="{CELL * 0.22:g}" fill="none" stroke="{mark}" stroke-width="2"/>'
            )
    return "\n".join([*parts, "</svg>"])
