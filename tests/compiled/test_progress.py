"""How far compiling is, for whoever subscribes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tengen.compiled.progress import Compilations, Progress

COMPILE = """
import json
from tengen.compiled.progress import PROGRESS
import tengen

told = []
end = PROGRESS.subscribe(told.append)
tengen.Game(2).play("A1")
end()
tengen.Game(3).play("A1")
print(json.dumps(told))
"""


def test_subscribers_are_told_of_every_function(tmp_path: Path) -> None:
    import json
    import os

    environment = os.environ | {"TENGEN_CACHE": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", COMPILE], env=environment, capture_output=True, text=True, check=True)
    told = [Progress(*fields) for fields in json.loads(run.stdout)]
    by_entry = {name: [state for state in told if state.name == name] for name in {state.name for state in told}}
    assert by_entry
    for states in by_entry.values():
        assert [state.is_finished for state in states] == [False] * (len(states) - 1) + [True]
        assert len({state.total for state in states}) == 1
        done = [state.done for state in states]
        assert done == sorted(done)
        assert done[0] == 0
        assert done[-1] == states[-1].total
        assert all(0 <= state.share <= 1 for state in states)
        assert states[-1].seconds_left == 0
    assert max(len(states) for states in by_entry.values()) > 10, "it is told at every function"


def test_the_rest_is_guessed_from_what_was_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("tengen.compiled.progress.time.perf_counter", lambda: now[0])
    compilations, told = Compilations(), []
    compilations.subscribe(told.append)
    with compilations.entry("search", 100):
        assert compilations.state is not None
        for number in range(100):
            with compilations.lowering(f"f{number}", "module"):
                now[0] += 1.0
            compilations.ready([number])
            compilations.ready([number])  # counts once
        now[0] += 5.0
        assert compilations.state.done == 100
    assert compilations.state is None
    halfway = next(state for state in told if state.done == 50)
    assert 50 < halfway.seconds_left < 80
    assert told[-1] == Progress("search", 100, 100, 105.0, 0.0, is_finished=True)
