"""Plays a match of the laboratory in a process of its own: ``python -m tengen.web.match_process FOLDER NAME WORKERS``.

It reads what to play from NAME.json, keeps the games in NAME.sqlite, and writes what is unusual to NAME.log, a line
each. A line ``stop`` on its standard input ends it after the games that are being played. The end of its standard input
means that the server is gone, and ends it at once; the games that are finished are kept.
"""

import os
import signal
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from tengen.experiment.play import export, pairing_for
from tengen.experiment.row import row_named
from tengen.match.definition import MatchPlayer, Pairing
from tengen.match.match_file import pairing_of, player_of
from tengen.match.runner import Progress, Runner, Source, local_workers, run_match
from tengen.match.store import Store
from tengen.presets.level import level_named
from tengen.web.messages import Setup, StartExperiment, StartMatch
from tengen.web.setups import check, name_with_options

Plan = StartMatch | StartExperiment


class StoppableSource(Source):
    """Pairings that want no more games once they are stopped."""

    def __init__(self, pairings: Iterable[Pairing]) -> None:
        super().__init__(pairings)
        self.is_stopped = threading.Event()
        self._has_told = False

    def has_changed(self) -> bool:
        """Return True once after the stop."""
        if self._has_told or not self.is_stopped.is_set():
            return False
        self._has_told = True
        self.pairings = tuple(msgspec.structs.replace(pairing, games=0) for pairing in self.pairings)
        return True


class LogWatcher:
    """Writes the messages of a runner to a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def progress(self, pairings: list[Progress]) -> None:
        """Do nothing: the page reads the store."""

    def say(self, message: str) -> None:
        """Write a message, if the disk has space for it: the match is more important."""
        with suppress(OSError), self._path.open("a", encoding="utf-8") as file:
            file.write(message.replace("\n", " ")[:1000] + "\n")


def pairings_of(plan: Plan) -> list[Pairing]:
    """Return the pairings of a match or a row; raises ValueError for what cannot be played."""
    if isinstance(plan, StartExperiment):
        row = row_named(plan.row)
        cells = [row.cell(name) for name in plan.cells] if plan.cells else list(row.cells)
        return [pairing_for(cell, plan.games) for cell in cells]
    table = {"size": plan.size, "rules": plan.rules, "games": plan.games}
    table |= {} if plan.komi is None else {"komi": plan.komi}
    if plan.simulations is not None:
        table["simulations"] = plan.simulations
    elif plan.seconds is not None:
        table["seconds"] = plan.seconds
    first, second = _player(plan.first, plan.size), _opponent(plan)
    if second.name == first.name:
        second = msgspec.structs.replace(second, name=f"{second.name} (second)")
    return [pairing_of(first, second, **table)]


def _opponent(plan: StartMatch) -> MatchPlayer:
    if isinstance(plan.second, str):
        return player_of(plan.second, engine=plan.second)
    return _player(plan.second, plan.size)


def _player(setup: Setup, size: int) -> MatchPlayer:
    check(setup)
    level = {} if setup.level is None else level_named(setup.level, size).options()
    return player_of(name_with_options(setup), preset=setup.preset, set={**level, **setup.options})


def play(folder: Path, name: str, workers: int) -> None:
    """Play a match until it has all its games or is stopped."""
    plan = msgspec.json.decode((folder / f"{name}.json").read_bytes(), type=Plan)
    source = StoppableSource(pairings_of(plan))
    threading.Thread(target=_listen, args=(source,), daemon=True).start()
    with Store(folder / f"{name}.sqlite") as store:
        runner = Runner(source, store, LogWatcher(folder / f"{name}.log"))
        try:
            run_match(runner, local_workers(workers, source.pairings))
        finally:
            if isinstance(plan, StartExperiment):
                export(row_named(plan.row), store, folder)


def _listen(source: StoppableSource) -> None:
    """Obey the server, and end without it."""
    for line in sys.stdin:
        if line.strip() == "stop":
            source.is_stopped.set()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    try:
        play(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
    except KeyboardInterrupt:
        sys.exit(130)
    except (ValueError, OSError) as mistake:
        LogWatcher(Path(sys.argv[1]) / f"{sys.argv[2]}.log").say(f"the match cannot go on: {mistake}")
        sys.exit(1)
