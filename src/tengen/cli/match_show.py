"""``tengen match show``: the table of a store."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tengen.match.store import Store

REFRESH = 2.0  # seconds between two looks at the store


def add_to(group: typer.Typer) -> None:
    """Add the command to ``tengen match``."""
    group.command("show")(show)


def show(
    store: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="SQLite file of a match.")],
    watch: Annotated[bool, typer.Option("--watch", help="Refresh the table while the match runs.")] = False,  # noqa: FBT002
    html: Annotated[Path | None, typer.Option("--html", help="Write an HTML page with plots and games.")] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the pairings as CSV.")] = False,  # noqa: FBT002
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,  # noqa: FBT002
    anchor: Annotated[str | None, typer.Option("--anchor", help="Player whose Elo is set to 0.")] = None,
) -> None:
    """Show the results of a match: win rates, Elo ratings, times, losses on time and by fault.

    Example: tengen match show m.sqlite --html m.html
    """
    from tengen.match.report import report_of
    from tengen.match.store import Store
    from tengen.match.table import to_csv, to_json

    with Store.existing(store) as opened:
        if html is not None:
            from tengen.match.html import to_html

            html.write_text(to_html(opened, anchor), encoding="utf-8")
            typer.echo(f"written to {html}", err=True)
        if as_csv or as_json:
            report = report_of(opened, anchor)
            typer.echo(to_csv(report) if as_csv else to_json(report), nl=not as_csv)
        elif watch:
            _watch(opened, anchor)
        elif html is None:
            _print(opened, anchor)


def _print(store: "Store", anchor: str | None) -> None:
    from rich.console import Console

    from tengen.match.report import report_of
    from tengen.match.table import rich_report

    Console().print(rich_report(report_of(store, anchor)))


def _watch(store: "Store", anchor: str | None) -> None:
    from rich.live import Live

    from tengen.match.report import report_of
    from tengen.match.table import rich_report

    with Live(rich_report(report_of(store, anchor)), auto_refresh=False) as live:
        while True:
            time.sleep(REFRESH)
            live.update(rich_report(report_of(store, anchor)), refresh=True)
