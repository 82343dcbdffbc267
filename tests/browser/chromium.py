"""Debian's chromium, without a window and without any talk to the network."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserType, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launch(kind: BrowserType) -> Browser:
    """Start a browser."""
    path = shutil.which("chromium")
    assert path is not None, "chromium is missing: `make setup-test` installs it"
    return kind.launch(executable_path=path, args=FLAGS)


@contextmanager
def launched() -> Iterator[Browser]:
    """Start a browser for a ``with`` block."""
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()
