"""Names of engines in records, and back."""

import pytest

from tengen.presets.engine_name import engine_name, preset_and_level


@pytest.mark.parametrize(
    ("preset", "level", "name"),
    [("tengen", None, "tengen"), ("tengen", "8k", "tengen 8k"), ("pachi", None, "tengen (pachi)")],
)
def test_a_name_tells_preset_and_level(preset: str, level: str | None, name: str) -> None:
    assert engine_name(preset, level) == name
    assert preset_and_level(name) == (preset, level)


def test_names_of_others_tell_nothing() -> None:
    assert preset_and_level("GNU Go 3.8") is None
    assert preset_and_level("tengen-fan") is None
