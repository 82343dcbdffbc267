"""When a search by the clock may end before its time."""

from collections.abc import Callable

from tengen.search.report import Report


def settled_within(seconds: float) -> Callable[[Report], bool]:
    """Return a test whether a report of a search of so many seconds settles which move gets the most visits."""

    def is_settled(report: Report) -> bool:
        """Return whether the second move stays behind, even if all simulations to come go to it (Pachi 3.3.3)."""
        if not report.moves or not report.seconds:
            return False
        to_come = report.simulations / report.seconds * max(0.0, seconds - report.seconds)
        second = report.moves[1].visits if len(report.moves) > 1 else 0
        return report.moves[0].visits - second > to_come

    return is_settled
