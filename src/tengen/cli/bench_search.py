"""``tengen bench search``: simulations a second, of the whole search."""

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli.options import Against, Json, Preset, Set, board_size
from tengen.cli.records import read_line

if TYPE_CHECKING:
    from tengen import Game, Report

KOMI = 7.0

Sizes = Annotated[
    list[int], typer.Option("--size", parser=board_size, metavar="INTEGER", help="Size of the board (again for more).")
]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("search")(search)


def search(
    preset: Preset = "tengen",
    assignments: Set = [],  # noqa: B006  # typer copies it
    size: Sizes = [9],  # noqa: B006
    simulations: Annotated[int, typer.Option("--simulations", min=1, help="Simulations of a round.")] = 10_000,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Rounds of which the best counts.")] = 5,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Also measure this many, in real time.")] = 1,
    against: Against = "",
    position: Annotated[Path | None, typer.Option("--position", help="SGF file; without it the empty board.")] = None,
    move: Annotated[int | None, typer.Option("--move", min=0, help="After this many moves; else after all.")] = None,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Measure searches of a position: simulations a CPU second with one thread, and bytes a simulation.

    With more threads, also how many times as many simulations they do in the same time.

    Example: tengen bench search --preset tengen --size 9 --threads 2 --against './light{size} 1'
    """
    from tengen.cli.bench import run_other
    from tengen.game.game import Game

    games = [read_line(position).game(move)] if position else [Game(one, KOMI) for one in size]
    for game in games:
        one = game.size
        single = _Bench(preset, assignments, game, simulations, 1)
        several = _Bench(preset, assignments, game, simulations, threads) if threads > 1 else None
        yardstick = 0.0
        for _ in range(rounds):
            single.measure()
            if several:
                several.measure()
            if against:
                yardstick = max(yardstick, run_other(against, one))
        result: dict[str, Any] = {"bench": "search", "preset": preset, "size": one, "threads": threads}
        result |= single.facts() | {
            "speed_up": round(several.per_second / single.per_second, 3) if several else None,
            "yardstick": round(yardstick) if against else None,
            "ratio": round(single.per_cpu_second / yardstick, 3) if against else None,
        }
        sys.stdout.write((json.dumps(result) if as_json else _sentence(result)) + "\n")
        sys.stdout.flush()


def _sentence(result: dict[str, Any]) -> str:
    size = result["size"]
    line = f"search {result['preset']} {size}x{size}: {result['per_cpu_second']:,} simulations a CPU second, "
    line += f"{result['bytes_per_simulation']} bytes each, mean depth {result['depth']}"
    if result["speed_up"] is not None:
        line += f", {result['threads']} threads {result['speed_up']:.2f} times as many"
    if result["ratio"] is not None:
        line += f", yardstick {result['yardstick']:,}, ratio {result['ratio']:.3f}"
    return line


class _Bench:
    """Searches of a position, each with an empty tree."""

    def __init__(self, preset: str, assignments: list[str], game: "Game", simulations: int, threads: int) -> None:
        from tengen import Engine
        from tengen.parts.settings import Origin

        self._engine = Engine(preset, seed=1)
        fixed = [f"threads={threads}", "reuse=false"] if self._engine.can_search else []
        self._engine.settings.assign([*assignments, *fixed], Origin.COMMAND_LINE)
        self._game = game
        self._simulations = simulations
        self._report = self._run(100)  # compiles and warms up
        self.per_cpu_second = self.per_second = 0.0

    def _run(self, simulations: int) -> "Report":
        from tengen import Limit

        return self._engine.analyse(self._game, Limit(simulations))

    def measure(self) -> None:
        """Do a round, and keep what was best."""
        real, cpu = time.perf_counter(), time.process_time()
        self._report = self._run(self._simulations)
        real, cpu = time.perf_counter() - real, time.process_time() - cpu
        self.per_second = max(self.per_second, self._report.simulations / real)
        self.per_cpu_second = max(self.per_cpu_second, self._report.simulations / cpu)

    def facts(self) -> dict[str, Any]:
        """Return what was measured."""
        from tengen.tree.node import Node

        report = self._report
        return {
            "simulations": report.simulations,
            "per_cpu_second": round(self.per_cpu_second),
            "per_second": round(self.per_second),
            "bytes_per_simulation": round(report.nodes * Node.layout().itemsize / report.simulations),
            "depth": round(report.depth, 2),
        }
