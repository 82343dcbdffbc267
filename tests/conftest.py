"""Options of the test run.

    pytest                  what every change must pass
    pytest --slow           the tests that take minutes as well
    pytest --data=FOLDER    the tests on game records as well

Compiled code is kept where a user's is, so that a second run starts at once; TENGEN_CACHE names another place.
"""

import signal
from pathlib import Path

import pytest
from hypothesis import settings

# A run that was started in the background ignores interrupts, and so would the programs that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Compiling may fall into any example, so none has a deadline; a test that fails must fail again.
settings.register_profile("tengen", deadline=None, derandomize=True, database=None)
settings.load_profile("tengen")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests that take minutes as well")
    parser.addoption("--data", type=Path, metavar="FOLDER", help="run the tests on the game records there as well")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    items[:] = [item for item in items if item not in slow]
    config.hook.pytest_deselected(items=slow)


@pytest.fixture(scope="session")
def data_folder(pytestconfig: pytest.Config) -> Path:
    """Return the folder of game records; without one the test is skipped."""
    folder: Path | None = pytestconfig.getoption("--data")
    if folder is None:
        pytest.skip("needs --data=FOLDER")
    if not folder.is_dir():
        pytest.fail(f"--data={folder} is no folder")
    return folder
