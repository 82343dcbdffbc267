"""The results in a store, counted: a line for each pairing and each player.

    with Store.existing(Path("m.sqlite")) as store:
        for line in report_of(store).pairings:
            print(line.first, line.tally, line.second)

Players are rated for each board size separately, from games without handicap. If two different players have the same
name, the beginning of the hash is added to their names.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from statistics import fmean
from typing import Any

import msgspec

from tengen.match.finished import SIDES, FinishedGame, Side, opponent_of
from tengen.match.statistics import Estimate, MatchTally, elo_difference, ratings, superiority, win_rate
from tengen.match.store import Store, StoreError

ON_TIME, FAULTS = "time", ("illegal", "refused", "error", "crashed", "hung")
NO_GAME = Estimate(math.nan, math.nan, math.nan)


class SideCount(msgspec.Struct):
    """Counts of one player over some games."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    simulations: float = 0.0
    counted_moves: int = 0
    """Moves of games in which the number of simulations is known."""
    time_losses: int = 0
    faults: int = 0
    """Games lost by an illegal move or a failure of the engine."""

    @property
    def seconds_a_move(self) -> float:
        """The mean over all moves; not a number without any."""
        return self.seconds / self.moves if self.moves else math.nan

    @property
    def simulations_a_move(self) -> float:
        """The mean over the moves for which it is known; not a number without any."""
        return self.simulations / self.counted_moves if self.counted_moves else math.nan

    def add(self, game: FinishedGame, side: Side) -> None:
        """Count one side of a game."""
        seconds, simulations = game.seconds.get(side, []), game.simulations.get(side)
        self.games += 1
        self.moves += len(seconds)
        self.seconds += sum(seconds)
        if simulations:  # old stores say 0 for engines that play by time
            self.simulations += simulations * len(seconds)
            self.counted_moves += len(seconds)
        if game.winner and game.winner != side:
            self.time_losses += game.reason == ON_TIME
            self.faults += game.reason in FAULTS


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
    """The limit of both players in words; empty if there is none."""
    tally: MatchTally = MatchTally()
    as_black: MatchTally = MatchTally()
    as_white: MatchTally = MatchTally()
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
    tally: MatchTally = MatchTally()
    elo: Estimate = NO_GAME
    """By the Bradley-Terry model; not a number if all games have handicap or are against itself."""
    side: SideCount

    @property
    def rate(self) -> Estimate:
        """The share of the points, with its interval."""
        return win_rate(self.tally)


class MatchReport(msgspec.Struct):
    """Everything in a store except the game records."""

    pairings: list[PairingLine]
    players: list[PlayerLine]
    """The strongest first, size by size."""


def report_of(store: Store, anchor: str | None = None) -> MatchReport:
    """Return the counts and ratings of a store; the anchor is the player whose Elo is set to 0.

    Raises ValueError if no player has the anchor's name, StoreError if the store is damaged.
    """
    names = shown_names(store.players())
    if anchor is not None and anchor not in names.values():
        from tengen.parts.names import unknown_name

        raise ValueError(unknown_name("player", anchor, sorted(names.values())))
    definitions = store.pairings()
    lines = {key: _pairing_line(key, facts, names) for key, facts in definitions.items()}
    players: dict[tuple[int, str], PlayerLine] = {}
    for game in store.games():
        if game.pairing not in lines or not {game.black, game.white} <= names.keys():
            raise StoreError(f"{store.path}: the store is damaged: a game's pairing or player is missing")
        line = lines[game.pairing]
        count_game(line, game)
        for side, key in zip(SIDES, (game.black, game.white), strict=True):
            new = PlayerLine(name=names[key], hash=key, size=line.size, side=SideCount())
            _count_side(players.setdefault((line.size, key), new), game, side)
    for key, _ in store.claims():
        if key in lines:
            lines[key].running += 1
    _rate(players, lines, definitions, anchor)
    return MatchReport(list(lines.values()), sorted(players.values(), key=_strength))


def shown_names(players: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return the name to show for each player, by hash."""
    times = Counter(facts["name"] for facts in players.values())
    return {
        key: facts["name"] if times[facts["name"]] == 1 else f"{facts['name']}#{key[:4]}"
        for key, facts in players.items()
    }


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
    one = game.tally(game.first_is)
    line.tally += one
    line.reasons[game.reason] = line.reasons.get(game.reason, 0) + 1
    if game.void:
        return
    if game.first_is == "black":
        line.as_black += one
    else:
        line.as_white += one
    line.lengths.append(game.moves)
    line.history.append(one.points)
    first, second = line.sides
    first.add(game, game.first_is)
    second.add(game, opponent_of(game.first_is))


def _count_side(player: PlayerLine, game: FinishedGame, side: Side) -> None:
    player.tally += game.tally(side)
    if not game.void:
        player.side.add(game, side)


def _rate(
    players: Mapping[tuple[int, str], PlayerLine],
    lines: Mapping[str, PairingLine],
    definitions: Mapping[str, Mapping[str, Any]],
    anchor: str | None,
) -> None:
    """Fill in the ratings of the players."""
    met: dict[int, dict[tuple[str, str], MatchTally]] = defaultdict(dict)
    for key, line in lines.items():
        first, second = definitions[key]["first"], definitions[key]["second"]
        if not line.handicap and first != second:
            at = met[line.size]
            at[first, second] = at.get((first, second), MatchTally()) + line.tally
    anchor_hash = next((player.hash for player in players.values() if player.name == anchor), None)
    for size, pairs in met.items():
        for key, elo in ratings(pairs, anchor_hash).items():
            players[size, key].elo = elo


def _strength(player: PlayerLine) -> tuple[int, float, str]:
    return player.size, math.inf if math.isnan(player.elo.value) else -player.elo.value, player.name
