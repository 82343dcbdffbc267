"""``tengen analyze``: what a search thinks of a position."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from tengen.cli.interrupt import INTERRUPTED, ending_by_interrupt
from tengen.cli.options import EngineChoice, Json, ViewOption, board_size, finite, with_engine
from tengen.cli.records import KomiOf, MoveNumber, RulesOf, Variation, read_line

if TYPE_CHECKING:
    from tengen import Engine, Game, Report
    from tengen.cli.records import Line
    from tengen.report.facts import View

EMPTY_SIZE = 9


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("analyze")(analyze)


@with_engine
def analyze(
    choice: EngineChoice,
    file: Annotated[
        Path | None, typer.Argument(help="SGF file; - for standard input; without it the empty board.")
    ] = None,
    move: MoveNumber = None,
    variation: Variation = "",
    size: Annotated[
        int | None,
        typer.Option("--size", parser=board_size, metavar="INTEGER", help="Size of the empty board, 9 if not given."),
    ] = None,
    komi: KomiOf = None,
    rules: RulesOf = None,
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
    view: ViewOption = "side",
) -> None:
    """Search a position and show the best moves, who owns each point, and the tree.

    In the text, win rates are those of the side that makes the move, and the score says who leads. In JSON all numbers
    are from the view of one side: of the side to move at the root, unless --view says another. AMAF is the win rate of
    the simulations in which the move was played later on.

    Ctrl-C ends the search; what it has found so far is printed as at the end, and the exit code is 130.

    Example: tengen analyze game.sgf --move 30 --seconds 5 --dump-depth 3
    """
    if book is not None and file is not None:
        raise ValueError("--book is for the empty board, and FILE is another position")
    if book is not None and not book.parent.is_dir():  # to be known before the search, not after it
        raise ValueError(f"--book: there is no folder {book.parent}")
    if file is None and (move is not None or variation):
        raise ValueError(f"--{'variation' if variation else 'move'} needs the FILE of a game")
    game = _empty_board(size, komi, rules) if file is None else _position(file, variation, size).game(move, rules, komi)
    show = Shown(top, depth, share, view)
    with choice.engine() as engine, ending_by_interrupt(engine.stop) as interruption:
        reports = engine.stream(game, every=interval)
        if as_json:
            _print_json(reports, engine, show)
        else:
            _print_text(reports, engine, show)
        if book is not None:
            sys.stderr.write(f"{engine.save_book(book):,} nodes: {book}\n")
    if interruption.is_wanted:
        raise typer.Exit(INTERRUPTED)


class Shown(NamedTuple):
    """What is shown of a report."""

    top: int
    """How many moves."""
    depth: int
    """Of the tree; 0 for no tree."""
    share: float
    """The least share of the root's visits in the tree."""
    view: "View"


def _empty_board(size: int | None, komi: float | None, rules: str | None) -> "Game":
    from tengen import Game

    return Game(EMPTY_SIZE if size is None else size, komi, rules or "chinese")


def _position(file: Path, variation: str, size: int | None) -> "Line":
    line = read_line(file, variation)
    if size is not None:
        lines = line.record.size
        raise ValueError(f"--size is for the empty board; the game in {line.file} is {lines}x{lines}")
    return line


def _print_json(reports: "Iterable[Report]", engine: "Engine", show: Shown) -> None:
    """Print each report when it comes, and the tree with the last."""
    from tengen.report.facts import node_facts, viewer

    for report, is_last in _with_last(reports):
        line: dict[str, Any] = {"final": is_last, **report.to_dict(show.top, show.view)}
        if is_last and show.depth:
            viewed_by = viewer(report, show.view)
            line["tree"] = [node_facts(node, viewed_by) for node in engine.walk(show.depth, show.share)]
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


def _print_text(reports: "Iterable[Report]", engine: "Engine", shown: Shown) -> None:
    """Show reports on a terminal while they come, and print the last."""
    from tengen.report.text import OWNERS_LEGEND, board_and_owners, critical_points, danger, summary, table, tree_lines

    with _screen() as show:
        for report in reports:
            show(f"{summary(report)}\n{table(report, shown.top)}")
    parts = [f"{board_and_owners(report)}\n{OWNERS_LEGEND}", summary(report), table(report, shown.top)]
    if report.criticality is not None:
        parts += [f"criticality, in tenths\n{critical_points(report)}", *filter(None, [danger(report)])]
    if shown.depth:
        parts.append(tree_lines(engine.walk(shown.depth, shown.share)))
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
