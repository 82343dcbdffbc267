"""Commands for GoGui: its menu, positions that it sets up, and what it draws on the board."""

from collections.abc import Callable

from tengen.board.grid import BLACK, WHITE
from tengen.game.game import Game
from tengen.gtp.arguments import colour, expect, syntax_error, vertex
from tengen.gtp.gogui_graphics import GRAPHICS, best_moves, labels
from tengen.gtp.position_report import position_report
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import COMMANDS, Session
from tengen.parts.names import unknown_name
from tengen.parts.render import option_pages
from tengen.report.report import MoveReport

Arguments = tuple[str, ...]
OFF = "off"

SCORE_MENU = (
    "string/Score Estimate/estimate_score",
    "string/Final Score/final_score",
    "plist/Dead Stones/final_status_list dead",
    "plist/Stones in Seki/final_status_list seki",
)
SEARCH_MENU = (
    "gfx/Best Moves/tengen-best_moves",
    "var/Best Sequence/tengen-best_sequence",
    "pspairs/Win Rates/tengen-win_rates",
    "pspairs/Visits/tengen-visits",
    "dboard/Ownership/tengen-ownership",
)
LAST_MENU = ("hstring/Last Search/tengen-report",)


def gogui_analyze_commands(session: Session, arguments: Arguments) -> str:
    """List what GoGui offers in its menu. Every entry works at once, on any position."""
    expect(arguments, 0)
    entries = [entry for entry in SCORE_MENU if _command(entry) in COMMANDS]
    if session.engine.can_search:
        entries += [*SEARCH_MENU, *_optional_entries(session), *LAST_MENU]
        entries += [f"none/Live: {_title(kind)}/tengen-live_graphics {kind}" for kind in (*GRAPHICS, OFF)]
    pages = option_pages(session.engine.options)
    entries += [f"param/Options: {_title(name)}/tengen-option {name}" for name in pages]
    return "\n".join(entries)


def _title(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").title()


def _command(entry: str) -> str:
    return entry.split("/")[2].split(maxsplit=1)[0]


def _optional_entries(session: Session) -> list[str]:
    """Return the entries for what only some searches count."""
    entries = {
        "criticality": "dboard/Criticality/tengen-criticality",
        "rave": "pspairs/AMAF Win Rates/tengen-amaf",
        "prior": "pspairs/Prior Win Rates/tengen-prior",
    }
    terms = session.engine.search_options.tree.terms
    return [entry for term, entry in entries.items() if term in terms]


def gogui_interrupt(session: Session, arguments: Arguments) -> str:
    """Do nothing. That this command is listed tells GoGui that the line ``# interrupt`` ends a command."""
    expect(arguments, 0)
    return ""


def gogui_setup(session: Session, arguments: Arguments) -> str:
    """Set up a position on an empty board: ``gogui-setup b D4 w Q16``. All stones, or none if one is wrong."""
    if len(arguments) % 2:
        syntax_error()
    game = Game(session.game.size, session.game.komi, session.game.rules)
    pairs = zip(arguments[::2], arguments[1::2], strict=True)
    stones = [(colour(word), vertex(where, game.size)) for word, where in pairs]
    if len({point for _, point in stones}) != len(stones):
        raise GtpError("a point is given twice")
    try:
        for placed in (BLACK, WHITE):
            game.place(placed, [point for stone, point in stones if stone == placed])
    except ValueError as error:
        raise GtpError(str(error)) from None
    session.game, session.turn_began = game, None
    return ""


def gogui_setup_player(session: Session, arguments: Arguments) -> str:
    """Let a colour play next."""
    expect(arguments, 1)
    session.game.to_play = colour(arguments[0])
    return ""


def tengen_live_graphics(session: Session, arguments: Arguments) -> str:
    """Choose what GoGui draws while the engine thinks: best_moves, best_sequence, win_rates, ownership, or off.

    Without an argument, return what is drawn now.
    """
    expect(arguments, 0, 1)
    if not arguments:
        return session.graphics or OFF
    kind = arguments[0].lower()
    if kind not in (*GRAPHICS, OFF):
        raise GtpError(unknown_name("graphics", kind, (*GRAPHICS, OFF)))
    session.graphics = None if kind == OFF else kind
    return ""


def tengen_best_moves(session: Session, arguments: Arguments) -> str:
    """Draw the most visited moves for GoGui, with their win rates, and who owns each point."""
    expect(arguments, 0)
    return best_moves(position_report(session))


def tengen_best_sequence(session: Session, arguments: Arguments) -> str:
    """Return the principal variation, as points that are played in turn."""
    expect(arguments, 0)
    report = position_report(session)
    return " ".join(report.best.sequence) if report.moves else ""


def tengen_win_rates(session: Session, arguments: Arguments) -> str:
    """Return the win rate of each move, in per cent, as pairs of point and text."""
    return _pairs(session, arguments, lambda move: move.win_rate)


def tengen_visits(session: Session, arguments: Arguments) -> str:
    """Return the visits of each move as pairs of point and text."""
    expect(arguments, 0)
    return labels((move, str(move.visits)) for move in position_report(session).moves)


def tengen_amaf(session: Session, arguments: Arguments) -> str:
    """Return the win rate of each move by all-moves-as-first, in per cent, as pairs of point and text."""
    return _pairs(session, arguments, lambda move: move.amaf)


def tengen_prior(session: Session, arguments: Arguments) -> str:
    """Return the win rate that each move had before it was tried, in per cent, as pairs of point and text."""
    return _pairs(session, arguments, lambda move: move.prior)


def _pairs(session: Session, arguments: Arguments, share_of: Callable[[MoveReport], float | None]) -> str:
    expect(arguments, 0)
    moves = position_report(session).moves
    shares = [(move, share_of(move)) for move in moves]
    return labels((move, f"{100 * share:.0f}") for move, share in shares if share is not None)
