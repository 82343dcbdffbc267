"""Matches and rows of experiments: started, watched and stopped from the page.

Each match is played by a process of its own (``match_process``), so that it goes on when the page is closed and does
not disturb the other pages. Its store is in the folder ``matches`` of the user's data; ``tengen match show`` reads it
as well.
"""

import contextlib
import math
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tengen.web import messages as m

if TYPE_CHECKING:
    from tengen.experiment.row import Cell
    from tengen.match.report import PairingLine
    from tengen.match.store import Store
    from tengen.web.store import StoredGame

LOOK_SECONDS = 1.0  # between two looks at a match that is watched
SHOWN_GAMES = 100
SHOWN_MESSAGES = 20
LOG_BYTES = 20_000  # of the log, from its end
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}")

Tell = Callable[[m.ANSWERS], None]


class Laboratory:
    """The matches of the user. Its methods may be called from any thread, once the engine's code is loaded."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        self._workers = workers
        self._lock = threading.Lock()
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._watched: dict[Tell, str] = {}
        self._tables: dict[str, bytes] = {}
        self._ended = threading.Event()
        self._looker: threading.Thread | None = None

    # What there is

    def matches(self) -> m.Matches:
        """Return all matches, and the rows that can be started."""
        names = sorted(path.stem for path in self.folder.glob("*.json") if _NAME.fullmatch(path.stem))
        return m.Matches(matches=[self._line(name) for name in names], rows=_rows())

    def _line(self, name: str) -> m.MatchLine:
        from tengen.match.store import Store, StoreError

        plan = self._plan(name)
        games = 0
        # A damaged store must not hide all other matches; ``table`` tells what is wrong with it.
        if (path := self._file(name, "sqlite")).exists():
            with contextlib.suppress(StoreError), Store.existing(path) as store:
                games = sum(store.tally(pairing).games for pairing in _planned(store, plan))
        return m.MatchLine(
            match=name, title=_title(plan), games=games, wanted=_wanted(plan), is_running=self.is_running(name)
        )

    def is_running(self, name: str) -> bool:
        """Return whether a match is being played by this server."""
        with self._lock:
            process = self._processes.get(name)
            return process is not None and process.poll() is None

    # Starting and stopping

    def start(self, plan: m.StartMatch | m.StartExperiment) -> str:
        """Start a match or a row, or go on with it with more games; return its name.

        Raises ValueError if it cannot be played, if a match with that name and other players is there, or if another
        one is running.
        """
        from tengen.experiment.row import row_ids
        from tengen.web.match_process import pairings_of

        name = plan.row if isinstance(plan, m.StartExperiment) else plan.name.strip()
        path = self._file(name, "json")
        if isinstance(plan, m.StartMatch) and name in row_ids():
            raise ValueError(f"{name!r} is the name of a row of published results: choose another one")
        pairings = pairings_of(plan)
        if path.exists() and isinstance(plan, m.StartMatch):
            known = {pairing.hash for pairing in pairings_of(self._plan(name))}
            if known != {pairing.hash for pairing in pairings}:
                raise ValueError(f"there is a match {name!r} with other players or conditions: choose another name")
        self._check_free(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(plan))
        self._launch(name)
        return name

    def resume(self, name: str) -> None:
        """Go on with a match that was stopped; raises ValueError if there is none, or if another one is running."""
        self._plan(name)
        self._check_free(name)
        self._launch(name)

    def _check_free(self, name: str) -> None:
        with self._lock:
            running = [one for one, process in self._processes.items() if process.poll() is None]
        if name in running:
            raise ValueError(f"the match {name!r} is running")
        if running:
            raise ValueError(f"the match {running[0]!r} is running: stop it first")

    def _launch(self, name: str) -> None:
        words = [sys.executable, "-m", "tengen.web.match_process", str(self.folder), name, str(self._workers)]
        with self._lock:
            if (old := self._processes.pop(name, None)) is not None:
                _end(old)
            self._processes[name] = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )

    def stop(self, name: str) -> None:
        """Stop a match after the games that are being played; raises ValueError if it is not running."""
        if not self.is_running(name):
            raise ValueError(f"the match {name!r} is not running")
        process = self._processes[name]
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it has just ended
            process.stdin.write(b"stop\n")
            process.stdin.flush()

    # Watching

    def watch(self, name: str | None, tell: Tell) -> None:
        """Send the table of a match to a page, now and after every game; None ends that."""
        if name is None:
            self._watched.pop(tell, None)
            return
        table = self.table(name)
        self._watched[tell] = name
        tell(table)
        with self._lock:
            if self._looker is None:
                self._looker = threading.Thread(target=self._look, name="laboratory", daemon=True)
                self._looker.start()

    def _look(self) -> None:
        """Send tables that have changed, each with the list of matches, so that both show the same number of games."""
        while not self._ended.wait(LOOK_SECONDS):
            for name in set(self._watched.values()):
                try:
                    table = self.table(name)
                except (ValueError, OSError):
                    continue  # it was deleted, or is being written
                encoded = msgspec.json.encode(table)
                if self._tables.get(name) != encoded:
                    self._tables[name] = encoded
                    matches = self.matches()
                    for tell in [tell for tell, watched in tuple(self._watched.items()) if watched == name]:
                        tell(table)
                        tell(matches)

    def table(self, name: str) -> m.MatchTable:
        """Return a match as it stands; raises ValueError if there is none."""
        from tengen.match.report import report_of
        from tengen.match.store import Store

        plan = self._plan(name)
        table = m.MatchTable(
            match=name,
            title=_title(plan),
            is_running=self.is_running(name),
            pairings=[],
            games=[],
            messages=self._messages(name),
        )
        if not (path := self._file(name, "sqlite")).exists():
            return table
        with Store.existing(path) as store, store.snapshot():
            names = {key: facts["name"] for key, facts in store.players().items()}
            table.pairings = [_pairing(line, plan) for line in report_of(store).pairings]
            games = [
                m.MatchGameLine(
                    pairing=game.pairing,
                    number=game.number,
                    black=names[game.black],
                    white=names[game.white],
                    result=game.result,
                    reason=game.reason,
                    moves=game.moves,
                )
                for game in store.games()
            ]
        table.games = games[: -SHOWN_GAMES - 1 : -1]
        return table

    def game(self, request: m.OpenMatchGame) -> "StoredGame":
        """Return a game of a match; raises ValueError if there is none."""
        from tengen.match.store import Store
        from tengen.web.new_games import imported

        self._plan(request.match)
        with Store.existing(self._file(request.match, "sqlite")) as store:
            for game in store.games(request.pairing):
                if game.number == request.number:
                    return imported(f"{request.match}, game {game.number + 1}", game.sgf.encode())
        raise ValueError("there is no such game")

    def _messages(self, name: str) -> list[str]:
        path = self._file(name, "log")
        if not path.exists():
            return []
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - LOG_BYTES))
            return file.read().decode("utf-8", "replace").splitlines()[-SHOWN_MESSAGES:]

    # Files

    def _file(self, name: str, ending: str) -> Path:
        """Return a file of a match; raises ValueError for a name that is no name of a match."""
        if not _NAME.fullmatch(name):
            raise ValueError("the name of a match consists of letters, digits, spaces, dots and hyphens")
        return self.folder / f"{name}.{ending}"

    def _plan(self, name: str) -> m.StartMatch | m.StartExperiment:
        try:
            data = self._file(name, "json").read_bytes()
        except FileNotFoundError:
            raise ValueError(f"there is no match {name!r}") from None
        plan: m.StartMatch | m.StartExperiment = msgspec.json.decode(data, type=m.StartMatch | m.StartExperiment)
        return plan

    def close(self) -> None:
        """End all matches at once; finished games are kept."""
        self._ended.set()
        with self._lock:
            processes = list(self._processes.values())
        for process in processes:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Let a match end at once, and wait for that."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _rows() -> list[m.ExperimentRow]:
    from tengen.experiment.row import row_ids, row_named

    rows = [row_named(name) for name in row_ids()]
    return [
        m.ExperimentRow(row=row.id, title=row.title, source=row.source, cells=[_cell(cell) for cell in row.cells])
        for row in rows
        if not row.measure
    ]


def _cell(cell: "Cell") -> m.ExperimentCell:
    handicap = f"handicap {cell.handicap}" if cell.handicap else ""
    words = [f"against {cell.opponent_text}", f"{cell.size}x{cell.size}", handicap, cell.limit]
    return m.ExperimentCell(name=cell.name, conditions=", ".join(filter(None, words)), published=_published_text(cell))


def _published_text(cell: "Cell") -> str | None:
    """Return what the paper has for a cell; None if there is nothing."""
    return None if cell.published is None and not cell.figure else cell.published_text


def _title(plan: m.StartMatch | m.StartExperiment) -> str:
    if isinstance(plan, m.StartExperiment):
        from tengen.experiment.row import row_named

        return row_named(plan.row).title
    from tengen.web.setups import name_with_options

    second = plan.second if isinstance(plan.second, str) else name_with_options(plan.second)
    return f"{name_with_options(plan.first)} against {second}"


def _planned(store: "Store", plan: m.StartMatch | m.StartExperiment) -> list[str]:
    """Return the pairings of a store that a plan wants games of: a row may have games of other cells as well."""
    if isinstance(plan, m.StartMatch) or not plan.cells:
        return list(store.pairings())
    chosen = {key for key, facts in store.players().items() if facts["name"] in plan.cells}
    return [key for key, facts in store.pairings().items() if chosen & {facts["first"], facts["second"]}]


def _wanted(plan: m.StartMatch | m.StartExperiment) -> int:
    if isinstance(plan, m.StartMatch):
        return plan.games
    from tengen.experiment.row import row_named

    return plan.games * (len(plan.cells) or len(row_named(plan.row).cells))


def _pairing(line: "PairingLine", plan: m.StartMatch | m.StartExperiment) -> m.PairingView:
    from tengen.match.table import setting_text

    return m.PairingView(
        pairing=line.hash,
        first=line.first,
        second=line.second,
        conditions=setting_text(line),
        wins=line.tally.wins,
        losses=line.tally.losses,
        draws=line.tally.draws,
        void=line.tally.void,
        win_rate=_finite(line.rate.value),
        low=_finite(line.rate.low),
        high=_finite(line.rate.high),
        elo=_finite(line.elo.value),
        published=_published(line, plan),
    )


def _published(line: "PairingLine", plan: m.StartMatch | m.StartExperiment) -> str | None:
    if isinstance(plan, m.StartMatch):
        return None
    from tengen.experiment.row import row_named

    cells = {cell.name: cell for cell in row_named(plan.row).cells}
    cell = cells.get(line.first) or cells.get(line.second)
    return None if cell is None else _published_text(cell)


def _finite(value: float) -> float | None:
    return round(value, 4) if math.isfinite(value) else None
