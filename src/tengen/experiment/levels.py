"""Levels: games between them in one process, and the table of their ratings. docs/levels.md has the results.

A match of ``tengen match`` starts an engine for each player, which costs more than a whole game between weak levels.
Here each player is made once, and all games are played one after another in the same process.
"""

import subprocess
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np

from tengen.board.grid import BLACK, Move
from tengen.engines.engine import Engine
from tengen.experiment.level_model import RatedGame, fit
from tengen.game.game import Game
from tengen.match.launch import gnugo_words
from tengen.match.statistics import ELO_SCALE, Estimate, MatchTally, ratings
from tengen.presets.level import Level, level_named, level_names

RULES = "chinese"
KOMI = {9: 7.0}
USUAL_KOMI = 7.5
LONGEST = 3  # a game ends after this many moves for each point of the board
TREE_MEGABYTES = 24.0  # enough for the simulations of a level; many players share the memory
GAME_COST = 150  # what a move costs besides its simulations, in simulations
COST_POWER = 0.6  # the cheaper a pair, the more games it gets, but less than in proportion
GNUGO = "gnugo:"
ANCHOR = "8k"  # the level that is as strong as GNU Go at its default level
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
    games: int
    elo: Estimate
    step: Estimate | None
    """By games between the levels alone."""
    model_step: Estimate | None
    """By the smooth model, from all games of the board size."""


def level_rows(games: Sequence[LevelGame], anchor: str | None = None) -> list[LevelRow]:
    """Return the levels in their order, then GNU Go's levels by rating. Players given by options are left out.

    The anchor has the rating 0; without one it is the mean.
    """
    pairs: dict[tuple[str, str], MatchTally] = {}
    for game in games:
        pair = (game.black, game.white)
        if not any("=" in name for name in pair):
            pairs[pair] = pairs.get(pair, MatchTally()) + game.tally
    rated = ratings(pairs, anchor, drawn=DRAWN)
    levels = [name for name in level_names() if name in rated]
    others = sorted((name for name in rated if name not in levels), key=lambda name: rated[name].value)
    steps = {
        name: ratings(pairs, before, drawn=DRAWN)[name]
        for before, name in pairwise(level_names())
        if before in rated and name in rated
    }
    model_steps = _model_steps(games, levels)
    count = {name: sum(tally.games for pair, tally in pairs.items() if name in pair) for name in rated}
    return [
        LevelRow(name, count[name], rated[name], steps.get(name), model_steps.get(name)) for name in (*levels, *others)
    ]


def _model_steps(games: Sequence[LevelGame], levels: Sequence[str]) -> dict[str, Estimate]:
    rated = _games_of_settings(games)
    if not rated:
        return {}
    model, size = fit(rated), games[0].size
    return {
        name: model.difference(level_named(name, size), level_named(before, size)) for before, name in pairwise(levels)
    }


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
    theirs = [(game, _opponent_of_gnugo(game)) for game in games]
    met = [(game, model.difference(setting, way[0]).value) for game, setting in theirs if setting is not None]
    anchor = _even_elo(met) if met else model.difference(present[names.index(ANCHOR)], way[0]).value
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


def _opponent_of_gnugo(game: LevelGame) -> Level | None:
    """Return the setting that has played against GNU Go at level 10; None if the game is another."""
    names = [name for name in (game.black, game.white) if name != f"{GNUGO}10"]
    return setting_of(names[0], game.size) if len(names) == 1 else None


def _even_elo(met: Sequence[tuple[LevelGame, float]]) -> float:
    """Return the Elo of GNU Go: the one at which its opponents, whose Elo is given, would win as much as they did."""
    elo = np.array([of_setting for _, of_setting in met])
    points = [game.tally.points for game, _ in met]  # of Black
    won = sum(one if game.white.startswith(GNUGO) else 1 - one for (game, _), one in zip(met, points, strict=True))
    possible = np.linspace(elo.min() - 400, elo.max() + 400, 1000)
    expected = [float((1 / (1 + np.exp((place - elo) / ELO_SCALE))).sum()) for place in possible]
    return float(possible[np.argmin(np.abs(np.array(expected) - won))])


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
