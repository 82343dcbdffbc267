"""Options that several commands share."""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from tengen.presets.preset import DEFAULT_PRESET


def finite(value: float | None) -> float | None:
    """Refuse infinity and NaN, which Python takes for numbers."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is not a finite number.")
    return value


Preset = Annotated[str, typer.Option("--preset", "-p", help="Which player: see `tengen show presets`.")]
Set = Annotated[
    list[str], typer.Option("--set", metavar="NAME=VALUE", help="Change an option of the preset (again for more).")
]
Config = Annotated[Path | None, typer.Option("--config", help="TOML file with options of the preset.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Seed of the random numbers; without it every run differs.")]
Size = Annotated[int, typer.Option("--size", min=2, max=25, help="Size of the board.")]
Komi = Annotated[float | None, typer.Option("--komi", callback=finite, help="Komi; the rules' usual one if not given.")]
Rules = Annotated[str, typer.Option("--rules", help="tromp-taylor, chinese, japanese, aga, new-zealand or cgos.")]
Policy = Annotated[str, typer.Option("--policy", help="Playout policy: see `tengen show policies`.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]

# What is asked for most often, without --set.
Simulations = Annotated[int | None, typer.Option("--simulations", min=0, help="Simulations for a move.")]
Seconds = Annotated[float | None, typer.Option("--seconds", min=0, callback=finite, help="Seconds for a move.")]
Threads = Annotated[int | None, typer.Option("--threads", min=1, help="Threads that search.")]
Memory = Annotated[float | None, typer.Option("--memory", callback=finite, help="Megabytes for the tree.")]

__all__ = ["DEFAULT_PRESET", "Config", "Json", "Komi", "Policy", "Preset", "Rules", "Seed", "Set", "Size"]


def player_words(preset: str, assignments: list[str], **shortcuts: float | None) -> list[str]:
    """Return the ``name=value`` words of shortcuts and ``--set``; seconds alone leave simulations without a limit.

    Raises OptionError where the preset lacks the option of a shortcut.
    """
    given = {name: value for name, value in shortcuts.items() if value is not None}
    if given:
        from tengen.engines.catalogue import default_options
        from tengen.parts.options import OptionError, knobs
        from tengen.presets.preset import preset_named

        known = {leaf.name for leaf in knobs(default_options(preset_named(preset).engine))}
        for name in given:
            if name not in known:
                raise OptionError(f"--{name}: the preset {preset!r} has no such option")
        if "seconds" in given:
            given.setdefault("simulations", 0)
        elif "simulations" in given and "seconds" in known:
            given["seconds"] = 0
    return [*(f"{name}={value}" for name, value in given.items()), *assignments]


def seed_or_new(seed: int | None) -> int:
    """Return the seed, or a fresh one."""
    import secrets

    return secrets.randbits(62) if seed is None else seed


def text_of(config: Path | None) -> str | None:
    """Return the text of an options file; raises ValueError if it is none."""
    if config is None:
        return None
    try:
        return config.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{config}: the file is not UTF-8 text") from None


def playout_options(policy: str, assignments: Iterable[str]) -> Any:
    """Return the options of a playout policy, changed by ``name=value`` words, with or without ``playout.`` before."""
    from tengen.parts.settings import Origin, Settings
    from tengen.playout.policy import PlayoutOptions

    settings = Settings(PlayoutOptions(policy=policy))
    settings.assign((word.removeprefix("playout.") for word in assignments), Origin.COMMAND_LINE)
    return settings.options
