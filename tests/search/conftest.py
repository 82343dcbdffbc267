"""Consistency checks are on in these tests: of every tree before and after each search, and of the boards of games."""

import pytest

from tengen.game import game
from tengen.search import search


@pytest.fixture(autouse=True)
def checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "CHECK", True)
    monkeypatch.setattr(search, "CHECK", True)
