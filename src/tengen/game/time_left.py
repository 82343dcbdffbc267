"""The time that a side has left after a move, as the node of that move has it in a record.

BL and WL have the seconds of Black and White; OB and OW the stones, or periods, of an overtime.
"""

from typing import TYPE_CHECKING, NamedTuple

from tengen.board.grid import BLACK, WHITE, Colour

if TYPE_CHECKING:
    from tengen import Clock
    from tengen.sgf import SgfNode

_PROPERTIES = {BLACK: ("BL", "OB"), WHITE: ("WL", "OW")}


class TimeLeft(NamedTuple):
    """The time of a side."""

    seconds: float
    overtime: int
    """Stones or, in Japanese byoyomi, periods of the overtime; 0 in the main time."""


def time_left(clock: "Clock", colour: Colour) -> TimeLeft:
    """Return the time that a side has left."""
    left = clock.left(colour)
    count = left.periods if clock.stones == 1 else left.stones
    return TimeLeft(left.seconds, count if left.stones else 0)


def write_time_left(node: "SgfNode", colour: Colour, left: TimeLeft) -> None:
    """Write the time that a side has left into the node of its move."""
    of_seconds, of_count = _PROPERTIES[colour]
    node.set_text(of_seconds, f"{left.seconds:.3f}")
    node.set_text(of_count, str(left.overtime) if left.overtime else None)


def read_time_left(node: "SgfNode", colour: Colour) -> TimeLeft | None:
    """Return the time in the node of a move; None if there is none, or not as we write it."""
    of_seconds, of_count = _PROPERTIES[colour]
    try:
        return TimeLeft(float(node.text(of_seconds) or ""), int(node.text(of_count) or 0))
    except ValueError:
        return None
