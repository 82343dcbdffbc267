"""What is declared once is the same everywhere."""

from pathlib import Path
from typing import get_args

from tengen.web import messages
from tengen.web.session import _HANDLERS
from tengen.web.typescript import typescript

ROOT = Path(__file__).parents[2]


def test_the_front_end_has_the_same_types() -> None:
    page = (ROOT / "frontend" / "src" / "messages.ts").read_text()
    assert page == typescript(), "write it anew: python -m tengen.web.typescript > frontend/src/messages.ts"


def test_every_request_is_answered() -> None:
    assert set(_HANDLERS) == set(get_args(messages.REQUESTS))
