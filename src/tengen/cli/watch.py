"""Progress bars of a match: one for each pairing, on stderr."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from tengen.match.printable import printable

if TYPE_CHECKING:
    from rich.progress import Progress as Bars

    from tengen.match.runner import Progress


class BarWatcher:
    """Shows the progress of each pairing, and messages."""

    def __init__(self, bars: "Bars") -> None:
        self._bars = bars
        self._tasks: dict[str, Any] = {}

    def progress(self, pairings: "list[Progress]") -> None:
        """Update the bars; there is one for each pairing that is in the file now."""
        with suppress(OSError):  # nobody watches any more, but the match goes on
            self._update(pairings)

    def _update(self, pairings: "list[Progress]") -> None:
        for gone in set(self._tasks) - {state.pairing.hash for state in pairings}:
            self._bars.remove_task(self._tasks.pop(gone))
        for state in pairings:
            self._show(state)

    def _show(self, state: "Progress") -> None:
        bars, pairing, tally = self._bars, state.pairing, state.tally
        if pairing.hash not in self._tasks:
            self._tasks[pairing.hash] = bars.add_task(
                printable(pairing.title), completed=tally.games, rate="", score=""
            )
        task = self._tasks[pairing.hash]
        elapsed = bars.tasks[bars.task_ids.index(task)].elapsed
        bars.update(
            task,
            completed=tally.games,
            total=tally.games if state.is_done else pairing.games,
            rate=f"{60 * state.played_here / elapsed:.1f} a minute" if elapsed and state.played_here else "",
            score=f"{tally.wins}-{tally.losses}" + (f"-{tally.draws}" if tally.draws else ""),
        )

    def say(self, message: str) -> None:
        """Print a line above the bars."""
        with suppress(OSError):
            self._bars.console.print(printable(message), markup=False, highlight=False)


@contextmanager
def watching() -> Iterator[BarWatcher]:
    """Show bars on stderr while the block runs: games done, rate, time spent and left, and the score."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    bars = Bars(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[score]}"),
        console=Console(stderr=True),
        refresh_per_second=1,
    )
    with bars:
        yield BarWatcher(bars)
