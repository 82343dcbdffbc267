"""``tengen match``: games between engines, many at once, kept in a file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from tengen.match.runner import Progress, Runner
    from tengen.match.store import Store

FAILED = 1


class _RunsByDefault(TyperGroup):
    """Takes ``tengen match FILE`` for ``tengen match run FILE``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names and _is_no_name(args[0]):
            args = ["run", *args]
        return super().parse_args(ctx, args)


def _is_no_name(word: str) -> bool:
    """Return whether a word is a file or an option, and no misspelt command."""
    return not word.isalpha() or Path(word).exists()


match_app = typer.Typer(
    help="Play matches between GTP engines and presets. `tengen match FILE` is short for `tengen match run FILE`.",
    cls=_RunsByDefault,
    no_args_is_help=True,
)


def add_to(app: typer.Typer) -> None:
    """Add the command with its subjects."""
    app.add_typer(match_app, name="match")


@match_app.command("run")
def run(
    file: Annotated[Path, typer.Argument(help="TOML file with players and pairings.")],
    store: Annotated[
        Path | None, typer.Option("--store", help="Where the games are kept; FILE.sqlite without.")
    ] = None,
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, max=1000, help="Games at the same time.")] = 1,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one here.")
    ] = None,
    games: Annotated[int | None, typer.Option("--games", min=0, help="Games of each pairing, not FILE's.")] = None,
) -> None:
    """Play the pairings of a file, and go on where an earlier run stopped. The file may be edited meanwhile.

    Example: tengen match run m.toml --store m.sqlite --workers 2
    """
    from tengen.match.runner import FileSource, Runner
    from tengen.match.store import Store

    source = FileSource(file, games)
    with Store(store or file.with_suffix(".sqlite")) as opened:
        watcher = _Watcher()
        runner = Runner(source, opened, watcher)
        try:
            with watcher.progress_bar:
                _run(runner, source.pairings, workers, ray)
        except KeyboardInterrupt:
            _print_table(runner, opened)
            raise
        _print_table(runner, opened)
    if runner.given_up:
        raise typer.Exit(FAILED)


def _run(runner: "Runner", pairings: Any, workers: int, ray: str | None) -> None:
    from tengen.match.runner import local_venues, run_match

    if ray is None:
        run_match(runner, local_venues(workers, pairings))
        return
    from tengen.cluster.match import cluster_venues

    with cluster_venues(ray, workers) as venues:
        run_match(runner, venues)


def _print_table(runner: "Runner", store: "Store") -> None:
    from tengen.match.statistics import wilson

    rows = []
    for pairing in runner.pairings:
        tally = store.tally(pairing.hash)
        low, high = wilson(tally.wins + tally.draws / 2, tally.games)
        rate = f"{(tally.wins + tally.draws / 2) / tally.games:.1%} ({low:.1%} to {high:.1%})" if tally.games else "-"
        rows.append((pairing.title, f"{tally.wins}-{tally.losses}-{tally.draws}", rate, str(tally.void)))
    heads = ("pairing", "won-lost-drawn", "first player wins", "void")
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        sys.stdout.write("  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() + "\n")


class _Watcher:
    """Shows on stderr how far a match is."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        self.progress_bar = Bars(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
            TextColumn("{task.fields[score]}"),
            console=Console(stderr=True),
        )
        self._tasks: dict[str, Any] = {}

    def progress(self, pairings: "list[Progress]") -> None:
        """Show how far each pairing is."""
        bars = self.progress_bar
        for gone in set(self._tasks) - {state.pairing.hash for state in pairings}:
            bars.remove_task(self._tasks.pop(gone))
        for state in pairings:
            pairing, tally = state.pairing, state.tally
            if pairing.hash not in self._tasks:
                self._tasks[pairing.hash] = bars.add_task(pairing.title, completed=tally.games, rate="", score="")
            task = self._tasks[pairing.hash]
            elapsed = bars.tasks[bars.task_ids.index(task)].elapsed
            rate = f"{60 * state.played_here / elapsed:.1f} a minute" if elapsed and state.played_here else ""
            score = f"{tally.wins}-{tally.losses}" + (f"-{tally.draws}" if tally.draws else "")
            total = tally.games if state.is_done else pairing.games
            bars.update(task, completed=tally.games, total=total, rate=rate, score=score)

    def say(self, message: str) -> None:
        """Print a line above the bars."""
        self.progress_bar.console.print(message, markup=False, highlight=False)
