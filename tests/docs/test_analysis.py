"""The page about the analysis protocol: its conversation takes place, and it has every field."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from analysis.client import ONE_ENGINE, Client, Message, connected
from tengen.analysis.messages import QUERY_FIELDS, Action
from tengen.analysis.settings import KNOWN

PAGE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text()
ANYTHING = "..."


def agrees(shown: Any, said: Any) -> bool:
    """Return whether an answer is as the page shows it: what the page leaves out may be there."""
    if shown == ANYTHING:
        return True
    if isinstance(shown, dict):
        return isinstance(said, dict) and all(key in said and agrees(shown[key], said[key]) for key in shown)
    if isinstance(shown, list):
        start = [one for one in shown if one != ANYTHING]
        is_whole = len(start) < len(shown) or len(said) == len(shown)
        return is_whole and all(agrees(one, other) for one, other in zip(start, said, strict=False))
    return bool(shown == said)


def answer_to(client: Client, shown: Message) -> Message:
    """Return the next answer; the reports of a search that goes on are passed over."""
    said = client.next()
    while said.get("isDuringSearch") and not shown.get("isDuringSearch"):
        said = client.next()
    return said


def test_the_conversation() -> None:
    blocks = re.findall(r"```\n(> .*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 4
    with connected(ONE_ENGINE) as client:
        for line in "".join(blocks).splitlines():
            if line.startswith("> "):
                client.say(json.loads(line[2:]))
                continue
            shown = json.loads(line.removeprefix("< "))
            said = answer_to(client, shown)
            assert agrees(shown, said), f"{line}\nbut it was\n{said}"


@pytest.mark.parametrize("name", sorted(QUERY_FIELDS | KNOWN))
def test_every_field_of_a_query_is_on_the_page(name: str) -> None:
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("name", ["query_version", "query_models", "clear_cache", "terminate", "terminate_all"])
def test_every_action_is_on_the_page(name: str) -> None:
    assert name in str(Action.__annotations__["action"])
    assert f"`{name}`" in PAGE
