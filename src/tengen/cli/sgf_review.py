"""``tengen sgf evaluate``, ``plot`` and ``review``: searches of the positions of a record."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from tengen.cli.files import write_whole
from tengen.cli.interrupt import INTERRUPTED, Interruption, ending_by_interrupt
from tengen.cli.options import EngineChoice, Json, ViewOption, with_engine
from tengen.cli.records import STDIN, KomiOf, Line, MoveNumber, RecordFile, RulesOf, Variation, read_line

if TYPE_CHECKING:
    from tengen import Engine, Game, Report
    from tengen.review.evaluation import Evaluation, Mistake

Threshold = Annotated[
    float,
    typer.Option(
        "--threshold", min=0, max=1, help="A move that loses at least this much of the win rate is a mistake."
    ),
]
LastMove = Annotated[
    int | None, typer.Option("--move", min=0, help="Stop after this many moves; without it after all.")
]
THRESHOLD = 0.1
BEST_LISTED = 10
NOTICEABLE = 0.01  # of the win rate: what a move must lose to be told where there are no mistakes
WORST_LISTED = 3
COLUMNS = "win rate   points   better"


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("evaluate")(evaluate)
    app.command("plot")(plot)
    app.command("review")(review)


@with_engine
def evaluate(
    choice: EngineChoice,
    file: RecordFile,
    move: MoveNumber = None,
    variation: Variation = "",
    rules: RulesOf = None,
    komi: KomiOf = None,
    as_json: Json = False,  # noqa: FBT002  # a flag
    view: ViewOption = "side",
) -> None:
    """Tell the value of every legal move in a position, by a search for each.

    --simulations and --seconds are those of each search. The board shows win rates in percent, of the side to move.
    With --json all numbers are from the view of --view. Ctrl-C prints the moves that are done, with exit code 130.

    Example: tengen sgf evaluate game.sgf --move 30 --simulations 1000
    """
    from tengen.review.every_move import move_values

    game = read_line(file, variation).game(move, rules, komi)
    found = []
    with choice.engine() as engine, ending_by_interrupt(engine.stop) as interruption:
        moves = len(game.legal_moves)
        for value in _with_bar(move_values(game, engine), "moves", moves, interruption):
            found.append(value)
    found.sort(key=lambda value: -value.win_rate)
    if as_json:
        from tengen.board.grid import BLACK, COLOUR_NAMES, WHITE

        viewed_by = {"side": game.to_play, "black": int(BLACK), "white": int(WHITE)}[view]
        moves_facts = [value.to_dict(viewed_by) for value in found]
        facts = {"view": view, "colour": COLOUR_NAMES[game.to_play], "complete": len(found) == moves}
        sys.stdout.write(json.dumps({**facts, "moves": moves_facts}) + "\n")
    else:
        sys.stdout.write(_values_text(game, found))
    if interruption.is_wanted:
        raise typer.Exit(INTERRUPTED)


def _values_text(game: "Game", values: Sequence[Any]) -> str:
    from tengen.board.grid import COLOUR_NAMES, PASS
    from tengen.review.every_move import table_of

    table = table_of(game, {value.move.point: value for value in values if value.move.point != PASS})
    lines = [f"{value.move.name:5} {value.win_rate:7.1%} {value.score:+7.1f} {value.visits:9,}" for value in values]
    heading = f"{COLOUR_NAMES[game.to_play]} to play: win rate of each move in percent"
    return "\n".join([heading, table, "", "move  win rate    lead    visits", *lines[:BEST_LISTED]]) + "\n"


@with_engine
def plot(
    choice: EngineChoice,
    file: RecordFile,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The picture: .png, .svg or .pdf; FILE.png if not given.")
    ] = None,
    move: LastMove = None,
    variation: Variation = "",
    rules: RulesOf = None,
    komi: KomiOf = None,
    threshold: Threshold = THRESHOLD,
) -> None:
    """Draw the win rate and the score over a game.

    A record that `tengen sgf review` has written is drawn at once; any other is searched first. Ctrl-C draws what has
    been searched so far, with exit code 130.

    Example: tengen sgf plot game.sgf --simulations 1000 -o game.svg
    """
    from tengen.review.annotate import read_evaluations, read_mistakes
    from tengen.review.evaluation import mistakes
    from tengen.review.plot import check_plot, plot

    line = read_line(file, variation)
    line.check(move)
    target = output or _beside(file, line, ".png")
    check_plot(target)
    _require_folder(target)
    evaluations = read_evaluations(line.nodes())
    wanted = (line.length if move is None else move) + 1
    if len(evaluations) >= wanted:
        evaluations = evaluations[:wanted]
        marked = read_mistakes(line.nodes())
        found = [one for one in mistakes(evaluations, threshold) if one.after.number in marked]
        plot(target, evaluations, found, _title(line))
        is_interrupted = False
    else:
        searched = _search(choice, line, move, rules, komi)
        found = searched.mistakes(threshold)
        plot(target, searched.evaluations, found, _title(line))
        is_interrupted = searched.is_interrupted
    sys.stderr.write(f"written to {target}\n")
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


@with_engine
def review(
    choice: EngineChoice,
    file: RecordFile,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The reviewed record; FILE with .review.sgf at its end if not given."),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--plot", help="Also draw the win rate and the score: .png, .svg or .pdf.")
    ] = None,
    move: LastMove = None,
    variation: Variation = "",
    rules: RulesOf = None,
    komi: KomiOf = None,
    threshold: Threshold = THRESHOLD,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Search every position of a game, list the mistakes, and write all that into the record.

    The comment of each move gets Black's win rate and the score. A mistake is marked, with letters on better moves and
    the best sequence as a variation. Comments, marks and variations of the record are kept. Ctrl-C keeps the review of
    the moves that are done, with exit code 130.

    In JSON, win rates and scores are Black's.

    Example: tengen sgf review game.sgf --seconds 2 -o reviewed.sgf --plot reviewed.png
    """
    from tengen.review.annotate import annotate, annotate_mistakes
    from tengen.review.plot import check_plot, plot

    line = read_line(file, variation)
    line.check(move)
    target = output or _beside(file, line, ".review.sgf")
    _require_folder(target)
    if picture is not None:
        check_plot(picture)
        _require_folder(picture)
    searched = _search(choice, line, move, rules, komi)
    found = searched.mistakes(threshold)
    annotate(line.nodes(), searched.evaluations)
    annotate_mistakes(line.nodes(), found, dict(enumerate(searched.reports, start=1)))
    write_whole(target, line.record.to_bytes())
    if picture is not None:
        plot(picture, searched.evaluations, found, _title(line))
    sys.stdout.write(_review_json(searched, found) if as_json else _review_text(searched, found, threshold))
    sys.stderr.write(f"written to {target}" + (f" and {picture}\n" if picture else "\n"))
    if searched.is_interrupted:
        raise typer.Exit(INTERRUPTED)


class Searched(NamedTuple):
    """The positions of a game that have been searched."""

    reports: "list[Report]"
    evaluations: "list[Evaluation]"
    is_interrupted: bool

    def mistakes(self, threshold: float) -> "list[Mistake]":
        """Return the moves that lost much, where the search prefers another."""
        from tengen.review.annotate import better_moves
        from tengen.review.evaluation import mistakes

        found = mistakes(self.evaluations, threshold)
        return [one for one in found if better_moves(self.reports[one.after.number - 1], one.move)]


def _search(choice: EngineChoice, line: Line, upto: int | None, rules: str | None, komi: float | None) -> Searched:
    """Search the positions of a line, with a progress bar on stderr."""
    from tengen.review.evaluation import evaluation_of

    count = (line.length if upto is None else upto) + 1
    reports: list[Report] = []
    evaluations: list[Evaluation] = []
    moves = line.record.moves(*line.choices)
    with choice.engine() as engine, ending_by_interrupt(engine.stop) as interruption, line.under(rules):
        searches = _reports(line, engine, upto, komi)
        for number, report in enumerate(_with_bar(searches, "positions", count, interruption)):
            reports.append(report)
            evaluations.append(evaluation_of(report, number, moves[number - 1] if number else None))
    return Searched(reports, evaluations, interruption.is_wanted)


def _reports(line: Line, engine: "Engine", upto: int | None, komi: float | None) -> "Iterator[Report]":
    from tengen.review.evaluation import positions
    from tengen.sgf import naming_the_file

    with naming_the_file(line.file):
        for game in positions(line.record, line.choices, upto, komi):
            yield engine.analyse(game)


def _with_bar(results: Iterable[Any], what: str, total: int, interruption: Interruption) -> Iterator[Any]:
    """Yield results with a progress bar on stderr, up to an interrupt; the result that it cut short is left out."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        for result in results:
            if interruption.is_wanted:
                return
            bar.advance(task)
            yield result


def _review_text(searched: Searched, found: "list[Mistake]", threshold: float) -> str:
    if found:
        lines = [f"mistakes        {COLUMNS}", *(_mistake_line(searched, one) for one in found)]
    else:  # the game may have been lost bit by bit
        worst = sorted(searched.mistakes(NOTICEABLE), key=lambda one: -one.win_rate)[:WORST_LISTED]
        lines = [f"no mistakes: no move lost {threshold:.0%} of the win rate or more"]
        if worst:
            lines += [f"lost most       {COLUMNS}", *(_mistake_line(searched, one) for one in worst)]
    count = len(searched.evaluations) - 1
    last = searched.evaluations[-1] if searched.evaluations else None
    end = "1 move reviewed" if count == 1 else f"{count} moves reviewed"
    end += f"; at the end Black {last.win_rate:.1%}, {last.lead}" if last else ""
    return "\n".join([*lines, end]) + "\n"


def _mistake_line(searched: Searched, one: "Mistake") -> str:
    from tengen.board.grid import COLOUR_NAMES
    from tengen.review.annotate import better_moves

    best = better_moves(searched.reports[one.after.number - 1], one.move)[0]
    side = COLOUR_NAMES[one.move.colour]
    return (
        f"{one.after.number:4} {side} {one.move.name:5} {one.win_rate:9.1%} {one.points:8.1f}   "
        f"{best.name:6} {' '.join(best.sequence[:6])}"
    )


def _review_json(searched: Searched, found: "list[Mistake]") -> str:
    from tengen.review.annotate import better_moves

    lost = {one.after.number: one for one in found}
    lines = []
    for evaluation, report in zip(searched.evaluations, searched.reports, strict=True):
        facts = {**evaluation.to_dict(), "view": "black", "visits": report.visits, "mistake": None}
        if evaluation.number in lost:
            one = lost[evaluation.number]
            better = better_moves(searched.reports[evaluation.number - 1], one.move)
            facts["mistake"] = {
                "win_rate_lost": round(one.win_rate, 4),
                "points_lost": round(one.points, 2),
                "better": [list(move.sequence) for move in better],
            }
        lines.append(json.dumps(facts))
    return "\n".join(lines) + "\n"


def _title(line: Line) -> str:
    record = line.record
    players = f"{record.black or 'Black'} - {record.white or 'White'}"
    return ", ".join(filter(None, [players, record.date, record.result]))


def _beside(file: Path, line: Line, ending: str) -> Path:
    """Return the name of an output file that the user has not named."""
    if file == STDIN:
        raise ValueError("--output is needed for a record from standard input")
    return Path(line.file).with_suffix(ending)


def _require_folder(path: Path) -> None:
    """Refuse a file whose folder is not there: to be known before the search, not after it."""
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}")
