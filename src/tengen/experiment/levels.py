"""Levels: games between them in one process, and the table of their ratings. docs/levels.md has the results.

A match of ``tengen match`` starts an engine for each player, which costs more than a whole game between weak levels.
Here each player is made once, and all games are played one after another in the same process.
"""

import math
import subprocess
import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np

from tengen.board.grid import BLACK, Move
from tengen.engines.engine import Engine
from tengen.experiment.level_model import LevelModel, RatedGame, fit
from tengen.game.game import Game
from tengen.match.launch import gnugo_words
from tengen.match.statistics import CONFIDENCE, ELO_SCALE, Estimate, MatchTally, ratings
from tengen.presets.level import Level, level_named, level_names

RULES = "chinese"
KOMI = {9: 7.0}
USUAL_KOMI = 7.5
LONGEST = 3  # a game ends after this many moves for each point of the board
TREE_MEGABYTES = 24.0  # enough for the simulations of a level; many players share the memory
GAME_COST = 150  # what a move costs besides its simulations, in simulations
COST_POWER = 0.6  # the cheaper a pair, the more games it gets, but less than in proportion
GNUGO = "gnugo:"
ANCHOR = "9k"  # the level that is as strong as GNU Go at its default level
STEP = 90.0  # Elo between neighbouring levels
SETTINGS_A_STEP = 40  # tried between two levels when levels are placed anew
WEAKEST = Level(50, temperature=20.0, prediction=0.125)  # levels that are placed anew are not weaker
MOST_SIMULATIONS = 40_000  # of such a level
DRAWN = 0.1  # drawn games added to each pair for the ratings


class LevelGame(msgspec.Struct, frozen=True):
    """A finished game. Players are levels, ``gnugo:10``, or options such as ``simulations=50,choice.temperature=1``."""

    size: int
    komi: float
    black: str
    white: str
    result: str
    moves: int
    seconds: float

    @property
    def tally(self) -> MatchTally:
        """The game from Black's view."""
        return MatchTally(int(self.result[0] == "B"), int(self.result[0] == "W"), int(self.result == "0"))


class Seat(Protocol):
    """Somebody who plays."""

    def play(self, game: Game) -> Move:
        """Return a move for the side to play."""
        ...

    def close(self) -> None:
        """End the player."""
        ...


class GnuGoError(RuntimeError):
    """GNU Go has crashed, or refused a command."""


class GnuGo:
    """GNU Go as a subprocess."""

    def __init__(self, level: int) -> None:
        words = gnugo_words(level, RULES)
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._known: list[Move] | None = None

    def play(self, game: Game) -> Move:
        """Tell GNU Go the moves that it does not know, and let it make one."""
        moves = list(game.moves)
        if self._known is None or moves[: len(self._known)] != self._known:
            for command in (f"boardsize {game.size}", "clear_board", f"komi {game.komi}"):
                self._ask(command)
            self._known = []
        for move in moves[len(self._known) :]:
            self._ask(f"play {'b' if move.colour == BLACK else 'w'} {move.name}")
        colour = "b" if game.to_play == BLACK else "w"
        move = Move.parse(self._ask(f"genmove {colour}"), game.to_play, game.size)
        self._known = [*moves, move]
        return move

    def _ask(self, command: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise GnuGoError(f"GNU Go has ended before {command!r}") from error
        answer = self._process.stdout.readline()
        self._process.stdout.readline()
        if not answer.startswith("="):
            raise GnuGoError(f"GNU Go answered {answer!r} to {command!r}")
        return answer[1:].strip()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def new_seat(name: str) -> Seat:
    """Return a player by its name; raises OptionError if there is no such level or option."""
    if name.startswith(GNUGO):
        return GnuGo(int(name.removeprefix(GNUGO)))
    if "=" not in name:
        return Engine(level=name, memory=TREE_MEGABYTES)
    options: dict[str, Any] = dict(word.split("=", 1) for word in name.split(","))
    return Engine("tengen", options, memory=TREE_MEGABYTES)


class Games:
    """Plays games between players of one board size."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._seats: dict[str, Seat] = {}
        self._counter = Engine("random", seed=1)

    def play(self, black: str, white: str) -> LevelGame:
        """Play a game to its end; dead stones are those that playouts find dead."""
        begun = time.monotonic()
        game = Game(self.size, KOMI.get(self.size, USUAL_KOMI), RULES)
        seats = {BLACK: self._seat(black)}
        result = ""
        while not game.is_over and len(game.moves) < LONGEST * self.size**2:
            move = seats.get(game.to_play, self._seat(white)).play(game)
            if move.is_resign:
                result = "W+R" if game.to_play == BLACK else "B+R"
                break
            game.play(move)
        seconds = round(time.monotonic() - begun, 3)
        return LevelGame(self.size, game.komi, black, white, result or self._count(game), len(game.moves), seconds)

    def _seat(self, name: str) -> Seat:
        if name not in self._seats:
            self._seats[name] = new_seat(name)
        return self._seats[name]

    def _count(self, game: Game) -> str:
        dead = [point for chain in self._counter.final_status(game).dead for point in chain]
        return str(game.score(dead))

    def dismiss(self) -> None:
        """End all players; the next game makes new ones."""
        for seat in self._seats.values():
            seat.close()
        self._seats.clear()

    def close(self) -> None:
        """End everything."""
        self.dismiss()
        self._counter.close()


def pairs_of(players: Sequence[str], reach: int) -> list[tuple[str, str]]:
    """Return the pairs of players that stand at most so many places apart in the list."""
    return [(one, other) for i, one in enumerate(players) for other in players[i + 1 : i + 1 + reach]]


def play_for(seconds: float, size: int, pairs: Sequence[tuple[str, str]], file: Path) -> None:
    """Play games of random pairs and colours, and add each to a file, until the time is over."""
    random, games, end = Random(), Games(size), time.monotonic() + seconds  # noqa: S311  # for games
    weights = [(_cost(one, size) + _cost(other, size)) ** -COST_POWER for one, other in pairs]
    try:
        while time.monotonic() < end:
            (pair,) = random.choices(pairs, weights)
            try:
                game = games.play(*random.sample(pair, 2))
            except GnuGoError:  # it crashes in some positions: the game does not count
                games.dismiss()
                continue
            with file.open("ab") as lines:
                lines.write(msgspec.json.encode(game) + b"\n")
    finally:
        games.close()


def _cost(name: str, size: int) -> int:
    """Return about what a move of a player costs, in simulations."""
    if name in level_names():
        return level_named(name, size).simulations + GAME_COST
    for word in name.split(","):
        if word.startswith("simulations="):
            return int(word.partition("=")[2]) + GAME_COST
    return 10 * GAME_COST


def read_level_games(file: Path) -> list[LevelGame]:
    """Return the games of a file; none if there is no file."""
    if not file.exists():
        return []
    return [msgspec.json.decode(line, type=LevelGame) for line in file.read_bytes().splitlines()]


class LevelRow(NamedTuple):
    """A player of the table. A step is the difference to the level before; only levels have one."""

    name: str
    setting: Level | None
    """What the level sets; GNU Go has none."""
    model: Estimate | None
    """Elo by the smooth model, from all games of the board size; that of the anchor is 0."""
    model_step: Estimate | None
    games: int
    """Fresh games: those between the levels themselves, or with GNU Go."""
    elo: Estimate | None
    """By fresh games alone."""
    step: Estimate | None


def level_rows(games: Sequence[LevelGame], anchor: str = ANCHOR) -> list[LevelRow]:
    """Return the levels in their order, then those of GNU Go. Other players, given by options, are left out.

    There is a model if there are games between settings or levels; then all levels are there.
    """
    if not games:
        return []
    origin = level_named(anchor, games[0].size)
    settings = _games_of_settings(games)
    model = fit(settings) if settings else None
    pairs = _fresh_pairs(games)
    rated = ratings(pairs, anchor if any(anchor in pair for pair in pairs) else None, drawn=DRAWN)
    levels = {name: level_named(name, games[0].size) for name in level_names() if model or name in rated}
    rows = []
    for before, name in pairwise(["", *levels]):
        elo = model.difference(levels[name], origin) if model else None
        model_step = model.difference(levels[name], levels[before]) if model and before else None
        step = ratings(pairs, before, drawn=DRAWN)[name] if before in rated and name in rated else None
        rows.append(LevelRow(name, levels[name], elo, model_step, _games_of(name, pairs), rated.get(name), step))
    theirs = {name for game in games for name in (game.black, game.white) if name.startswith(GNUGO)}
    for name in sorted(theirs, key=lambda name: int(name.removeprefix(GNUGO))):
        elo = _elo_of_gnugo(games, model, origin, name) if model else None
        rows.append(LevelRow(name, None, elo, None, _games_of(name, pairs), rated.get(name), None))
    return rows


def _fresh_pairs(games: Sequence[LevelGame]) -> dict[tuple[str, str], MatchTally]:
    """Return the games among levels and GNU Go, by Black and White."""
    pairs: dict[tuple[str, str], MatchTally] = {}
    for game in games:
        pair = (game.black, game.white)
        if not any("=" in name for name in pair):
            pairs[pair] = pairs.get(pair, MatchTally()) + game.tally
    return pairs


def _games_of(name: str, pairs: Mapping[tuple[str, str], MatchTally]) -> int:
    return sum(tally.games for pair, tally in pairs.items() if name in pair)


def _games_of_settings(games: Sequence[LevelGame]) -> list[RatedGame]:
    """Return the games in which both players are settings, as the smooth model wants them."""
    rated = []
    for game in games:
        black, white = (setting_of(name, game.size) for name in (game.black, game.white))
        if black is not None and white is not None:
            rated.append(RatedGame(black, white, game.tally.points))
    return rated


def placed_levels(games: Sequence[LevelGame]) -> dict[str, Level]:
    """Return what the levels should set after some games on one board size: ``STEP`` apart by the smooth model.

    The settings are on the way of the present levels, from weaker than the weakest to stronger than the strongest. The
    level ``ANCHOR`` is as strong as GNU Go at level 10, or as before if there are no games with it.
    """
    rated = _games_of_settings(games)
    if not rated:
        raise ValueError("there are no games between levels or settings")
    model, names, size = fit(rated), level_names(), games[0].size
    present = [level_named(name, size) for name in names]
    way = _way(present)
    elo = np.maximum.accumulate([model.difference(setting, way[0]).value for setting in way])
    gnugo = _elo_of_gnugo(games, model, way[0])
    anchor = (gnugo or model.difference(present[names.index(ANCHOR)], way[0])).value
    wanted = [anchor + STEP * (place - names.index(ANCHOR)) for place in range(len(names))]
    if not (elo[0] <= wanted[0] + STEP / 2 and wanted[-1] <= elo[-1]):
        span = f"{wanted[0]:.0f} to {wanted[-1]:.0f} Elo"
        raise ValueError(f"the levels need settings from {span}, and there are only settings from 0 to {elo[-1]:.0f}")
    return {name: way[int(np.searchsorted(elo, place))] for name, place in zip(names, wanted, strict=True)}


def _way(levels: Sequence[Level]) -> list[Level]:
    """Return settings from the weakest possible one over all levels to one with many more simulations."""
    strongest = msgspec.structs.replace(levels[-1], simulations=MOST_SIMULATIONS)
    shares = np.linspace(0, 1, SETTINGS_A_STEP, endpoint=False)
    return [one.mixed_with(other, share) for one, other in pairwise([WEAKEST, *levels, strongest]) for share in shares]


def _elo_of_gnugo(
    games: Sequence[LevelGame], model: LevelModel, origin: Level, name: str = f"{GNUGO}10"
) -> Estimate | None:
    """Return the Elo of a level of GNU Go above a setting; None without games against settings.

    It is the one at which its opponents, whose Elo the model knows, would win as much as they did.
    """
    elo, points = [], []  # of its opponents
    for game in games:
        if name in (game.black, game.white):
            other = setting_of(game.white if game.black == name else game.black, game.size)
            if other is not None:
                elo.append(model.difference(other, origin).value)
                points.append(game.tally.points if game.white == name else 1 - game.tally.points)
    if not elo:
        return None
    possible = np.linspace(min(elo) - 400, max(elo) + 400, 1000)
    chances = 1 / (1 + np.exp((possible[:, None] - np.array(elo)) / ELO_SCALE))
    best = int(np.argmin(np.abs(chances.sum(axis=1) - sum(points))))
    half = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * ELO_SCALE / math.sqrt((chances * (1 - chances))[best].sum())
    return Estimate(float(possible[best]), float(possible[best] - half), float(possible[best] + half))


def setting_of(name: str, size: int) -> Level | None:
    """Return what a player sets, if that is nothing but what levels set; else None."""
    if name in level_names():
        return level_named(name, size)
    if "=" not in name:
        return None
    given = dict(word.split("=", 1) for word in name.split(","))
    fields = dict(zip(Level(1).options(), Level.__struct_fields__, strict=True))
    if not set(given) <= set(fields) or "simulations" not in given:
        return None
    return msgspec.convert({fields[option]: value for option, value in given.items()}, Level, strict=False)
