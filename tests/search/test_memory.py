"""The bound on the memory of a tree: what a process really takes, while the arena is filled again and again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import json, sys
from pathlib import Path
from tengen import Engine, Game, Limit

def resident():
    words = Path("/proc/self/statm").read_text().split()
    return int(words[1]) * 4096 / 2**20

def search(megabytes, simulations, seconds):
    most, done = 0.0, 0
    with Engine("tengen", {"playout.policy": "random"}, memory=megabytes, seed=1) as engine:
        for report in engine.stream(Game(5, 0.5), Limit(simulations or None, seconds or None)):
            most, done = max(most, resident()), report.simulations
    return most, done

search(2, 20_000, 0.0)  # whatever a process needs besides the tree
before = resident()
most, done = search(float(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
print(json.dumps({"taken": most - before, "left": resident() - before, "simulations": done}))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux for the memory of a process")
@pytest.mark.parametrize(
    ("megabytes", "simulations", "seconds"),
    [(40, 700_000, 0), pytest.param(200, 0, 600, marks=pytest.mark.slow)],
    ids=["seconds", "ten minutes"],
)
def test_a_tree_keeps_to_its_bound(megabytes: int, simulations: int, seconds: int) -> None:
    words = [sys.executable, "-c", SCRIPT, str(megabytes), str(simulations), str(seconds)]
    found = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    assert found["simulations"] * 90 > 1.5 * 2**20 * megabytes, "the arena was never full"
    assert 0.5 * megabytes < found["taken"] <= 1.05 * megabytes
    assert found["left"] < 0.1 * megabytes, "leaving the with-block frees the memory"
