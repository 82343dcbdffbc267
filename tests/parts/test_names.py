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


def test_of_many_names_only_the_nearest_and_how_to_list_all() -> None:
    names = [f"group.option-{letter}" for letter in "abcdefgh"]
    message = unknown_name("option", "foo", names, lister="tengen show options")
    assert message.startswith("unknown option 'foo'; the nearest are group.option-")
    assert message.count("group.option-") == 3
    assert message.endswith("; `tengen show options` lists all 8")
    assert unknown_name("option", "group.opton-c", names, "x") == (
        "unknown option 'group.opton-c'; did you mean 'group.option-c'?"
    )
