"""Results as text and as a table, and a row that is really played."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from experiment.made_row import Silent, line, made_row
from match.fake_worker import fake_workers
from tengen.experiment.play import (
    NotYet,
    PlayingSetup,
    Scale,
    export,
    labels_of,
    pairing_for,
    play_row,
    scaled,
    stored_games,
)
from tengen.experiment.results import (
    fill_store,
    games_of_store,
    merged,
    read_games,
    results_path,
    store_path,
    write_games,
)
from tengen.experiment.table import HEADS, cells_of, row_markdown
from tengen.match.store import Store

ROOT = Path(__file__).parents[2]


def test_results_survive_being_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "made.jsonl"
    lines = [line(number) for number in range(5)]
    write_games(path, reversed(lines))
    assert read_games(path) == lines
    assert read_games(tmp_path / "nothing.jsonl") == []
    assert merged(lines, [line(4, "white"), line(5)]) == [*lines, line(5)]


ROWS = [path for path in sorted((ROOT / "experiments" / "results").glob("*.jsonl")) if path.stem != "levels"]


@pytest.mark.parametrize("path", ROWS, ids=lambda path: path.stem)
def test_kept_results_are_written_as_they_were_read(path: Path, tmp_path: Path) -> None:
    write_games(tmp_path / path.name, read_games(path))
    assert sorted((tmp_path / path.name).read_text().splitlines()) == sorted(path.read_text().splitlines())


def test_a_bad_line_is_told(tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    write_games(path, [line(0)])
    path.write_text(path.read_text() + "{}\n")
    with pytest.raises(ValueError, match="line 2"):
        read_games(path)


def test_ours_is_known_by_colour() -> None:
    assert [line(n).our_colour for n in (0, 1)] == ["black", "white"]
    assert line(0, ours="second").our_colour == "white"
    assert {line(n).player for n in range(4)} == {"ours"}


def test_the_table_shows_ours_beside_the_published() -> None:
    lines = [line(n, "black") for n in range(20)] + [line(n, "") for n in range(20, 22)]
    even, white, limited, future = cells_of(made_row(), lines)
    assert len(even) == len(HEADS)
    assert even[0] == "even"
    assert even[1].startswith("50 (46.9 to 53.1)")
    assert even[2:6] == ["50.0 (30.7 to 69.3)", "22", "10.5 of 11", "0.5 of 11"]
    assert even[6] == "fewer games than the 1,000 published; tengen 0.1.0, 2023-11-14"
    assert white[-1] == limited[-1] == "not played yet"
    assert future[-1] == "needs: option tree.terms=rave, preset nonesuch"


def test_scaling_is_always_shown_and_never_mixed() -> None:
    row = made_row()
    lines = [line(n, cell="with a limit", limit="70,000 simulations") for n in range(4)]
    lines += [line(n, cell="with a limit", limit="500 simulations", pairing="q") for n in range(6)]
    found = [texts for texts in cells_of(row, lines) if texts[0] == "with a limit"]
    assert [texts[3] for texts in found] == ["4", "6"]
    assert "scaled" not in found[0][-1]
    assert "scaled: 500 simulations instead of 70,000 simulations" in found[1][-1]
    assert scaled(row.cells[2], Scale(simulations=500)).limit == "500 simulations"
    assert scaled(row.cells[2], Scale(seconds=0.5)).limit == "0.5 s a move"


def test_a_weaker_opponent_and_a_smaller_board_are_scaling_too(tmp_path: Path) -> None:
    row = made_row()
    assert scaled(row.cells[0], Scale(level=1)) == row.cells[0]  # not GNU Go
    against_gnugo = msgspec.structs.replace(row.cells[2], opponent="gnugo:10")
    row = msgspec.structs.replace(row, cells=(against_gnugo,))
    weaker = scaled(against_gnugo, Scale(simulations=20, level=1, size=7))
    play_row(row, [weaker], 2, PlayingSetup(tmp_path, workers_for=fake_workers(lambda _: 0.5)), Silent())
    lines = read_games(results_path(tmp_path, "made"))
    assert {one.limit for one in lines} == {"20 simulations against gnugo:1 on 7x7"}
    assert "scaled: 20 simulations against gnugo:1 on 7x7 instead of 70,000" in cells_of(row, lines)[0][-1]


def test_two_definitions_of_a_player_are_not_mixed() -> None:
    lines = [line(0), line(0, black="ours, changed", pairing="q")]
    assert [texts[3] for texts in cells_of(made_row(), lines)[:2]] == ["1", "1"]


def test_a_section_names_what_all_cells_share() -> None:
    text = row_markdown(made_row(), [])
    assert "### made: Random against random" in text
    assert "nobody (2026), table 0. 9x9, komi 7.5." in text


def test_a_cell_becomes_a_pairing() -> None:
    even, white, limited, future = made_row().cells
    pairing = pairing_for(even, 10)
    assert (pairing.first.name, pairing.colours, pairing.games) == ("even", "alternate", 10)
    pairing = pairing_for(white, 10)
    assert (pairing.second.name, pairing.colours) == ("as White", "first-black")
    assert pairing_for(limited, 1).first.options["simulations"] == 70000
    assert pairing_for(scaled(limited, Scale(seconds=2.0)), 1).time is not None
    with pytest.raises(NotYet, match="preset nonesuch"):
        pairing_for(future, 1)


def test_a_row_is_played_continued_and_told(tmp_path: Path) -> None:
    row, watcher = made_row(), Silent()
    setup = PlayingSetup(tmp_path, workers_for=fake_workers(lambda _: 0.95))
    cells = [row.cells[0], row.cells[1], scaled(row.cells[2], Scale(simulations=20))]
    play_row(row, cells, 30, setup, watcher)
    assert watcher.messages == []
    lines = read_games(results_path(tmp_path, "made"))
    assert Counter((one.cell, one.limit) for one in lines) == {
        ("as White", ""): 30,
        ("even", ""): 30,
        ("with a limit", "20 simulations"): 30,
    }
    assert {one.our_colour for one in lines if one.cell == "as White"} == {"white"}
    assert {one.our_colour for one in lines if one.cell == "even"} == {"black", "white"}
    wins = {texts[0]: texts[2] for texts in cells_of(row, lines)}
    assert float(wins["even"].split()[0]) > 50 > float(wins["as White"].split()[0])  # whom the fake lets win
    assert sorted(map(repr, stored_games(row, store_path(tmp_path, "made")))) == sorted(map(repr, lines))
    # A later setup elsewhere has the text only, and plays what is missing.
    store_path(tmp_path, "made").unlink()
    play_row(row, cells[:1], 40, setup, watcher)
    again = read_games(results_path(tmp_path, "made"))
    assert len(again) == 100
    assert all(one in again for one in lines)
    with closing(Store.existing(store_path(tmp_path, "made"))) as store:
        assert sum(not game.sgf for game in store.games()) == 30
        assert export(row, store, tmp_path) == 100


def test_engines_play_a_row(tmp_path: Path) -> None:
    row, watcher = made_row(), Silent()
    play_row(row, row.cells[:1], 2, PlayingSetup(tmp_path), watcher)
    assert watcher.messages == []
    assert [one.number for one in read_games(results_path(tmp_path, "made"))] == [0, 1]


def test_games_of_the_text_are_not_put_into_a_store_twice(tmp_path: Path) -> None:
    row = made_row()
    pairing = pairing_for(row.cells[0], 10)
    first, second = pairing.first.hash, pairing.second.hash
    lines = [
        line(0, pairing=pairing.hash, black=first, white=second),
        line(1, pairing=pairing.hash, black=second, white=first),
        line(0, pairing="another"),
    ]
    with closing(Store(tmp_path / "s.sqlite")) as store:
        store.add_pairing(pairing)
        for _ in range(2):
            fill_store(store, lines, {pairing.hash})
        assert store.tally(pairing.hash).games == 2
        found = list(games_of_store(store, labels_of(row, store)))
    assert [msgspec.structs.replace(one, seconds={}, simulations={}) for one in found] == lines[:2]
