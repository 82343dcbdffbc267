"""What the runner itself costs, with GNU Go against itself. Figures of docs/matches.md: pytest --slow -s THIS_FILE"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

FILE = """
[players.gnu]
engine = "gnugo:10"
[players.go]
engine = "gnugo:10"
[[pairings]]
players = ["gnu", "go"]
games = 10
"""
MEASURED = """
import json, resource, sys, time
from tengen.cli.main import main

start = time.perf_counter()
try:
    main(["match", *sys.argv[1:]])
except SystemExit as end:
    assert not end.code
own, engines = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(json.dumps([time.perf_counter() - start, own.ru_utime + own.ru_stime, engines.ru_utime + engines.ru_stime]))
"""
ROUNDS = 3
MOST_COST = 0.05
LEAST_GAIN = 1.8


def measure(folder: Path, name: str, workers: int) -> tuple[float, float]:
    """Play 10 games; return the seconds they took, and the runner's processor time over the engines'."""
    file = folder / f"{name}.toml"
    file.write_text(FILE)
    words = [sys.executable, "-c", MEASURED, str(file), "--workers", str(workers)]
    # With bytecode, as an installed package has it; the first run writes it.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    seconds, own, engines = json.loads(done.stdout.splitlines()[-1])
    print(
        f"{workers} workers: {seconds:.1f} s; runner {own:.2f} s, engines {engines:.2f} s of CPU: {own / engines:.1%}"
    )
    return seconds, own / engines


@pytest.mark.slow
def test_the_runner_costs_little_and_two_workers_play_nearly_twice_as_fast(tmp_path: Path) -> None:
    measure(tmp_path, "warm", 1)
    pairs = [(measure(tmp_path, f"one{k}", 1), measure(tmp_path, f"two{k}", 2)) for k in range(ROUNDS)]
    assert min(cost for one, two in pairs for _, cost in (one, two)) <= MOST_COST
    if (os.cpu_count() or 1) >= 2:
        gains = [one[0] / two[0] for one, two in pairs]
        print("gain of a second worker:", ", ".join(f"{gain:.2f}" for gain in gains))
        assert max(gains) >= LEAST_GAIN
