"""The drawn patterns, against a matcher that reads the drawings directly."""

from random import Random

import pytest

from tengen.board.diagram import parse
from tengen.board.point import parse_point
from tengen.board.setup import board_of
from tengen.compiled.word import u64
from tengen.patterns.drawn import LIBRARY, LINGO, MOGO, Pattern, compile_library, compile_patterns, matches_mogo

PLACES = {6: (-1, 1), 3: (0, 1), 7: (1, 1), 1: (-1, 0), 2: (1, 0), 4: (-1, -1), 0: (0, -1), 5: (1, -1)}
MEANS = {"X": "X", "O": "O", ".": ".", "x": ".O#", "o": ".X#", "?": ".XO#", "#": "#"}


def naive(pattern: Pattern, code: int, mover: str) -> bool:
    """Try all images of a pattern on the colours around a point."""
    around = {PLACES[k]: ".XO#"[code >> 2 * k & 3] for k in range(8)}
    for swap in (False, True):
        seen = {p: {"X": "O", "O": "X"}.get(c, c) if swap else c for p, c in around.items()}
        player = {"X": "O", "O": "X"}[mover] if swap else mover
        if pattern.only_x and player != "X":
            continue
        for mirror in (1, -1):
            image = {(mirror * x, y): c for (x, y), c in seen.items()}
            for _ in range(4):
                image = {(-y, x): c for (x, y), c in image.items()}
                if fits(pattern.rows, image) and not any(fits(rows, image) for rows in pattern.unless):
                    return True
    return False


def fits(rows: tuple[str, str, str], image: dict[tuple[int, int], str]) -> bool:
    return all(image[x, y] in MEANS[rows[1 - y][x + 1]] for x, y in image)


@pytest.mark.parametrize("patterns", [MOGO, LINGO])
def test_tables_match_what_the_drawings_show(patterns: tuple[Pattern, ...]) -> None:
    random = Random(1)
    table = compile_patterns(patterns)
    matching = [int(code) for code in table.nonzero()[0]]
    for code in random.sample(range(1 << 16), 1500) + random.sample(matching, 500):
        expected = sum(1 << c for c, mover in ((1, "X"), (2, "O")) if any(naive(p, code, mover) for p in patterns))
        assert table[code] == expected


def test_the_library_has_a_bit_for_each_pattern() -> None:
    random, table = Random(2), compile_library(LIBRARY)
    assert (
        len({pattern.name for pattern in LIBRARY}) == len({pattern.rows for pattern in LIBRARY}) == len(LIBRARY) <= 32
    )
    for number, pattern in enumerate(LIBRARY):
        matching = [int(code) for code in (table[0] >> number & 1).nonzero()[0]]
        for code in random.sample(range(1 << 16), 50) + random.sample(matching, min(20, len(matching))):
            for colour, mover in enumerate("XO"):
                assert bool(table[colour, code] >> number & 1) == naive(pattern, code, mover), pattern.name


def test_a_hane_on_the_board() -> None:
    board = board_of(parse(". . . . .\n. X O . .\n. . . . .\n. . . . .\n. . . . ."), to_play=1)
    assert matches_mogo(board, u64(parse_point("C3", 5)), u64(1))
    assert not matches_mogo(board, u64(parse_point("A1", 5)), u64(1))
