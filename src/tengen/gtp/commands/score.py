"""Commands that count a finished game. All of them rest on the same status of stones and points, so they agree."""

from tengen.board.grid import Point
from tengen.game.game import Game
from tengen.gtp.arguments import expect, syntax_error
from tengen.gtp.session import Session

Arguments = tuple[str, ...]

CHAINS = ("alive", "seki", "dead")
POINTS = ("black_territory", "white_territory", "dame")


def final_score(session: Session, arguments: Arguments) -> str:
    """Return the score, dead stones removed where the rules do that."""
    expect(arguments, 0)
    return str(session.engine.final_status(session.game).score(session.game))


def estimate_score(session: Session, arguments: Arguments) -> str:
    """Return the score if the game ended now, with bounds, as GNU Go writes it.

    The bounds are leads of White: the largest and the smallest of those now, if White plays first and if Black does.
    """
    expect(arguments, 0)
    estimate = session.engine.estimate_score(session.game)
    winner = "W" if estimate.now < 0 else "B"
    bounds = sorted(-lead for lead in (estimate.black_first, estimate.white_first, estimate.now))
    return f"{winner}+{abs(estimate.now):.1f} (upper bound: {bounds[-1]:.1f}, lower: {bounds[0]:.1f})"


def final_status_list(session: Session, arguments: Arguments) -> str:
    """Return the stones that are alive, in seki or dead, a chain a line; or a colour's territory, as GNU Go does."""
    expect(arguments, 1)
    wanted = arguments[0].lower()
    if wanted not in CHAINS + POINTS:
        syntax_error()
    found = getattr(session.engine.final_status(session.game), wanted)
    return _names(session.game, found) if wanted in POINTS else "\n".join(_names(session.game, c) for c in found)


def _names(game: Game, points: list[Point]) -> str:
    return " ".join(game.name(point) for point in sorted(points))
