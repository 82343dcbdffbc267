"""``tengen analyze``: what a search thinks of a position."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli.options import EngineChoice, Json, Komi, finite, with_engine

if TYPE_CHECKING:
    from tengen import Engine, Game, Report

EMPTY_SIZE = 9


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("analyze")(analyze)


@with_engine
def analyze(
    choice: EngineChoice,
    file: Annotated[Path | None, typer.Argument(help="SGF file; without it the empty board.")] = None,
    move: Annotated[
        int | None, typer.Option("--move", min=0, help="Position after this many moves; without it after all.")
    ] = None,
    size: Annotated[int | None, typer.Option("--size", min=2, max=25, help="Size of the empty board.")] = None,
    komi: Komi = None,
    top: Annotated[int, typer.Option("--top", min=0, help="How many moves to show.")] = 10,
    depth: Annotated[int, typer.Option("--dump-depth", min=0, help="Print the tree down to this depth.")] = 0,
    share: Annotated[
        float, typer.Option("--dump-share", min=0, max=1, help="Least share of the root's visits in that tree.")
    ] = 0.01,
    book: Annotated[
        Path | None, typer.Option("--book", help="Write the tree of the empty board to this file, for book.tree.")
    ] = None,
    interval: Annotated[
        float, typer.Option("--interval", min=0.05, callback=finite, help="Seconds between two reports.")
    ] = 1.0,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Search a position and show the best moves, who owns each point, and the tree.

    Win rates are those of the side that makes the move. AMAF is the win rate of the simulations in which the move was
    played later on. In JSON all numbers are from the view of the side to move.

    Example: tengen analyze game.sgf --move 30 --seconds 5 --dump-depth 3
    """
    if book is not None and file is not None:
        raise ValueError("--book is for the empty board, and FILE is another position")
    if book is not None and not book.parent.is_dir():  # to be known before the search, not after it
        raise ValueError(f"--book: there is no folder {book.parent}")
    game = game_of(file, move, size, komi)
    with choice.engine() as engine:
        reports = engine.stream(game, every=interval)
        if as_json:
            _print_json(reports, engine, top, depth, share)
        else:
            _print_text(reports, engine, top, depth, share)
        if book is not None:
            sys.stderr.write(f"{engine.save_book(book):,} nodes: {book}\n")


def game_of(file: Path | None, move: int | None, size: int | None, komi: float | None) -> "Game":
    """Return the position to look at; raises ValueError where the words do not go together."""
    from tengen.game.game import Game
    from tengen.game.replay import replay
    from tengen.sgf import read_file

    if file is None:
        if move is not None:
            raise ValueError("--move needs the FILE of a game")
        return Game(EMPTY_SIZE if size is None else size, komi)
    record = read_file(file)
    if size is not None:
        raise ValueError(f"--size is for the empty board; the game in {file} is {record.size}x{record.size}")
    count = len(record.moves())
    if move is not None and move > count:
        raise ValueError(f"--move {move} is beyond the end: {file} has {count} moves")
    game = replay(record, move)
    if komi is not None:
        game.komi = komi
    return game


def _print_json(reports: "Iterable[Report]", engine: "Engine", top: int, depth: int, share: float) -> None:
    """Print each report when it comes, and the tree with the last."""
    from tengen.report.facts import node_facts

    for report, is_last in _with_last(reports):
        line: dict[str, Any] = {"final": is_last, **report.to_dict(top)}
        if is_last and depth:
            line["tree"] = [node_facts(node) for node in engine.walk(depth, share)]
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


def _with_last(reports: "Iterable[Report]") -> "Iterator[tuple[Report, bool]]":
    """Yield each report and whether it is the last, which is known only when no other comes."""
    reports = iter(reports)
    held = next(reports)
    for report in reports:
        if held.simulations != report.simulations:
            yield held, False
        held = report
    yield held, True


def _print_text(reports: "Iterable[Report]", engine: "Engine", top: int, depth: int, share: float) -> None:
    """Show reports on a terminal while they come, and print the last."""
    from tengen.report.text import board_and_owners, critical_points, danger, summary, table, tree_lines

    with _screen() as show:
        for report in reports:
            show(f"{summary(report)}\n{table(report, top)}")
    parts = [board_and_owners(report), summary(report), table(report, top)]
    if report.criticality is not None:
        parts += [f"criticality, in tenths\n{critical_points(report)}", *filter(None, [danger(report)])]
    if depth:
        parts.append(tree_lines(engine.walk(depth, share)))
    sys.stdout.write("\n\n".join(parts) + "\n")


@contextmanager
def _screen() -> Iterator[Any]:
    """Give a function that shows a text in place of the last one on stderr, and nothing where that is no terminal."""
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda text: None  # noqa: ARG005
        return
    with Live(console=console, transient=True, auto_refresh=False) as live:
        yield lambda text: live.update(Text(text, no_wrap=True, overflow="ellipsis"), refresh=True)
