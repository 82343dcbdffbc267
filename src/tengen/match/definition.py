"""The definition of a match: players and pairings, read from a TOML file.

    [players.gg]
    engine = "gnugo:1"

    [players.mc]
    preset = "montecarlo"
    set = { simulations = 500 }

    [[pairings]]
    players = ["gg", "mc"]
    size = 9
    games = 40

What a file leaves out is filled in here, so that a player and a pairing are complete, and known by the hash of all that
makes them play as they do. How many games there shall be is no part of it, nor is the patience with a slow engine: both
may change while a match runs.
"""

import hashlib
import re
import shlex
import tomllib
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from tengen.board.rules import rules_named
from tengen.compiled.blas import load_numpy
from tengen.match.openings import Opening, read_openings
from tengen.match.statistics import Sprt
from tengen.parts.names import unknown_name

HASH_DIGITS = 16
GNUGO = re.compile(r"gnugo(?::(\d{1,2}))?")
USUAL_LEVEL = 10

AnyStruct = TypeVar("AnyStruct", bound=msgspec.Struct)


class DefinitionError(ValueError):
    """A mistake in the file; the message says where it is and what would be valid."""


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for the whole game, then again and again ``overtime`` seconds for a number of stones (GTP 2, 4.2)."""

    main: Annotated[float, Meta(ge=0)] = 0.0
    overtime: Annotated[float, Meta(ge=0)] = 0.0
    stones: Annotated[int, Meta(ge=0)] = 0
    tolerance: Annotated[float, Meta(ge=0)] = 0.5
    """How late a move may come: the pipe and a busy machine are not the engine's fault."""


class Player(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A complete player: a command line, a level of GNU Go, or a preset with the values of all its options."""

    name: str
    command: tuple[str, ...] = ()
    gnugo_level: int | None = None
    preset: str | None = None
    options: dict[str, Any] = {}
    """Of a preset: every option, as it is resolved."""
    apart: dict[str, Any] = {}
    """Of a preset: those of them that are not the program's defaults."""
    changes: dict[str, str] = {}
    """Of a preset: the options that the file changes, as the command line takes them."""
    environment: dict[str, str] = {}
    folder: str | None = None
    startup: tuple[str, ...] = ()
    """GTP commands sent once, after the engine has started."""
    patience: float = 300.0
    """Seconds that a command may take before the engine counts as hung."""

    @property
    def definition(self) -> dict[str, Any]:
        """All that makes it play as it does."""
        return {k: v for k, v in msgspec.to_builtins(self).items() if k not in ("changes", "patience")}

    @cached_property
    def hash(self) -> str:
        """What identifies the player. A new option that changes nothing by default makes no other player of it."""
        return _hash({k: v for k, v in self.definition.items() if k != "options"})


class Pairing(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Two complete players and how they meet."""

    first: Player
    second: Player
    size: int
    komi: float
    rules: str
    handicap: int = 0
    time: TimeControl | None = None
    simulations: int | None = None
    openings: tuple[Opening, ...] = ()
    colours: Literal["alternate", "first-black"] = "alternate"
    max_moves: int
    games: int | None = None
    sprt: Sprt | None = None
    interval: float | None = None

    @property
    def players(self) -> tuple[Player, Player]:
        """Both players, the first one first."""
        return self.first, self.second

    @property
    def definition(self) -> dict[str, Any]:
        """All that makes its games what they are; players are named by their hashes."""
        facts: dict[str, Any] = msgspec.to_builtins(self)
        for stopping in ("games", "sprt", "interval"):
            del facts[stopping]
        return facts | {"first": self.first.hash, "second": self.second.hash}

    @cached_property
    def hash(self) -> str:
        """What identifies the pairing."""
        return _hash(self.definition)

    @property
    def title(self) -> str:
        """The pairing in a few words, for people."""
        return f"{self.first.name} - {self.second.name}, {self.size}x{self.size}"

    def first_is_black(self, number: int) -> bool:
        """Return whether the first player has Black in a game, by its number from 0."""
        return self.colours == "first-black" or number % 2 == 0

    def opening_index(self, number: int) -> int | None:
        """Return which opening a game begins with; with alternating colours each is played twice in a row."""
        if not self.openings:
            return None
        return (number if self.colours == "first-black" else number // 2) % len(self.openings)


class Definition(msgspec.Struct, frozen=True):
    """A whole file."""

    players: dict[str, Player]
    pairings: tuple[Pairing, ...]


class _PlayerTable(msgspec.Struct, frozen=True, kw_only=True):
    """``[players.NAME]`` as it is written."""

    engine: str | tuple[str, ...] | None = None
    preset: str | None = None
    set: dict[str, Any] = {}
    environment: dict[str, str] = {}
    folder: str | None = None
    startup: tuple[str, ...] = ()
    patience: Annotated[float, Meta(gt=0)] = 300.0


class _PairingTable(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """``[[pairings]]`` as it is written."""

    players: tuple[str, str]
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
    games: Annotated[int, Meta(ge=0)] | None = None
    sprt: Sprt | None = None
    interval: Annotated[float, Meta(gt=0, lt=0.5)] | None = None


def read_definition(path: Path) -> Definition:
    """Return the players and pairings of a file; raises DefinitionError with the place of a mistake, or OSError."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DefinitionError(f"{path}: the file is not UTF-8 text") from None
    return parse_definition(text, str(path), path.parent)


def parse_definition(text: str, where: str = "match file", folder: Path = Path()) -> Definition:
    """Return the players and pairings of a TOML text; other files that it names lie relative to the folder."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        raise DefinitionError(f"{where}: {message[:1].lower()}{message[1:]}") from None
    reader = _Reader(text, where, folder)
    reader.expect_names(tables, ("players", "pairings"), "")
    for name, form, kind in (("players", "[players.NAME]", dict), ("pairings", "[[pairings]]", list)):
        if not isinstance(tables.get(name), kind) or not tables[name]:
            raise DefinitionError(f"{where}: there is no {form}")
    players = {name: reader.player(name, table) for name, table in tables["players"].items()}
    pairings = [reader.pairing(k, table, players) for k, table in enumerate(tables["pairings"])]
    return Definition(players, tuple(pairings))


def player_of(name: str, **table: Any) -> Player:
    """Return a player by the keys of its table, for programs that write no file; raises DefinitionError."""
    return _Reader("", "player", Path()).player(name, table)


def pairing_of(first: Player, second: Player, **table: Any) -> Pairing:
    """Return a pairing of two players by the keys of its table, underscores for hyphens; raises DefinitionError."""
    keys = {name.replace("_", "-"): value for name, value in table.items()}
    known = {first.name: first, second.name: second}
    return _Reader("", "pairing", Path()).pairing(0, {"players": [first.name, second.name], **keys}, known)


class _Reader:
    """Reads tables, and knows the text that they stand in, to say where a mistake is."""

    def __init__(self, text: str, where: str, folder: Path) -> None:
        self.lines = text.splitlines()
        self.where = where
        self.folder = folder

    def player(self, name: str, table: Any) -> Player:
        table = self.struct(table, _PlayerTable, f"players.{name}")
        place = f"players.{name}"
        if (table.engine is None) == (table.preset is None):
            raise self.mistake("give either an engine or a preset", place)
        if table.set and table.preset is None:
            raise self.mistake("only a preset has options to set", place, "set")
        player = Player(
            name=name,
            environment=table.environment,
            folder=str((self.folder / table.folder).absolute()) if table.folder else None,
            startup=table.startup,
            patience=table.patience,
        )
        if table.preset is not None:
            return self._preset(player, table.preset, table.set)
        return self._engine(player, table.engine)

    def _engine(self, player: Player, engine: str | tuple[str, ...]) -> Player:
        place = f"players.{player.name}"
        if isinstance(engine, str) and (short := GNUGO.fullmatch(engine.strip())):
            return msgspec.structs.replace(player, gnugo_level=int(short[1] or USUAL_LEVEL))
        try:
            words = tuple(shlex.split(engine)) if isinstance(engine, str) else engine
        except ValueError as error:
            raise self.mistake(f"{engine!r} is no command line: {error}", place, "engine") from None
        if not words:
            raise self.mistake("the command line is empty", place, "engine")
        return msgspec.structs.replace(player, command=words)

    def _preset(self, player: Player, preset: str, changes: Mapping[str, Any]) -> Player:
        from tengen.presets.preset import preset_named

        keys = ["preset"]
        try:
            preset_named(preset)
            keys = [*_leaves(changes), "set"]
            return with_options(player, preset, changes)
        except ValueError as error:
            raise self.mistake(str(error), f"players.{player.name}", *keys) from None

    def pairing(self, index: int, table: Any, players: Mapping[str, Player]) -> Pairing:
        place = f"pairings.{index + 1}"
        table = self.struct(table, _PairingTable, place)
        for name in table.players:
            if name not in players:
                raise self.mistake(unknown_name("player", name, players), place, "players")
        self._check(table, place)
        first, second = (_with_simulations(players[name], table.simulations) for name in table.players)
        rules = rules_named(table.rules)
        seconds = TimeControl(overtime=table.seconds, stones=1) if table.seconds else None
        return Pairing(
            first=first,
            second=second,
            size=table.size,
            komi=rules.komi if table.komi is None else table.komi,
            rules=rules.name,
            handicap=table.handicap,
            time=table.time or seconds,
            simulations=table.simulations,
            openings=self._openings(table, place),
            colours=table.colours,
            max_moves=table.max_moves or max(50, 5 * table.size**2),
            games=table.games,
            sprt=table.sprt,
            interval=table.interval,
        )

    def _check(self, table: _PairingTable, place: str) -> None:
        from tengen.board.handicap import fixed_handicap

        if table.games is None and table.sprt is None and table.interval is None:
            raise self.mistake("give a number of games, or a stopping rule (sprt or interval)", place)
        if table.sprt is not None and table.interval is not None:
            raise self.mistake("give only one stopping rule, sprt or interval", place, "sprt")
        if table.seconds is not None and table.time is not None:
            raise self.mistake("give either seconds for each move or the time for the game", place, "seconds")
        if table.openings is not None and table.handicap:
            raise self.mistake("a game with handicap has no opening", place, "openings")
        try:
            rules_named(table.rules)
        except ValueError as error:
            raise self.mistake(str(error), place, "rules") from None
        try:
            if table.handicap:
                fixed_handicap(table.handicap, table.size)
        except ValueError as error:
            raise self.mistake(str(error), place, "handicap") from None

    def _openings(self, table: _PairingTable, place: str) -> tuple[Opening, ...]:
        if table.openings is None:
            return ()
        try:
            return read_openings(self.folder / table.openings, table.size, table.rules, table.opening_moves)
        except (OSError, ValueError) as error:
            raise self.mistake(str(error), place, "openings") from None

    def struct(self, table: Any, kind: type[AnyStruct], place: str) -> AnyStruct:
        """Return a table as a struct."""
        if not isinstance(table, Mapping):
            raise self.mistake("this must be a table", place)
        self.expect_names(table, [f.encode_name for f in msgspec.structs.fields(kind)], place)
        try:
            return msgspec.convert(table, kind)
        except msgspec.ValidationError as error:
            message, _, path = str(error).partition(" - at ")
            key = path.strip("`$.").partition(".")[0].partition("[")[0]
            message = f"{key}: {message}" if key else message
            raise self.mistake(message[:1].lower() + message[1:], place, key) from None

    def expect_names(self, table: Mapping[str, Any], valid: Iterable[str], place: str) -> None:
        valid = list(valid)
        for name in table:
            if name not in valid:
                raise self.mistake(unknown_name("key", name, valid), place, name)

    def mistake(self, message: str, place: str, *keys: str) -> DefinitionError:
        """Return the error for a table, at the line of the first of its keys that is found."""
        line = self._line(place, keys)
        at = f"{self.where}, line {line}" if line else self.where
        return DefinitionError(f"{at}: {place}: {message}" if place else f"{at}: {message}")

    def _line(self, place: str, keys: Iterable[str]) -> int:
        """Return the number of a line, from 1; of the table's head if no key is found, 0 if not even that."""
        kind, _, name = place.partition(".")
        head = r"\s*\[\[\s*pairings\s*\]\]" if kind == "pairings" else rf"\s*\[\s*players\s*\.\s*\"?{re.escape(name)}\W"
        heads = [k for k, line in enumerate(self.lines) if re.match(head, line)] if place else [0]
        index = int(name) - 1 if kind == "pairings" else 0
        if index >= len(heads):
            return 0
        start = heads[index]
        for key in keys:
            for k in range(start + bool(place), len(self.lines)):
                if place and re.match(r"\s*\[\[?\s*(players|pairings)\b", self.lines[k]):
                    break
                if key and re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", self.lines[k]):
                    return k + 1
        return start + 1


def with_options(player: Player, preset: str, changes: Mapping[str, Any]) -> Player:
    """Return the player of a preset with some options changed; raises ValueError for a name or value that is none."""
    load_numpy()
    from tengen.engines.catalogue import default_options, preset_settings
    from tengen.parts.options import knob, knobs
    from tengen.parts.settings import Origin
    from tengen.presets.preset import preset_named

    chosen = preset_named(preset)
    settings = preset_settings(chosen, changes)
    changed = {name: knob(settings.options, name).text for name, o in settings.origins.items() if o is Origin.FILE}
    usual = {leaf.name: leaf.value for leaf in knobs(default_options(chosen.engine))}
    options = {leaf.name: msgspec.to_builtins(leaf.value) for leaf in knobs(settings.options)}
    apart = {leaf.name: options[leaf.name] for leaf in knobs(settings.options) if leaf.value != usual[leaf.name]}
    return msgspec.structs.replace(player, preset=preset.strip().lower(), options=options, apart=apart, changes=changed)


def _with_simulations(player: Player, simulations: int | None) -> Player:
    """Return the player with a pairing's number of simulations, where it has such an option."""
    if simulations is None or player.preset is None or "simulations" not in player.options:
        return player
    return with_options(player, player.preset, player.changes | {"simulations": simulations})


def _leaves(tree: Mapping[str, Any]) -> list[str]:
    from tengen.parts.options import flat

    return [name.rpartition(".")[2] for name, _ in flat(tree)]


def _hash(definition: Mapping[str, Any]) -> str:
    text = msgspec.json.encode(definition, order="sorted")
    return hashlib.sha256(text).hexdigest()[:HASH_DIGITS]
