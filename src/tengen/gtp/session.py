"""A GTP session: the game, the engine, and the loop that answers commands.

Commands live in ``commands/``, by subject, and are loaded with the first command of their subject; so the engine can
say its name before any compiled code is loaded.
"""

import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from threading import Event, Lock, Timer
from typing import TYPE_CHECKING, BinaryIO, Literal, TextIO, cast

from tengen import __version__
from tengen.compiled.warmup import Warmup
from tengen.game.clock import Clock
from tengen.gtp.inbox import LONGEST_LINE, Inbox, Line, new_line
from tengen.gtp.protocol import END, GtpError, Request, failure, opening, parse_request, stream_line, success
from tengen.parts.lines import lines_of
from tengen.parts.options import OptionError, Options

if TYPE_CHECKING:
    from tengen import Engine, Game

_log = logging.getLogger("tengen")

SUBJECTS = {
    "admin": "protocol_version name version known_command list_commands quit cputime",
    "setup": "boardsize rectangular_boardsize clear_board komi get_komi"
    " fixed_handicap place_free_handicap set_free_handicap get_handicap loadsgf",
    "rules": "kgs-rules kata-get-rules kata-set-rules kata-set-rule",
    "play": "play genmove reg_genmove undo gg-undo gogui-play_sequence",
    "analyze": "lz-analyze kata-analyze lz-genmove_analyze kata-genmove_analyze"
    " kata-search kata-search_analyze kata-search_analyze_cancellable stop",
    "time": "tengen-prepare time_settings kgs-time_settings kata-time_settings kata-list_time_settings time_left",
    "score": "final_score estimate_score final_status final_status_list",
    "show": "showboard printsgf level tengen-option tengen-seed tengen-report tengen-simulations tengen-ownership"
    " tengen-criticality",
    "gogui": "gogui-interrupt gogui-analyze_commands gogui-setup gogui-setup_player"
    " tengen-live_graphics tengen-best_moves tengen-best_sequence tengen-win_rates tengen-visits tengen-amaf"
    " tengen-prior",
    "servers": "kgs-genmove_cleanup kgs-game_over kgs-chat"
    " cgos-opponent_name cgos-opponent_rating cgos-gameover cgos-genmove_analyze",
    "gomill": "gomill-describe_engine gomill-explain_last_move gomill-cpu_time gomill-genmove_ex gomill-savesgf",
}
"""The commands of each module of ``commands/``. protocol_version stands first: LizzieYzy knows the list by that."""

FILE_COMMANDS = ("loadsgf", "gomill-savesgf")  # refused in safe mode
QUIET_SUBJECTS = ("admin", "time")  # a pondering engine goes on while it is asked these

COMMANDS = {name: subject for subject, names in SUBJECTS.items() for name in names.split()}
Tell = Callable[[str], None]
"""Writes a line of a response at once."""
Handler = Callable[["Session", tuple[str, ...]], str | Callable[[Tell], None]]
"""Returns the text of the response; or, if its lines come one by one, the function that tells them."""
PATIENCE = 0.12  # seconds that a running command has to end after ``quit`` or the end of input


class OutputError(Exception):
    """The responses cannot be written; its cause is an OSError."""


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
    view: Literal["side", "black", "white"] = "side"
    """From whose view analyses are reported: that of the side to move, or always of the same colour."""
    chat: Literal["none", "ogs", "kgs"] = "none"
    """Server to chat on. For OGS each move has a line on stderr that gtp2ogs sends; for KGS ``kgs-chat`` is listed."""
    is_safe: bool = False
    """Whether commands and options that read or write files, run code or take more memory are refused."""
    warmup: Warmup | None = None
    """Compiles in another process what the engine needs; without it the session waits while that is compiled."""


class Session:
    """One conversation. Raises nothing: every mistake is answered, and the game stays as it was."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.clock: Clock | None = None
        self.is_over = False
        self.may_ponder = False
        """Whether it is the opponent's turn now, by the last command."""
        self.arrived = 0.0
        """When the line that is being answered was read, on the clock of ``time.perf_counter``."""
        self.turn_began: float | None = None
        """When the opponent's last move arrived, or what we have left was told after it: since then our clock runs."""
        self.graphics: str | None = None
        """The kind of live graphics that GoGui is sent while the engine chooses a move."""
        self.simulations: list[int] = []
        """Simulations of each move that the engine has chosen in this game."""
        self.until = Event()
        """Ends the search of the command that is being answered, when it is set."""
        self._inbox = Inbox(self._hurry)
        self._is_pondering = False
        self._is_streaming = False
        self._writing = Lock()
        self._prepared: dict[int, Options] = {}

    @cached_property
    def engine(self) -> "Engine":
        """The engine, made when it is first needed; raises OptionError if its options are not valid."""
        return self.setup.new_engine()

    @cached_property
    def game(self) -> "Game":
        """The game, made when it is first needed."""
        from tengen import Game

        return Game(self.setup.size, self.setup.komi, self.setup.rules)

    @property
    def commands(self) -> list[str]:
        """The commands that are listed. Some versions of kgsGtp crash where ``kgs-chat`` is among them."""
        hidden = {*(FILE_COMMANDS if self.setup.is_safe else ()), *(() if self.setup.chat == "kgs" else ("kgs-chat",))}
        return [name for name in COMMANDS if name not in hidden]

    def answer(self, line: str) -> str | None:
        """Return the response to a line, or nothing where the line has no command.

        It is answered as if another line had already come, which ends an analysis after its first report.
        """
        pieces: list[str] = []
        self._inbox = Inbox(self._hurry)
        self._inbox.put(new_line(line))
        self._inbox.close()
        self._respond(cast(Line, self._inbox.take()), pieces.append)
        return "".join(pieces) or None

    def _respond(self, line: Line, write: Tell) -> None:
        """Write the response to a line, in one piece or in several."""
        self.arrived, self.until = line.arrived, line.until
        request = parse_request(line.text)
        if line.is_too_long and (request is not None or "#" not in line.text):
            write(failure("" if request is None else request.id, f"the line has more than {LONGEST_LINE:,} bytes"))
            return
        if request is None:
            return
        try:
            response = self._execute(request)
            if not isinstance(response, str):
                self._stream(request, response, write)
        except (GtpError, OptionError) as error:
            write(failure(request.id, str(error)))
        except MemoryError as error:  # the game is as it was, and another command may need less
            write(failure(request.id, str(error) or "not enough memory"))
        except OutputError:
            raise
        except Exception as error:  # whatever went wrong, the controller gets an answer
            _log.exception("internal error")
            write(failure(request.id, f"internal error: {type(error).__name__}: {error}"))
        else:
            if isinstance(response, str):
                write(success(request.id, response))

    def _stream(self, request: Request, lines: Callable[[Tell], None], write: Tell) -> None:
        """Write the lines of a response one by one. An error can only be logged, as the response has begun."""
        write(opening(request.id))
        self._is_streaming = True
        try:
            lines(lambda text: write(stream_line(text)))
        except OutputError:
            raise
        except Exception as error:
            is_expected = isinstance(error, GtpError | OptionError | MemoryError)
            _log.error("%s: %s", request.name, error, exc_info=not is_expected)
        self._is_streaming = False
        write(END)

    def end_at_any_line(self) -> None:
        """Let any further line, even an empty one, end the command that is being answered."""
        self._inbox.end_at_any_line()

    def _hurry(self) -> None:
        """End the search that is running; called by the thread that reads the input."""
        engine = vars(self).get("engine")
        if engine is not None:
            engine.stop()

    def _execute(self, request: Request) -> str | Callable[[Tell], None]:
        subject = COMMANDS.get(request.name)
        if subject is None:
            raise GtpError("unknown command")
        if self.setup.is_safe and request.name in FILE_COMMANDS:
            raise GtpError("no files in safe mode")
        if subject not in QUIET_SUBJECTS:
            self.rest()
            self.may_ponder = False
        module = import_module(f"tengen.gtp.commands.{subject}")
        handler: Handler = getattr(module, request.name.replace("-", "_"))
        return handler(self, request.arguments)

    def begin_clock(self, clock: Clock | None) -> None:
        """Use a clock from now on, or none. Waits until the engine is ready: from here on the clock may run."""
        self.clock = clock
        if "game" in vars(self):  # else its size is not known yet
            self.get_ready()

    def warm_up(self) -> bool:
        """Let what is not compiled yet be compiled in another process; return whether that is going on."""
        return self.setup.warmup is not None and self.setup.warmup.begin(self.game.size)

    def prepare(self) -> None:
        """Let the engine get ready for a game before its clock runs, unless something must be compiled for that.

        That goes on in another process, so that the command is answered at once.
        """
        if not self.warm_up():
            self.get_ready()

    def get_ready(self) -> None:
        """Let the engine get ready for a game, and wait, if the game has a clock."""
        if self.clock is not None and not self.clock.is_blank:
            self.load()

    def load(self) -> None:
        """Let the engine compile and load what a game needs, and wait; once for each size and set of options."""
        if self._prepared.get(self.game.size) == self.engine.options:
            return
        self._prepared[self.game.size] = self.engine.options
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

    def end_warmup(self) -> None:
        """End the process that compiles: a front end may wait until nobody writes to stderr any more."""
        if self.setup.warmup is not None:
            self.setup.warmup.end()

    def close(self) -> None:
        """Let go of the engine, if there is one, and of the process that compiles."""
        self.end_warmup()
        if "engine" in vars(self):
            self.engine.close()

    def run(
        self,
        lines: Iterable[bytes],
        output: BinaryIO,
        log: TextIO | None = None,
        leave: Callable[[], None] | None = None,
    ) -> None:
        """Answer lines until ``quit`` or the end of input, and let the engine ponder in between.

        ``leave`` is called, and must end the process, if this takes too long after ``quit`` or the end of input.
        Commands that could not be ended in time, because the engine is compiling, are answered by an error. Raises
        OutputError if the output cannot be written; if only the log cannot, the session goes on without it.
        """
        note = _notes_in(log)

        def write_now(text: str) -> None:
            note(text)
            try:
                output.write(text.encode())
                output.flush()
            except OSError as error:
                raise OutputError from error

        def write(text: str) -> None:
            with self._writing:
                write_now(text)

        def give_up() -> None:
            self._writing.acquire()  # for good: the process ends
            if not self.is_over:
                with suppress(OutputError):
                    write_now("".join(self._unanswered()))
            if leave is not None:
                leave()

        self._inbox = Inbox(self._hurry, None if leave is None else lambda: _later(PATIENCE, give_up))
        self._inbox.read(lines)
        try:
            while not self.is_over and (line := self._inbox.take()) is not None:
                note(f"> {line.text.rstrip()}\n")
                self._respond(line, write)
                if self.may_ponder and not self._is_pondering:
                    self.ponder()
        finally:
            self.is_over = True
            self.rest()

    def _unanswered(self) -> Iterator[str]:
        """Yield what is left to say if the session ends now: an error for each command, up to ``quit``."""
        if self._is_streaming:
            yield END
        for line in self._inbox.left()[self._is_streaming :]:
            request = parse_request(line.text)
            if request is not None and line.is_quit:
                yield success(request.id, "")
                return
            if request is not None:
                yield failure(request.id, "interrupted")


def _notes_in(log: TextIO | None) -> Tell:
    """Return a function that adds to the log of the conversation, if there is one, while that can be written."""
    has_failed = False

    def note(text: str) -> None:
        nonlocal has_failed
        if log is None or has_failed:
            return
        try:
            log.write(text)
            log.flush()
        except OSError as error:
            has_failed = True
            _log.warning("the log cannot be written, and ends here: %s", error.strerror)

    return note


def _later(seconds: float, work: Callable[[], None]) -> None:
    """Do something in another thread, unless the process has ended by then."""
    timer = Timer(seconds, work)
    timer.daemon = True
    timer.start()


def serve(setup: Setup, log: TextIO | None = None) -> None:
    """Talk GTP on stdin and stdout.

    From now on whatever else is printed, by us or by a library, goes to stderr: stdout carries GTP and nothing else.
    Raises OSError if one of the two is closed, or if stdout cannot be written although somebody could read it.
    """
    if sys.stdin is None or sys.stdout is None:
        raise OSError("GTP needs stdin and stdout, and one of them is closed")
    if sys.stdin.isatty():
        sys.stderr.write(f"tengen {__version__} speaks GTP: try list_commands, genmove black, showboard, quit.\n")
    sys.stdout.flush()
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    session = Session(setup)

    def leave() -> None:
        session.end_warmup()
        _end_process()

    try:
        session.run(lines_of(sys.stdin.fileno(), LONGEST_LINE), output, log, leave)
    except OutputError as error:
        cause = error.__cause__
        if isinstance(cause, OSError) and not isinstance(cause, BrokenPipeError):
            raise OSError(f"responses cannot be written to stdout: {cause.strerror}") from None
        # Otherwise the controller is gone, and nobody is left to tell.
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    finally:
        session.close()
    _end_process()


def _end_process() -> None:
    """End the process at once. Otherwise Python would take up to a second to put compiled code away."""
    sys.stderr.flush()
    os._exit(0)
