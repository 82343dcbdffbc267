"""The referee: one game between two engines, on a board of our own.

``docs/matches.md`` tells for each exceptional situation who wins, what is void and what is logged.
"""

import asyncio
import time
from dataclasses import dataclass, field

import msgspec

from tengen.board.grid import WHITE, Point, parse_point
from tengen.board.rules import IllegalMove, Score
from tengen.match.client import EngineFailure, Hung, Refused
from tengen.match.clock import Clock
from tengen.match.definition import Pairing
from tengen.match.plain_game import PlainGame
from tengen.match.seat import MoveRefused, Seat, described
from tengen.match.store import BySide, Side

SIDES: tuple[Side, Side] = ("black", "white")
STATUS_PLAYOUTS = 1000


class Ending(msgspec.Struct, frozen=True):
    """How a game ended; see ``store.FinishedGame``."""

    result: str
    winner: Side | None
    reason: str
    detail: str = ""
    is_void: bool = False


@dataclass
class Play:
    """A game with all that is known of it."""

    pairing: Pairing
    game: PlainGame
    seats: dict[Side, Seat]
    clocks: dict[Side, Clock]
    seeds: BySide = field(default_factory=dict)
    seconds: dict[Side, list[float]] = field(default_factory=lambda: {side: [] for side in SIDES})
    ending: Ending | None = None


class _End(Exception):
    """Ends the game from wherever it is noticed that it is over."""

    def __init__(self, ending: Ending) -> None:
        super().__init__()
        self.ending = ending


async def referee(pairing: Pairing, seats: dict[Side, Seat], seeds: BySide, opening: tuple[str, ...] = ()) -> Play:
    """Play a game to its end, whatever the engines do. An engine whose seat is broken after it must be replaced."""
    control = pairing.time
    clocks = {side: Clock(control) for side in SIDES} if control else {}
    play = Play(pairing, PlainGame(pairing.size, pairing.komi, pairing.rules), seats, clocks)
    try:
        await _set_up(play, seeds, opening)
        await _play_moves(play)
        play.ending = await _counted(play)
    except _End as end:
        play.ending = end.ending
    return play


def void(reason: str, detail: str) -> Ending:
    """Return the ending of a game that does not count."""
    return Ending("Void", None, reason, detail, is_void=True)


def won(winner: Side, how: str, reason: str, detail: str = "") -> Ending:
    """Return the ending of a game that a side won, ``how`` as SGF says it after the plus sign."""
    return Ending(f"{winner[0].upper()}+{how}", winner, reason, detail)


def opponent(side: Side) -> Side:
    """Return the other side."""
    return "white" if side == "black" else "black"


async def _set_up(play: Play, seeds: BySide, opening: tuple[str, ...]) -> None:
    if play.pairing.handicap:
        play.game.place_handicap(play.pairing.handicap)
    stones = [play.game.name(point) for point in play.game.handicap_points]
    moves = [f"play {SIDES[number % 2]} {move}" for number, move in enumerate(opening)]
    for side, seat in play.seats.items():
        start = [seat.handicap_command(stones), *moves] if stones else moves
        try:
            play.seeds[side] = await seat.set_up(play.pairing, seeds[side], start)
        except (Refused, EngineFailure) as error:
            seat.is_broken = True
            raise _End(void("setup", described(seat, _refusal(error)))) from None
    for move in opening:
        play.game.play(move)


async def _play_moves(play: Play) -> None:
    """Play to two passes. A side hears of the other's move when it is asked for its own."""
    news: str | None = None
    while not play.game.is_over:
        if len(play.game.moves) >= play.pairing.max_moves:
            raise _End(void("length", f"the game is not over after {play.pairing.max_moves} moves"))
        side: Side = "white" if play.game.to_play == WHITE else "black"
        news = f"{side} {await _next_move(play, side, news)}"


async def _next_move(play: Play, side: Side, news: str | None) -> str:
    """Ask a side for its move and play it on our board; return its name."""
    name, clock = play.seats[side].player.name, play.clocks.get(side)
    said = await _said(play, side, news)
    if clock is not None and not clock.spend(play.seconds[side][-1]):
        raise _End(_late(play, side))
    if said.lower() == "resign":
        raise _End(won(opponent(side), "R", "resign"))
    try:
        point = play.game.play(said, side).point
    except IllegalMove as error:
        raise _End(won(opponent(side), "F", "illegal", f"{name}: {error}")) from None
    except ValueError:
        raise _End(won(opponent(side), "F", "illegal", f"{name}: {said[:80]!r} is no move")) from None
    return play.game.name(point)


async def _said(play: Play, side: Side, news: str | None) -> str:
    """Return what an engine answers to genmove, and note how long it took."""
    seat, clock = play.seats[side], play.clocks.get(side)
    start = time.perf_counter()
    try:
        return await seat.choose(side, clock, news)
    except MoveRefused as error:
        # An engine that could void games so would never lose one.
        detail = f"{seat.player.name}: refused the legal move {news}: {error}"
        raise _End(won(opponent(side), "F", "refused", detail)) from None
    except Hung as error:
        if clock is not None and not clock.is_unlimited and clock.seconds_for_move < seat.player.patience:
            play.seconds[side].append(time.perf_counter() - start)
            raise _End(_late(play, side)) from None
        raise _End(_forfeit(seat, side, error)) from None
    except (Refused, EngineFailure) as error:
        raise _End(_forfeit(seat, side, error)) from None
    finally:
        if not seat.is_broken:
            play.seconds[side].append(time.perf_counter() - start)


def _late(play: Play, side: Side) -> Ending:
    detail = f"{play.seats[side].player.name}: {play.seconds[side][-1]:.2f} s for a move were too long"
    return won(opponent(side), "T", "time", detail)


def _forfeit(seat: Seat, side: Side, error: Refused | EngineFailure) -> Ending:
    reason = error.reason if isinstance(error, EngineFailure) else "error"
    return won(opponent(side), "F", reason, described(seat, _refusal(error)))


def _refusal(error: Exception) -> str:
    return f"answered: ? {error}" if isinstance(error, Refused) else str(error)


async def _counted(play: Play) -> Ending:
    """Count the board after two passes."""
    dead, detail = await _dead_stones(play)
    score = await _score(play.game, dead)
    if not score.margin:
        return Ending("0", None, "score", detail)
    return Ending(str(score), "black" if score.margin > 0 else "white", "score", detail)


async def _score(game: PlainGame, dead: set[Point]) -> Score:
    if game.rules.scoring == "area":
        return game.area(dead)
    return await asyncio.to_thread(lambda: game.compiled().score(dead))


async def _dead_stones(play: Play) -> tuple[set[Point], str]:
    """Return the dead stones: what both engines say if they agree, else what playouts say; with a word on it."""
    game = play.game
    if not game.rules.removes_dead:
        return set(), ""
    answers = [_chains(game, await seat.dead_stones()) for seat in play.seats.values()]
    if answers[0] is not None and answers[0] == answers[1]:
        return answers[0], ""
    # In a thread, as it has to be loaded and perhaps compiled first, and the clocks of other games run.
    judged = await asyncio.to_thread(_judged_dead, game)
    said = [f"{seat.player.name}: {_shown(game, a)}" for seat, a in zip(play.seats.values(), answers, strict=True)]
    return judged, f"dead stones by playouts: {_shown(game, judged)}; {'; '.join(said)}"


def _judged_dead(game: PlainGame) -> set[Point]:
    """Return the stones that are dead by playouts, the same for the same position."""
    from tengen.playout.status import final_status

    compiled = game.compiled()
    status = final_status(compiled, STATUS_PLAYOUTS, seed=int(compiled.board.key))
    return {point for chain in status.dead for point in chain}


def _chains(game: PlainGame, names: list[str] | None) -> set[Point] | None:
    """Return the points of the chains of some stones; None where the names are not all stones."""
    if names is None:
        return None
    points: set[Point] = set()
    for name in names:
        try:
            chain = game.chain(parse_point(name, game.size))
        except ValueError:
            return None
        if not chain:
            return None
        points |= chain
    return points


def _shown(game: PlainGame, points: set[Point] | None) -> str:
    if points is None:
        return "no answer"
    return " ".join(game.name(point) for point in sorted(points)) or "none"
