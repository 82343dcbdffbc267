"""A short run of the fuzzer, with consistency checks: some seeds that are always the same, and one that is new.

A failure names its seed; ``python -m fuzz gtp SEED`` in ``tests/`` repeats it. A fault that was found this way gets a
test of its own, where it belongs.
"""

import secrets
from threading import Thread

import pytest

from fuzz.targets import TARGETS
from tengen.game import game
from tengen.search import search

PATIENCE = 300  # seconds: a session takes one or two, and compiling half a minute
SEEDS = {"gtp": 2, "books": 2}


@pytest.fixture(autouse=True)
def checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "CHECK", True)
    monkeypatch.setattr(search, "CHECK", True)


@pytest.mark.parametrize("name", TARGETS)
def test_fuzz(name: str) -> None:
    for seed in (*range(SEEDS.get(name, 1)), secrets.randbelow(10**6)):
        failures: list[BaseException] = []

        def work(seed: int = seed, failures: list[BaseException] = failures) -> None:
            try:
                TARGETS[name](seed)
            except BaseException as error:  # handed to the test
                failures.append(error)

        thread = Thread(target=work, daemon=True)
        thread.start()
        thread.join(PATIENCE)
        assert not thread.is_alive(), f"{name} hangs with seed {seed}"
        assert failures == [], f"{name} fails with seed {seed}: {failures[0]}"
