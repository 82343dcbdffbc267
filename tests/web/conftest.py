"""A server for the tests of the page, on a folder of its own."""

from collections.abc import Iterator

import pytest

from web.page import Page, ServerInThread


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerInThread]:
    running = ServerInThread(tmp_path_factory.mktemp("data"))
    yield running
    running.close()


@pytest.fixture
def page(server: ServerInThread) -> Iterator[Page]:
    with server.page() as opened:
        opened.settle()
        yield opened
