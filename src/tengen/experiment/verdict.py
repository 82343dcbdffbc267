"""What our games say about a row: one rule for all rows, stated in docs/experiments.md."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from tengen.experiment.groups import ENOUGH_GAMES, Group, best_group, groups_of
from tengen.experiment.results import CellGame
from tengen.experiment.row import Cell, Row
from tengen.match.statistics import Estimate, contrast

Word = Literal["repeated", "repeated in direction", "contradicted", "open"]
WORDS: tuple[Word, ...] = ("repeated", "repeated in direction", "contradicted", "open")


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on a row, and the figures that it rests on."""

    word: Word
    lead: Estimate | None = None
    """The mean over the comparisons of how much more often the better cell wins, from -1 to 1; None without games."""
    published_lead: float | None = None
    """The same by the paper's figures, if it prints them all."""
    compared: int = 0
    """Comparisons of which both cells have enough games."""
    scaled: int = 0
    """How many of these were played with less than the paper's simulations or time."""
    comparisons: int = 0
    agreeing: tuple[str, ...] = ()
    """Cells whose interval overlaps the published one, in games as the paper's."""
    differing: tuple[str, ...] = ()
    """Cells whose interval does not."""
    missing: tuple[str, ...] = ()
    """Cells with a published value that have too few games as the paper's."""

    @property
    def text(self) -> str:
        """The verdict in words, with its figures."""
        reasons = [*self._lead_words(), *self._cell_words()]
        return f"**{self.word}**" + (f" ({'; '.join(reasons)})" if reasons else "")

    def _lead_words(self) -> Iterable[str]:
        if self.lead is not None:
            yield f"lead {points(self.lead.value)} points, {points(self.lead.low)} to {points(self.lead.high)}"
            if self.published_lead is not None:
                yield f"published {points(self.published_lead)}"
        if self.compared < self.comparisons:
            yield f"{self.compared} of {self.comparisons} comparisons have enough games"
        if self.scaled:
            yield f"{'all' if self.scaled == self.compared else self.scaled} in scaled games"

    def _cell_words(self) -> Iterable[str]:
        judged = len(self.agreeing) + len(self.differing)
        if judged:
            yield f"{len(self.agreeing)} of {judged} cells agree with the published value"
        if self.missing:
            count = "1 cell has" if len(self.missing) == 1 else f"{len(self.missing)} cells have"
            yield f"{count} fewer than {ENOUGH_GAMES} games under the paper's conditions"


def points(share: float) -> str:
    """Return a difference of win rates in percentage points, with its sign."""
    return f"{100 * share:+.1f}".replace("-", "\N{MINUS SIGN}")


class _Comparison(msgspec.Struct):
    """A pair of the row, with the groups of games that are compared."""

    better: Group
    worse: Group | float
    published: float | None

    @property
    def games(self) -> int:
        other = self.better if isinstance(self.worse, float) else self.worse
        return min(self.better.tally.games, other.tally.games)

    @property
    def rank(self) -> tuple[int, bool, int]:
        return min(self.games, ENOUGH_GAMES), not self.better.is_scaled, self.games

    @property
    def difference(self) -> float:
        return self.better.rate.value - (self.worse if isinstance(self.worse, float) else self.worse.rate.value)


def verdict_of(row: Row, games: Iterable[CellGame]) -> Verdict | None:
    """Return the verdict on a row; None if nothing is published, or if it is not measured by games."""
    if row.measure or not row.is_published:
        return None
    games = list(games)
    groups = {cell.name: groups_of(cell, games) for cell in row.cells}
    found = [_comparison(row, groups, better, worse) for better, worse in row.beats]
    compared = [one for one in found if one is not None and one.games >= ENOUGH_GAMES]
    lead, published_lead = _lead(compared)
    agreement = _agreement(row.cells, groups)
    agreeing, differing, missing = agreement
    word = _word_of_order(row, lead, compared, agreement) if row.beats else _word_of_values(agreement)
    return Verdict(
        word=word,
        lead=lead,
        published_lead=published_lead,
        compared=len(compared),
        scaled=sum(one.better.is_scaled for one in compared),
        comparisons=len(row.beats),
        agreeing=agreeing,
        differing=differing,
        missing=missing,
    )


Names = tuple[str, ...]
Agreement = tuple[Names, Names, Names]
"""Published cells that agree, that differ, and that have too few games."""


def _word_of_values(agreement: Agreement) -> Word:
    """Return the verdict on a row that compares no cells: only its values count."""
    _, differing, missing = agreement
    return "contradicted" if differing else "open" if missing else "repeated"


def _word_of_order(row: Row, lead: Estimate | None, compared: Sequence[_Comparison], agreement: Agreement) -> Word:
    """Return the verdict on a row that says which cells beat which."""
    if lead is None or lead.low <= 0 <= lead.high:
        return "open"
    if lead.high < 0:
        return "contradicted"
    agreeing, differing, missing = agreement
    has_all_values = bool(agreeing) and not differing and not missing
    has_all_orders = len(compared) == len(row.beats) and all(one.difference > 0 for one in compared)
    return "repeated" if has_all_values and has_all_orders else "repeated in direction"


def _comparison(row: Row, groups: dict[str, list[Group]], better: str, worse: str | float) -> _Comparison | None:
    """Return the comparison of a pair by the games that suit it best; None if there are none."""
    published = row.cell(better).published
    if not isinstance(worse, str):
        against = None if published is None else (published - worse) / 100
        choices = [_Comparison(group, worse / 100, against) for group in groups[better]]
        return max(choices, key=lambda one: one.rank, default=None)
    other = row.cell(worse).published
    against = None if published is None or other is None else (published - other) / 100
    choices = []
    for conditions in dict.fromkeys(map(_conditions, groups[better])):
        pair = [best_group(g for g in groups[name] if _conditions(g) == conditions) for name in (better, worse)]
        if pair[0] is not None and pair[1] is not None:
            choices.append(_Comparison(pair[0], pair[1], against))
    return max(choices, key=lambda one: one.rank, default=None)


def _conditions(group: Group) -> str:
    """Return what two groups must share to be compared: the paper's conditions, or the same others."""
    return group.limit if group.is_scaled else ""


def _lead(compared: Sequence[_Comparison]) -> tuple[Estimate | None, float | None]:
    """Return the mean difference of our comparisons, with its interval, and that of the published values."""
    if not compared:
        return None, None
    weights: dict[int, float] = {}
    rates: dict[int, Estimate] = {}
    for one in compared:
        sides = [(1.0, one.better), (-1.0, one.worse)]
        for sign, side in sides:
            rate = Estimate(side, side, side) if isinstance(side, float) else side.rate
            key = id(side)
            rates[key] = rate
            weights[key] = weights.get(key, 0.0) + sign / len(compared)
    published = [one.published for one in compared]
    known = [value for value in published if value is not None]
    mean = sum(known) / len(known) if len(known) == len(published) else None
    return contrast((weights[key], rates[key]) for key in rates), mean


def _agreement(cells: Iterable[Cell], groups: dict[str, list[Group]]) -> Agreement:
    agreeing, differing, missing = [], [], []
    for cell in cells:
        if (published := cell.published_rate) is None:
            continue
        group = best_group(group for group in groups[cell.name] if not group.is_scaled)
        if group is None or group.tally.games < ENOUGH_GAMES:
            missing.append(cell.name)
        elif group.rate.low <= published.high and published.low <= group.rate.high:
            agreeing.append(cell.name)
        else:
            differing.append(cell.name)
    return tuple(agreeing), tuple(differing), tuple(missing)
