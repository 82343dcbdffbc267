"""``tengen experiment``: repeat the experiments of the papers, and show both results side by side."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.group import CommandGroup
from tengen.cli.options import Json, Size, board_size

if TYPE_CHECKING:
    from tengen.experiment.row import Row
    from tengen.match.statistics import Estimate

experiment_app = typer.Typer(cls=CommandGroup, help="Repeat the experiments of the papers.", no_args_is_help=True)

Id = Annotated[str, typer.Argument(metavar="ROW", help="Id of a row: see `tengen experiment list`.")]
Results = Annotated[Path, typer.Option("--results", help="Folder with the results.")]
StorePath = Annotated[
    Path | None,
    typer.Option("--store", help="SQLite file for the games; ROW.sqlite in the results folder if not given."),
]
RESULTS = Path("experiments") / "results"


def add_to(app: typer.Typer) -> None:
    """Add the command with its subjects."""
    app.add_typer(experiment_app, name="experiment")


@experiment_app.command("list")
def list_rows(results: Results = RESULTS, as_json: Json = False) -> None:  # noqa: FBT002  # a flag
    """List the rows, the number of games of each, and the presets and options that it needs and that do not exist yet.

    Example: tengen experiment list
    """
    from tengen.experiment.results import read_games, results_path
    from tengen.experiment.row import needs, row_ids, row_named

    for name in row_ids():
        row = row_named(name)
        lacking = sorted({word for cell in row.cells for word in needs(cell)})
        games = len(read_games(results_path(results, name)))
        if as_json:
            facts = {"row": name, "title": row.title, "cells": [c.name for c in row.cells], "games": games}
            sys.stdout.write(json.dumps(facts | {"needs": lacking, "measure": row.measure}) + "\n")
        else:
            state = f"needs {', '.join(lacking)}" if lacking else row.measure or f"{games} games"
            sys.stdout.write(f"{name:13} {row.title} ({_count(len(row.cells), 'cell')}; {state})\n")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


@experiment_app.command("run")
def run(
    name: Id,
    games: Annotated[int, typer.Option("--games", min=1, help="Games that each cell should have at the end.")] = 100,
    cell: Annotated[list[str], typer.Option("--cell", help="Play only this cell; repeat the option for several.")] = [],  # noqa: B006
    simulations: Annotated[
        int | None, typer.Option("--simulations", min=1, help="Simulations for a move, instead of the row's limit.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0.01, help="Seconds for a move, instead of the row's limit.")
    ] = None,
    level: Annotated[
        int | None, typer.Option("--level", min=0, max=10, help="Level of GNU Go, instead of the row's.")
    ] = None,
    size: Annotated[
        int | None,
        typer.Option("--size", parser=board_size, metavar="INTEGER", help="Board size, instead of the row's."),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Number of games played at the same time.")] = 1,
    results: Results = RESULTS,
    store: StorePath = None,
) -> None:
    """Play a row, or some of its cells, and print our results beside the published ones.

    Games that the results already have are not played again.

    Example: tengen experiment run mogo-3 --games 100 --simulations 1000
    """
    from functools import partial

    from tengen.cli.watch import watching
    from tengen.experiment.play import PlayingSetup, Scale, play_row, scaled
    from tengen.experiment.row import row_named
    from tengen.match.runner import local_workers

    row = row_named(name)
    if row.measure:
        raise ValueError(f"{name} is not measured by a match but by `{row.measure}`")
    if simulations is not None and seconds is not None:
        raise ValueError("give either --simulations or --seconds")
    scale = Scale(simulations=simulations, seconds=seconds, level=level, size=size)
    cells = [scaled(row.cell(one), scale) for one in cell or _playable(row)]
    try:
        with watching() as watcher:
            play_row(row, cells, games, PlayingSetup(results, store, partial(local_workers, workers)), watcher)
    except KeyboardInterrupt:
        _print_row(row, results)
        raise
    _print_row(row, results)


def _playable(row: "Row") -> list[str]:
    """Return the names of the cells that can be played; raises ValueError if there are none."""
    from tengen.experiment.row import needs

    playable = [cell.name for cell in row.cells if not needs(cell)]
    if not playable:
        lacking = sorted({word for cell in row.cells for word in needs(cell)})
        raise ValueError(f"{row.id} cannot be played yet; it needs {', '.join(lacking)}")
    return playable


def _print_row(row: "Row", results: Path) -> None:
    from tengen.experiment.results import read_games, results_path
    from tengen.experiment.table import row_text

    sys.stdout.write(row_text(row, read_games(results_path(results, row.id))))


@experiment_app.command("export")
def export(name: Id, results: Results = RESULTS, store: StorePath = None) -> None:
    """Write the games of a row's store to its text file, one line each; `run` does so at its end.

    Example: tengen experiment export mogo-3
    """
    from contextlib import closing

    from tengen.experiment.play import export as export_row
    from tengen.experiment.results import results_path, store_path
    from tengen.experiment.row import row_named
    from tengen.match.store import Store

    row = row_named(name)
    with closing(Store.existing(store or store_path(results, name))) as opened:
        count = export_row(row, opened, results)
    sys.stdout.write(f"{_count(count, 'game')}: {results_path(results, name)}\n")


@experiment_app.command("table")
def table(
    write: Annotated[Path | None, typer.Option("--write", help="Page whose table is updated.")] = None,
    results: Results = RESULTS,
) -> None:
    """Print all results so far as Markdown, including those of unfinished stores, or write them into a page.

    Example: tengen experiment table --write docs/results.md
    """
    from tengen.experiment.play import stored_games
    from tengen.experiment.results import store_path
    from tengen.experiment.row import row_ids, row_named
    from tengen.experiment.table import to_markdown, with_table

    if write is not None:  # only results in text files, so that everybody can reproduce the page
        page = with_table(write.read_text("utf-8"), to_markdown(results))
        write.write_text(page, encoding="utf-8")
    else:
        filling = {name: stored_games(row_named(name), store_path(results, name)) for name in row_ids()}
        sys.stdout.write(to_markdown(results, filling))


@experiment_app.command("levels")
def levels(
    size: Size = 9,
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="Play for so long; 0 only shows the table.")] = 0.0,
    players: Annotated[
        str, typer.Option("--players", help="Levels, gnugo:10, or options such as simulations=50; separated by ';'.")
    ] = "",
    reach: Annotated[
        int, typer.Option("--reach", min=1, help="Let players meet that stand at most so many places apart.")
    ] = 3,
    anchor: Annotated[str | None, typer.Option("--anchor", help="Player whose rating is 0.")] = None,
    file: Annotated[Path, typer.Option("--file", help="File of games, one a line.")] = RESULTS / "levels.jsonl",
) -> None:
    """Play levels against each other in this process, and print their ratings: see docs/levels.md.

    Example: tengen experiment levels --size 9 --seconds 600 --players "12k;11k;10k"
    """
    from tengen.experiment.levels import level_rows, pairs_of, play_for, read_level_games
    from tengen.presets.level import level_names

    names = players.split(";") if players else level_names()
    if seconds:
        play_for(seconds, size, pairs_of(names, reach), file)
    games = [game for game in read_level_games(file) if game.size == size]
    for row in level_rows(games, anchor):
        figures = " | ".join(map(_interval, (row.elo, row.step, row.model_step)))
        sys.stdout.write(f"| {row.name} | {row.games} | {figures} |\n")


def _interval(estimate: "Estimate | None") -> str:
    return "" if estimate is None else f"{estimate.value:.0f} ({estimate.low:.0f} to {estimate.high:.0f})"
