"""``tengen bench compile``: how many functions each layer has, and how long they take to compile."""

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from typing import Any

import typer

from tengen.cli.options import Json, Preset, Size

MEASURE = """
import json, sys
from tengen import PROGRESS, Engine, Game
with Engine(sys.argv[1], seed=1) as engine:
    engine.prepare(Game(int(sys.argv[2])))
print(json.dumps(PROGRESS.costs))
"""
LLVM = "LLVM"


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compile")(compile_)


def compile_(preset: Preset = "tengen", size: Size = 9, as_json: Json = False) -> None:  # noqa: FBT002  # a flag
    """Compile a preset with an empty cache, and tell how many functions and CPU seconds each layer takes.

    The last step is LLVM, once for each function that Python calls, with all that it calls. The cache of the user is
    not touched.

    Example: tengen bench compile --preset tengen --size 9
    """
    with tempfile.TemporaryDirectory(prefix="tengen-compile-") as folder:
        environment = os.environ | {"TENGEN_CACHE": folder, "TENGEN_PACKAGED": "0"}
        words = [sys.executable, "-c", MEASURE, preset, str(size)]
        run = subprocess.run(words, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode:
        raise typer.Exit(1)
    rows = layers(json.loads(run.stdout))
    for row in rows:
        text = f"{row['layer']:10} {row['functions']:4} functions {row['seconds']:7.1f} s"
        sys.stdout.write((json.dumps({"bench": "compile", **row}) if as_json else text) + "\n")


def layers(costs: list[tuple[str, str, float]]) -> list[dict[str, Any]]:
    """Return functions and seconds by layer, LLVM last, then all together, for module, name and seconds of each."""
    counts: dict[str, int] = defaultdict(int)
    seconds: dict[str, float] = defaultdict(float)
    for module, _, took in costs:
        parts = module.split(".")
        layer = "assembled" if parts[0] == "tengen_assembled" else parts[-1] if len(parts) < 2 else parts[1]
        counts[layer] += 1
        seconds[layer] += took
    names = sorted(counts, key=lambda name: (name == LLVM, -seconds[name]))
    rows = [{"layer": name, "functions": counts[name], "seconds": round(seconds[name], 2)} for name in names]
    lowered = sum(count for name, count in counts.items() if name != LLVM)
    return [*rows, {"layer": "all", "functions": lowered, "seconds": round(sum(seconds.values()), 2)}]
