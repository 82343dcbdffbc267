"""Matches on a real Ray cluster of this machine."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from match.test_runner import toml
from tengen.match.store import Store

SECONDS = 300  # the workers may have to compile the board first


def notes_in(folder: Path) -> list[tuple[int, ...]]:
    """Return process and parent of each engine that was started."""
    return [tuple(map(int, note.name.split())) for note in folder.iterdir()]


def test_a_worker_that_dies_costs_only_its_game(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="needs the extra `cluster`: pip install 'tengen[cluster]'")
    file, notes = tmp_path / "m.toml", tmp_path / "notes"
    notes.mkdir()
    file.write_text(toml(games=300, folder=notes))
    words = [sys.executable, "-m", "tengen", "match", str(file), "--workers", "2", "--ray", "local"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as runner:
        deadline = time.monotonic() + SECONDS
        while len(notes_in(notes)) < 4 and time.monotonic() < deadline:
            time.sleep(0.02)
        workers = {parent for _, parent in notes_in(notes)}
        os.kill(min(workers), signal.SIGKILL)
        out, err = runner.communicate(timeout=SECONDS)
    assert runner.returncode == 0, err
    assert len(workers) == 2, "two processes of the cluster play"
    assert runner.pid not in workers
    assert "is lost: its worker on the cluster is gone" in " ".join(err.split())
    with Store.existing(tmp_path / "m.sqlite") as store:
        assert sorted(game.number for game in store.games()) == list(range(300))
        assert store.claims() == []
    assert out.splitlines()[0].startswith("pairing"), out


def test_without_ray_one_line_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(toml(games=1))
    (tmp_path / "ray.py").write_text("raise ImportError")
    words = [sys.executable, "-m", "tengen", "match", "m.toml", "--ray", "local"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "tengen: --ray needs Ray: pip install 'tengen[cluster]'"
