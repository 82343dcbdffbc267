"""Searches do what they did: see ``engines.recorded``."""

import pytest

from engines.recorded import Recorded, recorded, searches

CASES = [*searches(slow=False), *(pytest.param(one, marks=pytest.mark.slow) for one in searches(slow=True))]


@pytest.mark.parametrize("search", CASES, ids=lambda one: one.name)
def test_a_search_is_as_it_was_written_down(search: Recorded) -> None:
    assert search.play() == recorded()[search.name]
