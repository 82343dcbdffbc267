"""``tengen experiment``: repeat the experiments of the papers, and show both results side by side."""

import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.group import CommandGroup
from tengen.cli.options import Json, Size, board_size

if TYPE_CHECKING:
    from tengen.experiment.row import Row
    from tengen.match.definition import Pairing
    from tengen.match.statistics import Estimate
    from tengen.match.worker import NewWorker

experiment_app = typer.Typer(cls=CommandGroup, help="Repeat the experiments of the papers.", no_args_is_help=True)

Id = Annotated[str, typer.Argument(metavar="ROW", help="Id of a row (see `tengen experiment list`), or your own file.")]
Rows = Annotated[
    list[str], typer.Option("--row", help="Only this row, or a row of your own by its file; repeat for several.")
]
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
    """List the rows: games and verdict of each, and the presets and options that it needs and that do not exist yet.

    Example: tengen experiment list
    """
    from tengen.experiment.results import read_games, results_path
    from tengen.experiment.row import needs, row_ids, row_named
    from tengen.experiment.verdict import verdict_of

    _tell_if_missing(results)
    for name in row_ids():
        row = row_named(name)
        lacking = sorted({word for cell in row.cells for word in needs(cell)})
        games = read_games(results_path(results, name))
        verdict = verdict_of(row, games)
        word = None if verdict is None else verdict.word
        if as_json:
            facts = {"row": name, "title": row.title, "cells": [c.name for c in row.cells], "games": len(games)}
            facts |= {"verdict": word, "needs": lacking, "measure": row.measure}
            sys.stdout.write(json.dumps(facts) + "\n")
        else:
            played = f"{len(games)} games" + (f", {word}" if word else "")
            state = f"needs {', '.join(lacking)}" if lacking else row.measure or played
            sys.stdout.write(f"{name:15} {row.title} ({_count(len(row.cells), 'cell')}; {state})\n")


def _tell_if_missing(results: Path) -> None:
    if not results.is_dir():
        sys.stderr.write(f"tengen: there is no folder {results}, so no games are known; --results names another\n")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


@experiment_app.command("plan")
def plan(
    row: Rows = [],  # noqa: B006  # typer copies it
    cores: Annotated[int, typer.Option("--cores", min=1, help="Cores that games may use.")] = 1,
    results: Results = RESULTS,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """List the cells that want games, the most worthwhile first: what they cost, and what their next games teach.

    Example: tengen experiment plan --cores 2
    """
    from tengen.cli.experiment_plan import plan_json, plan_text
    from tengen.experiment.plan import plan_of

    _tell_if_missing(results)
    planned = plan_of(_rows(row), results, cores)
    sys.stdout.write(plan_json(planned) if as_json else plan_text(planned))


@experiment_app.command("run")
def run(
    name: Annotated[
        str | None, typer.Argument(metavar="[ROW]", help="Id or file of a row; without one the plan is worked through.")
    ] = None,
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
    workers: Annotated[
        int, typer.Option("--workers", "--cores", min=1, max=1000, help="Number of games played at the same time.")
    ] = 1,
    budget: Annotated[
        str, typer.Option("--budget", metavar="TIME", help="Without ROW: play for so long, such as 90s, 30m or 2h.")
    ] = "",
    row: Rows = [],  # noqa: B006  # typer copies it
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one on this machine."),
    ] = None,
    results: Results = RESULTS,
    store: StorePath = None,
) -> None:
    """Play a row, or some of its cells, and print our results beside the published ones.

    Games that the results already have are not played again. Without ROW, work through the plan for the time of
    --budget: a few games of the most worthwhile cell, and then the plan is made again. Ctrl-C loses no finished game.

    Example: tengen experiment run mogo-3 --games 100 --simulations 1000
    """
    if simulations is not None and seconds is not None:
        raise ValueError("give either --simulations or --seconds")
    if name is None:
        if cell or store or (simulations, seconds, level, size) != (None,) * 4:
            raise ValueError("--cell, --simulations, --seconds, --level, --size and --store need a ROW")
        if not budget:
            raise ValueError("give a ROW, or the time for which to work through the plan, such as --budget 2h")
        _work_through(_rows(row), results, duration(budget), workers, ray)
        return
    if budget or row:
        raise ValueError("give either a ROW, or --budget for working through the plan")
    from tengen.cli.watch import watching
    from tengen.experiment.play import PlayingSetup, Scale, play_row, scaled

    chosen = _row(name)
    if chosen.measure:
        raise ValueError(f"{name} is not measured by a match but by `{chosen.measure}`")
    scale = Scale(simulations=simulations, seconds=seconds, level=level, size=size)
    cells = [scaled(chosen.cell(one), scale) for one in cell or _playable(chosen)]
    try:
        with watching() as watcher, _workers(workers, ray) as workers_for:
            play_row(chosen, cells, games, PlayingSetup(results, store, workers_for), watcher)
    except KeyboardInterrupt:
        _print_row(chosen, results)
        raise
    _print_row(chosen, results)


@contextmanager
def _workers(number: int, ray: str | None) -> "Iterator[Callable[[Sequence[Pairing]], Iterable[NewWorker]]]":
    """Provide workers on this machine or on a Ray cluster."""
    from tengen.match.runner import local_workers

    if ray is None:
        yield partial(local_workers, number)
        return
    from tengen.match.ray_worker import cluster_workers

    with cluster_workers(ray, number) as on_cluster:
        yield lambda _: on_cluster


def _work_through(rows: "Sequence[Row]", results: Path, seconds: float, cores: int, ray: str | None) -> None:
    from tengen.cli.watch import watching
    from tengen.experiment.plan import Planner
    from tengen.experiment.work import Work

    with watching() as watcher, _workers(cores, ray) as workers_for:
        work = Work(Planner(rows, results, cores), results, seconds, watcher)
        finished = work.run(workers_for([]))
    sys.stdout.write(f"{_count(finished, 'game')} played; `tengen experiment report` shows the results\n")


def duration(text: str) -> float:
    """Return the seconds of a time such as 90s, 30m or 2h; raises ValueError."""
    units = {"s": 1, "m": 60, "h": 3600, "d": 86400}
    number, unit = text[:-1], text[-1:]
    try:
        seconds = float(number) * units[unit]
    except (KeyError, ValueError):
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise ValueError(f"{text!r} is no time: write it as 90s, 30m, 2h or 1d")
    return seconds


def _rows(names: "Iterable[str]") -> "list[Row]":
    """Return the rows of these names, or all."""
    from tengen.experiment.row import row_ids

    return [_row(name) for name in names or row_ids()]


def _row(name: str) -> "Row":
    """Return a row by its id, or the user's own by its file."""
    from tengen.experiment.row import row_named, row_of_file

    return row_of_file(Path(name)) if name.endswith(".toml") else row_named(name)


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
    from tengen.match.store import Store

    row = _row(name)
    with closing(Store.existing(store or store_path(results, row.id))) as opened:
        count = export_row(row, opened, results)
    sys.stdout.write(f"{_count(count, 'game')}: {results_path(results, row.id)}\n")


@experiment_app.command("report")
def report(
    row: Rows = [],  # noqa: B006  # typer copies it
    html: Annotated[Path | None, typer.Option("--html", help="Write a page of HTML with all figures.")] = None,
    docs: Annotated[
        Path | None, typer.Option("--docs", help="Folder of documents whose results.md and pictures are updated.")
    ] = None,
    results: Results = RESULTS,
) -> None:
    """Print all results and verdicts so far as Markdown, or write them with figures to a page or to the documents.

    The documents show only results in text files, so that everybody can reproduce them; the others also those of
    unfinished stores.

    Example: tengen experiment report --docs docs --html report.html
    """
    from tengen.experiment.play import stored_games
    from tengen.experiment.report import results_of, to_html, to_markdown, write_documents
    from tengen.experiment.results import store_path

    rows = _rows(row)
    if docs is not None:
        if row:
            raise ValueError("the documents have all rows: give either --docs or --row")
        write_documents(results_of(rows, results), docs)
    if html is not None or docs is None:
        filling = {one.id: stored_games(one, store_path(results, one.id)) for one in rows}
        found = results_of(rows, results, filling)
        if html is None:
            sys.stdout.write(to_markdown(found))
        else:
            html.write_text(to_html(found), encoding="utf-8")


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
    anchor: Annotated[str | None, typer.Option("--anchor", help="Level whose rating is 0; 9k if not given.")] = None,
    place: Annotated[  # noqa: FBT002  # a flag
        bool, typer.Option("--place", help="Print what the levels should set, as TOML: 90 Elo apart by the model.")
    ] = False,
    file: Annotated[Path, typer.Option("--file", help="File of games, one a line.")] = RESULTS / "levels.jsonl",
) -> None:
    """Play levels against each other in this process, and print their ratings: see docs/levels.md.

    Example: tengen experiment levels --size 9 --seconds 600 --players "12k;11k;10k"
    """
    from tengen.experiment.levels import ANCHOR, level_rows, pairs_of, placed_levels, play_for, read_level_games
    from tengen.presets.level import level_names

    names = players.split(";") if players else level_names()
    if seconds:
        play_for(seconds, size, pairs_of(names, reach), file)
    games = [game for game in read_level_games(file) if game.size == size]
    if place:
        for name, level in placed_levels(games).items():
            fields = f"simulations = {level.simulations}, temperature = {level.temperature}"
            sys.stdout.write(f"{name} = {{ {fields}, prediction = {level.prediction} }}\n")
        return
    sys.stdout.write("| player | simulations | temperature | prediction | Elo | step | fresh games | their step |\n")
    sys.stdout.write("| --- " * 8 + "|\n")
    for row in level_rows(games, anchor or ANCHOR):
        one = row.setting
        sets = f"{one.simulations:,} | {one.temperature:g} | {one.prediction:g}" if one else " |  | "
        figures = f"{_interval(row.model)} | {_interval(row.model_step)} | {row.games} | {_interval(row.step)}"
        sys.stdout.write(f"| {row.name} | {sets} | {figures} |\n")


def _interval(estimate: "Estimate | None") -> str:
    return "" if estimate is None else f"{estimate.value:.0f} ({estimate.low:.0f} to {estimate.high:.0f})"
