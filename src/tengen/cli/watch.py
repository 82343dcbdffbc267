"""A progress bar for a runner, for the commands that play matches on the way to something else."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from tengen.match.runner import Progress


class BarWatcher:
    """Shows how many games are played, and what is out of the ordinary."""

    def __init__(self, bar: "Bar", task: "TaskID") -> None:
        self._bar = bar
        self._task = task

    def progress(self, pairings: "list[Progress]") -> None:
        """Move the bar."""
        done = sum(one.tally.games for one in pairings)
        wanted = [one.pairing.games for one in pairings]
        total = None if None in wanted else sum(number or 0 for number in wanted)
        latest = next((one for one in pairings if not one.is_done), pairings[-1])
        score = f"{latest.pairing.title}: {latest.tally.wins}-{latest.tally.losses}"
        self._bar.update(self._task, completed=done, total=total, description=score)

    def say(self, message: str) -> None:
        """Print a line above the bar."""
        self._bar.console.print(message, markup=False, highlight=False)


@contextmanager
def watching() -> Iterator[BarWatcher]:
    """Show a bar on stderr while the block runs."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        yield BarWatcher(bar, bar.add_task("starting", total=None))
