"""Rows: the shipped ones are complete, and mistakes in one are told."""

import re
from pathlib import Path

import pytest

from experiment.made_row import TEXT, made_row
from tengen.experiment.row import OWN_ROWS, Cell, needs, parse_row, row_ids, row_named, row_of_file
from tengen.match.statistics import wilson
from tengen.parts.toml import ConfigError

# What the papers give, by row; a row of the published tables that is missing here is missing altogether.
# None: no win rate is printed, or the cell is our own.
PUBLISHED = {
    "mogo-3": [41.2, 80],
    "mogo-4": [52, 27, 64.3, 56, None],
    "mogo-5": [26, 41.8, 51.5],
    "mogo-6": [3, 33, 36, 39, 40, 42, 28, 30, 20],
    "mogo-7": [37.5, 41, 43.4, 45, 40, 36],
    "mogo-talk": [46.9, 65, 70.5, 77.5, 81],
    "mogo-threads": [50, 64],
    "mogo-speed": [None, None],
    "mango-1": [33.2, 37.2, 58.3, 61.7, 8.5, 15.6, 30.0, 35.1, 0, 3.1, 4.8, 48.2],
    "mango-self": [88, 81, 100],
    "mango-cost": [None],
    "pachi-3.1": [22.5, 49.4, 57.2],
    "pachi-3.2": [58.5, 56.3, 49.1, 54.1, 56.4, 26.8],
    "pachi-3.3": [59.5, 5.4, 47.2, 18.5, 54.7],
    "pachi-time": [32.2, 44.1, None],
    "pachi-4.1": [54.2, 55.6, 59.4, 58.3, 46, 27.3, 26.3, 29],
    "pachi-4.3": [None] * 12,
    "pachi-5": [57.6, 66.9],
    "pachi-6": [56.4, 59.8, 45.3, 50.3, 50.7, 55.1],
    "pachi-fuego": [50],
    "lingo-5": [81.2, 87.1, 89.4, 91.0, 90.3, 93.7, 95.1, 95.3],
    "lingo-depth": [None] * 8,
    "basics": [None] * 4,
    "tengen": [None] * 4,
    "handicap": [None] * 18,
    "tengen-pachi": [None] * 8,
    "tengen-parts": [None] * 28,
    "tengen-scaling": [None] * 14,
    "tengen-threads": [None] * 12,
    "tengen-workers": [None] * 3,
    "rave-puct": [None] * 10,
}


def test_every_published_table_is_there() -> None:
    assert {name: [cell.published for cell in row_named(name).cells] for name in row_ids()} == PUBLISHED


@pytest.mark.parametrize("name", row_ids())
def test_every_row_says_where_it_is_from_and_how_it_is_played(name: str) -> None:
    row = row_named(name)
    assert row.title
    assert name in OWN_ROWS or re.search(r"\(20\d\d\)|talk|Quiescent", row.source)
    assert name in OWN_ROWS or re.search(r"table|section|figure|chapter|Some results|parallelisation", row.source)
    for cell in row.cells:
        assert bool(cell.opponent) != bool(row.measure)
        assert cell.published is not None or cell.figure or name in OWN_ROWS
        if not row.measure and cell.preset != "random":
            assert cell.limit or "simulations" in cell.set
        needs(cell)  # whatever it needs, to ask is no mistake


def test_a_cell_takes_from_the_setting_what_it_does_not_say() -> None:
    even, white, limited, _ = made_row().cells
    assert (even.preset, even.size, even.colour, even.limit) == ("random", 9, "both", "")
    assert (white.colour, white.games) == ("white", 1000)
    assert (limited.preset, limited.set, limited.limit) == (
        "montecarlo",
        {"playout.policy": "random"},
        "70,000 simulations",
    )


def test_a_published_number_has_the_interval_that_the_paper_allows() -> None:
    even, white, limited, _ = made_row().cells
    low, high = (100 * end for end in wilson(500, 1000))
    assert even.published_text == f"50 ({low:.1f} to {high:.1f}), 1,000 games"
    assert white.published_text == "60 ± 3.5, 1,000 games"
    assert limited.published_text == "-"
    assert Cell(name="x", preset="random", published=50).published_text == "50"


def test_a_cell_tells_what_it_needs() -> None:
    *played, future = made_row().cells
    assert [needs(cell) for cell in played] == [[], [], []]
    assert needs(future) == ["option tree.terms=rave", "preset nonesuch"]


MISTAKES = {
    ('name = "as White"', 'name = "even"'): "line 17: cells.2: cells must have different names",
    ('colour = "white"', 'color = "white"'): "line 18: cells.2: unknown key 'color'; did you mean 'colour'?",
    ('colour = "white"', 'colour = "red"'): "line 18: cells.2: colour: Invalid enum value 'red'",
    ("published = 60", "published = 160"): "line 19: cells.2: published: Expected `float` <= 100.0",
    ("size = 9", 'size = "9"'): "line 7: setting: size: Expected `int`, got `str`",
    ("size = 9", "sise = 9"): "line 7: setting: unknown key 'sise'; did you mean 'size'?",
    ('preset = "nonesuch"', 'prest = "x"'): "line 32: cells.4.opponent: unknown key 'prest'; did you mean 'preset'?",
    ("title =", "titel ="): "line 2: unknown key 'titel'; did you mean 'title'?",
    ("[[cells]]", "[[cels]]"): "there is no [[cells]]",
    ("komi = 7.5", "at = 1"): "line 12: cells.1: the row has no axis",
    (
        "[setting]",
        'beats = [["even", "as Whit"]]\n[setting]',
    ): "line 5: unknown cell 'as Whit'; did you mean 'as White'?",
    ("[setting]", "[setting"): "expected ']' at the end of a table declaration",
}


@pytest.mark.parametrize(("old", "new"), MISTAKES)
def test_mistakes_are_told_with_line_and_nearest_name(old: str, new: str) -> None:
    text = TEXT.replace(old, new) if old == "[[cells]]" else TEXT.replace(old, new, 1)
    with pytest.raises(ConfigError) as caught:
        parse_row("made", text)
    message = MISTAKES[old, new]
    place = f"made.toml, {message}" if message.startswith("line") else f"made.toml: {message}"
    assert str(caught.value).startswith(place)


def test_an_unknown_row_or_cell_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="mogo-3"):
        row_named("mogo3")
    with pytest.raises(ValueError, match="even"):
        made_row().cell("evn")
    with pytest.raises(ConfigError):
        parse_row("empty", 'title = "t"\nsource = "s"\n')


def test_rows_ship_with_the_package() -> None:
    import tengen

    assert len(list((Path(tengen.__file__).parent / "experiment" / "rows").glob("*.toml"))) == len(row_ids())


def test_a_row_of_ones_own_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "made.toml"
    path.write_text(TEXT)
    assert row_of_file(path) == made_row()
    taken = tmp_path / "mogo-3.toml"
    taken.write_text(TEXT)
    with pytest.raises(ValueError, match="there is a row mogo-3 already"):
        row_of_file(taken)


def test_a_time_may_stand_for_simulations() -> None:
    cell = row_named("mogo-5").cell("20 s")
    assert cell.paper_limits == ("20 s a move", "70,000 simulations")
    assert row_named("mogo-3").cells[0].paper_limits == ("70,000 simulations",)


def test_a_published_rate_has_the_interval_that_the_paper_allows() -> None:
    _, white, limited, _ = made_row().cells
    assert white.published_rate == pytest.approx((0.6, 0.565, 0.635))
    assert limited.published_rate is None
    assert Cell(name="x", preset="random", published=50).published_rate == (0.5, 0.5, 0.5)
    assert Cell(name="x", preset="random", published=1, margin=3).published_rate == pytest.approx((0.01, 0, 0.04))
    assert Cell(name="x", preset="random", published=50, games=100).published_rate == (0.5, *wilson(50, 100))


@pytest.mark.parametrize("name", row_ids())
def test_a_curve_has_a_place_for_each_value_of_a_series(name: str) -> None:
    row = row_named(name)
    placed = [(cell.series, cell.at) for cell in row.cells if cell.at is not None]
    assert bool(row.axis) == bool(placed)
    assert len(set(placed)) == len(placed)


@pytest.mark.parametrize("name", [name for name in row_ids() if name not in OWN_ROWS])
def test_a_published_row_says_what_the_paper_concludes(name: str) -> None:
    row = row_named(name)
    assert bool(row.beats) != (bool(row.measure) or name == "pachi-fuego")  # Fuego's handicap is a value, no order
    for better, worse in row.beats:
        ours, theirs = row.cell(better).published, row.cell(worse).published if isinstance(worse, str) else worse
        assert ours is None or theirs is None or ours > theirs
