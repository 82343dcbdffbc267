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

__all__ = ["DEFAULT_PRESET", "Config", "Json", "Komi", "Policy", "Preset", "Rules", "Seed", "Set", "Size"]


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
    from tengen.base.options import Settings
    from tengen.playout.policy import PlayoutOptions

    settings = Settings(PlayoutOptions(policy=policy))
    for assignment in assignments:
        settings.assign(assignment.removeprefix("playout."), "command line")
    return settings.options
