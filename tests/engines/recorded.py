"""Searches written down: the moves that each preset plays, and the visits of the moves it looked at most.

A change of these that nobody intended is a bug. One that was intended is written down anew, in the folder tests:

    python -m engines.recorded          the searches of `make test`
    python -m engines.recorded --slow   those that take minutes to compile, too
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tengen import Engine, Game, Limit, Report
from tengen.presets.preset import preset_named, preset_names

FILE = Path(__file__).with_name("recorded.tsv")
SEARCHES = [name for name in preset_names() if preset_named(name).engine == "tree-search"]
LIGHT = {"playout.policy": "random"}  # other tests compile it as well
SIMULATIONS = 300
MOVES = 4
SHOWN = 3  # moves of a report


class Recorded(NamedTuple):
    """What is searched: a few moves of a game of a preset against itself, with one thread."""

    preset: str
    size: int
    rules: str
    is_light: bool
    """Whether playouts are random, instead of the preset's own."""

    @property
    def name(self) -> str:
        """What tells it apart from the others."""
        return f"{self.preset} {self.size} {self.rules} {'random' if self.is_light else 'own'}"

    def play(self) -> str:
        """Search, and return what is written down."""
        game = Game(self.size, 6.5, self.rules)
        reports: list[Report] = []
        with Engine(self.preset, LIGHT if self.is_light else {}, seed=1, memory=20.0) as engine:
            for _ in range(MOVES):
                reports.append(engine.analyse(game, Limit(simulations=SIMULATIONS)))
                game.play(reports[-1].moves[0].move)
        return "; ".join(" ".join(f"{one.move.name}:{one.visits}" for one in r.moves[:SHOWN]) for r in reports)


def searches(*, slow: bool) -> Iterator[Recorded]:
    """Yield the searches of `make test`, or those that are compiled for minutes."""
    for preset in SEARCHES:
        for rules in ("chinese", "japanese"):
            for size in (9, 13) if slow else (5,):
                yield Recorded(preset, size, rules, not slow)


def recorded() -> dict[str, str]:
    """Return what is written down, by name."""
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    return dict(line.split("\t") for line in lines)  # type: ignore[misc]  # pairs


def main() -> None:
    """Write the searches down anew."""
    known = recorded()
    for slow in (False, True) if "--slow" in sys.argv else (False,):
        for one in searches(slow=slow):
            known[one.name] = one.play()
            sys.stdout.write(f"{one.name}\t{known[one.name]}\n")
    FILE.write_text("".join(f"{name}\t{text}\n" for name, text in known.items()))


if __name__ == "__main__":
    main()
