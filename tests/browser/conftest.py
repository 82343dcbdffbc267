"""One server for each worker of the test run, and a browser for each file of tests."""

import fcntl
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from browser.chromium import launched
from browser.desk import Desk, desk
from browser.running_server import RunningServer

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
sys.path.append(str(ROOT / "scripts"))
from build_page import run_npm  # noqa: E402


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The server that the tests of a worker share. Its games are those of all of them."""
    running = RunningServer(tmp_path_factory.mktemp("data"))
    running.start()
    yield running
    running.close()


# Playwright's loop runs in the main thread, where other tests need their own: so it ends with each file of tests.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as opened:
        yield opened


@pytest.fixture
def new_desk(browser: Browser, server: RunningServer) -> Iterator[Callable[..., Desk]]:
    """Return a function that opens a page in a browser context of its own."""
    with ExitStack() as stack:

        def open_desk(address: str | None = None, **settings: Any) -> Desk:
            return stack.enter_context(desk(browser, address or server.address, **settings))

        yield open_desk


@pytest.fixture
def page(new_desk: Callable[..., Desk]) -> Desk:
    """A page at the shared server, which is open."""
    return new_desk().open()


@pytest.fixture(scope="session")
def axe() -> Path:
    """The script of axe-core, which finds what keeps people out of a page."""
    script = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"
    with (FRONTEND / "package.json").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # the workers of a test run start at the same time
        if not script.exists():
            run_npm("ci", "--ignore-scripts")
    return script
