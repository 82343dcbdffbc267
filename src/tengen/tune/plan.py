"""A plan: what to tune and how, read from a TOML file.

[player]
preset = "montecarlo"
set = { simulations = 500, playout.policy = "moggy" }

[opponent]                        # left out: the player with the values that it starts from
engine = "gnugo:1"

[match]                           # as in a pairing of `tengen match`
size = 9
komi = 7.5

[options]                         # a range that is not given is the one that is declared
"playout.capture.chance" = {}
"playout.ko.age" = { low = 1, high = 50, log = true }

[search]
samples = 100
games = 4                         # of each sample

[test]                            # of the best against the start
elo1 = 30
games = 1000                      # at most
"""

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tengen.engines.catalogue import preset_settings
from tengen.match.definition import Pairing, Player, pairing_of, player_of
from tengen.match.statistics import Sprt
from tengen.parts.options import knob, read_toml
from tengen.presets.preset import preset_named
from tengen.tune.axis import Axis, Range, axis_of

Values = dict[str, float | int]


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the values are looked for."""

    samples: Annotated[int, Meta(ge=1)] = 100
    games: Annotated[int, Meta(ge=1)] = 4
    """Of each sample; an even number gives both colours alike."""
    spread: Annotated[int, Meta(ge=0)] | None = None
    """How many of the first samples lie evenly over the ranges; three times the coefficients of the model if None."""
    optimiser: str = "TBPSA"
    """A name of nevergrad's."""
    seed: int = 1


class FinalTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the best is tested against the start: a sequential test, and the games after which it is given up."""

    elo0: float = 0.0
    elo1: float = 30.0
    alpha: float = 0.05
    beta: float = 0.05
    games: Annotated[int, Meta(ge=1)] = 1000

    @property
    def sprt(self) -> Sprt:
        """The sequential test."""
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta)


class _PlayerTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    preset: str
    set: dict[str, Any] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: _PlayerTable
    options: dict[str, Range]
    opponent: dict[str, Any] | None = None
    match: dict[str, Any] = {}
    search: Search = Search()
    test: FinalTest = FinalTest()


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A complete plan."""

    preset: str
    set: dict[str, Any]
    opponent: dict[str, Any] | None
    match: dict[str, Any]
    axes: tuple[Axis, ...]
    search: Search
    test: FinalTest

    @property
    def start(self) -> Values:
        """The values to start from."""
        return {axis.name: axis.start for axis in self.axes}

    def player(self, name: str, values: Values) -> Player:
        """Return the player with some values of the tuned options."""
        return player_of(name, preset=self.preset, set={**self.set, **values})

    def sample_pairing(self, number: int, values: Values) -> Pairing:
        """Return the games of a sample; its player is the first of the pairing."""
        opponent = self.player("start", self.start) if self.opponent is None else player_of("opponent", **self.opponent)
        sample = self.player(f"sample {number}", values)
        return pairing_of(sample, opponent, **self.match, games=self.search.games)

    def test_pairing(self, values: Values) -> Pairing:
        """Return the games of the best values against the start."""
        best, start = self.player("best", values), self.player("start", self.start)
        sprt = msgspec.to_builtins(self.test.sprt)
        return pairing_of(best, start, **self.match, games=self.test.games, sprt=sprt)


def read_plan(path: Path) -> Plan:
    """Return the plan of a file; raises ValueError with the mistake, or OSError."""
    try:
        return parse_plan(path.read_text("utf-8"), str(path))
    except UnicodeDecodeError:
        raise ValueError(f"{path}: the file is not UTF-8 text") from None


def parse_plan(text: str, where: str = "plan") -> Plan:
    """Return the plan of a TOML text; raises ValueError with the mistake."""
    try:
        file = msgspec.convert(_with_dotted_options(read_toml(text, where)), _File)
        settings = preset_settings(preset_named(file.player.preset), file.player.set)
        plan = Plan(
            preset=file.player.preset,
            set=file.player.set,
            opponent=file.opponent,
            match=file.match,
            axes=tuple(axis_of(knob(settings.options, name), wanted) for name, wanted in file.options.items()),
            search=file.search,
            test=file.test,
        )
        if not plan.axes:
            raise ValueError("there is nothing to tune under [options]")
        # The mistakes that only show when players and pairings are made.
        plan.sample_pairing(0, plan.start)
        plan.test_pairing(plan.start)
    except ValueError as error:  # of which msgspec's are
        message = str(error)
        raise ValueError(message if message.startswith(where) else f"{where}: {message}") from None
    return plan


def _with_dotted_options(tables: dict[str, Any]) -> dict[str, Any]:
    """Return the tables of a file with its options under dotted names, however they are written."""
    options = tables.get("options")
    return tables | {"options": dict(_ranges(options))} if isinstance(options, dict) else tables


def _ranges(tree: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in tree.items():
        is_group = isinstance(value, dict) and value and all(isinstance(leaf, dict) for leaf in value.values())
        found += _ranges(value, f"{prefix}{key}.") if is_group else [(prefix + key, value)]
    return found
