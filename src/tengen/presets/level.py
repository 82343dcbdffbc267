"""Levels: how strong the preset ``tengen`` plays, as data. A level is a set of options for each board size.

The folder ``levels`` has a table for each board size that was measured. Levels of other sizes are interpolated.
"""

import re
from functools import cache
from importlib.resources import files

import msgspec

from tengen.parts.options import OptionError
from tengen.parts.toml import TomlDocument

MEASURED_SIZES = (9, 19)
_FOLDER = files("tengen.presets") / "levels"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a level sets on one board size."""

    simulations: int
    """Simulations for a move."""
    temperature: float = 0.0
    """How often another than the best move is played: the option ``choice.temperature``."""
    prediction: float = 8.0
    """How much it knows about good shape: the option ``prior.prediction.weight``."""

    def options(self) -> dict[str, float]:
        """Return the options that it sets, by dotted name."""
        return {
            "simulations": self.simulations,
            "choice.temperature": self.temperature,
            "prior.prediction.weight": self.prediction,
        }

    def mixed_with(self, other: "Level", share: float) -> "Level":
        """Return the setting between this one and another: simulations geometrically, the rest linearly."""
        return Level(
            simulations=round(self.simulations ** (1 - share) * other.simulations**share),
            temperature=round((1 - share) * self.temperature + share * other.temperature, 3),
            prediction=round((1 - share) * self.prediction + share * other.prediction, 3),
        )


class LevelTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of one board size, the weakest first."""

    about: str
    levels: dict[str, Level]


def level_names() -> list[str]:
    """Return the names of all levels, the weakest first."""
    return list(_table(MEASURED_SIZES[0]).levels)


def level_key(name: str) -> str:
    """Return the name of a level in lower case; raises OptionError and names the nearest for one that is not there."""
    key = name.strip().lower()
    if key not in level_names():
        raise OptionError(_unknown_level(key))
    return key


def level_named(name: str, size: int) -> Level:
    """Return what a level sets on a board size; raises OptionError for an unknown level.

    Between two measured sizes levels are interpolated. Smaller and larger boards have those of the nearest measured
    size.
    """
    key = level_key(name)
    small, large = (_table(measured).levels[key] for measured in MEASURED_SIZES)
    smallest, largest = MEASURED_SIZES
    share = min(1.0, max(0.0, (size - smallest) / (largest - smallest)))
    return small.mixed_with(large, share)


@cache
def _table(size: int) -> LevelTable:
    file = f"{size}x{size}.toml"
    return TomlDocument(_FOLDER.joinpath(file).read_text("utf-8"), file).read(LevelTable)


def _unknown_level(name: str) -> str:
    """Return the error message for an unknown level, with the nearest level if the name is nearly a rank."""
    names = level_names()
    span = f"levels go from {names[0]} to {names[-1]}"
    if not re.fullmatch(r"\d+\s*[kd]?\W*", name):
        return f"unknown level {name!r}; {span}"
    number, letter = re.findall(r"\d+", name)[0], "d" if "d" in name else "k"
    nearest = min(names, key=lambda known: abs(_rank(known) - _rank(number + letter)))
    return f"unknown level {name!r}; did you mean {nearest!r}? ({span})"


def _rank(name: str) -> int:
    """Return a rank as a number that grows with strength: 1k is 0, 1d is 1."""
    number = int(name[:-1])
    return number if name.endswith("d") else 1 - number
