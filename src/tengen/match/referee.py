"""The referee: one game between two engines, on a board of our own.

``docs/matches.md`` lists the exceptional situations: who wins, which games are void, and what is recorded.
"""

import asyncio
import time
from dataclasses import dataclass, field
from typing import NamedTuple

from tengen.board.grid import BLACK, WHITE, Point, parse_point
from tengen.board.life import chain_points
from tengen.board.rules import IllegalMove
from tengen.game.clock import Clock
from tengen.game.game import Game
from tengen.match.client import EngineFailure, Hung, Refused
from tengen.match.definition import Pairing
from tengen.match.engine import COLOURS, MoveRefused, RunningEngine, described
from tengen.match.finished import SIDES, Side, opponent_of


class Outcome(NamedTuple):
    """How a game ended; the fields are those of ``FinishedGame``."""

    result: str
    winner: Side | None
    reason: str
    detail: str = ""
    void: bool = False


@dataclass
class LiveGame:
    """A game that is being played."""

    pairing: Pairing
    game: Game
    clock: Clock | None = None
    engines: dict[Side, RunningEngine] = field(default_factory=dict)
    seeds: dict[Side, int | None] = field(default_factory=dict)
    seconds: dict[Side, list[float]] = field(default_factory=lambda: {side: [] for side in SIDES})
    """The time of each move."""


class _GameOver(Exception):
    """Ends the game from wherever its end is noticed."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome


def new_live_game(pairing: Pairing) -> LiveGame:
    """Return a game of a pairing before its first move, without engines."""
    return LiveGame(pairing, Game(pairing.size, pairing.komi, pairing.rules), _new_clock(pairing))


def _new_clock(pairing: Pairing) -> Clock | None:
    if pairing.time is None:
        return None
    clock = Clock.from_gtp(pairing.time.main, pairing.time.overtime, pairing.time.stones)
    if clock is not None:
        clock.tolerance = pairing.time.tolerance
    return clock


async def play_game(live: LiveGame, seeds: dict[Side, int], opening: tuple[str, ...] = ()) -> Outcome:
    """Play a game to its end, whatever the engines do. Engines that are broken after it must be replaced."""
    try:
        await _set_up(live, seeds, opening)
        await _play_moves(live)
        return await _counted(live)
    except _GameOver as end:
        return end.outcome


def void(reason: str, detail: str) -> Outcome:
    """Return the outcome of a game that does not count."""
    return Outcome("Void", None, reason, detail, void=True)


def _won(winner: Side, how: str, reason: str, detail: str = "") -> Outcome:
    """Return the outcome of a game that a side won, ``how`` as in SGF after the plus sign."""
    return Outcome(f"{winner[0].upper()}+{how}", winner, reason, detail)


async def _set_up(live: LiveGame, seeds: dict[Side, int], opening: tuple[str, ...]) -> None:
    if live.pairing.handicap:
        live.game.place_handicap(live.pairing.handicap)
    stones = [live.game.name(point) for point in live.game.handicap_points]
    moves = [f"play {SIDES[number % 2]} {move}" for number, move in enumerate(opening)]
    for side, engine in live.engines.items():
        start = [engine.handicap_command(stones), *moves] if stones else moves
        try:
            live.seeds[side] = await engine.set_up(live.pairing, seeds[side], start)
        except (Refused, EngineFailure) as error:
            engine.is_broken = True
            raise _GameOver(void("setup", described(engine, _refusal(error)))) from None
    for move in opening:
        live.game.play(move)


async def _play_moves(live: LiveGame) -> None:
    """Play until both sides have passed. A side is told the other's move when it is asked for its own."""
    last_move: str | None = None
    while not live.game.is_over:
        if len(live.game.moves) >= live.pairing.max_moves:
            raise _GameOver(void("length", f"the game is not over after {live.pairing.max_moves} moves"))
        side: Side = "white" if live.game.to_play == WHITE else "black"
        last_move = f"{side} {await _next_move(live, side, last_move)}"


async def _next_move(live: LiveGame, side: Side, last_move: str | None) -> str:
    """Ask a side for its move and play it on our board; return its name."""
    answer = await _answer(live, side, last_move)
    if live.clock is not None and not live.clock.spend(COLOURS[side], live.seconds[side][-1]):
        raise _GameOver(_late(live, side))
    if answer.lower() == "resign":
        raise _GameOver(_won(opponent_of(side), "R", "resign"))
    name = live.engines[side].player.name
    try:
        point = live.game.play(answer, side).point
    except IllegalMove as error:
        raise _GameOver(_won(opponent_of(side), "F", "illegal", f"{name}: {error}")) from None
    except ValueError:
        raise _GameOver(_won(opponent_of(side), "F", "illegal", f"{name}: {answer[:80]!r} is no move")) from None
    return live.game.name(point)


async def _answer(live: LiveGame, side: Side, last_move: str | None) -> str:
    """Return an engine's answer to genmove, and record how long it took."""
    engine, clock = live.engines[side], live.clock
    start = time.perf_counter()
    try:
        return await engine.choose(side, clock, last_move)
    except MoveRefused as error:
        # If such a game were void, an engine could avoid every loss.
        detail = f"{engine.player.name}: refused the legal move {last_move}: {error}"
        raise _GameOver(_won(opponent_of(side), "F", "refused", detail)) from None
    except Hung as error:
        if clock is not None and clock.longest_move(COLOURS[side]) < engine.player.patience:
            live.seconds[side].append(time.perf_counter() - start)
            raise _GameOver(_late(live, side)) from None
        raise _GameOver(_forfeit(engine, side, error)) from None
    except (Refused, EngineFailure) as error:
        raise _GameOver(_forfeit(engine, side, error)) from None
    finally:
        if not engine.is_broken:
            live.seconds[side].append(time.perf_counter() - start)


def _late(live: LiveGame, side: Side) -> Outcome:
    detail = f"{live.engines[side].player.name}: lost on time with a move of {live.seconds[side][-1]:.2f} s"
    return _won(opponent_of(side), "T", "time", detail)


def _forfeit(engine: RunningEngine, side: Side, error: Refused | EngineFailure) -> Outcome:
    reason = error.reason if isinstance(error, EngineFailure) else "error"
    return _won(opponent_of(side), "F", reason, described(engine, _refusal(error)))


def _refusal(error: Exception) -> str:
    return f"answered: ? {error}" if isinstance(error, Refused) else str(error)


async def _counted(live: LiveGame) -> Outcome:
    """Count the board after two passes."""
    dead, detail = await _dead_stones(live)
    score = live.game.score(dead)
    if not score.margin:
        return Outcome("0", None, "score", detail)
    return Outcome(str(score), "black" if score.margin > 0 else "white", "score", detail)


async def _dead_stones(live: LiveGame) -> tuple[set[Point], str]:
    """Return the dead stones: those that both engines name if they agree, else those by playouts; with a comment."""
    game = live.game
    if not game.rules.removes_dead:
        return set(), ""
    answers = [_chains(game, await engine.dead_stones()) for engine in live.engines.values()]
    if answers[0] is not None and answers[0] == answers[1]:
        return answers[0], ""
    # In a thread, as playouts may have to be compiled first, and the clocks of other games run.
    judged = await asyncio.to_thread(_dead_by_playouts, game)
    named = zip(live.engines.values(), answers, strict=True)
    said = [f"{engine.player.name}: {_shown(game, answer)}" for engine, answer in named]
    return judged, f"dead stones by playouts: {_shown(game, judged)}; {'; '.join(said)}"


def _dead_by_playouts(game: Game) -> set[Point]:
    """Return the stones that are dead by playouts, always the same for the same position."""
    from tengen.playout.status import final_status

    return set(final_status(game).dead_stones)


def _chains(game: Game, names: list[str] | None) -> set[Point] | None:
    """Return the points of the chains of some stones; None if one of the names is not a stone."""
    if names is None:
        return None
    points: set[Point] = set()
    for name in names:
        try:
            point = parse_point(name, game.size)
        except ValueError:
            return None
        if game.board.colour[point] not in (BLACK, WHITE):
            return None
        points.update(int(stone) for stone in chain_points(game.board, point))
    return points


def _shown(game: Game, points: set[Point] | None) -> str:
    if points is None:
        return "no answer"
    return " ".join(game.name(point) for point in sorted(points)) or "none"
