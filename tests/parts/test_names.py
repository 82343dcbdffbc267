"""What a user is told who typed a name that is not there."""

import pytest

from tengen.parts.names import unknown_name


@pytest.mark.parametrize(
    ("name", "valid", "hint"),
    [
        ("moggi", ["mogo", "moggy"], "did you mean 'moggy'?"),
        ("x", ["mogo", "moggy"], "valid: moggy, mogo"),
        ("x", [], "valid: none"),
        ("x", ["black, value", "black, none"], "valid: black, none; black, value"),
    ],
)
def test_the_nearest_name_or_all_of_them(name: str, valid: list[str], hint: str) -> None:
    assert unknown_name("thing", name, valid) == f"unknown thing {name!r}; {hint}"
