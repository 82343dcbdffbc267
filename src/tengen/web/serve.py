"""Serves the page until it is interrupted: finds a port, says the address, opens the browser."""

import contextlib
import http.client
import json
import os
import secrets
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import uvicorn

from tengen.web.server import Options, Server

FILE = "server.json"
PORT = 8520  # is tried first, so that the address of the page stays the same
TRIES = 20
ALL_SAVED = "The server has ended; all games are saved."


class Running(msgspec.Struct):
    """What a running server writes down for a later one."""

    port: int
    process: int
    secret: str
    """The server's answer at /health contains it, so that no other program is taken for it."""


class PageServer(uvicorn.Server):
    """Uvicorn's server, which tells when it listens."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, and tell it."""
        await super().startup(sockets)
        if not self.should_exit:
            self._tell()


def serve(options: Options, port: int | None, *, opens_browser: bool) -> None:
    """Serve the page until Ctrl-C. A server that runs already is shown instead, unless a port is given.

    Raises OSError and ValueError if the server cannot be started.
    """
    if port is None and options.token is None and (found := running_server(options.folder)) is not None:
        _say(f"tengen is running already: {address('127.0.0.1', found, None)}")
        _open(address("127.0.0.1", found, None), wanted=opens_browser)
        return
    secret = secrets.token_urlsafe(9)
    options = replace(options, secret=secret)
    server = Server(options)
    listening = listen(options.host, port)
    number = int(listening.getsockname()[1])
    where = address(options.host, number, options.token)
    if port and number != port:
        _say(f"Port {port} is taken; {number} is used instead.")

    def started() -> None:
        _say(f"The page is at {where}\nCtrl-C ends it. `tengen play --terminal` plays in the terminal instead.")
        _note(options.folder, Running(number, os.getpid(), secret))
        _open(where, wanted=opens_browser)

    config = uvicorn.Config(
        server.app(),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=options.limits.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        server_header=False,
        lifespan="on",
    )
    try:
        with contextlib.suppress(KeyboardInterrupt):
            PageServer(config, started).run(sockets=[listening])
    finally:
        listening.close()
        _forget(options.folder, secret)
    lost = server.shared.lost
    _say("\n".join(["The server has ended, and cannot save:", *lost]) if lost else ALL_SAVED)


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket at a port, or at a free one if it is taken; 0 is any free port."""
    wanted = PORT if port is None else port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (wanted, *range(wanted + 1, min(wanted + TRIES, 65536)), 0) if wanted else (0,):
        one = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((host.strip("[]"), number))
            one.listen(128)
        except OSError as error:
            one.close()
            if number == 0 or error.errno not in (98, 13, 48, 10048, 10013):  # taken or not allowed, on all systems
                raise OSError(error.errno, f"--host {host}: {error.strerror}") from None
        else:
            return one
    raise OSError(f"there is no free port at {host}")


def address(host: str, port: int, token: str | None) -> str:
    """Return the address of the page. The token is in the fragment, which browsers send to nobody."""
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104  # it is compared
    shown = f"[{name}]" if ":" in name and not name.startswith("[") else name
    return f"http://{shown}:{port}/" + (f"#token={token}" if token else "")


def running_server(folder: Path) -> int | None:
    """Return the port of a server of this user that runs; None if there is none."""
    try:
        found = msgspec.json.decode((folder / FILE).read_bytes(), type=Running)
        connection = http.client.HTTPConnection("127.0.0.1", found.port, timeout=1)
        connection.request("GET", "/health")
        health = json.loads(connection.getresponse().read(10_000))
        connection.close()
    except (OSError, ValueError, http.client.HTTPException):
        return None
    return found.port if isinstance(health, dict) and health.get("secret") == found.secret else None


def _note(folder: Path, running: Running) -> None:
    """Write down that the server runs, for a later `tengen play`; only for one that needs no token."""
    path = folder / FILE
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(running))


def _forget(folder: Path, secret: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        path = folder / FILE
        if msgspec.json.decode(path.read_bytes(), type=Running).secret == secret:
            path.unlink()


def _open(where: str, *, wanted: bool) -> None:
    """Open the browser where there is a display."""
    has_display = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if wanted and has_display:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(where)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
