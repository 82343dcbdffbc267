"""Who may talk to the server, and what its pages may do.

Another web page in the same browser must not reach the server. So requests must name the server itself as their host,
which defeats DNS rebinding, and a WebSocket must come from a page of the server itself. The pages may load nothing from
elsewhere and run no inline script.
"""

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
HEADERS = {
    "Content-Security-Policy": "; ".join(
        [
            "default-src 'self'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def is_loopback(host: str) -> bool:
    """Return whether an address is reached only from this machine."""
    return host in LOOPBACK


class Guard:
    """Refuses requests of foreign hosts and origins, and adds the headers of ``HEADERS`` to every answer."""

    def __init__(self, app: App, hosts: tuple[str, ...] | None) -> None:
        """Guard an application. ``hosts`` are its names without port; None allows any, behind a token."""
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        is_allowed = self.allows(headers.get(b"host", ""), headers.get(b"origin"))
        if scope["type"] == "websocket":
            if is_allowed and b"origin" in headers:
                await self._app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            return
        if not is_allowed:
            await _refuse(send)
            return

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *own]
            await send(message)

        await self._app(scope, receive, with_headers)

    def allows(self, host: str, origin: str | None) -> bool:
        """Return whether a request with these headers may pass."""
        if self._hosts is not None and _name(host) not in self._hosts:
            return False
        return origin is None or urlsplit(origin).netloc.lower() == host.lower() != ""


def _name(host: str) -> str:
    """Return a host without its port."""
    return urlsplit(f"//{host}").hostname or ""


async def _refuse(send: Send) -> None:
    text = b"This server answers only to its own address.\n"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def is_token(given: str, wanted: str | None) -> bool:
    """Return whether a token is the right one, in a time that does not tell how much of it is right."""
    return wanted is None or hmac.compare_digest(given.encode(), wanted.encode())
