"""Commands of the clients of Go servers: kgsGtp of KGS, and the client of CGOS."""

import logging
from typing import Any

import msgspec

from tengen.board.grid import Colour, Move
from tengen.game.clock import Clock
from tengen.gtp.arguments import colour, expect, syntax_error
from tengen.gtp.choice import choice, play_choice, timed
from tengen.gtp.session import Session
from tengen.report.report import MoveReport, Report
from tengen.report.text import one_line

Arguments = tuple[str, ...]
_log = logging.getLogger("tengen")

OWNER_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+"  # of CGOS, from -1 to 1


def kgs_genmove_cleanup(session: Session, arguments: Arguments) -> str:
    """Choose and play a move after a dispute about dead stones: no pass while the opponent has dead stones.

    Once there are none, it is a move like any other.
    """
    expect(arguments, 1)
    mover, engine = colour(arguments[0]), session.engine
    if any(session.game.colour_at(chain[0]) != mover for chain in engine.final_status(session.game).dead):
        return play_choice(session, timed(session, mover, lambda clock: _cleaning_move(session, mover, clock)))
    return play_choice(session, choice(session, mover))


def _cleaning_move(session: Session, mover: Colour, clock: Clock | None) -> Move:
    return session.engine.clean_up(session.game, colour=mover, clock=clock, until=session.until)


def kgs_game_over(session: Session, arguments: Arguments) -> str:
    """Note that the game is over. It may only be adjourned, so the board stays as it is."""
    expect(arguments, 0)
    session.turn_began = None
    return ""


def kgs_chat(session: Session, arguments: Arguments) -> str:
    """Answer a message of the chat: ``kgs-chat game|private NAME MESSAGE``. Knows ``winrate``, ``score`` and ``pv``."""
    if len(arguments) < 3 or arguments[0] not in ("game", "private"):
        syntax_error()
    words = {word.lower().strip("?!.,") for word in arguments[2:]}
    if not words & {"winrate", "wr", "score", "pv", "variation"}:
        return f"I am {session.setup.name} {session.setup.version}, a program. Ask me: winrate, score, pv."
    report = session.engine.report if "engine" in vars(session) else None
    return "I have not thought about this game yet." if report is None else one_line(report)


def cgos_opponent_name(session: Session, arguments: Arguments) -> str:
    """Note the name of the opponent."""
    expect(arguments, 1)
    _log.info("opponent: %s", arguments[0])
    return ""


def cgos_opponent_rating(session: Session, arguments: Arguments) -> str:
    """Note the rating of the opponent, which has a question mark if it is not certain."""
    expect(arguments, 1)
    _log.info("rating of the opponent: %s", arguments[0])
    return ""


def cgos_gameover(session: Session, arguments: Arguments) -> str:
    """Note the result of the game, such as B+3.5 or W+Resign; the board stays as it is."""
    expect(arguments, 1)
    _log.info("result: %s", arguments[0])
    session.turn_began = None
    return ""


def cgos_genmove_analyze(session: Session, arguments: Arguments) -> str:
    """Choose and play a move; return what the search has found as JSON on a line, then ``play`` and the move."""
    expect(arguments, 1)
    move = choice(session, colour(arguments[0]))
    report = session.engine.report
    facts = {} if report is None else _cgos_facts(report)
    return f"{msgspec.json.encode(facts).decode()}\nplay {play_choice(session, move)}"


def _cgos_facts(report: Report) -> dict[str, Any]:
    """Return a report in the form of CGOS, from the view of the side to move."""
    return {
        "winrate": round(report.win_rate, 4),
        "score": round(report.score, 2),
        "visits": report.visits,
        "moves": [_cgos_move(move) for move in report.moves],
        "ownership": "".join(OWNER_LETTERS[round((owner + 1) / 2 * 62)] for owner in report.ownership.ravel()),
        "comment": one_line(report),
    }


def _cgos_move(move: MoveReport) -> dict[str, Any]:
    facts = {"move": move.name, "winrate": round(move.win_rate, 4), "visits": move.visits}
    if move.prior is not None:
        facts["prior"] = round(move.prior, 4)
    return facts | {"pv": " ".join(move.sequence[1:])}
