"""Options that several commands share, each declared once."""

import inspect
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, Literal, ParamSpec

import typer

from tengen.board.grid import MAX_SIZE, MIN_SIZE
from tengen.presets.level import level_key
from tengen.presets.preset import DEFAULT_PRESET, preset_named

if TYPE_CHECKING:
    from tengen import Engine

Others = ParamSpec("Others")


def finite(value: float | None) -> float | None:
    """Refuse infinity and NaN, which Python takes for numbers."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is not a finite number.")
    return value


def board_size(text: str | int) -> int:
    """Return the number of lines; 9 and 9x9 are the same. Raises BadParameter for a board that is not square."""
    lines = str(text).lower().replace(":", "x").split("x")  # a default value is a number
    try:
        sizes = {int(word) for word in lines}
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a valid integer.") from None
    if len(sizes) > 1 or len(lines) > 2:
        raise typer.BadParameter(f"{text} is not a square board, and tengen plays only on square ones.")
    (size,) = sizes
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise typer.BadParameter(f"{size} is not in the range {MIN_SIZE}<=x<={MAX_SIZE}.")
    return size


Preset = Annotated[str, typer.Option("--preset", "-p", help="Name of the preset: see `tengen show presets`.")]
_SET = typer.Option("--set", metavar="NAME=VALUE", help="Change an option of the preset (repeat for more).")
Set = Annotated[list[str], _SET]
Config = Annotated[Path | None, typer.Option("--config", help="TOML file with options of the preset.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Seed of the random numbers; without it every run differs.")]
Level = Annotated[
    str | None, typer.Option("--level", help="Strength, such as 8k; without it as strong as the preset. See levels.md.")
]
Size = Annotated[
    int,
    typer.Option(
        "--size", parser=board_size, metavar="INTEGER", help=f"Size of the board, from {MIN_SIZE} to {MAX_SIZE}."
    ),
]
Komi = Annotated[
    float | None, typer.Option("--komi", callback=finite, help="Komi; without it the usual komi of the rules.")
]
Rules = Annotated[str, typer.Option("--rules", help="tromp-taylor, chinese, japanese, aga, new-zealand or cgos.")]
Policy = Annotated[str, typer.Option("--policy", help="Playout policy: see `tengen show policies`.")]
ViewOption = Annotated[
    Literal["side", "black", "white"],
    typer.Option("--view", help="Whose view the numbers have: of the side to move, of Black, or of White."),
]
Safe = Annotated[
    bool,
    typer.Option(
        "--safe", help="For servers: refuse what would let a client read files, run code or take more memory."
    ),
]
Against = Annotated[
    str,
    typer.Option(
        "--against",
        metavar="COMMAND",
        help="Run a program between the rounds that prints JSON with playouts_per_cpu_second; {size} is replaced.",
    ),
]

Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


@dataclass
class EngineChoice:
    """What a command line says about the engine to use."""

    preset: Preset = DEFAULT_PRESET
    assignments: Annotated[list[str] | None, _SET] = None
    config: Config = None
    seed: Seed = None
    level: Level = None
    simulations: Annotated[
        int | None,
        typer.Option("--simulations", min=0, help="Simulations for each move; replaces the preset's limit."),
    ] = None
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0, callback=finite, help="Seconds for each move; replaces the preset's limit."),
    ] = None
    threads: Annotated[int | None, typer.Option("--threads", min=1, help="Threads that search.")] = None
    memory: Annotated[
        float | None, typer.Option("--memory", callback=finite, help="Megabytes of memory for the tree.")
    ] = None

    def shortcuts(self) -> dict[str, float]:
        """Return the options that are set by a flag of their own."""
        names = ("simulations", "seconds", "threads", "memory")
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}

    @property
    def is_changed(self) -> bool:
        """Whether options of the preset are changed."""
        return bool(self.shortcuts() or self.assignments or self.config or self.level)

    def recipe_words(self) -> list[str]:
        """Return the words of a command line that tell which code the engine needs."""
        words = ["--preset", self.preset]
        words += [word for assignment in self.assignments or () for word in ("--set", assignment)]
        words += ["--config", str(self.config)] if self.config else []
        return words + (["--level", self.level] if self.level else [])

    def engine(self) -> "Engine":
        """Return the engine; raises OptionError if an option is not valid, or if the preset lacks it."""
        from tengen import Engine
        from tengen.parts.options import OptionError, knobs
        from tengen.parts.settings import Origin

        engine = Engine(self.preset, seed=self.seed, config=self.config, level=self.level)
        known = {leaf.name for leaf in knobs(engine.options)}
        for name in self.shortcuts():
            if name not in known:
                raise OptionError(f"--{name}: the preset {self.preset!r} has no such option")
        shortcuts = [f"{name}={value}" for name, value in self.shortcuts().items()]
        engine.settings.assign([*shortcuts, *(self.assignments or ())], Origin.COMMAND_LINE)
        _tell_what_has_no_effect(engine, self.assignments or ())
        return engine


def _tell_what_has_no_effect(engine: "Engine", assignments: Sequence[str]) -> None:
    """Say which of the given options belong to a part that is switched off."""
    given = {assignment.partition("=")[0].strip() for assignment in assignments}
    for part in engine.parts() if given else ():
        for option in part.options if not part.is_used else ():
            if option.name in given:
                remedy = f"; --set {part.listed_in}=+{part.name} switches it on" if part.listed_in else ""
                sys.stderr.write(f"tengen: {option.name} has no effect: the {part.title} {part.name} is off{remedy}\n")


def with_engine(command: Callable[Concatenate[EngineChoice, Others], None]) -> Callable[..., None]:
    """Give a command the options of ``EngineChoice``; what they say is its first argument."""
    shared = inspect.signature(EngineChoice).parameters
    _, *own = inspect.signature(command).parameters.values()

    @wraps(command)
    def run(**given: Any) -> None:
        choice = EngineChoice(**{name: given.pop(name) for name in shared})
        preset_named(choice.preset)  # wrong names are told before anything is loaded
        if choice.level is not None:
            level_key(choice.level)
        command(choice, **given)  # type: ignore[call-arg]  # the others are all given by name

    everything = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in (*own, *shared.values())]
    run.__signature__ = inspect.Signature(everything)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in everything}
    return run
