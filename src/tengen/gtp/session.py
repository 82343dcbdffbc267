"""A GTP session: the game, the engine, and the loop that answers commands.

Commands live in ``commands/``, by subject, and are loaded with the first command of their subject; so the engine can
say its name before any compiled code is loaded.
"""

import logging
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, BinaryIO, TextIO

from tengen import __version__
from tengen.game.clock import Clock
from tengen.gtp.protocol import GtpError, Request, failure, parse_request, success
from tengen.parts.options import OptionError

if TYPE_CHECKING:
    from tengen import Engine, Game

_log = logging.getLogger("tengen")

SUBJECTS = {
    "admin": "protocol_version name version known_command list_commands quit cputime",
    "setup": "boardsize rectangular_boardsize clear_board komi get_komi kgs-rules"
    " fixed_handicap place_free_handicap set_free_handicap loadsgf",
    "play": "play genmove reg_genmove undo",
    "time": "time_settings kgs-time_settings time_left",
    "score": "final_score estimate_score final_status_list",
    "show": "showboard tengen-option tengen-seed tengen-report tengen-simulations tengen-ownership tengen-criticality"
    " gogui-analyze_commands",
}
"""The commands of each module of ``commands/``. protocol_version stands first: LizzieYzy knows the list by that."""

QUIET_SUBJECTS = ("admin", "time")  # a pondering engine goes on while it is asked these

COMMANDS = {name: subject for subject, names in SUBJECTS.items() for name in names.split()}
Handler = Callable[["Session", tuple[str, ...]], str]


def default_engine() -> "Engine":
    """Return the engine of the default preset."""
    from tengen import Engine

    return Engine()


@dataclass(frozen=True)
class Setup:
    """What a session starts with."""

    new_engine: Callable[[], "Engine"] = default_engine
    """Makes the engine when it is first needed."""
    size: int = 19
    komi: float | None = None
    rules: str = "chinese"
    name: str = "tengen"
    version: str = __version__
    quiet: bool = False
    """Whether to leave out the line on stderr about what the engine thinks of each move."""


class Session:
    """One conversation. Raises nothing: every mistake is answered, and the game stays as it was."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.clock: Clock | None = None
        self.is_over = False
        self.may_ponder = False
        """Whether it is the opponent's turn now, by the last command."""
        self.simulations: list[int] = []
        """Simulations of each move that the engine has chosen in this game."""
        self._is_pondering = False
        self._prepared: set[int] = set()

    @cached_property
    def engine(self) -> "Engine":
        """The engine, made when it is first needed; raises OptionError if its options are not valid."""
        return self.setup.new_engine()

    @cached_property
    def game(self) -> "Game":
        """The game, made when it is first needed."""
        from tengen import Game

        return Game(self.setup.size, self.setup.komi, self.setup.rules)

    def answer(self, line: str) -> str | None:
        """Return the response to a line, or nothing where the line has no command."""
        request = parse_request(line)
        if request is None:
            return None
        try:
            return success(request.id, self._execute(request))
        except (GtpError, OptionError) as error:
            return failure(request.id, str(error))
        except Exception as error:  # whatever went wrong, the controller gets an answer
            _log.exception("internal error")
            return failure(request.id, f"internal error: {type(error).__name__}: {error}")

    def _execute(self, request: Request) -> str:
        subject = COMMANDS.get(request.name)
        if subject is None:
            raise GtpError("unknown command")
        if subject not in QUIET_SUBJECTS:
            self.rest()
            self.may_ponder = False
        module = import_module(f"tengen.gtp.commands.{subject}")
        handler: Handler = getattr(module, request.name.replace("-", "_"))
        return handler(self, request.arguments)

    def begin_clock(self, clock: Clock | None) -> None:
        """Use a clock from now on, or none."""
        self.clock = clock
        if "game" in vars(self):  # else its size is not known yet
            self.prepare()

    def prepare(self) -> None:
        """Let the engine get ready for a game with a clock before that runs; once for each size of board."""
        if self.clock is None or self.clock.is_blank or self.game.size in self._prepared:
            return
        self._prepared.add(self.game.size)
        self.rest()
        self.engine.prepare(self.game)

    def ponder(self) -> None:
        """Let the engine search on the opponent's time, if it can and its options ask for it.

        An error is logged, since no command is waiting for an answer.
        """
        try:
            if self.engine.ponders:
                self.engine.ponder(self.game)
                self._is_pondering = True
        except Exception as error:  # the conversation goes on
            self.may_ponder = False
            _log.warning("not pondering: %s", error)

    def rest(self) -> None:
        """Let the engine stop pondering."""
        if self._is_pondering:
            self.engine.rest()
            self._is_pondering = False

    def close(self) -> None:
        """Let go of the engine, if there is one."""
        if "engine" in vars(self):
            self.engine.close()

    def run(self, lines: Iterable[bytes], output: BinaryIO, log: TextIO | None = None) -> None:
        """Answer lines until ``quit`` or the end of input, and let the engine ponder in between."""
        try:
            for line in lines:
                self._answer(line, output, log)
                if self.is_over:
                    return
        finally:
            self.rest()

    def _answer(self, line: bytes, output: BinaryIO, log: TextIO | None) -> None:
        text = line.decode("utf-8", errors="replace")
        response = self.answer(text)
        if log is not None:
            log.write(f"> {text.rstrip()}\n" + (response or ""))
            log.flush()
        if response is not None:
            output.write(response.encode())
            output.flush()
        if self.may_ponder and not self._is_pondering:
            self.ponder()


def serve(setup: Setup, log: TextIO | None = None) -> None:
    """Talk GTP on stdin and stdout.

    From now on whatever else is printed, by us or by a library, goes to stderr: stdout carries GTP and nothing else.
    Raises OSError if one of the two is closed.
    """
    if sys.stdin is None or sys.stdout is None:
        raise OSError("GTP needs stdin and stdout, and one of them is closed")
    if sys.stdin.isatty():
        sys.stderr.write(f"tengen {__version__} speaks GTP: try list_commands, genmove black, showboard, quit.\n")
    sys.stdout.flush()
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    session = Session(setup)
    try:
        session.run(sys.stdin.buffer, output, log)
    except BrokenPipeError:
        pass  # the controller is gone, and nobody is left to tell
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    finally:
        session.close()
