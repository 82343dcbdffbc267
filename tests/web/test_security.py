"""Who may talk to the server, and how much."""

import contextlib
import http.client
import json
import re
import socket
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tengen.web.limits import Limits
from tengen.web.security import Guard, is_token
from tengen.web.server import Options, Server
from web.page import Page, ServerInThread


def get(server: ServerInThread, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.putrequest("GET", path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    answer.text = answer.read().decode()  # type: ignore[attr-defined]
    connection.close()
    return answer


@pytest.mark.parametrize("origin", ["http://evil.example", "https://127.0.0.1:1", "null", None])
def test_a_page_of_another_origin_cannot_open_the_socket(server: ServerInThread, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        Page(server.port, origin=origin)
    assert refusal.value.response.status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
def test_another_host_name_is_refused(server: ServerInThread, host: str) -> None:
    assert get(server, "/", Host=host).status == 403
    with pytest.raises(InvalidStatus):
        Page(server.port, origin=f"http://{host}", host=host or "x")


def test_names_of_this_machine_are_allowed(server: ServerInThread) -> None:
    for host in ("127.0.0.1", f"localhost:{server.port}", f"[::1]:{server.port}"):
        assert get(server, "/health", Host=host).status == 200
    assert get(server, "/health", Origin="http://evil.example").status == 403


def test_the_headers_are_strict(server: ServerInThread) -> None:
    for path in ("/", "/health", "/techniques/terms/rave", "/nothing"):
        headers = dict(get(server, path).getheaders())
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers or "uvicorn" in headers["server"]


@pytest.mark.parametrize(
    "path",
    [
        "/../../pyproject.toml",
        "/%2e%2e/%2e%2e/pyproject.toml",
        "/..%2f..%2f..%2f..%2f..%2fetc/passwd",
        "/techniques/../../../pyproject",
        "/techniques/..%2f..%2fREADME",
        "/techniques//etc/passwd",
        "/techniques/%2fetc%2fpasswd",
        "/static/../store.py",
        "/server.py",
        "/techniques/terms/rave%00",
        "/..%2fREADME.md",
        "/%2e%2e%2fREADME.md",
        "/images/..%2f..%2fpyproject.toml",
        "/images/%2fetc%2fpasswd",
    ],
)
def test_nothing_outside_the_page_is_served(server: ServerInThread, path: str) -> None:
    answer = get(server, path)
    assert answer.status == 404
    assert "root:" not in answer.text  # type: ignore[attr-defined]


def test_a_page_about_a_technique(server: ServerInThread) -> None:
    answer = get(server, "/techniques/terms/rave")
    assert answer.status == 200
    assert "<h1>RAVE</h1>" in answer.text  # type: ignore[attr-defined]
    assert "<style" not in answer.text  # type: ignore[attr-defined]
    assert get(server, "/techniques/nakade.md").status == 200


def test_links_of_pages_about_techniques_lead_somewhere(server: ServerInThread) -> None:
    """Those to files outside of the documentation, such as sources, are the only ones that do not."""
    docs = Path(__file__).parents[2] / "docs"
    for page in sorted((docs / "techniques").rglob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+\.md)", page.read_text()):
            target = (page.parent / link).resolve()
            if target.is_relative_to(docs):
                assert get(server, f"/{target.relative_to(docs)}").status == 200, f"{page.name}: {link}"
    assert get(server, "/images/analysis.svg").status == 200


def test_markup_in_a_page_is_shown_as_text() -> None:
    from tengen.web.pages import rendered

    assert "<script>" not in rendered("# A <script>alert(1)</script>\n\n<script>alert(2)</script>\n")
    assert 'href="javascript' not in rendered("[x](javascript:alert(3))")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"type": "explode"}',
        '{"type": "play"}',
        '{"type": "play", "move": 7}',
        '{"type": "play", "move": "C3", "more": 1}',
        '{"type": "go", "node": -1}',
        '{"type": "new_game", "setup": {"size": 99}}',
        '{"type": "new_game", "setup": {"size": 5, "komi": 1e308}}',
        '{"type": "start_match", "name": "../x", "first": {}, "second": {}}',
        '{"type": "import_game", "name": "x", "sgf": "not base64"}',
        '{"type": "play", "move": "' + "x" * 1000 + '"}',
        "[" * 100_000,
        '{"type": "analyse", "setups": []}',
        '{"type": "play", "move": "\\ud800"}',
    ],
)
def test_malformed_messages_are_refused_and_the_page_goes_on(page: Page, text: str) -> None:
    page.send(text)
    problem = page.until("problem")
    assert not problem["is_fatal"]
    assert problem["text"].startswith("The server does not understand")
    page.settle()


def test_the_first_message_must_be_hello(server: ServerInThread) -> None:
    for text in ("nonsense", json.dumps({"type": "list_games"})):
        with Page(server.port) as page:
            page.send(text)
            assert page.until("problem")["is_fatal"]
            with pytest.raises(ConnectionClosed):
                page.hear(5)


def test_binary_messages_end_the_connection(server: ServerInThread) -> None:
    with server.page() as page:
        page.settle()
        page.send(b"\x00\x01")
        assert page.until("problem")["is_fatal"]
        with pytest.raises(ConnectionClosed):
            page.hear(5)


def test_oversized_messages_end_the_connection(server: ServerInThread) -> None:
    with server.page() as page:
        page.settle()
        with contextlib.suppress(ConnectionClosed, OSError):  # it may be closed while this is being sent
            page.send('{"type": "play", "move": "' + "x" * server.options.limits.message_bytes + '"}')
        with pytest.raises(ConnectionClosed):
            page.until("problem", seconds=10)


def test_the_fifty_first_page_is_told(tmp_path: Path) -> None:
    server = ServerInThread(tmp_path, Limits(pages=3))
    pages = [server.page() for _ in range(3)]
    for page in pages:
        page.settle()
    with Page(server.port) as more:
        problem = more.hear(10)
        assert (problem["type"], problem["is_fatal"]) == ("problem", True)
        assert problem["text"].startswith("3 pages are open, which is the limit")
    pages.pop().close()
    time.sleep(0.5)
    with server.page() as again:
        again.settle()
    for page in pages:
        page.close()
    server.close()


def test_silent_and_greedy_pages(tmp_path: Path) -> None:
    limits = Limits(hello_seconds=0.5, requests_a_second=10, requests_at_once=5, analysis_seconds=0.1)
    server = ServerInThread(tmp_path, limits)
    with Page(server.port) as silent:
        assert silent.until("problem", seconds=10)["text"].startswith("The page has not introduced itself")
    with server.page() as greedy:
        greedy.settle()
        began = time.monotonic()
        for _ in range(25):
            greedy.say("list_games")
        for _ in range(25):
            greedy.until("games")
        assert time.monotonic() - began > 1.5
        greedy.new_game(human="both")
        # It may end before its first report, so only the end is waited for.
        greedy.say("analyse", setups=[{"options": {"playout.policy": "random"}}])
        assert "Nobody has used the page" in greedy.until("analysis_ended")["text"]
    server.close()


def test_a_page_that_nobody_uses_is_closed(tmp_path: Path) -> None:
    server = ServerInThread(tmp_path, Limits(idle_seconds=0.5))
    with server.page() as page:
        problem = page.until("problem", seconds=30)
        assert problem["is_fatal"]
        assert problem["text"].startswith("Nobody has used this page")
        with pytest.raises(ConnectionClosed):
            page.hear(5)
    server.close()


def test_the_token_is_demanded(tmp_path: Path) -> None:
    server = ServerInThread(tmp_path, token="secret-word")
    for token in ("", "secret", "secret-wordy"):
        with Page(server.port) as page:
            page.say("hello", token=token)
            problem = page.until("problem")
            assert problem["is_fatal"]
            assert "token" in problem["text"]
    with server.page(token="secret-word") as page:
        page.settle()
    server.close()


def test_another_host_needs_a_token(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="--token"):
        Server(Options(host="0.0.0.0", folder=tmp_path))
    assert is_token("ä", "ä")
    assert not is_token("", "x")


def test_behind_a_token_any_host_name_but_only_the_own_origin_is_allowed() -> None:
    guard = Guard(None, None)  # type: ignore[arg-type]
    assert guard.allows("go.example:8520", "http://go.example:8520")
    assert not guard.allows("go.example:8520", "http://evil.example")
    assert not guard.allows("", "http://")


def test_nothing_is_written_outside_the_data_folder(page: Page, server: ServerInThread) -> None:
    page.import_game("(;SZ[5];B[cc])", "../../../outside.sgf")
    assert "letters, digits" in page.refusal("watch_match", match="../games")
    assert "letters, digits" in page.refusal("open_match_game", match="../../x", pairing="p", number=0)
    assert "letters, digits" in page.refusal("start_experiment", row="../basics")
    assert {path.name.partition(".")[0] for path in server.folder.rglob("*")} <= {"games", "server", "matches"}
    assert not list(server.folder.parent.glob("outside*"))


def test_the_server_listens_only_on_this_machine(server: ServerInThread) -> None:
    with socket.socket() as other:
        other.settimeout(1)
        addresses = [a[4][0] for a in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
        outside = [address for address in addresses if not address.startswith("127.")]
        if not outside:
            pytest.skip("this machine has no other address")
        assert other.connect_ex((outside[0], server.port)) != 0
