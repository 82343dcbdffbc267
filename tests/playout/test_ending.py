"""Playouts end: hardly any runs into the bound on its length, from whatever position it starts."""

import pytest

from playout.positions import random_positions
from tengen.playout.policy import POLICIES, PlayoutOptions, Policy
from tengen.playout.state import new_playout_state

POSITIONS = 50


def unfinished(policy: str, size: int, count: int) -> int:
    """Return how many of a number of playouts from random positions ran into the bound."""
    options = PlayoutOptions(policy=policy)
    policy = Policy(options)
    found = 0
    for i, board in enumerate(random_positions(size, POSITIONS, seed=size)):
        state = new_playout_state(board, seed=i)
        policy.run(state, 7.0, count // POSITIONS)
        found += int(state.tally.unfinished)
    return found


@pytest.mark.parametrize("policy", POLICIES)
def test_playouts_end(policy: str) -> None:
    assert unfinished(policy, 9, 5_000) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("size", "count"), [(9, 1_000_000), (19, 100_000)])
def test_a_million_playouts_end(policy: str, size: int, count: int) -> None:
    assert unfinished(policy, size, count) <= count // 10_000
