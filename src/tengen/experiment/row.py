"""Rows: what a paper measured, as data. Each is a TOML file of the folder ``rows``, named by its id.

    title = "Pure random and sequence-like simulations"
    source = "Gelly et al. (2006), table 3"

    [setting]                  # for all cells, unless a cell says otherwise
    preset = "mogo"
    opponent = "gnugo:10"
    size = 9
    simulations = 70000

    [[cells]]
    name = "pure random"
    set = { playout.policy = "random" }
    published = 41.2
    margin = 4.4
    games = 500

``beats`` is what the paper concludes: which cells should win more games than which others. A row with an ``axis`` is
a curve, on which each cell stands where its ``at`` says.

A row may name presets and options that do not exist yet; ``needs`` lists them. Mistakes in a file are reported with
the file, the line and the nearest valid name.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tengen.match.statistics import Estimate, wilson
from tengen.parts.names import unknown_name
from tengen.parts.options import Options, flat
from tengen.parts.settings import Origin, Settings
from tengen.parts.toml import ConfigError, TomlDocument

_FOLDER = files("tengen.experiment").joinpath("rows")


class Opponent(msgspec.Struct, frozen=True):
    """The opponent, if it is not a level of GNU Go."""

    preset: str | None = None
    set: dict[str, Any] = {}
    command: str | None = None


class Cell(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """One number of a table: two players, the conditions of their games, and the published result."""

    name: str
    preset: str
    set: dict[str, Any] = {}
    opponent: str | Opponent = ""
    size: int = 9
    komi: float = 7.5
    rules: str = "chinese"
    handicap: int = 0
    colour: Literal["both", "black", "white"] = "both"
    """The colour of our player."""
    simulations: int | None = None
    """Simulations for a move."""
    seconds: float | None = None
    """Seconds for a move."""
    seconds_a_game: float | None = None
    published: Annotated[float, Meta(ge=0, le=100)] | None = None
    """The published win rate in percent."""
    margin: float | None = None
    """Half the width of the published interval, in percent."""
    games: int | None = None
    """Number of games in the paper, if it says so."""
    figure: str = ""
    """What is published, if it is not a win rate."""
    measured: str = ""
    """What we measured, if the row is not measured by games."""
    equivalent: int | None = None
    """Simulations for a move that the paper's machine made in the paper's time; the row's note says how we know."""
    at: float | None = None
    """Where it stands on the axis of the row's curve."""
    series: str = ""
    """The curve that it belongs to, if the row has several."""

    @property
    def limit(self) -> str:
        """The limit for a move or a game in words; empty if there is none."""
        return limit_text(self.simulations, self.seconds, self.seconds_a_game)

    @property
    def paper_limits(self) -> tuple[str, ...]:
        """The limits under which games are as in the paper: its own, and its simulations if it has only a time."""
        return (self.limit,) if self.equivalent is None else (self.limit, limit_text(self.equivalent, None, None))

    @property
    def published_rate(self) -> Estimate | None:
        """The published win rate, from 0 to 1, with its interval, which is just the value if the paper has none."""
        if self.published is None:
            return None
        value = self.published / 100
        if self.margin is not None:
            return Estimate(value, max(0.0, value - self.margin / 100), min(1.0, value + self.margin / 100))
        return Estimate(value, *(wilson(value * self.games, self.games) if self.games else (value, value)))

    @property
    def opponent_text(self) -> str:
        """The opponent in words."""
        if isinstance(self.opponent, str):
            return self.opponent
        return self.opponent.command or f"{self.opponent.preset} {_words(self.opponent.set)}".strip()

    @property
    def published_text(self) -> str:
        """The published result in percent, with the printed interval, or Wilson's if only the games are given."""
        if self.published is None:
            return self.figure or "-"
        text = f"{self.published:g}"
        if self.margin is not None:
            text += f" ± {self.margin:g}"
        elif self.games and (rate := self.published_rate):
            text += f" ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
        return text + (f", {self.games:,} games" if self.games else "")


def limit_text(simulations: int | None, seconds: float | None, seconds_a_game: float | None) -> str:
    """Return the limit for a move or a game in words."""
    if simulations is not None:
        return f"{simulations:,} simulations"
    if seconds is not None:
        return f"{seconds:g} s a move"
    return f"{seconds_a_game:g} s a game" if seconds_a_game is not None else ""


class RowTable(msgspec.Struct, frozen=True, kw_only=True):
    """The top of a row's file."""

    title: str
    source: str
    note: str = ""
    measure: str = ""
    """The command that measures it, if it is not measured by a match."""
    beats: tuple[tuple[str, str | float], ...] = ()
    """What the paper concludes: pairs of a cell and what it beats, another cell or a win rate in percent."""
    axis: str = ""
    """What the horizontal axis of its figure shows; then the cells say where they stand."""


class Row(RowTable, frozen=True, kw_only=True):
    """A table of a paper."""

    id: str
    cells: tuple[Cell, ...]

    def cell(self, name: str) -> Cell:
        """Return the cell of a name; raises ValueError with the nearest name if there is none."""
        found = {cell.name: cell for cell in self.cells}
        if name not in found:
            raise ValueError(unknown_name("cell", name, found))
        return found[name]

    @property
    def is_published(self) -> bool:
        """Whether a paper says how its games should end."""
        return any(cell.published is not None or cell.figure for cell in self.cells)


OWN_ROWS = (  # without published numbers
    *("basics", "tengen", "tengen-pachi", "tengen-parts", "tengen-scaling", "tengen-threads"),
    *("tengen-workers", "rave-puct", "handicap"),
)
CELL_KEYS = tuple(field.encode_name for field in msgspec.structs.fields(Cell))
INNER = ("setting", "cells")


def row_ids() -> list[str]:
    """Return the ids of all rows, our own first."""
    ids = sorted(f.name.removesuffix(".toml") for f in _FOLDER.iterdir() if f.name.endswith(".toml"))
    return sorted(ids, key=lambda name: name not in OWN_ROWS)


def row_named(name: str) -> Row:
    """Return a row; raises ValueError with the nearest name if there is none."""
    if name not in row_ids():
        raise ValueError(unknown_name("row", name, row_ids()))
    return parse_row(name, _FOLDER.joinpath(f"{name}.toml").read_text("utf-8"))


def row_of_file(path: Path) -> Row:
    """Return the row of a user's own file, which also gives it its id; raises ConfigError, OSError.

    Raises ValueError if one of our rows has that id: their games would be mixed.
    """
    if path.stem in row_ids():
        raise ValueError(f"{path}: there is a row {path.stem} already; give the file another name")
    return parse_row(path.stem, path.read_text("utf-8"))


def parse_row(name: str, text: str) -> Row:
    """Return the row of a TOML text; raises ConfigError with the place of a mistake."""
    document = TomlDocument(text, f"{name}.toml")
    setting = document.tables.get("setting", {})
    raw_cells = document.tables.get("cells", [])
    if not isinstance(setting, Mapping):
        raise document.mistake("this must be a table", "setting")
    if not isinstance(raw_cells, list) or not raw_cells:
        raise document.mistake("there is no [[cells]]")
    if setting:
        document.expect_names(CELL_KEYS, "setting")
    cells = [_cell(document, setting, index) for index in range(len(raw_cells))]
    table = document.convert({key: value for key, value in document.tables.items() if key not in INNER}, RowTable)
    names = [cell.name for cell in cells]
    for index, cell_name in enumerate(names):
        if cell_name in names[:index]:
            raise document.mistake("cells must have different names", "cells", index, at=["name"])
        if (cells[index].at is not None) > bool(table.axis):
            raise document.mistake("the row has no axis", "cells", index, at=["at"])
    for side in (side for pair in table.beats for side in pair):
        if isinstance(side, str) and side not in names:
            raise document.mistake(unknown_name("cell", side, names), at=["beats"])
    return Row(id=name, cells=tuple(cells), **msgspec.structs.asdict(table))


def _cell(document: TomlDocument, setting: Mapping[str, Any], index: int) -> Cell:
    """Return a cell, filled in from the setting; a mistake is reported where it is written."""
    own = document.tables["cells"][index]
    try:
        return document.convert(_merged(setting, own), Cell, "cells", index)
    except ConfigError:
        document.convert(_merged({"preset": "", **setting}, {"name": ""}), Cell, "setting")  # if the mistake is there
        raise


def _merged(setting: Mapping[str, Any], cell: Mapping[str, Any]) -> dict[str, Any]:
    """Return a cell with the missing keys taken from the row's setting; the options of both are combined."""
    options = dict(flat(setting.get("set", {}))) | dict(flat(cell.get("set", {})))
    return {**setting, **cell, "set": options}


def needs(cell: Cell) -> list[str]:
    """Return the presets and option values, in words, that a cell needs and that do not exist yet."""
    players = [(cell.preset, cell.set)]
    if isinstance(cell.opponent, Opponent) and cell.opponent.preset is not None:
        players.append((cell.opponent.preset, cell.opponent.set))
    return list(dict.fromkeys(word for preset, options in players for word in _lacking(preset, options)))


def _lacking(preset: str, options: Mapping[str, Any]) -> Iterable[str]:
    from tengen.presets.preset import preset_names

    if preset not in preset_names():
        return [f"preset {preset}"]
    if _can_be_set(Settings(_options_of(preset)), options):
        return []
    settings = Settings(_options_of(preset))
    return [f"option {name}={_word(one)}" for name, one in flat(options) if not _can_be_set(settings, {name: one})]


@cache  # many cells have the same preset, and options never change
def _options_of(preset: str) -> Options:
    from tengen.engines.catalogue import preset_settings
    from tengen.presets.preset import preset_named

    return preset_settings(preset_named(preset)).options


def _can_be_set(settings: Settings, changes: Mapping[str, Any]) -> bool:
    try:
        settings.update(changes, Origin.FILE)
    except ValueError:
        return False
    return True


def _words(options: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={_word(value)}" for name, value in flat(options))


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return (",".join(map(str, value)) or "none") if isinstance(value, list) else str(value)
