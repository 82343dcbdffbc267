"""Players and pairings of a match, complete: what a file leaves out is filled in (see ``match_file``).

A player and a pairing are identified by the hash of everything that makes them play as they do. The number of games and
the patience with a slow engine are not part of it: both may change while a match runs.
"""

import hashlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tengen.engines.catalogue import default_options, preset_settings
from tengen.match.openings import Opening
from tengen.match.statistics import Sprt
from tengen.parts.family import OWN_FILE
from tengen.parts.options import Options, knob, knobs
from tengen.parts.settings import Origin
from tengen.presets.preset import preset_named

HASH_DIGITS = 16


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Main time, then overtime: periods of some seconds, each for a number of stones (GTP 2, section 4.2).

    Or Fischer time: main time, and an increment for each move.
    """

    main: Annotated[float, Meta(ge=0)] = 0.0
    overtime: Annotated[float, Meta(ge=0)] = 0.0
    stones: Annotated[int, Meta(ge=0)] = 0
    tolerance: Annotated[float, Meta(ge=0)] = 0.5
    """Seconds by which a move may be late, since pipes and a busy machine are not the engine's fault."""
    increment: Annotated[float, Meta(ge=0)] = 0.0
    """Seconds that are added to the main time after each move."""
    cap: Annotated[float, Meta(gt=0)] | None = None
    """Increments do not raise the main time above this."""

    @property
    def has_whole_seconds(self) -> bool:
        """Whether an engine that reads only whole seconds has any time."""
        return self.main >= 1 or self.overtime >= 1 or not (self.main or self.overtime)

    @property
    def definition(self) -> dict[str, Any]:
        """What it is identified by. Of what was added later only what is not usual counts, so that hashes stay."""
        facts: dict[str, Any] = msgspec.to_builtins(self)
        added = {"increment": 0.0, "cap": None}
        return {name: value for name, value in facts.items() if name not in added or value != added[name]}


class MatchPlayer(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A complete player: a command line, a level of GNU Go, or a preset with the values of all its options."""

    name: str
    command: tuple[str, ...] = ()
    gnugo_level: int | None = None
    preset: str | None = None
    options: dict[str, Any] = {}
    """Of a preset: the values of all its options."""
    non_default_options: dict[str, Any] = msgspec.field(name="apart", default_factory=dict)
    """Of a preset: the options that differ from the engine's defaults. Hashes use the old name of the field."""
    changes: dict[str, str] = {}
    """Of a preset: the options that the file changes, as text for the command line."""
    environment: dict[str, str] = {}
    folder: str | None = None
    startup: tuple[str, ...] = ()
    """GTP commands that are sent once, after the engine has started."""
    patience: float = 300.0
    """Seconds that a command may take before the engine counts as hung."""

    @property
    def is_gnugo(self) -> bool:
        """Whether it is known to be GNU Go."""
        return self.gnugo_level is not None

    @property
    def definition(self) -> dict[str, Any]:
        """Everything that makes it play as it does."""
        return {k: v for k, v in msgspec.to_builtins(self).items() if k not in ("changes", "patience")}

    @cached_property
    def hash(self) -> str:
        """Identifies the player. A new option whose default changes nothing does not change the hash."""
        return _hash({k: v for k, v in self.definition.items() if k != "options"})


class Pairing(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Two complete players, and the conditions of their games."""

    first: MatchPlayer
    second: MatchPlayer
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
    def players(self) -> tuple[MatchPlayer, MatchPlayer]:
        """Both players, the first one first."""
        return self.first, self.second

    @property
    def definition(self) -> dict[str, Any]:
        """Everything that decides what its games are like; players are given by their hashes."""
        facts: dict[str, Any] = msgspec.to_builtins(self)
        for stopping in ("games", "sprt", "interval"):
            del facts[stopping]
        if self.time is not None:
            facts["time"] = self.time.definition
        return facts | {"first": self.first.hash, "second": self.second.hash}

    @cached_property
    def hash(self) -> str:
        """Identifies the pairing."""
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
    """All players and pairings of a match."""

    players: dict[str, MatchPlayer]
    pairings: tuple[Pairing, ...]


def with_options(player: MatchPlayer, preset: str, changes: Mapping[str, Any]) -> MatchPlayer:
    """Return the player of a preset with some options changed; raises ValueError for a wrong name or value."""
    chosen = preset_named(preset)
    settings = preset_settings(chosen, changes)
    changed = {name: knob(settings.options, name).text for name, o in settings.origins.items() if o is Origin.FILE}
    usual = {leaf.name: msgspec.to_builtins(leaf.value) for leaf in knobs(default_options(chosen.engine))}
    options = {leaf.name: msgspec.to_builtins(leaf.value) for leaf in knobs(settings.options)}
    # An option of a user's own part has no default here: it always counts.
    non_default = {name: value for name, value in options.items() if name not in usual or value != usual[name]}
    non_default |= _own_parts(settings.options)
    return msgspec.structs.replace(
        player, preset=preset.strip().lower(), options=options, non_default_options=non_default, changes=changed
    )


def _own_parts(options: Options) -> dict[str, str]:
    """Return a hash of each file of the user's own parts, as a changed file makes another player."""
    paths = {name for leaf in knobs(options) if isinstance(leaf.value, tuple) for name in leaf.value}
    return {path: _digest(Path(path).read_bytes()) for path in sorted(paths) if path.endswith(OWN_FILE)}


def with_simulations(player: MatchPlayer, simulations: int | None) -> MatchPlayer:
    """Return the player with a pairing's number of simulations, where it has such an option."""
    if simulations is None or player.preset is None or "simulations" not in player.options:
        return player
    return with_options(player, player.preset, player.changes | {"simulations": simulations})


def _hash(definition: Mapping[str, Any]) -> str:
    return _digest(msgspec.json.encode(definition, order="sorted"))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:HASH_DIGITS]
