"""Engines for the setups that a page asks for.

A page may choose any preset, level and option, except those that would let it read files, start other processes, or use
more memory and threads than its share.
"""

from typing import TYPE_CHECKING

from tengen.parts.options import OptionError
from tengen.presets.engine_name import engine_name
from tengen.presets.level import level_key, level_named
from tengen.presets.preset import DEFAULT_PRESET, preset_named, preset_names
from tengen.web.messages import Setup

if TYPE_CHECKING:
    from tengen import Engine

REFUSED_PRESETS = ("distributed",)  # it starts processes
SERVER_OPTIONS = ("threads", "memory", "parallel")
FILE_OPTIONS = ("book.",)
SHOWN_OPTIONS = 60  # letters of a player's name for its changed options


def allowed_presets() -> list[str]:
    """Return the names of the presets that a page may choose, the default one first."""
    names = [name for name in preset_names() if name not in REFUSED_PRESETS]
    return sorted(names, key=lambda name: (name != DEFAULT_PRESET, name))


def check(setup: Setup) -> None:
    """Raise ValueError if a page may not ask for a setup. Options are checked when the engine is made."""
    if setup.preset.strip().lower() in REFUSED_PRESETS:
        raise OptionError(f"the preset {setup.preset!r} starts other processes: it cannot be used on the page")
    preset_named(setup.preset)
    if setup.level is not None:
        level_key(setup.level)
        if setup.preset != DEFAULT_PRESET:
            raise OptionError(f"levels belong to the preset {DEFAULT_PRESET!r}: {setup.preset!r} has none")
    for name, value in setup.options.items():
        key = name.strip().lower().replace("_", "-")
        if key in SERVER_OPTIONS:
            raise OptionError(f"{key} cannot be set on the page: the server decides about cores and memory")
        if key.startswith(FILE_OPTIONS) or any(sign in value for sign in ("/", "\\", ".py")):
            raise OptionError(f"{key}: the page does not read files; use the command line for that")


def new_engine(setup: Setup, megabytes: float, seed: int | None = None) -> "Engine":
    """Return the engine of a setup, with so much memory for its tree; raises OptionError if the setup is not valid."""
    from tengen import Engine
    from tengen.parts.options import knobs

    check(setup)
    engine = Engine(setup.preset, setup.options, level=setup.level, seed=seed)
    known = {leaf.name for leaf in knobs(engine.options)}
    engine.set({name: value for name, value in (("memory", megabytes), ("threads", 1)) if name in known})
    return engine


def recipe_words(setup: Setup) -> list[str]:
    """Return the words of a command line that tell which code a setup needs; a level changes only numbers."""
    changes = [word for name, value in sorted(setup.options.items()) for word in ("--set", f"{name}={value}")]
    return ["--preset", setup.preset, *changes]


def player_name(setup: Setup) -> str:
    """Return the name of an engine in a record, with its level or its preset."""
    return engine_name(setup.preset, setup.level)


def at_level(setup: Setup, size: int) -> Setup:
    """Return a setup with what its level sets on a board size as options; those of the setup come before them."""
    if setup.level is None:
        return setup
    return Setup(preset=setup.preset, options={**level_options(setup.level, size), **setup.options})


def level_options(level: str, size: int) -> dict[str, str]:
    """Return the options that a level sets on a board size, by dotted name, as text."""
    return {name: str(value) for name, value in level_named(level, size).options().items()}


def name_with_options(setup: Setup) -> str:
    """Return the name of an engine in a match, with its changed options: tengen tree.terms=-rave."""
    changes = ",".join(f"{name}={value}" for name, value in setup.options.items())
    return " ".join(filter(None, [player_name(setup), changes[:SHOWN_OPTIONS]]))
