"""Positions: a diagram, then one assertion a line. The files beside this one hold them, by subject.

    . . . .        a block is a diagram and its assertions; a blank line ends it; # begins a comment
    . O X .
    O X . .
    . O . .
    ladder c3 yes

``none`` stands for no point; several points are a set.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tengen.base.word import u64
from tengen.board.board import Board, size_of
from tengen.board.diagram import parse
from tengen.board.point import PASS, parse_colour, parse_point, point_name
from tengen.board.setup import board_of
from tengen.playout.desk import new_desk
from tengen.tactics import atari, n_liberties, two_liberties
from tengen.tactics.common_fate import measure, new_fates
from tengen.tactics.ladder import is_caught_in_ladder
from tengen.tactics.nakade import vital_point
from tengen.tactics.self_atari import is_bad_self_atari, is_self_atari, other_liberty
from tengen.tactics.suggestion import Moves

FOLDER = Path(__file__).parent


class Case(NamedTuple):
    place: str
    diagram: str
    words: list[str]


def cases() -> Iterator[Case]:
    for path in sorted(FOLDER.glob("*.t")):
        rows: list[str] = []
        asserted = False
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            text = line.partition("#")[0].strip()
            if not text:
                rows = [] if not line.strip() else rows
            elif set(text) <= set(".XO "):
                rows = [text] if asserted else [*rows, text]
                asserted = False
            else:
                asserted = True
                yield Case(f"{path.name}:{number}", "\n".join(rows), text.split())


class Table:
    """A position with the words for its points and colours."""

    def __init__(self, diagram: str) -> None:
        self.board: Board = board_of(parse(diagram), to_play=1)
        self.moves: Moves = new_desk(self.board, seed=1).moves

    def point(self, word: str) -> int:
        return u64(parse_point(word, size_of(self.board)))

    def head(self, word: str) -> int:
        return u64(self.board.chain[self.point(word)])

    def name(self, point: int) -> str:
        return "none" if point == PASS else point_name(int(point), size_of(self.board)).lower()

    def suggested(self) -> str:
        points = self.moves.points[: int(self.moves.length)]
        return " ".join(sorted({self.name(int(p)) for p in points})) or "none"

    def to_move(self, word: str, *, own: bool) -> None:
        colour = int(self.board.colour[self.point(word)])
        self.board.to_play = colour if own else 3 - colour


def colour_of(word: str) -> int:
    return u64(parse_colour(word))


def yes_or_no(*, value: bool) -> str:
    return "yes" if value else "no"


def _self_atari(table: Table, colour: str, point: str) -> str:
    return yes_or_no(value=is_self_atari(table.board, table.point(point), colour_of(colour)))


def _bad_self_atari(table: Table, colour: str, point: str) -> str:
    return yes_or_no(value=is_bad_self_atari(table.board, table.point(point), colour_of(colour)))


def _other_liberty(table: Table, colour: str, point: str) -> str:
    return table.name(other_liberty(table.board, table.point(point), colour_of(colour)))


def _vital(table: Table, owner: str, inside: str) -> str:
    return table.name(vital_point(table.board, table.point(inside), colour_of(owner)))


def _ladder(table: Table, stone: str) -> str:
    caught = is_caught_in_ladder(table.board, table.point(stone), table.moves)
    return yes_or_no(value=caught)


def _save(table: Table, stone: str) -> str:
    table.to_move(stone, own=True)
    atari.save_from_ladders(table.board, table.head(stone), table.moves)
    return table.suggested()


def _attack_two(table: Table, stone: str) -> str:
    table.to_move(stone, own=False)
    two_liberties.attack(table.board, table.head(stone), table.moves)
    return table.suggested()


def _defend_two(table: Table, stone: str) -> str:
    table.to_move(stone, own=True)
    two_liberties.defend(table.board, table.head(stone), table.moves)
    return table.suggested()


def _attack_n(table: Table, stone: str) -> str:
    table.to_move(stone, own=False)
    n_liberties.attack(table.board, table.head(stone), table.moves)
    return table.suggested()


def _defend_n(table: Table, stone: str) -> str:
    table.to_move(stone, own=True)
    n_liberties.defend(table.board, table.head(stone), table.moves)
    return table.suggested()


def _distance(table: Table, origin: str, point: str) -> str:
    fates = new_fates(table.board)
    measure(table.board, table.point(origin), u64(20), fates)
    return str(int(fates.distance[int(table.point(point))]))


QUESTIONS: dict[str, tuple[int, Callable[..., str]]] = {
    "self_atari": (2, _self_atari),
    "bad_self_atari": (2, _bad_self_atari),
    "other_liberty": (2, _other_liberty),
    "vital": (2, _vital),
    "ladder": (1, _ladder),
    "save": (1, _save),
    "attack_two": (1, _attack_two),
    "defend_two": (1, _defend_two),
    "attack_n": (1, _attack_n),
    "defend_n": (1, _defend_n),
    "distance": (2, _distance),
}


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: f"{case.place} {' '.join(case.words)}")
def test_position(case: Case) -> None:
    question, *rest = case.words
    count, answer = QUESTIONS[question]
    expected = " ".join(sorted(rest[count:]))
    assert answer(Table(case.diagram), *rest[:count]) == expected
