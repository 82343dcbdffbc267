"""``overrideSettings`` of a query: settings of KataGo that have a meaning here, and our own options by dotted name."""

from collections.abc import Callable, Collection
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tengen.analysis.messages import Query
from tengen.analysis.query import QueryError

View = Literal["BLACK", "WHITE", "SIDETOMOVE"]
"""Whose win rate, score and points an answer tells."""


class KnownSettings(msgspec.Struct, rename="camel"):
    """KataGo's settings that a query may override here."""

    max_time: Annotated[float, Meta(gt=0, le=10**20)] | UnsetType = UNSET
    """Seconds for each turn."""
    max_visits: Annotated[int, Meta(ge=1, le=2**50)] | UnsetType = UNSET
    max_playouts: Annotated[int, Meta(ge=1, le=2**50)] | UnsetType = UNSET
    """Simulations for each turn, without the visits that are kept from earlier searches."""
    report_analysis_winrates_as: View | UnsetType = UNSET
    wide_root_noise: float | UnsetType = UNSET
    """Accepted, because KaTrain and Ogatak always send it, and without effect: the search has no such noise."""


KNOWN = frozenset(setting.encode_name for setting in msgspec.structs.fields(KnownSettings))


class Overrides(msgspec.Struct):
    """The settings of a query, by whom they concern."""

    known: KnownSettings
    options: dict[str, Any]
    """Options of the engine, by dotted name."""
    unknown: list[str]
    """Names that nobody knows."""


def read_overrides(query: Query, option_names: Callable[[], Collection[str]]) -> Overrides:
    """Sort the settings of a query; raises QueryError if one of KataGo's has a wrong value.

    The names of the engine's options are asked for only where they are needed: they take a second to load.
    """
    given = query.override_settings
    others = [name for name in given if name not in KNOWN]
    options = option_names() if others else ()
    known = {name: _read(name, value) for name, value in given.items() if name in KNOWN}
    try:
        settings = msgspec.convert(known, KnownSettings, strict=False)  # KataGo takes texts for numbers
    except msgspec.ValidationError as error:
        raise QueryError(f"Could not set settings: {error}", "overrideSettings", query.id) from None
    return Overrides(
        settings,
        {name: given[name] for name in others if name in options},
        [name for name in others if name not in options],
    )


def _read(name: str, value: Any) -> Any:
    return value.upper() if name == "reportAnalysisWinratesAs" and isinstance(value, str) else value
