"""Players and pairings of scripted engines."""

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

from tengen.match.definition import MatchPlayer, Pairing
from tengen.match.finished import FinishedGame
from tengen.match.match_file import pairing_of, player_of
from tengen.match.store import Claim
from tengen.match.worker import GameJob, LocalGameWorker

ENGINE = Path(__file__).with_name("engine.py")


def words_of(mode: str, folder: Path | None = None) -> list[str]:
    """Return the command line of a scripted engine; Python starts without what it does not need."""
    return [sys.executable, "-I", "-S", str(ENGINE), mode, *([str(folder)] if folder else [])]


def player(name: str, mode: str = "plays", **table: Any) -> MatchPlayer:
    return player_of(name, **({"engine": words_of(mode), "patience": 20} | table))


def pairing(first: MatchPlayer | None = None, second: MatchPlayer | None = None, **table: Any) -> Pairing:
    return pairing_of(first or player("one"), second or player("two"), **({"size": 9, "games": 2} | table))


def played(pairing: Pairing, *numbers: int) -> list[FinishedGame]:
    """Play some games of a pairing, and end the engines."""

    async def play() -> list[FinishedGame]:
        worker = LocalGameWorker()
        try:
            return [await worker.play(GameJob(pairing, Claim(pairing.hash, number, 0))) for number in numbers]
        finally:
            await worker.close()

    return asyncio.run(play())


def pids_in(folder: Path) -> list[int]:
    """Return the process numbers of the engines that left a note."""
    return [int(note.name.split()[0]) for note in folder.iterdir()]


def are_gone(pids: list[int], seconds: float = 10) -> bool:
    """Return whether all processes end within some seconds."""
    deadline = time.monotonic() + seconds
    while any(map(_is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(_is_running, pids))


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False
