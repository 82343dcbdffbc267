"""The server: its addresses, and one WebSocket for each page."""

import asyncio
import contextlib
import logging
import os
import secrets
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tengen import __version__
from tengen.web import messages as m
from tengen.web.limits import Limits
from tengen.web.outbox import Outbox
from tengen.web.pages import (
    document_image,
    document_page,
    front_page,
    static_files,
    technique_page,
    technique_style,
)
from tengen.web.security import LOOPBACK, App, Guard, is_loopback, is_token
from tengen.web.session import Session
from tengen.web.shared import Shared
from tengen.web.store import data_folder

logger = logging.getLogger("tengen.web")

LOOK_SECONDS = 5.0  # between two looks for idle pages


@dataclass(frozen=True)
class Options:
    """How a server is started."""

    host: str = "127.0.0.1"
    token: str | None = None
    """The word that pages must know; needed where the server can be reached from other machines."""
    folder: Path = field(default_factory=data_folder)
    limits: Limits = field(default_factory=Limits)
    cores: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Searches that run at the same time."""
    adviser: m.Setup = field(default_factory=m.Setup)
    """The engine that gives hints, counts and reviews."""
    new_game: m.GameSetup = field(default_factory=m.GameSetup)
    """What a new game is at first."""
    secret: str = ""
    """A word in the answer at /health, by which a second server knows the first."""


class Server:
    """The application with its open pages."""

    def __init__(self, options: Options) -> None:
        """Open the store; raises OSError and ValueError. Loading the engine begins when the server starts."""
        if not is_loopback(options.host) and not options.token:
            raise ValueError(f"--host {options.host}: others could use this server; protect it with --token WORD")
        self.options = options
        self.limits = options.limits
        self.shared = Shared(options.folder, options.limits, options.cores, options.adviser, options.new_game)
        # A request that waits for the engine's code must not keep those of other pages waiting.
        self._threads = ThreadPoolExecutor(max_workers=options.limits.pages + 4, thread_name_prefix="request")
        self._pages: set[Page] = set()
        self._places = 0

    def app(self) -> App:
        """Return the ASGI application."""
        routes = [
            Route("/", front_page),
            Route("/health", self._health),
            Route("/techniques/style.css", technique_style),
            Route("/techniques/{name:path}", technique_page),
            Route("/{name}.md", document_page),
            Route("/images/{name}", document_image),
            WebSocketRoute("/socket", self._socket),
            Mount("/", static_files()),
        ]
        starlette = Starlette(routes=routes, lifespan=self._lifespan)
        return Guard(starlette, LOOPBACK if is_loopback(self.options.host) else None)

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self.shared.preparer.start(self.options.new_game.size, self.options.new_game.opponent)
        watch = asyncio.create_task(self._watch())
        yield
        watch.cancel()
        for page in tuple(self._pages):
            page.session.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.shared.close()

    async def _health(self, _: Request) -> Response:
        facts = {"server": "tengen", "version": __version__, "pages": len(self._pages), "secret": self.options.secret}
        return JSONResponse(facts)

    async def _socket(self, socket: WebSocket) -> None:
        await socket.accept()
        if self._places >= self.limits.pages:
            text = f"{self.limits.pages} pages are open, which is the limit of this server. Close one and try again."
            await _refuse(socket, m.Problem(text=text, is_fatal=True))
            return
        self._places += 1
        try:
            await self._serve(socket)
        finally:
            self._places -= 1

    async def _serve(self, socket: WebSocket) -> None:
        try:
            async with asyncio.timeout(self.limits.hello_seconds):
                hello = _decoded(await _received(socket))
        except TimeoutError:
            await _refuse(socket, m.Problem(text="The page has not introduced itself in time.", is_fatal=True))
            return
        except WebSocketDisconnect:
            return
        except ValueError as error:
            await _refuse(socket, m.Problem(text=str(error), is_fatal=True))
            return
        if not isinstance(hello, m.Hello) or not is_token(hello.token, self.options.token):
            text = "The token is missing or wrong. Open the address that the server has printed, with its token."
            await _refuse(socket, m.Problem(text=text, request=hello.request, is_fatal=True))
            return
        page = Page(self, socket)
        self._pages.add(page)
        try:
            await page.run(hello)
        finally:
            self._pages.discard(page)
            await asyncio.get_running_loop().run_in_executor(None, page.session.close)

    async def handle(self, page: "Page", request: m.REQUESTS) -> None:
        """Carry out a request of a page, in a thread."""
        await asyncio.get_running_loop().run_in_executor(self._threads, page.session.handle, request)

    async def _watch(self) -> None:
        """End the analyses of pages that nobody uses, and then the pages."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for page in tuple(self._pages):
                page.look()


class Page:
    """The connection to one page."""

    def __init__(self, server: Server, socket: WebSocket) -> None:
        self.server = server
        self._socket = socket
        self._outbox = Outbox(asyncio.get_running_loop(), server.limits.unsent_messages)
        self.session = Session(server.shared, secrets.token_urlsafe(9), self._outbox.put)
        self._used = time.monotonic()
        self._allowance = float(server.limits.requests_at_once)
        self._task: asyncio.Task[None] | None = None
        self._farewell: m.Problem | None = None

    async def run(self, hello: m.Hello) -> None:
        """Serve the page until it is gone."""
        self._task = asyncio.current_task()
        writer = asyncio.create_task(self._write())
        try:
            await self._carry_out(hello)
            while True:
                text = await _received(self._socket)
                await self._be_patient()
                try:
                    request = _decoded(text)
                except ValueError as error:
                    self._outbox.put(m.Problem(text=str(error)))
                    continue
                await self._carry_out(request)
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:
            if self._farewell is None:
                raise
            await _refuse(self._socket, self._farewell)
        except ValueError as error:  # a message that is no text
            await _refuse(self._socket, m.Problem(text=str(error), is_fatal=True))
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _be_patient(self) -> None:
        """Let a page wait that asks too often."""
        limits, now = self.server.limits, time.monotonic()
        self._allowance = min(limits.requests_at_once, self._allowance + (now - self._used) * limits.requests_a_second)
        self._used = now
        self._allowance -= 1
        if self._allowance < 0:
            await asyncio.sleep(-self._allowance / limits.requests_a_second)

    async def _carry_out(self, request: m.REQUESTS) -> None:
        try:
            await self.server.handle(self, request)
        except (ValueError, LookupError, OSError) as error:
            text = str(error.args[0]) if isinstance(error, LookupError) and error.args else str(error)
            self._outbox.put(m.Problem(text=text, request=request.request))
        except RuntimeError as error:
            logger.exception("a request has failed")
            self._outbox.put(m.Problem(text=f"Something went wrong: {error}", request=request.request))

    async def _write(self) -> None:
        encoder = msgspec.json.Encoder()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page is gone
            while True:
                for message in await self._outbox.get():
                    await self._socket.send_text(encoder.encode(message).decode())

    def look(self) -> None:
        """End what nobody uses."""
        limits, idle = self.server.limits, time.monotonic() - self._used
        if self.session.is_analysing and idle > limits.analysis_seconds:
            self.session.stop_analysis("Nobody has used the page for a while, so the analysis has ended.")
        if self._task is None or self._farewell is not None:
            return
        if idle > limits.idle_seconds:
            self._farewell = m.Problem(text="Nobody has used this page for a while. Load it again.", is_fatal=True)
            self._task.cancel()
        elif self._outbox.is_full:
            self._farewell = m.Problem(text="This page does not keep up. Load it again.", is_fatal=True)
            self._task.cancel()


async def _received(socket: WebSocket) -> str:
    """Return the next message of a page; raises WebSocketDisconnect, and ValueError if it is no text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None:
        raise ValueError("The server understands only messages of text.")
    return str(text)


_DECODER = msgspec.json.Decoder(m.REQUESTS)


def _decoded(text: str) -> m.REQUESTS:
    """Return the request of a message; raises ValueError if there is none in it."""
    try:
        request: m.REQUESTS = _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"The server does not understand this message: {error}") from None
    return request


async def _refuse(socket: WebSocket, problem: m.Problem) -> None:
    """Say why a page is not served, and close the connection."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(msgspec.json.encode(problem).decode())
        await socket.close(1008)
