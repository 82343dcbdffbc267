"""The hooks of playouts: where parts are called, and how the calls of several parts are combined.

The functions here are the defaults, for hooks that no part uses. Each policy is assembled with a version of this file
in which the hooks call the parts of its recipe (``tengen show policy moggy`` prints it).
"""

from typing import Any

from tengen.board.point import Point
from tengen.parts.hooks import ALL, EACH, Call, Combination, HookTable, first_answer
from tengen.playout.liberty_map import Ratings
from tengen.playout.state import UNDECIDED, PlayoutState
from tengen.tactics.suggestion import pick

LIBERTY_MAP = "liberty_map"  # the option of a rule that lets a liberty map choose among its suggestions
HOOKS = HookTable(__name__, options_at="playout")


def _try_rule(call: Call) -> str:
    """Return the code that calls a rule, with its probability, and lets one of its suggestions be chosen."""
    lines = [
        *_given(call),
        f"if {_is_tried(call, 'board, rng')}:",
        f"    {_text(call)}",
        *(["    drop_illegal(board, moves)"] if call.part.is_own else []),
        "    restrict(state)",
        "    if moves.length != ZERO:",
        f"        moves.rule = {call.number}",
    ]
    if LIBERTY_MAP in _options_of(call):
        lines += [f"        if given.{LIBERTY_MAP}:"]
        lines += [f"            return pick_rated(state, ratings, options.{LIBERTY_MAP})"]
    return "\n".join([*lines, "        return choose(state)"])


def _try_filter(call: Call) -> str:
    """Return the code that passes a move through a filter, with its probability."""
    lines = [
        *_given(call),
        f"if point != PASS and {_is_tried(call, 'state.board, state.rng')}:",
        f"    point = {_text(call)}",
    ]
    return "\n".join(lines)


def _options_of(call: Call) -> tuple[str, ...]:
    return () if call.part.options is None else call.part.options.__struct_fields__


def _given(call: Call) -> list[str]:
    return [f"given = {call.options}"] if call.part.options is not None else []


def _text(call: Call) -> str:
    return call.text if call.part.options is None else call.text.replace(call.options, "given")


def _is_tried(call: Call, board_and_rng: str) -> str:
    """Return the condition under which a part is tried; one without the option ``chance`` is always tried."""
    names = _options_of(call)
    if "chance" not in names:
        return "True"
    large = "large_chance" if "large_chance" in names else "chance"
    return f"is_tried({board_and_rng}, given.chance, given.{large})"


FIRST_RULE = Combination(
    _try_rule,
    before="board, rng, moves = state.board, state.rng, state.moves\nmoves.length = ZERO",
    after="moves.rule = 0\nreturn UNDECIDED",
    unused="state.moves.rule = 0\nreturn UNDECIDED",
    imports=(
        "from tengen.compiled.word import ZERO",
        "from tengen.playout.chance import is_tried",
        "from tengen.playout.liberty_map import pick_rated",
        "from tengen.playout.state import UNDECIDED",
        "from tengen.tactics.suggestion import drop_illegal",
    ),
)
"""Call each rule in turn, with its probability; the first rule that suggests a move decides."""

CHOOSER = Combination(
    lambda call: f"return {call.text}",
    unused="return pick(state.moves, state.rng)",
    imports=("from tengen.tactics.suggestion import pick",),
)
"""The first chooser draws; without one all suggestions are equally likely."""

EACH_FILTER = Combination(
    _try_filter,
    after="return point",
    unused="return point",
    imports=("from tengen.board.point import PASS", "from tengen.playout.chance import is_tried"),
)
"""Call each filter in turn, with its probability; each may replace the move or refuse it."""


@HOOKS.declare(EACH)
def restrict(state: PlayoutState) -> None:
    """Remove some of the suggestions that a rule has just made."""


@HOOKS.declare(CHOOSER)
def choose(state: PlayoutState) -> Point:
    """Return one of the suggestions of a rule, of which there is at least one."""
    return pick(state.moves, state.rng)


@HOOKS.declare(FIRST_RULE, board="state.board", moves="state.moves")
def suggest(state: PlayoutState, ratings: Ratings, options: Any) -> Point:
    """Return the move of the first rule that suggests one; UNDECIDED if none does."""
    state.moves.rule = 0
    return UNDECIDED


@HOOKS.declare(first_answer("UNDECIDED", "tengen.playout.state"))
def draw(state: PlayoutState, options: Any) -> Point:
    """Return a move drawn by a sampler; UNDECIDED leaves the move to the uniform draw."""
    return UNDECIDED


@HOOKS.declare(EACH_FILTER, board="state.board")
def permit(state: PlayoutState, options: Any, point: Point) -> Point:
    """Return a random move after all filters: the same, a replacement, or PASS if a filter refuses it."""
    return point


@HOOKS.declare(ALL)
def may_play(state: PlayoutState, point: Point) -> bool:
    """Return whether a playout may play at a point."""
    return True


@HOOKS.declare(EACH)
def start(state: PlayoutState) -> None:
    """Look at the position before the first move of a playout."""


@HOOKS.declare(EACH)
def follow(state: PlayoutState, point: Point, empty_before: int) -> None:
    """Look at a move after it was played; ``empty_before`` is the number of empty points before it."""
