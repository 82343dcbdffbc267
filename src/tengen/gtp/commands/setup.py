"""Commands that set up a game: size, komi, handicap, game records."""

import logging
import re

from tengen.board.point import MAX_SIZE, MIN_SIZE
from tengen.game.game import Game
from tengen.game.replay import replay
from tengen.gtp.arguments import expect, integer, number, syntax_error, vertex
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import Session
from tengen.parts.regular_file import regular_file
from tengen.sgf import GameRecord, SgfError, read
from tengen.sgf.grammar import MAX_BYTES

Arguments = tuple[str, ...]
_log = logging.getLogger("tengen")


def boardsize(session: Session, arguments: Arguments) -> str:
    """Start a new game on a board of another size; some front ends give it twice."""
    expect(arguments, 1, 2)
    sizes = {integer(word) for word in arguments}
    size = sizes.pop()
    if sizes or not MIN_SIZE <= size <= MAX_SIZE:
        raise GtpError("unacceptable size")
    _begin(session, size)
    return ""


def rectangular_boardsize(session: Session, arguments: Arguments) -> str:
    """Do the same with the number of columns and of rows, which must be equal."""
    expect(arguments, 2)
    return boardsize(session, arguments)


def clear_board(session: Session, arguments: Arguments) -> str:
    """Start a new game with the same size, komi and rules."""
    expect(arguments, 0)
    _begin(session, session.game.size)
    return ""


def _begin(session: Session, size: int) -> None:
    """Start a new game; the clock is full again."""
    session.game = Game(size, session.game.komi, session.game.rules)
    session.simulations.clear()
    session.turn_began = None
    if session.clock is not None:
        session.clock.restart()
    session.prepare()


def komi(session: Session, arguments: Arguments) -> str:
    """Set the komi, however strange."""
    expect(arguments, 1)
    session.game.komi = number(arguments[0])
    return ""


def get_komi(session: Session, arguments: Arguments) -> str:
    """Return the komi."""
    expect(arguments, 0)
    return f"{session.game.komi:.15g}"


def fixed_handicap(session: Session, arguments: Arguments) -> str:
    """Place handicap stones on the customary points."""
    return _place_handicap(session, arguments, free=False)


def place_free_handicap(session: Session, arguments: Arguments) -> str:
    """Place handicap stones where the engine likes; always as many as asked for."""
    return _place_handicap(session, arguments, free=True)


def _place_handicap(session: Session, arguments: Arguments, *, free: bool) -> str:
    expect(arguments, 1)
    count = integer(arguments[0])
    _require_empty_board(session.game)
    try:
        points = session.game.place_handicap(count, free=free)
    except ValueError:
        raise GtpError("invalid number of stones") from None
    return " ".join(map(session.game.name, points))


def set_free_handicap(session: Session, arguments: Arguments) -> str:
    """Place handicap stones where the user likes."""
    if not arguments:
        syntax_error()
    _require_empty_board(session.game)
    try:
        session.game.place_handicap([vertex(word, session.game.size) for word in arguments])
    except (ValueError, GtpError):
        raise GtpError("bad vertex list") from None
    return ""


def get_handicap(session: Session, arguments: Arguments) -> str:
    """Return the number of handicap stones; Black's moves before White's first count as such, too."""
    expect(arguments, 0)
    return str(session.game.handicap)


def _require_empty_board(game: Game) -> None:
    if game.moves or int(game.board.empty_count) != game.size**2:
        raise GtpError("board not empty")


def loadsgf(session: Session, arguments: Arguments) -> str:
    """Load a game record, whole or as it stood before a move: ``loadsgf FILE [MOVE]``; FILE may have spaces."""
    if not arguments:
        syntax_error()
    *path, last = arguments
    is_numbered = path and re.fullmatch("[0-9]{1,9}", last)
    words, upto = (path, max(int(last) - 1, 0)) if is_numbered else (arguments, None)
    try:
        session.game = replay(_record(" ".join(words)), upto, rules=session.game.rules)
    except (OSError, SgfError) as error:
        _log.warning("loadsgf: %s", error)  # the protocol has no room for the reason
        raise GtpError("cannot load file") from None
    session.turn_began = None
    return ""


def _record(path: str) -> GameRecord:
    """Return the record of a file. A pipe or a device is refused: the session would wait for it."""
    with regular_file(path) as file:
        return read(file.read(MAX_BYTES + 1))
