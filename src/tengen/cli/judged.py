"""``tengen learn judge`` with files of judged positions: how well searches agree with a strong judge."""

import json
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.learn.judged import Figure, Judgement, Opinion

SUFFIXES = (".jsonl", ".jsonl.xz")
WIDTH = 42  # of the names of measures, in columns
LEAST_POSITIONS = 10  # of a phase or a source that gets figures of its own


class Part(StrEnum):
    """Which positions are used: those to tune with, those to check the result with, or all."""

    LEARNING = "learning"
    VALIDATION = "validation"
    ALL = "all"


def is_judged(path: Path) -> bool:
    """Return whether a file has judged positions, by its name."""
    return path.name.lower().endswith(SUFFIXES)


def measure_searches(
    files: Sequence[Path], settings: Sequence[str], simulations: int, seeds: int, part: Part, *, as_json: bool
) -> None:
    """Measure settings, each a preset followed by ``name=value`` words; all after the first are compared with it."""
    from rich.console import Console
    from rich.progress import track

    from tengen import Engine
    from tengen.learn.judged import comparison, opinions, read_judgements, summary

    console = Console(stderr=True)
    judgements = [
        judgement
        for judgement in read_judgements(files, lambda why: console.print(f"left out: {why}", markup=False))
        if part == Part.ALL or judgement.is_for_validation == (part == Part.VALIDATION)
    ]
    if len(judgements) < 2:
        raise ValueError(f"these files have fewer than two positions for {part.value}")
    first: list[list[Opinion]] = []
    for setting in settings:
        if not setting.strip():
            raise ValueError("--search needs the name of a preset, such as tengen")
        preset, *words = setting.split()
        found: list[list[Opinion]] = []
        for seed in range(1, seeds + 1):
            with Engine(preset, dict(_assignment(word) for word in words), seed=seed) as engine:
                title = setting if seeds == 1 else f"{setting}, seed {seed}"
                of_positions = opinions(judgements, engine, simulations)
                found.append(list(track(of_positions, title, len(judgements), console=console)))
        first = first or found
        for name, chosen in _classes(judgements).items():
            picked = [judgements[i] for i in chosen]
            ours, theirs = ([[of_seed[i] for i in chosen] for of_seed in of_seeds] for of_seeds in (found, first))
            difference = comparison(ours, theirs, picked) if found is not first else {}
            _show(setting, name, len(picked), summary(ours, picked), difference, as_json=as_json)


def _assignment(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals:
        raise ValueError(f"{word!r} is not of the form name=value")
    return name, value


def _classes(judgements: Sequence["Judgement"]) -> dict[str, list[int]]:
    """Return the indices of all positions, then those of each phase and source that has enough of them."""
    classes: dict[str, list[int]] = {}
    for i, judgement in enumerate(judgements):
        for name in (judgement.phase, judgement.source):
            classes.setdefault(name, []).append(i)
    enough = {name: chosen for name, chosen in classes.items() if name and len(chosen) >= LEAST_POSITIONS}
    return {"all": list(range(len(judgements)))} | enough


def _show(
    setting: str,
    name: str,
    positions: int,
    figures: Mapping[str, "Figure"],
    difference: Mapping[str, "Figure"],
    *,
    as_json: bool,
) -> None:
    if as_json:
        line = {"setting": setting, "class": name, "positions": positions, "figures": figures, "less_first": difference}
        sys.stdout.write(json.dumps(line) + "\n")
    else:
        sys.stdout.write(f"{setting}: {name}, {positions} positions\n")
        for measure, figure in figures.items():
            less = f"   less the first: {difference[measure]}" if difference else ""
            sys.stdout.write(f"  {measure:{WIDTH}} {figure}{less}\n")
    sys.stdout.flush()
