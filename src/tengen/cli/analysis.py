"""``tengen analysis``."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from tengen import __version__
from tengen.analysis.server import Setup, serve
from tengen.analysis.settings import View
from tengen.cli.options import EngineChoice, Safe, with_engine
from tengen.presets.preset import DEFAULT_PRESET

if TYPE_CHECKING:
    from tengen import Engine

USUAL_PARALLEL = 2  # one for the position on the board, and one for the rest of the game


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("analysis")(analysis)


@with_engine
def analysis(
    choice: EngineChoice,
    parallel: Annotated[
        int | None,
        typer.Option(
            "--parallel",
            min=1,
            help="Positions to analyse at the same time; they share threads and memory. 2 by default, if there are as"
            " many threads.",
        ),
    ] = None,
    view: Annotated[
        str, typer.Option("--view", help="BLACK, WHITE or SIDETOMOVE: whose win rate and score to report.")
    ] = "BLACK",
    version: Annotated[
        str, typer.Option("--analysis-version", help="Version to give, for programs that look for that of KataGo.")
    ] = __version__,
    quit_without_waiting: Annotated[  # noqa: FBT002  # a flag
        bool,
        typer.Option(
            "--quit-without-waiting",
            "-quit-without-waiting",
            help="At the end of input drop the queries that are left, instead of finishing them.",
        ),
    ] = False,
    safe: Safe = False,  # noqa: FBT002  # a flag
    katago_config: Annotated[
        Path | None,
        typer.Option(
            "-config", help="For programs that start KataGo: a .toml file is read as with --config, others are ignored."
        ),
    ] = None,
    katago_model: Annotated[  # noqa: ARG001  # nothing here reads it
        Path | None, typer.Option("-model", help="For programs that start KataGo: ignored.")
    ] = None,
) -> None:
    """Analyse positions for KaTrain, Ogatak and other programs that speak KataGo's JSON analysis protocol.

    Queries come on stdin and answers go to stdout, one JSON object a line. Without --threads all processors are used.

    Example: tengen analysis --preset tengen --threads 4 --parallel 2
    """
    if view.upper() not in get_args(View):
        raise typer.BadParameter(f"{view!r} is none of {', '.join(get_args(View))}.", param_hint="--view")
    if katago_config is not None and katago_config.suffix == ".toml" and choice.config is None:
        choice = replace(choice, config=katago_config)
    engines = _Engines(choice, parallel)
    engines.check()
    serve(
        Setup(
            new_engine=engines.new,
            parallel=engines.count,
            view=view.upper(),  # type: ignore[arg-type]  # checked above
            preset=choice.preset,
            version=version,
            is_safe=safe,
            waits_at_end=not quit_without_waiting,
        )
    )


class _Engines:
    """The engines of the workers, which share threads and memory."""

    def __init__(self, choice: EngineChoice, parallel: int | None) -> None:
        self._choice = choice
        self._threads = choice.threads or max(_processors(), parallel or 1)
        self.count = parallel or min(USUAL_PARALLEL, self._threads)
        """Number of engines."""
        if self.count > self._threads:
            raise typer.BadParameter(
                f"{self.count} positions at a time need as many threads, not {self._threads}.", param_hint="--parallel"
            )

    def new(self, number: int, options: Mapping[str, Any]) -> "Engine":
        """Return the engine of a worker, with options that a query changes; raises OptionError for a wrong one."""
        seed = self._choice.seed
        engine = replace(self._choice, seed=None if seed is None else seed + number).engine()
        engine.set({**self._share(number, engine), **options})
        return engine

    def check(self) -> None:
        """Raise ValueError now for what only the user, and not the client, can mend."""
        if not self._choice.is_changed and self._choice.preset == DEFAULT_PRESET:
            return  # so that the server starts before anything is loaded
        with self.new(0, {}) as engine:
            if not engine.can_search:
                raise ValueError(f"the preset {self._choice.preset!r} searches no tree, so it cannot analyse")

    def _share(self, number: int, engine: "Engine") -> dict[str, float]:
        """Return the threads and the memory of an engine."""
        if not engine.can_search:
            return {}
        threads = self._threads // self.count + (number < self._threads % self.count)
        return {"threads": threads, "memory": max(1.0, engine.search_options.memory / self.count)}


def _processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
