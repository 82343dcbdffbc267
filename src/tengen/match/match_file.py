"""Reading the TOML file of a match, such as this one.

    [players.gg]
    engine = "gnugo:1"

    [players.mc]
    preset = "montecarlo"
    set = { simulations = 500 }

    [[pairings]]
    players = ["gg", "mc"]
    size = 9
    games = 40

Mistakes are reported with the file, the line and the nearest valid name.
"""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tengen.board.handicap import fixed_handicap
from tengen.board.rules import rules_named
from tengen.match.definition import Definition, MatchPlayer, Pairing, TimeControl, with_options, with_simulations
from tengen.match.openings import Opening, read_openings
from tengen.match.statistics import Sprt
from tengen.parts.names import unknown_name
from tengen.parts.toml import Key, TomlDocument, read_document
from tengen.presets.preset import preset_named

GNUGO = re.compile(r"gnugo(?::(\d{1,2}))?")
USUAL_LEVEL = 10


class PlayerTable(msgspec.Struct, frozen=True, kw_only=True):
    """``[players.NAME]`` as it is written."""

    engine: str | tuple[str, ...] | None = None
    preset: str | None = None
    set: dict[str, Any] = {}
    environment: dict[str, str] = {}
    folder: str | None = None
    startup: tuple[str, ...] = ()
    patience: Annotated[float, Meta(gt=0)] = 300.0


class Conditions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The conditions of games, as they are written: the part of a pairing that tuning shares."""

    size: Annotated[int, Meta(ge=2, le=25)] = 9
    komi: Annotated[float, Meta(ge=-1000, le=1000)] | None = None
    rules: str = "chinese"
    handicap: Annotated[int, Meta(ge=0)] = 0
    seconds: Annotated[float, Meta(gt=0)] | None = None
    time: TimeControl | None = None
    simulations: Annotated[int, Meta(ge=1)] | None = None
    openings: str | None = None
    opening_moves: Annotated[int, Meta(ge=1)] | None = None
    colours: Literal["alternate", "first-black"] = "alternate"
    max_moves: Annotated[int, Meta(ge=1)] | None = None


class PairingTable(Conditions, frozen=True, kw_only=True, rename="kebab"):
    """``[[pairings]]`` as it is written."""

    players: tuple[str, str]
    games: Annotated[int, Meta(ge=0)] | None = None
    sprt: Sprt | None = None
    interval: Annotated[float, Meta(gt=0, lt=0.5)] | None = None


def read_definition(path: Path) -> Definition:
    """Return the players and pairings of a file; raises ConfigError with the place of a mistake, or OSError."""
    return _definition(read_document(path), path.parent)


def parse_definition(text: str, file: str = "match file", folder: Path = Path()) -> Definition:
    """Return the players and pairings of a TOML text; paths in it are relative to the folder. Raises ConfigError."""
    return _definition(TomlDocument(text, file), folder)


def _definition(document: TomlDocument, folder: Path) -> Definition:
    document.expect_names(("players", "pairings"))
    tables = document.tables
    for name, form, kind in (("players", "[players.NAME]", dict), ("pairings", "[[pairings]]", list)):
        if not isinstance(tables.get(name), kind) or not tables[name]:
            raise document.mistake(f"there is no {form}")
    reader = MatchReader(document, folder)
    players = {name: reader.player(name, "players", name) for name in tables["players"]}
    pairings = [reader.pairing(players, "pairings", index) for index in range(len(tables["pairings"]))]
    return Definition(players, tuple(pairings))


def player_of(name: str, **table: Any) -> MatchPlayer:
    """Return a player by the keys of its table, for programs that write no file; raises ConfigError."""
    return MatchReader(TomlDocument.of_tables({name: table}, "player")).player(name, name)


def pairing_of(first: MatchPlayer, second: MatchPlayer, **table: Any) -> Pairing:
    """Return a pairing of two players by the keys of its table, underscores for hyphens; raises ConfigError."""
    keys = {name.replace("_", "-"): value for name, value in table.items()}
    tables = {"pairing": {"players": [first.name, second.name], **keys}}
    document = TomlDocument.of_tables(tables, f"{first.name} - {second.name}")
    return MatchReader(document).pairing({first.name: first, second.name: second}, "pairing")


class MatchReader:
    """Reads players and pairings from the tables of a document. All methods raise ConfigError."""

    def __init__(self, document: TomlDocument, folder: Path = Path()) -> None:
        """Other files that the document names are relative to the folder."""
        self._document = document
        self._folder = folder

    def player(self, name: str, *keys: Key) -> MatchPlayer:
        """Return the player of the table at a path of keys."""
        table = self._document.read(PlayerTable, *keys)
        if (table.engine is None) == (table.preset is None):
            raise self._document.mistake("give either an engine or a preset", *keys)
        if table.set and table.preset is None:
            raise self._document.mistake("only a preset has options to set", *keys, at=["set"])
        player = MatchPlayer(
            name=name,
            environment=table.environment,
            folder=str((self._folder / table.folder).absolute()) if table.folder else None,
            startup=table.startup,
            patience=table.patience,
        )
        if table.preset is not None:
            return self.with_preset(player, table.preset, table.set, keys)
        assert table.engine is not None
        return self._with_engine(player, table.engine, keys)

    def _with_engine(self, player: MatchPlayer, engine: str | tuple[str, ...], keys: tuple[Key, ...]) -> MatchPlayer:
        if isinstance(engine, str) and (short := GNUGO.fullmatch(engine.strip())):
            return msgspec.structs.replace(player, gnugo_level=int(short[1] or USUAL_LEVEL))
        try:
            words = tuple(shlex.split(engine)) if isinstance(engine, str) else engine
        except ValueError as error:
            raise self._document.mistake(f"{engine!r} is no command line: {error}", *keys, at=["engine"]) from None
        if not words:
            raise self._document.mistake("the command line is empty", *keys, at=["engine"])
        return msgspec.structs.replace(player, command=words)

    def with_preset(
        self, player: MatchPlayer, preset: str, changes: Mapping[str, Any], keys: tuple[Key, ...]
    ) -> MatchPlayer:
        """Return a player with a preset, and some of its options changed; ``keys`` lead to the player's table."""
        try:
            preset_named(preset)
        except ValueError as error:
            raise self._document.mistake(str(error), *keys, at=["preset"]) from None
        try:
            return with_options(player, preset, changes)
        except ValueError as error:
            raise self._document.option_mistake(error, *keys, at=["set"]) from None

    def pairing(self, players: Mapping[str, MatchPlayer], *keys: Key) -> Pairing:
        """Return the pairing of the table at a path of keys."""
        table = self._document.read(PairingTable, *keys)
        for name in table.players:
            if name not in players:
                raise self._document.mistake(unknown_name("player", name, players), *keys, at=["players"])
        if table.games is None and table.sprt is None and table.interval is None:
            raise self._document.mistake("give a number of games, or a stopping rule (sprt or interval)", *keys)
        if table.sprt is not None and table.interval is not None:
            raise self._document.mistake("give only one stopping rule, sprt or interval", *keys, at=["sprt"])
        self.check(table, *keys)
        first, second = (with_simulations(players[name], table.simulations) for name in table.players)
        rules = rules_named(table.rules)
        seconds = TimeControl(overtime=table.seconds, stones=1) if table.seconds else None
        time = table.time or seconds
        if time is not None and not time.has_whole_seconds and (first.is_gnugo or second.is_gnugo):
            message = "GNU Go reads only whole seconds, and this clock has less than one"
            raise self._document.mistake(message, *keys, at=["time" if table.time else "seconds"])
        return Pairing(
            first=first,
            second=second,
            size=table.size,
            komi=rules.komi if table.komi is None else table.komi,
            rules=rules.name,
            handicap=table.handicap,
            time=time,
            simulations=table.simulations,
            openings=self.openings(table, *keys),
            colours=table.colours,
            max_moves=table.max_moves or max(50, 5 * table.size**2),
            games=table.games,
            sprt=table.sprt,
            interval=table.interval,
        )

    def check(self, table: Conditions, *keys: Key) -> None:
        """Raise ConfigError if the conditions of games do not fit together."""
        if table.seconds is not None and table.time is not None:
            message = "give either seconds for each move or the time for the game"
            raise self._document.mistake(message, *keys, at=["seconds"])
        if table.time is not None and table.time.increment and (table.time.overtime or table.time.stones):
            raise self._document.mistake("give either overtime or an increment for each move", *keys, at=["time"])
        if table.openings is not None and table.handicap:
            raise self._document.mistake("a game with handicap has no opening", *keys, at=["openings"])
        try:
            rules_named(table.rules)
        except ValueError as error:
            raise self._document.mistake(str(error), *keys, at=["rules"]) from None
        try:
            if table.handicap:
                fixed_handicap(table.handicap, table.size)
        except ValueError as error:
            raise self._document.mistake(str(error), *keys, at=["handicap"]) from None

    def openings(self, table: Conditions, *keys: Key) -> tuple[Opening, ...]:
        """Return the openings of games; none if no file is given."""
        if table.openings is None:
            return ()
        try:
            return read_openings(self._folder / table.openings, table.size, table.rules, table.opening_moves)
        except (OSError, ValueError) as error:
            raise self._document.mistake(str(error), *keys, at=["openings"]) from None
