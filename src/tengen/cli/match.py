"""``tengen match``: games between engines, many at once, kept in a file."""

import gc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli import match_show
from tengen.cli.group import CommandGroup
from tengen.cli.watch import watching

if TYPE_CHECKING:
    from tengen.match.runner import Runner, Source
    from tengen.match.store import Store

FAILED = 1


class _RunsByDefault(CommandGroup):
    """Reads ``tengen match FILE`` as ``tengen match run FILE``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names and _is_no_name(args[0]):
            args = ["run", *args]
        return super().parse_args(ctx, args)


def _is_no_name(word: str) -> bool:
    """Return whether a word is a file or an option, and not a misspelt command."""
    return not word.isalpha() or Path(word).exists()


match_app = typer.Typer(
    help="Play matches between GTP engines and presets. `tengen match FILE` is short for `tengen match run FILE`.",
    cls=_RunsByDefault,
    no_args_is_help=True,
)
match_show.add_to(match_app)


def add_to(app: typer.Typer) -> None:
    """Add the command with its subjects."""
    app.add_typer(match_app, name="match")


@match_app.command("run")
def run(
    file: Annotated[Path, typer.Argument(help="TOML file with players and pairings.")],
    store: Annotated[
        Path | None, typer.Option("--store", help="SQLite file for the games; FILE.sqlite if not given.")
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", "-w", min=1, max=1000, help="Number of games played at the same time.")
    ] = 1,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one on this machine."),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", min=0, help="Games of each pairing, instead of the number in FILE.")
    ] = None,
) -> None:
    """Play the pairings of a file, and continue where an earlier run stopped. The file may be edited meanwhile.

    Example: tengen match run m.toml --store m.sqlite --workers 2
    """
    gc.disable()  # imported modules stay, so that collecting garbage meanwhile is a waste
    from tengen.match.runner import FileSource, Runner
    from tengen.match.store import Store

    gc.enable()

    source = FileSource(file, games)
    with Store(store or file.with_suffix(".sqlite")) as opened:
        try:
            with watching() as watcher:
                runner = Runner(source, opened, watcher)
                _run(runner, source.pairings, workers, ray)
        except KeyboardInterrupt:
            _print_table(source, opened)
            raise
        _print_table(source, opened)
    if runner.given_up or runner.failures:
        raise typer.Exit(FAILED)


def _run(runner: "Runner", pairings: Any, workers: int, ray: str | None) -> None:
    from tengen.match.runner import local_workers, run_match

    if ray is None:
        run_match(runner, local_workers(workers, pairings))
        return
    from tengen.match.ray_worker import cluster_workers

    with cluster_workers(ray, workers) as on_cluster:
        run_match(runner, on_cluster)


def _print_table(source: "Source", store: "Store") -> None:
    from tengen.match.printable import printable
    from tengen.match.statistics import wilson

    rows = []
    for pairing in source.pairings:
        tally = store.tally(pairing.hash)
        low, high = wilson(tally.points, tally.games)
        rate = f"{tally.score:.1%} ({low:.1%} to {high:.1%})" if tally.games else "-"
        rows.append((printable(pairing.title), f"{tally.wins}-{tally.losses}-{tally.draws}", rate, str(tally.void)))
    heads = ("pairing", "won-lost-drawn", "win rate of the first player", "void")
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        typer.echo("  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip())
