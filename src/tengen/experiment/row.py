"""Rows: what a paper measured, as data. Each is a TOML file of the folder ``rows``, named by its id.

    title = "Pure random and sequence-like simulations"
    source = "Gelly et al. (2006), table 3"

    [setting]                  # holds for all cells that do not say otherwise
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

A row may name presets and options that are not there yet: ``needs`` tells which.
"""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tengen.match.statistics import wilson
from tengen.parts.names import unknown_name
from tengen.parts.options import flat, read_toml
from tengen.parts.settings import Origin, Settings

_FOLDER = files("tengen.experiment").joinpath("rows")


class Opponent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is played against, if not a level of GNU Go."""

    preset: str | None = None
    set: dict[str, Any] = {}
    command: str | None = None


class Cell(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """One number of a table: two players, how they meet, and what the paper got."""

    name: str
    preset: str
    set: dict[str, Any] = {}
    opponent: str | Opponent = ""
    size: int = 9
    komi: float = 7.5
    rules: str = "chinese"
    handicap: int = 0
    colour: Literal["both", "black", "white"] = "both"
    """Ours."""
    simulations: int | None = None
    """For a move."""
    seconds: float | None = None
    """For a move."""
    seconds_a_game: float | None = None
    published: Annotated[float, Meta(ge=0, le=100)] | None = None
    """The win rate in percent."""
    margin: float | None = None
    """Half of the published interval, in percent."""
    games: int | None = None
    """How many the paper played, where it says so."""
    figure: str = ""
    """What is published, where it is no win rate that is printed."""

    @property
    def limit(self) -> str:
        """What the players have for a move or a game, in words; empty if nothing bounds them."""
        return limit_text(self.simulations, self.seconds, self.seconds_a_game)

    @property
    def opponent_text(self) -> str:
        """The opponent in words."""
        if isinstance(self.opponent, str):
            return self.opponent
        return self.opponent.command or f"{self.opponent.preset} {_words(self.opponent.set)}".strip()

    @property
    def published_text(self) -> str:
        """What the paper got, in percent; its interval is the printed one, or Wilson's if only the games are told."""
        if self.published is None:
            return self.figure or "-"
        text = f"{self.published:g}"
        if self.margin is not None:
            text += f" ± {self.margin:g}"
        elif self.games:
            low, high = wilson(self.published / 100 * self.games, self.games)
            text += f" ({100 * low:.1f} to {100 * high:.1f})"
        return text + (f", {self.games:,} games" if self.games else "")


def limit_text(simulations: int | None, seconds: float | None, seconds_a_game: float | None) -> str:
    """Return in words what the players have for a move or a game."""
    if simulations is not None:
        return f"{simulations:,} simulations"
    if seconds is not None:
        return f"{seconds:g} s a move"
    return f"{seconds_a_game:g} s a game" if seconds_a_game is not None else ""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a paper."""

    id: str
    title: str
    source: str
    note: str = ""
    measure: str = ""
    """The command that measures it, if it is no match."""
    cells: tuple[Cell, ...]

    def cell(self, name: str) -> Cell:
        """Return the cell of a name; raises ValueError and names the nearest if there is none."""
        found = {cell.name: cell for cell in self.cells}
        if name not in found:
            raise ValueError(unknown_name("cell", name, found))
        return found[name]


OWN_ROWS = ("basics", "tengen", "handicap")  # without published numbers


class RowError(ValueError):
    """A row's file that is not valid."""


def row_ids() -> list[str]:
    """Return the ids of all rows, our own first."""
    ids = sorted(f.name.removesuffix(".toml") for f in _FOLDER.iterdir() if f.name.endswith(".toml"))
    return sorted(ids, key=lambda name: name not in OWN_ROWS)


def row_named(name: str) -> Row:
    """Return a row; raises ValueError and names the nearest for one that is not there."""
    if name not in row_ids():
        raise ValueError(unknown_name("row", name, row_ids()))
    return parse_row(name, _FOLDER.joinpath(f"{name}.toml").read_text("utf-8"))


def parse_row(name: str, text: str) -> Row:
    """Return the row of a TOML text; raises RowError or OptionError with the mistake."""
    tables = read_toml(text, name)
    setting = tables.pop("setting", {})
    cells = [_merged(setting, cell) for cell in tables.get("cells", [])]
    try:
        row = msgspec.convert({"id": name, **tables, "cells": cells}, Row)
    except msgspec.ValidationError as error:
        raise RowError(f"{name}: {error}") from None
    names = [cell.name for cell in row.cells]
    if not names or len(set(names)) < len(names):
        raise RowError(f"{name}: cells must be there, and have different names")
    return row


def _merged(setting: Mapping[str, Any], cell: Mapping[str, Any]) -> dict[str, Any]:
    """Return a cell with what it leaves to the row's setting; their options come together."""
    options = dict(flat(setting.get("set", {}))) | dict(flat(cell.get("set", {})))
    return {**setting, **cell, "set": options}


def needs(cell: Cell) -> list[str]:
    """Return which presets and values of options a cell needs that are not there, in words."""
    players = [(cell.preset, cell.set)]
    if isinstance(cell.opponent, Opponent) and cell.opponent.preset is not None:
        players.append((cell.opponent.preset, cell.opponent.set))
    return list(dict.fromkeys(word for preset, options in players for word in _lacking(preset, options)))


def _lacking(preset: str, options: Mapping[str, Any]) -> Iterable[str]:
    from tengen.engines.catalogue import preset_settings
    from tengen.presets.preset import preset_named, preset_names

    if preset not in preset_names():
        return [f"preset {preset}"]
    settings = preset_settings(preset_named(preset))
    return [f"option {name}={_word(value)}" for name, value in flat(options) if not _can_be_set(settings, name, value)]


def _can_be_set(settings: Settings, name: str, value: Any) -> bool:
    try:
        settings.set(name, value, Origin.FILE)
    except ValueError:
        return False
    return True


def _words(options: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={_word(value)}" for name, value in flat(options))


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
