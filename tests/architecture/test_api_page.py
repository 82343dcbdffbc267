"""The page about the Python API: its examples run, and it names all of ``tengen``."""

import re
from pathlib import Path
from typing import Any

import tengen

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text()


def test_the_examples_run() -> None:
    names: dict[str, Any] = {}
    for example in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(example, "docs/api.md", "exec"), names)


def test_every_public_name_is_on_the_page() -> None:
    public = set(tengen.__all__) - {"__version__"}
    assert {name for name in public if not re.search(rf"\b{name}\b", PAGE)} == set()


def test_every_public_method_of_an_engine_is_on_the_page() -> None:
    public = {name for name in vars(tengen.Engine) if not name.startswith("_")}
    assert {name for name in public - {"options"} if not re.search(rf"\b{name}\b", PAGE)} == set()
