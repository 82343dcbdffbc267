"""The laboratory: a match is started, watched and looked into from the page."""

import re

from playwright.sync_api import expect

from browser.desk import ENGINE_SECONDS, Desk

# Whether the games won, lost and drawn of the first pairing are so many.
ALL_COUNTED = """games => [...document.querySelectorAll('[data-testid=pairings] tbody td')].slice(0, 3)
    .reduce((sum, cell) => sum + Number.parseInt(cell.innerText), 0) === games"""


def test_a_match_from_the_form_to_its_games(page: Desk) -> None:
    page.show("laboratory")
    form = page.page.get_by_role("form", name="New match")
    if not form.is_visible():
        page.page.get_by_role("button", name="New match").click()

    # A wrong number is refused beside its field, before anything is sent.
    form.get_by_label("Games", exact=True).fill("none")
    page.by("start-match").click()
    expect(form.get_by_label("Games", exact=True)).to_have_attribute("aria-invalid", "true")

    form.get_by_label("Games", exact=True).fill("2")
    form.get_by_label("Simulations", exact=True).fill("8")
    page.by("second-preset").select_option("tengen")
    form.get_by_label("Name", exact=True).fill("eight simulations")
    page.by("start-match").click()
    row = page.by("pairings").locator("tbody tr")
    expect(row).to_have_count(1, timeout=ENGINE_SECONDS * 1000)
    games = page.by("match-games").locator("tbody tr")
    expect(games).to_have_count(2, timeout=ENGINE_SECONDS * 1000)
    expect(row.locator("svg.interval")).to_be_visible()
    expect(row.locator(".rate")).to_have_text(re.compile(r"^(0|50|100)\.0 %$"))
    page.page.wait_for_function(ALL_COUNTED, arg=2)
    expect(page.by("matches")).to_contain_text("2 games")

    # A game of the match is opened for review, and is not among the person's games.
    moves = int(games.first.locator("td").nth(3).inner_text())
    games.first.get_by_role("button").click()
    expect(page.by("view-review")).to_be_visible()
    expect(page.by("move-number")).to_contain_text(f"of {moves}")
    page.by("games-button").click()
    expect(page.by("games")).not_to_contain_text("8 simulations")


def test_a_cell_of_an_experiment_is_played_from_the_page(page: Desk) -> None:
    page.show("laboratory")
    page.page.get_by_role("button", name="Experiment").click()
    form = page.page.get_by_role("form", name="Published results")
    page.by("experiment-row").select_option("mogo-3")
    expect(page.by("experiment-source")).to_contain_text("Gelly")
    expect(form.locator(".cells")).to_contain_text("Published: 41.2")
    page.by("experiment-row").select_option("basics")
    form.get_by_label(re.compile("^random")).check()
    form.get_by_label("Games of each cell").fill("1")
    expect(page.by("experiment-total")).to_contain_text("1 game in all")
    page.by("start-experiment").click()
    games = page.by("match-games").locator("tbody tr")
    expect(games).to_have_count(1, timeout=ENGINE_SECONDS * 1000)
    expect(page.by("pairings")).to_contain_text("random against gnugo:1")
    expect(page.by("matches")).to_contain_text("1 of 1 games, finished")
    expect(games.first.get_by_role("button")).to_have_text("1")
    games.first.get_by_role("button").click()
    expect(page.by("view-review")).to_be_visible()
