"""A page for tests: a real WebSocket to a real server."""

import base64
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import uvicorn
from websockets.sync.client import connect

from tengen.web.limits import Limits
from tengen.web.messages import GameSetup, Setup
from tengen.web.serve import PageServer, listen
from tengen.web.server import Options, Server

LIGHT = {"options": {"playout.policy": "random", "simulations": "30"}}
"""A setup whose code other tests compile as well, on 5x5."""
SECONDS = 600.0  # more than compiling takes on a busy machine


class ServerInThread:
    """A server on a free port."""

    def __init__(self, folder: Path, limits: Limits | None = None, **options: Any) -> None:
        adviser = Setup(options={"playout.policy": "random", "simulations": "200"})
        self.folder = folder
        new_game = GameSetup(size=5, opponent=adviser)
        self.options = Options(folder=folder, limits=limits or Limits(), adviser=adviser, new_game=new_game, **options)
        self.server = Server(self.options)
        self._socket = listen("127.0.0.1", 0)
        self.port = int(self._socket.getsockname()[1])
        started = threading.Event()
        config = uvicorn.Config(
            self.server.app(),
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=self.options.limits.message_bytes,
            timeout_graceful_shutdown=1,
            lifespan="on",
        )
        self._uvicorn = PageServer(config, started.set)
        self._thread = threading.Thread(target=self._uvicorn.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._thread.start()
        assert started.wait(20)

    def page(self, game: str | None = None, **hello: Any) -> "Page":
        """Return a page that has introduced itself, before any answer is read."""
        page = Page(self.port)
        page.say("hello", game=game, **hello)
        return page

    def close(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()
        self._socket.close()


class Page:
    """The browser's end of a connection."""

    def __init__(self, port: int, origin: str | None = "", host: str | None = None) -> None:
        address = f"127.0.0.1:{port}"
        self._socket = connect(
            f"ws://{address}/socket",
            origin=f"http://{address}" if origin == "" else origin,  # type: ignore[arg-type]
            additional_headers={"Host": host} if host else None,
            max_size=None,
            compression=None,
        )
        self.seen: list[dict[str, Any]] = []
        self._requests = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def say(self, kind: str, **fields: Any) -> int:
        """Send a request; return its number."""
        self._requests += 1
        self._socket.send(json.dumps({"type": kind, "request": self._requests, **fields}))
        return self._requests

    def send(self, text: str | bytes) -> None:
        self._socket.send(text)

    def hear(self, seconds: float = SECONDS) -> dict[str, Any]:
        message = json.loads(self._socket.recv(seconds))
        self.seen.append(message)
        return dict(message)

    def until(
        self, kind: str, where: Callable[[dict[str, Any]], bool] = lambda _: True, seconds: float = SECONDS
    ) -> dict[str, Any]:
        """Return the next message of a kind for which something is true; a problem on the way is a failure."""
        deadline = time.monotonic() + seconds
        while True:
            message = self.hear(max(0.01, deadline - time.monotonic()))
            if message["type"] == kind and where(message):
                return message
            assert message["type"] != "problem" or kind == "problem", message["text"]

    def ask(self, request: str, answer: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return the next message of a kind."""
        self.say(request, **fields)
        return self.until(answer)

    def settle(self) -> None:
        """Read all answers to what was asked so far: requests are answered one after the other."""
        self.ask("list_games", "games")

    def refusal(self, request: str, **fields: Any) -> str:
        """Send a request that must be refused; return the text of the problem."""
        number = self.say(request, **fields)
        return str(self.until("problem", lambda one: one["request"] == number)["text"])

    def new_game(self, **setup: Any) -> dict[str, Any]:
        """Start a game on 5x5 against a light engine; return the first position."""
        self.say("new_game", setup={"size": 5, "komi": 0.5, "opponent": LIGHT, **setup})
        game = self.until("game_view")
        return self.until("position_view", lambda one: one["game"] == game["game"])

    def import_game(self, sgf: str | bytes, name: str = "game.sgf") -> dict[str, Any]:
        """Open a record; return the game."""
        data = sgf.encode() if isinstance(sgf, str) else sgf
        return self.ask("import_game", "game_view", name=name, sgf=base64.b64encode(data).decode())

    def export(self) -> str:
        return base64.b64decode(self.ask("export_game", "game_file")["sgf"]).decode()

    def your_turn(self) -> dict[str, Any]:
        """Return the position when it is the person's turn, or nobody's."""
        return self.until("position_view", lambda one: one["turn"] != "engine")

    def play(self, move: str) -> dict[str, Any]:
        """Play a move and wait for the answer to it."""
        self.say("play", move=move)
        return self.your_turn()

    def close(self) -> None:
        self._socket.close()
