"""Positions: a diagram, then one assertion a line. The files beside this one hold them, by subject.

Those in ``tofix`` give the right answer where ours is wrong; they fail until it is not.

    . . . .        a block is a diagram and its assertions; a blank line ends it; # begins a comment
    . O X .
    O X . .
    . O . .
    ladder c3 yes

``none`` stands for no point; several points are a set. A line ``ko c3`` before the assertions forbids a point.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tactics.answers import vital_point
from tengen.board.board import Board, size_of
from tengen.board.diagram import parse
from tengen.board.point import PASS, parse_colour, parse_point, point_name
from tengen.board.setup import board_of
from tengen.compiled.word import u64
from tengen.playout.state import new_playout_state
from tengen.tactics import atari, n_liberties, race, two_liberties
from tengen.tactics.common_fate import measure, new_fates
from tengen.tactics.half_eye import can_be_mended, decisive_diagonals, diagonal_point
from tengen.tactics.ladder import is_caught_by_atari, is_caught_in_ladder
from tengen.tactics.net import net_point
from tengen.tactics.self_atari import is_bad_self_atari, is_self_atari, other_liberty
from tengen.tactics.suggestion import Moves

FOLDER = Path(__file__).parent
IN_ATARI, TWO_LIBERTIES, MORE_LIBERTIES = range(1, 2), range(2, 3), range(3, 9)
RACING = 6  # largest number of liberties of a chain in a race


class Case(NamedTuple):
    place: str
    diagram: str
    ko: str
    words: list[str]


def cases(folder: Path) -> Iterator[Case]:
    for path in sorted(folder.glob("*.t")):
        rows: list[str] = []
        ko = "pass"
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            words = line.partition("#")[0].split()
            if not line.strip():
                rows, ko = [], "pass"
            elif set("".join(words)) <= set(".XO"):
                rows += [" ".join(words)] if words else []
            elif words[0] == "ko":
                ko = words[1]
            else:
                yield Case(f"{path.name}:{number}", "\n".join(rows), ko, words)


class Table:
    """A position with the words for its points and colours."""

    def __init__(self, diagram: str, ko: str) -> None:
        self.board: Board = board_of(parse(diagram), to_play=1)
        self.board.ko = self.point(ko)
        self.moves: Moves = new_playout_state(self.board, seed=1).moves

    def point(self, word: str) -> int:
        return u64(parse_point(word, size_of(self.board)))

    def head(self, word: str, liberties: range) -> int:
        head = u64(self.board.chain[self.point(word)])
        if self.board.liberty_count[head] not in liberties:
            raise ValueError(f"the chain of {word} has {self.board.liberty_count[head]} liberties")
        return head

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
    caught = is_caught_in_ladder(table.board, table.head(stone, IN_ATARI), table.moves)
    return yes_or_no(value=caught)


def _atari_catches(table: Table, stone: str, point: str) -> str:
    head = table.head(stone, TWO_LIBERTIES)
    return yes_or_no(value=is_caught_by_atari(table.board, head, table.point(point), table.moves))


def _save(table: Table, stone: str) -> str:
    table.to_move(stone, own=True)
    atari.save_from_ladders(table.board, table.head(stone, IN_ATARI), table.moves)
    return table.suggested()


def _can_be_caught(table: Table, stone: str) -> str:
    return yes_or_no(value=two_liberties.can_be_caught(table.board, table.head(stone, TWO_LIBERTIES)))


def _attack_two(table: Table, stone: str) -> str:
    table.to_move(stone, own=False)
    two_liberties.attack(table.board, table.head(stone, TWO_LIBERTIES), table.moves)
    return table.suggested()


def _defend_two(table: Table, stone: str) -> str:
    table.to_move(stone, own=True)
    two_liberties.defend(table.board, table.head(stone, TWO_LIBERTIES), table.moves)
    return table.suggested()


def _attack_n(table: Table, stone: str) -> str:
    table.to_move(stone, own=False)
    n_liberties.attack(table.board, table.head(stone, MORE_LIBERTIES), table.moves)
    return table.suggested()


def _defend_n(table: Table, stone: str) -> str:
    table.to_move(stone, own=True)
    n_liberties.defend(table.board, table.head(stone, MORE_LIBERTIES), table.moves)
    return table.suggested()


def _race(table: Table, stone: str) -> str:
    table.to_move(stone, own=True)
    race.fight(table.board, table.head(stone, range(2, RACING + 1)), u64(RACING), table.moves)
    return table.suggested()


def _spoil(table: Table, owner: str, point: str) -> str:
    diagonals = decisive_diagonals(table.board, table.point(point), colour_of(owner))
    found = []
    while diagonals:
        found.append(table.name(diagonal_point(table.board, table.point(point), diagonals)))
        diagonals &= diagonals - u64(1)
    return " ".join(sorted(found)) or "none"


def _mend(table: Table, owner: str, point: str) -> str:
    diagonals = decisive_diagonals(table.board, table.point(point), colour_of(owner))
    return _spoil(table, owner, point) if can_be_mended(diagonals) else "none"


def _net(table: Table, stone: str) -> str:
    return table.name(net_point(table.board, table.head(stone, TWO_LIBERTIES)))


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
    "atari_catches": (2, _atari_catches),
    "save": (1, _save),
    "can_be_caught": (1, _can_be_caught),
    "attack_two": (1, _attack_two),
    "defend_two": (1, _defend_two),
    "attack_n": (1, _attack_n),
    "defend_n": (1, _defend_n),
    "race": (1, _race),
    "spoil": (2, _spoil),
    "mend": (2, _mend),
    "net": (1, _net),
    "distance": (2, _distance),
}


def name_of(case: Case) -> str:
    return f"{case.place} {' '.join(case.words)}"


def check(case: Case) -> None:
    question, *rest = case.words
    count, answer = QUESTIONS[question]
    expected = " ".join(sorted(rest[count:]))
    assert answer(Table(case.diagram, case.ko), *rest[:count]) == expected


@pytest.mark.parametrize("case", list(cases(FOLDER)), ids=name_of)
def test_position(case: Case) -> None:
    check(case)


@pytest.mark.xfail(raises=AssertionError, reason="a known weakness")
@pytest.mark.parametrize("case", list(cases(FOLDER / "tofix")), ids=name_of)
def test_position_to_fix(case: Case) -> None:
    check(case)
