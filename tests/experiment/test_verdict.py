"""The rule of the verdicts, as docs/experiments.md states it."""

import pytest

from experiment.made_row import games
from tengen.experiment.groups import ENOUGH_GAMES, best_group, groups_of
from tengen.experiment.results import CellGame
from tengen.experiment.row import Row, parse_row
from tengen.experiment.verdict import Verdict, verdict_of

TEXT = """
title = "Made up"
source = "nobody"
beats = [["good", "bad"]]
[setting]
preset = "montecarlo"
opponent = "gnugo:1"
seconds = 10
equivalent = 1000
games = 200
[[cells]]
name = "good"
published = 70
[[cells]]
name = "bad"
published = 40
"""
WHOLE = "1,000 simulations"  # as the paper's 10 s


def row(old: str = "", new: str = "") -> Row:
    return parse_row("made", TEXT.replace(old, new) if old else TEXT)


def verdict(of: Row, played: list[CellGame]) -> Verdict:
    found = verdict_of(of, played)
    assert found is not None
    return found


def played(good: tuple[int, int], bad: tuple[int, int], limit: str = WHOLE) -> list[CellGame]:
    return games("good", *good, limit=limit, pairing="g") + games("bad", *bad, limit=limit, pairing="b")


def test_values_that_agree_in_the_same_order_are_repeated() -> None:
    found = verdict(row(), played((65, 35), (42, 58)))
    assert found.word == "repeated"
    assert found.lead is not None
    assert found.lead.value == pytest.approx(0.23)
    assert 0 < found.lead.low < 0.23 < found.lead.high
    assert (found.published_lead, found.agreeing) == (pytest.approx(0.3), ("good", "bad"))
    assert found.text.startswith("**repeated** (lead +23.0 points, +9.")
    assert "published +30.0; 2 of 2 cells agree with the published value" in found.text
    assert verdict(row(), played((65, 35), (42, 58), "10 s a move")).word == "repeated"  # the paper's own limit


def test_the_same_order_with_other_values_is_repeated_in_direction() -> None:
    found = verdict(row(), played((95, 5), (42, 58)))
    assert (found.word, found.differing) == ("repeated in direction", ("good",))
    assert "1 of 2 cells agree" in found.text


def test_scaled_games_tell_only_the_direction() -> None:
    found = verdict(row(), played((65, 35), (42, 58), "500 simulations"))
    assert (found.word, found.scaled, found.missing) == ("repeated in direction", 1, ("good", "bad"))
    assert "all in scaled games" in found.text
    assert "2 cells have fewer than 20 games under the paper's conditions" in found.text


def test_the_opposite_order_contradicts() -> None:
    assert verdict(row(), played((42, 58), (65, 35))).word == "contradicted"


def test_an_interval_with_zero_in_it_is_open_whatever_the_number_of_games() -> None:
    found = verdict(row(), played((50, 50), (48, 52)))
    assert (found.word, found.compared) == ("open", 1)
    assert found.lead is not None


def test_too_few_games_are_open_however_clear() -> None:
    few = ENOUGH_GAMES - 1
    found = verdict(row(), played((few, 0), (0, few)))
    assert (found.word, found.lead, found.compared, found.comparisons) == ("open", None, 0, 1)
    assert "0 of 1 comparisons have enough games" in found.text
    assert verdict(row(), played((few + 1, 0), (0, few + 1))).word == "repeated in direction"


def test_games_under_different_conditions_are_not_compared() -> None:
    mixed = games("good", 30, 10, limit=WHOLE, pairing="g") + games("bad", 10, 30, limit="500 simulations", pairing="b")
    assert verdict(row(), mixed).compared == 0
    both = mixed + games("good", 10, 30, limit="500 simulations", pairing="h")
    found = verdict(row(), both)
    assert (found.compared, found.scaled) == (1, 1)
    whole = both + games("bad", 5, 35, limit=WHOLE, pairing="c")
    assert verdict(row(), whole).scaled == 0  # games as in the paper come first


def test_a_cell_may_be_compared_with_a_win_rate() -> None:
    against_half = row('["good", "bad"]', '["good", 50]')
    assert verdict(against_half, played((65, 35), (42, 58))).word == "repeated"
    assert verdict(against_half, played((30, 70), (42, 58))).word == "contradicted"


def test_a_row_that_compares_nothing_is_judged_by_its_values() -> None:
    plain = row('beats = [["good", "bad"]]\n', "")
    assert verdict(plain, played((65, 35), (42, 58))).word == "repeated"
    assert verdict(plain, played((95, 5), (42, 58))).word == "contradicted"
    assert verdict(plain, games("good", 65, 35, limit=WHOLE)).word == "open"


def test_a_direction_without_published_values_is_repeated_only_in_direction() -> None:
    figure = parse_row("made", TEXT.replace("published = 70", 'figure = "x"').replace("published = 40", 'figure = "x"'))
    found = verdict(figure, played((65, 35), (42, 58)))
    assert (found.word, found.published_lead) == ("repeated in direction", None)


def test_every_comparison_counts() -> None:
    two = row('[["good", "bad"]]', '[["good", "bad"], ["good", 90]]')
    found = verdict(two, played((65, 35), (42, 58)))
    assert found.lead is not None
    assert found.lead.value == pytest.approx((0.23 - 0.25) / 2)
    assert (found.word, found.compared) == ("open", 2)


def test_own_rows_and_measured_rows_have_no_verdict() -> None:
    own = parse_row("made", TEXT.replace("published = 70", "").replace("published = 40", ""))
    assert verdict_of(own, []) is None
    measured = row('source = "nobody"', 'source = "nobody"\nmeasure = "tengen bench search"')
    assert verdict_of(measured, []) is None


def test_the_newest_group_with_enough_games_stands_for_a_cell() -> None:
    cell = row().cells[0]
    old = games("good", 30, 10, limit=WHOLE, finished=1_600_000_000)
    new = games("good", 10, 15, limit=WHOLE, pairing="q", black="new", white="new")
    few = games("good", 1, 0, limit=WHOLE, pairing="r", black="newest", white="newest", finished=1_800_000_000)
    best = best_group(groups_of(cell, [*old, *new, *few]))
    assert best is not None
    assert best.tally.games == 25
    assert best_group([]) is None
