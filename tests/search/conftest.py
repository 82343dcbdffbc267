"""Consistency checks are on in these tests: of every tree after each round, and of the boards of games."""

import pytest

from tengen.game import game
from tengen.search import trees


@pytest.fixture(autouse=True)
def checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "CHECK", True)
    monkeypatch.setattr(trees, "CHECK", True)
