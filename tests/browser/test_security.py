"""What the browser itself must keep out: foreign pages, markup in names, inline scripts."""

import http.server
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.desk import Desk
from browser.running_server import RunningServer

MARKUP = "<img src=x onerror=alert(1)>"
NAMES = f"(;GM[1]FF[4]SZ[9]PB[{MARKUP}]PW[<script>alert(2)</script>]RE[{MARKUP}];B[ee]C[<b>bold</b>{MARKUP}]LB[cc:<i>])"

OPEN_SOCKET = """address => new Promise(resolve => {
    const heard = [];
    const socket = new WebSocket(address);
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', request: 1 }));
    socket.onmessage = event => { heard.push(event.data); resolve(heard); };
    socket.onclose = () => resolve(heard);
})"""


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *words: object) -> None:  # noqa: A002  # the name in the base class
        pass


@pytest.fixture
def foreign_address(tmp_path: Path) -> Iterator[str]:
    """A page of another origin on this machine."""
    (tmp_path / "index.html").write_text("<!doctype html><title>foreign</title><link rel=icon href=data:,>")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=tmp_path)) as foreign:
        thread = threading.Thread(target=foreign.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{foreign.server_address[1]}/"
        foreign.shutdown()
        thread.join()


def test_a_foreign_page_cannot_open_the_socket(
    new_desk: Callable[..., Desk], server: RunningServer, foreign_address: str
) -> None:
    socket = f"ws://127.0.0.1:{server.port}/socket"
    own = new_desk().open()
    assert len(own.page.evaluate(OPEN_SOCKET, socket)) == 1

    foreign = new_desk()
    foreign.allowed.append("WebSocket connection to .* failed")
    foreign.page.goto(foreign_address)
    assert foreign.page.evaluate(OPEN_SOCKET, socket) == []


def test_a_foreign_page_cannot_show_the_page_in_a_frame_or_read_it(
    new_desk: Callable[..., Desk], server: RunningServer, foreign_address: str
) -> None:
    foreign = new_desk()
    foreign.allowed += ["frame-ancestors", "CORS policy", "Failed to load resource"]
    foreign.page.goto(foreign_address)
    read = foreign.page.evaluate("address => fetch(address).then(() => 'read', () => 'refused')", server.address)
    assert read == "refused"
    foreign.page.evaluate(
        """address => {
            const frame = document.createElement('iframe');
            frame.src = address;
            document.body.append(frame);
        }""",
        server.address,
    )
    foreign.page.wait_for_timeout(500)
    assert foreign.page.frames[-1].locator("[data-testid=sound]").count() == 0


def test_names_and_comments_never_become_markup(page: Desk) -> None:
    alerts: list[str] = []
    page.page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    page.page.keyboard.press("o")
    page.by("record-text").fill(NAMES)
    page.by("record-text-open").click()
    expect(page.by("record-preview")).to_contain_text(MARKUP)
    page.by("record-open").click()
    expect(page.page.locator(".game-card")).to_contain_text(MARKUP)
    page.page.keyboard.press("End")
    expect(page.by("comment")).to_have_value(f"<b>bold</b>{MARKUP}")
    for view in ("play", "inside", "review"):
        page.show(view)
    page.page.keyboard.press("g")
    expect(page.by("games")).to_contain_text(MARKUP)
    page.page.keyboard.press("Escape")
    assert page.page.locator("img[src=x], main script, main b:text('bold')").count() == 0
    assert alerts == []


def test_the_policy_of_the_page_blocks_inline_scripts(page: Desk) -> None:
    page.allowed.append("Content Security Policy|violates the following")
    blocked = page.page.evaluate("""() => new Promise(resolve => {
        document.addEventListener('securitypolicyviolation', event => resolve(event.effectiveDirective));
        const script = document.createElement('script');
        script.textContent = 'window.isBroken = true';
        document.body.append(script);
        setTimeout(() => resolve('nothing was blocked'), 2000);
    })""")
    assert blocked.startswith("script-src")
    assert page.page.evaluate("window.isBroken") is None
    elsewhere = page.page.evaluate("fetch('http://127.0.0.1:1/').then(() => 'sent', error => error.name)")
    assert elsewhere == "TypeError"
