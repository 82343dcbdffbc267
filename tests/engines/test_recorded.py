"""Searches do what they did: see ``engines.recorded``."""

import pytest

from engines.recorded import FILE, Recorded, recorded, searches

CASES = [*searches(slow=False), *(pytest.param(one, marks=pytest.mark.slow) for one in searches(slow=True))]

COMMAND = "python -m engines.recorded --slow"


@pytest.mark.parametrize("search", CASES, ids=lambda one: one.name)
def test_a_search_is_as_it_was_written_down(search: Recorded) -> None:
    known = recorded().get(search.name)
    if known is None:
        pytest.fail(f"{search.name!r} is not in {FILE.name} yet: in tests, run {COMMAND}", pytrace=False)
    assert search.play() == known


def test_every_search_of_make_test_is_written_down() -> None:
    assert [one.name for one in searches(slow=False) if one.name not in recorded()] == []
