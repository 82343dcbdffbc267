"""What a store holds, counted: a line for each pairing and each player.

    with Store.existing(Path("m.sqlite")) as store:
        for line in report_of(store).pairings:
            print(line.first, line.tally, line.second)

Players are rated for each size of the board by itself, and by even games only. Two players of the same name that were
defined differently stay apart: the beginning of the hash is added to their names.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from statistics import fmean
from typing import Any

import msgspec

from tengen.match.statistics import Estimate, Tally, elo_difference, ratings, superiority, win_rate
from tengen.match.store import FinishedGame, Store

ON_TIME, FAULTS = "time", ("illegal", "refused", "error", "crashed", "hung")
SIDES = ("black", "white")
NO_GAME = Estimate(math.nan, math.nan, math.nan)


class SideCount(msgspec.Struct):
    """What one player did in some games."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    simulations: float = 0.0
    counted_moves: int = 0
    """The moves whose simulations are known."""
    time_losses: int = 0
    faults: int = 0
    """Games lost by an illegal move or by the engine's failure."""

    @property
    def seconds_a_move(self) -> float:
        """The mean over all moves; not a number without any."""
        return self.seconds / self.moves if self.moves else math.nan

    @property
    def simulations_a_move(self) -> float:
        """The mean over the moves where it is known; not a number without any."""
        return self.simulations / self.counted_moves if self.counted_moves else math.nan

    def add(self, game: FinishedGame, side: Any) -> None:
        """Count one side of a game."""
        seconds, simulations = game.seconds.get(side) or [], _known(game.simulations.get(side))
        self.games += 1
        self.moves += len(seconds)
        self.seconds += sum(seconds)
        self.simulations += sum(simulations)
        self.counted_moves += len(simulations)
        if game.winner and game.winner != side:
            self.time_losses += game.reason == ON_TIME
            self.faults += game.reason in FAULTS


def _known(simulations: Any) -> list[float]:
    """Return the numbers in a side's simulations, which are one for all moves, one for each, or unknown."""
    values = simulations if isinstance(simulations, list) else [simulations]
    return [float(value) for value in values if isinstance(value, int | float)]


class PairingLine(msgspec.Struct, kw_only=True):
    """A pairing; wins are the first player's."""

    hash: str
    first: str
    second: str
    size: int
    komi: float
    rules: str
    handicap: int
    limit: str
    """Time or simulations for both, in words; empty where there is none."""
    tally: Tally = Tally()
    as_black: Tally = Tally()
    as_white: Tally = Tally()
    lengths: list[int] = []
    sides: tuple[SideCount, SideCount]
    history: list[float] = []
    """The points of each game that counts, in the order in which they ended."""
    reasons: dict[str, int] = {}
    running: int = 0

    @property
    def rate(self) -> Estimate:
        """The first player's share of the points, with its interval."""
        return win_rate(self.tally)

    @property
    def elo(self) -> Estimate:
        """How much stronger the first player is."""
        return elo_difference(self.tally)

    @property
    def superiority(self) -> float:
        """How probable it is that the first player is the stronger one."""
        return superiority(self.tally)

    @property
    def moves(self) -> float:
        """The average length of a game."""
        return fmean(self.lengths) if self.lengths else math.nan


class PlayerLine(msgspec.Struct, kw_only=True):
    """A player on one size of the board."""

    name: str
    hash: str
    size: int
    tally: Tally = Tally()
    elo: Estimate = NO_GAME
    """By the Bradley-Terry model; not a number where there are only games with handicap or against itself."""
    side: SideCount

    @property
    def rate(self) -> Estimate:
        """The share of the points, with its interval."""
        return win_rate(self.tally)


class Report(msgspec.Struct):
    """All of a store but the game records."""

    pairings: list[PairingLine]
    players: list[PlayerLine]
    """The strongest first, size by size."""


def report_of(store: Store, anchor: str | None = None) -> Report:
    """Return the counts and ratings of a store; an anchor is a player whose Elo is to be 0.

    Raises ValueError if no player has the anchor's name.
    """
    names = shown_names(store.players())
    if anchor is not None and anchor not in names.values():
        from tengen.parts.names import unknown_name

        raise ValueError(unknown_name("player", anchor, sorted(names.values())))
    definitions = store.pairings()
    lines = {key: _pairing_line(key, facts, names) for key, facts in definitions.items()}
    players: dict[tuple[int, str], PlayerLine] = {}
    for game in store.games():
        line = lines[game.pairing]
        count_game(line, game)
        for side, key in zip(SIDES, (game.black, game.white), strict=True):
            new = PlayerLine(name=names[key], hash=key, size=line.size, side=SideCount())
            _count_side(players.setdefault((line.size, key), new), game, side)
    for key, _ in store.claims():
        if key in lines:
            lines[key].running += 1
    _rate(players, lines, definitions, anchor)
    return Report(list(lines.values()), sorted(players.values(), key=_strength))


def shown_names(players: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return what to call each player, by hash."""
    times = Counter(facts["name"] for facts in players.values())
    return {
        key: facts["name"] if times[facts["name"]] == 1 else f"{facts['name']}#{key[:4]}"
        for key, facts in players.items()
    }


def points_of_first(game: FinishedGame) -> float:
    """Return 1, 0.5 or 0; the game must not be void."""
    return 0.5 if not game.winner else float(game.winner == game.first_is)


def _tally_of_one(game: FinishedGame) -> Tally:
    if game.void:
        return Tally(void=1)
    return {1.0: Tally(wins=1), 0.5: Tally(draws=1), 0.0: Tally(losses=1)}[points_of_first(game)]


def _pairing_line(key: str, facts: Mapping[str, Any], names: Mapping[str, str]) -> PairingLine:
    return PairingLine(
        hash=key,
        first=names[facts["first"]],
        second=names[facts["second"]],
        size=facts["size"],
        komi=facts["komi"],
        rules=facts["rules"],
        handicap=facts["handicap"],
        limit=limit_text(facts),
        sides=(SideCount(), SideCount()),
    )


def limit_text(facts: Mapping[str, Any]) -> str:
    """Return the simulations and the time of a pairing's definition in words."""
    words = [f"{facts['simulations']:,} simulations"] if facts.get("simulations") else []
    if time := facts.get("time"):
        words += [f"{time['main']:g} s"] if time["main"] else []
        words += [f"{time['overtime']:g} s for {time['stones']}"] if time["overtime"] else []
    return ", ".join(words)


def count_game(line: PairingLine, game: FinishedGame) -> None:
    """Add a game to the line of its pairing."""
    one = _tally_of_one(game)
    line.tally = line.tally.and_also(one)
    line.reasons[game.reason] = line.reasons.get(game.reason, 0) + 1
    if game.void:
        return
    if game.first_is == "black":
        line.as_black = line.as_black.and_also(one)
    else:
        line.as_white = line.as_white.and_also(one)
    line.lengths.append(game.moves)
    line.history.append(points_of_first(game))
    for count, is_first in zip(line.sides, (True, False), strict=True):
        count.add(game, game.first_is if is_first else _other(game.first_is))


def _other(side: str) -> str:
    return "white" if side == "black" else "black"


def _count_side(player: PlayerLine, game: FinishedGame, side: str) -> None:
    one = _tally_of_one(game)
    player.tally = player.tally.and_also(one if game.first_is == side else one.of_opponent())
    if not game.void:
        player.side.add(game, side)


def _rate(
    players: Mapping[tuple[int, str], PlayerLine],
    lines: Mapping[str, PairingLine],
    definitions: Mapping[str, Mapping[str, Any]],
    anchor: str | None,
) -> None:
    """Fill in the ratings of the players."""
    met: dict[int, dict[tuple[str, str], Tally]] = defaultdict(dict)
    for key, line in lines.items():
        first, second = definitions[key]["first"], definitions[key]["second"]
        if not line.handicap and first != second:
            at = met[line.size]
            at[first, second] = at.get((first, second), Tally()).and_also(line.tally)
    anchor_hash = next((player.hash for player in players.values() if player.name == anchor), None)
    for size, pairs in met.items():
        for key, elo in ratings(pairs, anchor_hash).items():
            players[size, key].elo = elo


def _strength(player: PlayerLine) -> tuple[int, float, str]:
    return player.size, math.inf if math.isnan(player.elo.value) else -player.elo.value, player.name
