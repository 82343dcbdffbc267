"""A plan: what to tune and how, read from a TOML file.

    [player]
    preset = "montecarlo"
    set = { simulations = 500, playout.policy = "moggy" }

    [opponent]                        # if left out: the player with its start values
    engine = "gnugo:1"

    [match]                           # as in a pairing of `tengen match`
    size = 9
    komi = 7.5

    [options]                         # a missing range is the one of the option's declaration
    "playout.capture.chance" = {}
    "playout.ko.age" = { low = 1, high = 50, log = true }

    [search]
    samples = 100
    games = 4                         # for each sample

    [test]                            # of the best values against the start values
    elo1 = 30
    games = 1000                      # at most

Mistakes are reported with the file, the line and the nearest valid name.
"""

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tengen.engines.catalogue import preset_settings
from tengen.match.definition import MatchPlayer, Pairing
from tengen.match.match_file import Conditions, MatchReader, pairing_of, player_of
from tengen.match.statistics import Sprt
from tengen.parts.options import knob
from tengen.parts.toml import TomlDocument, read_document
from tengen.presets.preset import preset_named
from tengen.tune.axis import Axis, Range, axis_of

Values = dict[str, float | int]
SECTIONS = ("player", "opponent", "match", "options", "search", "test")


class Sampling(msgspec.Struct, frozen=True):
    """How values are sampled: the section ``[search]``."""

    samples: Annotated[int, Meta(ge=1)] = 100
    games: Annotated[int, Meta(ge=1)] = 4
    """For each sample; with an even number both colours are played equally often."""
    spread: Annotated[int, Meta(ge=0)] | None = None
    """Number of first samples spread evenly over the ranges; three times the model's coefficients if None."""
    optimiser: str = "TBPSA"
    """The name of an optimiser of nevergrad."""
    seed: int = 1


class FinalTest(Sprt, frozen=True):
    """How the best values are tested against the start values: a sequential test, and its largest number of games."""

    elo1: float = 30.0
    games: Annotated[int, Meta(ge=1)] = 1000

    @property
    def sprt(self) -> Sprt:
        """The sequential test."""
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta)


class TunedPlayer(msgspec.Struct, frozen=True):
    """The player whose options are tuned: the section ``[player]``."""

    preset: str
    set: dict[str, Any] = {}


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A complete plan."""

    tuned: TunedPlayer
    opponent: dict[str, Any] | None
    match: dict[str, Any]
    axes: tuple[Axis, ...]
    sampling: Sampling
    test: FinalTest

    @property
    def start(self) -> Values:
        """The start values."""
        return {axis.name: axis.start for axis in self.axes}

    def player(self, name: str, values: Values) -> MatchPlayer:
        """Return the player with some values of the tuned options."""
        return player_of(name, preset=self.tuned.preset, set={**self.tuned.set, **values})

    def sample_pairing(self, number: int, values: Values) -> Pairing:
        """Return the games of a sample; its player is the first of the pairing."""
        opponent = self.player("start", self.start) if self.opponent is None else player_of("opponent", **self.opponent)
        sample = self.player(f"sample {number}", values)
        return pairing_of(sample, opponent, **self.match, games=self.sampling.games)

    def test_pairing(self, values: Values) -> Pairing:
        """Return the games of the best values against the start values."""
        best, start = self.player("best", values), self.player("start", self.start)
        sprt = msgspec.to_builtins(self.test.sprt)
        return pairing_of(best, start, **self.match, games=self.test.games, sprt=sprt)


def read_plan(path: Path) -> Plan:
    """Return the plan of a file; raises ConfigError with the place of a mistake, or OSError."""
    return _plan(read_document(path))


def parse_plan(text: str, file: str = "plan") -> Plan:
    """Return the plan of a TOML text; raises ConfigError with the place of a mistake."""
    return _plan(TomlDocument(text, file))


def _plan(document: TomlDocument) -> Plan:
    document.expect_names(SECTIONS)
    for section in ("player", "options"):
        if not isinstance(document.tables.get(section), dict) or not document.tables[section]:
            raise document.mistake(f"there is nothing under [{section}]")
    reader = MatchReader(document)
    if "opponent" in document.tables:
        reader.player("opponent", "opponent")
    tuned = document.read(TunedPlayer, "player")
    reader.with_preset(MatchPlayer(name="start"), tuned.preset, tuned.set, ("player",))
    conditions = document.convert(document.tables.get("match", {}), Conditions, "match")
    reader.check(conditions, "match")
    reader.openings(conditions, "match")
    return Plan(
        tuned=tuned,
        opponent=document.tables.get("opponent"),
        match=document.tables.get("match", {}),
        axes=_axes(document, tuned),
        sampling=document.convert(document.tables.get("search", {}), Sampling, "search"),
        test=document.convert(document.tables.get("test", {}), FinalTest, "test"),
    )


def _axes(document: TomlDocument, tuned: TunedPlayer) -> tuple[Axis, ...]:
    options = preset_settings(preset_named(tuned.preset), tuned.set).options
    axes = []
    for name, table in _ranges(document.tables["options"]):
        wanted = document.convert(table, Range, "options", name)
        try:
            axes.append(axis_of(knob(options, name), wanted))
        except ValueError as error:
            raise document.mistake(str(error), "options", at=[name]) from None
    return tuple(axes)


def _ranges(tree: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Return the tables of all options under their dotted names, however they are nested."""
    found: list[tuple[str, Any]] = []
    for key, value in tree.items():
        is_group = isinstance(value, dict) and value and all(isinstance(leaf, dict) for leaf in value.values())
        found += _ranges(value, f"{prefix}{key}.") if is_group else [(prefix + key, value)]
    return found
