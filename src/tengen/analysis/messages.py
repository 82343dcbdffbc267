"""The messages of the protocol, each declared once: what a query may say, and what an answer says.

The names are KataGo's (``docs/Analysis_Engine.md`` of KataGo). ``UNSET`` fields of an answer are left out.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

Seconds = Annotated[float, Meta(ge=0.001, le=10**6)]
Priority = Annotated[int, Meta(ge=-(2**62), le=2**62)]
ColouredPoint = tuple[str, str]
"""A colour and the name of a point: ``["B", "Q16"]``."""


class Restriction(msgspec.Struct, rename="camel"):
    """Moves that one side may not make, or the only ones that it may make, near the root."""

    player: str
    moves: list[str]
    until_depth: Annotated[int, Meta(ge=1, le=10**9)]
    """The restriction holds for moves at a smaller depth; 1 restricts the moves at the root alone."""


class Query(msgspec.Struct, rename="camel", kw_only=True):
    """A game, the turns of it to analyse, and what to report of each."""

    id: str
    moves: list[ColouredPoint]
    rules: str | dict[str, Any]
    board_x_size: int
    board_y_size: int
    initial_stones: list[ColouredPoint] = []
    initial_player: str | None = None
    komi: Annotated[float, Meta(ge=-400, le=400)] | UnsetType = UNSET
    white_handicap_bonus: Literal["0", "N", "N-1"] | UnsetType = UNSET
    analyze_turns: list[int] | UnsetType = UNSET
    priority: Priority | UnsetType = UNSET
    priorities: list[Priority] | UnsetType = UNSET
    max_visits: Annotated[int, Meta(ge=1, le=2**50)] | UnsetType = UNSET
    analysis_pv_len: Annotated[int, Meta(ge=1, le=1000)] = msgspec.field(default=15, name="analysisPVLen")
    root_fpu_reduction_max: float | UnsetType = UNSET
    root_policy_temperature: float | UnsetType = UNSET
    include_ownership: bool = False
    include_ownership_stdev: bool = False
    include_moves_ownership: bool = False
    include_moves_ownership_stdev: bool = False
    include_policy: bool = False
    include_pv_visits: bool = msgspec.field(default=False, name="includePVVisits")
    include_no_result_value: bool = False
    report_during_search_every: Seconds | UnsetType = UNSET
    first_report_during_search_after: Seconds | UnsetType = UNSET
    avoid_moves: list[Restriction] | UnsetType = UNSET
    allow_moves: list[Restriction] | UnsetType = UNSET
    override_settings: dict[str, Any] = {}


QUERY_FIELDS = frozenset(field.encode_name for field in msgspec.structs.fields(Query))


class Action(msgspec.Struct, rename="camel"):
    """A request that is no query. Its answer repeats all its fields."""

    id: str
    action: Literal["query_version", "query_models", "clear_cache", "terminate", "terminate_all"]
    terminate_id: str | UnsetType = UNSET
    turn_numbers: list[int] | UnsetType = UNSET


class Problem(msgspec.Struct, omit_defaults=True):
    """An error, which ends the query, or a warning."""

    error: str | UnsetType = UNSET
    warning: str | UnsetType = UNSET
    field: str | UnsetType = UNSET
    id: str | UnsetType = UNSET


class MoveInfo(msgspec.Struct, rename="camel", kw_only=True):
    """What the search has found about one move."""

    move: str
    visits: int
    edge_visits: int
    weight: float
    edge_weight: float
    order: int
    winrate: float
    lcb: float
    utility: float
    utility_lcb: float
    score_lead: float
    score_mean: float
    score_selfplay: float
    score_stdev: float
    prior: float
    pv: list[str]
    pv_visits: list[int] | UnsetType = UNSET
    pv_edge_visits: list[int] | UnsetType = UNSET
    no_result_value: float | UnsetType = UNSET
    ownership: list[float] | UnsetType = UNSET
    ownership_stdev: list[float] | UnsetType = UNSET


class RootInfo(msgspec.Struct, rename="camel", kw_only=True):
    """What the search has found about the position."""

    current_player: Literal["B", "W"]
    visits: int
    weight: float
    winrate: float
    utility: float
    score_lead: float
    score_selfplay: float
    score_stdev: float


class Answer(msgspec.Struct, rename="camel", kw_only=True):
    """The analysis of one turn; several while the search runs, if the query asks for that, and one at its end."""

    id: str
    turn_number: int
    is_during_search: bool
    move_infos: list[MoveInfo]
    root_info: RootInfo
    ownership: list[float] | UnsetType = UNSET
    ownership_stdev: list[float] | UnsetType = UNSET
    policy: list[float] | UnsetType = UNSET


class NoAnswer(msgspec.Struct, rename="camel", kw_only=True):
    """The end of a turn that was terminated before any of it was searched."""

    id: str
    turn_number: int
    is_during_search: bool = False
    no_results: bool = True
