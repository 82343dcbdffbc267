"""The view Inside: the sum that decides, parts as switches, two setups, the tree and a playout."""

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.desk import ENGINE_SECONDS, Desk
from tengen.presets.level import level_named

POSITION = "(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese];B[ee];W[eg];B[df];W[dg];B[ge];W[gg];B[cf])"


@pytest.fixture
def inside(page: Desk) -> Desk:
    """The page with the analysis of a middle game."""
    page.import_text(POSITION)
    page.page.keyboard.press("End")
    expect(page.by("move-number")).to_contain_text("7 of 7")
    page.analyse()
    return page


def number(text: str) -> float:
    """Return a number as the page writes it."""
    return float(text.replace("\N{MINUS SIGN}", "-").replace("+", "").replace("\u202f", "").strip())


def shown_sum(table: Locator, column: int = 0) -> tuple[dict[str, float], float]:
    """Return the addends that a table shows for a move, and the total. All are of the same moment."""
    cells = table.evaluate(
        """(table, column) => ({
            parts: [...table.querySelectorAll('tbody tr')].map(row =>
                [row.dataset.part, row.querySelectorAll('td')[column].querySelector('.numbers').innerText]),
            total: table.querySelectorAll('tfoot td')[column].querySelector('.numbers').innerText })""",
        column,
    )
    addends = {part: number(text) for part, text in cells["parts"] if text != "not in it"}
    return addends, number(cells["total"])


def is_sum(addends: dict[str, float], total: float) -> bool:
    """Return whether the shown numbers add up exactly."""
    return abs(sum(addends.values()) - total) < 0.0005


def test_a_part_that_is_switched_off_leaves_the_sum(inside: Desk) -> None:
    addends, total = shown_sum(inside.by("sums"))
    assert {"prior", "rave"} < set(addends)
    assert is_sum(addends, total)

    inside.inside_tab("Parts")
    switch = inside.page.locator('[data-part="rave"] input[role=switch]')
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    inside.inside_tab("Moves")
    expect(inside.by("sums").locator('tr[data-part="prior"]')).to_be_visible(timeout=ENGINE_SECONDS * 1000)
    expect(inside.by("sums").locator('tr[data-part="rave"]')).to_have_count(0, timeout=ENGINE_SECONDS * 1000)
    fewer, total = shown_sum(inside.by("sums"))
    assert set(fewer) == set(addends) - {"rave"}
    assert is_sum(fewer, total)

    # It comes back with the part.
    inside.inside_tab("Parts")
    switch.click()
    expect(switch).to_be_checked()
    inside.inside_tab("Moves")
    expect(inside.by("sums").locator('tr[data-part="rave"]')).to_be_visible(timeout=ENGINE_SECONDS * 1000)


def test_a_change_that_cannot_be_is_refused_with_a_reason(inside: Desk) -> None:
    inside.inside_tab("Parts")
    rave = inside.page.locator('[data-part="rave"]').first
    rave.locator("summary").click()
    field = rave.get_by_role("textbox").first
    before = field.input_value()
    field.fill("many")
    field.press("Enter")
    expect(inside.by("refusal")).to_be_visible()
    expect(field).to_have_value(before)


def test_two_setups_search_side_by_side(inside: Desk) -> None:
    inside.inside_tab("Compare")
    inside.by("compare-part").select_option("terms/rave")
    expect(inside.by("comparison")).to_be_visible(timeout=ENGINE_SECONDS * 1000)
    expect(inside.by("comparison-summary")).not_to_be_empty()
    expect(inside.page.locator(".differences")).to_contain_text("rave", ignore_case=True)
    expect(inside.by("status-A")).to_be_visible()
    expect(inside.by("status-B")).to_be_visible()
    expect(inside.by("sums").locator("tfoot td")).to_have_count(2)  # as soon as both know the chosen move
    first, first_total = shown_sum(inside.by("sums"), 0)
    second, second_total = shown_sum(inside.by("sums"), 1)
    assert "rave" in first
    assert "rave" not in second
    assert is_sum(first, first_total)
    assert is_sum(second, second_total)
    marks = inside.board.locator(".candidates > g .title")
    assert sorted("".join(marks.all_text_contents())) == ["A", "B"]
    expect(inside.by("legend")).to_contain_text("A and B are the best moves")
    expect(inside.by("heat-kind")).to_be_disabled()  # the board shows A and B, whatever is chosen there
    inside.page.get_by_role("button", name="End the comparison").click()
    expect(inside.by("comparison")).to_have_count(0)
    expect(inside.by("legend")).to_contain_text("Discs are the most visited moves")
    expect(inside.by("heat-kind")).to_be_enabled()


def test_what_a_level_sets_is_shown(inside: Desk) -> None:
    inside.inside_tab("Parts")
    inside.by("level-0").select_option("16k")
    level = inside.by("level-options")
    expect(level).to_contain_text("simulations")
    expect(level).to_contain_text("choice.temperature")
    weight = inside.page.locator('[id="option-0-prior.prediction.weight"]')
    expect(weight).to_have_value(str(level_named("16k", inside.size).prediction))
    inside.by("level-0").select_option("")
    expect(level).to_have_count(0)
    expect(weight).not_to_have_value(str(level_named("16k", inside.size).prediction))


def test_a_playout_move_by_move(inside: Desk) -> None:
    inside.inside_tab("Playout")
    inside.by("run-playout").click()
    expect(inside.by("playout-score")).to_have_text(
        re.compile(r"^(Draw|(Black|White) wins by [\d.]+ points?)$"), timeout=ENGINE_SECONDS * 1000
    )
    start = inside.stones()
    on = inside.page.get_by_role("button", name="One move on")
    for step in (1, 2, 3):
        on.click()
        expect(inside.by("playout-move")).to_contain_text(re.compile(rf"\b{step}\b"))
    text = inside.by("playout-move").inner_text()
    assert inside.stones() != start
    rules = inside.page.get_by_role("list", name="Rules of this playout").get_by_role("listitem")
    assert rules.count() >= 2
    inside.page.get_by_role("button", name="One move back").click()
    expect(inside.by("playout-move")).not_to_have_text(text)
    inside.page.get_by_role("button", name="To the end", exact=True).click()
    expect(on).to_be_disabled()
    inside.page.get_by_role("button", name="To the start", exact=True).click()
    assert inside.stones() == start


def test_the_tree_unfolds_and_goes_on_changing(inside: Desk) -> None:
    inside.inside_tab("Tree")
    tree = inside.page.get_by_role("tree")
    roots = tree.locator('[aria-level="1"]')
    expect(roots.first).to_be_visible()
    assert roots.count() >= 3
    roots.first.locator(".twist").click()
    below = tree.locator('[aria-level="2"]')
    expect(below.first).to_be_visible()

    # By the keyboard, too: right unfolds and goes down, left comes back and folds.
    below.first.click()
    inside.page.keyboard.press("ArrowRight")
    expect(tree.locator('[aria-level="3"]').first).to_be_visible()
    visits = roots.first.locator(".visits").inner_text()
    expect(roots.first.locator(".visits")).not_to_have_text(visits)

    # The board shows the chosen node: one stone more for each move to it.
    assert sum(map(abs, inside.stones())) == 9
    inside.page.keyboard.press("ArrowLeft")
    expect(tree.locator('[aria-level="3"]')).to_have_count(0)


def test_heat_maps_and_the_sequence_on_the_board(inside: Desk) -> None:
    for kind in ("visits", "value", "prior", "amaf", "urgency", "ownership"):
        inside.by("heat-kind").select_option(kind)
        drawn = "ownership" if kind == "ownership" else "heat"
        expect(inside.board.locator(f".{drawn} rect").first).to_be_attached()
        expect(inside.by("legend").locator(".ramp")).to_be_visible()
    inside.by("heat-kind").select_option("criticality")  # which no part of this search counts
    expect(inside.by("legend")).to_contain_text("no such numbers")
    expect(inside.board.locator(".heat")).to_have_count(0)
    inside.by("heat-kind").select_option("candidates")
    expect(inside.board.locator(".candidates > g").first).to_be_attached()
    before = sum(map(abs, inside.stones()))
    inside.by("start-replay").click()
    inside.page.get_by_role("button", name="One move on").click()
    expect(inside.by("replay")).to_contain_text("move 2")
    assert sum(map(abs, inside.stones())) >= before + 1


def test_each_part_opens_its_page(inside: Desk) -> None:
    inside.inside_tab("Parts")
    with inside.context.expect_page() as opened:
        inside.page.locator('[data-part="rave"] a').first.click()
    expect(opened.value.locator("h1")).to_contain_text("RAVE")
