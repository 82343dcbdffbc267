"""``tengen kernels``: compiled code for other machines, which platform wheels carry."""

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.group import CommandGroup
from tengen.cli.warmup import Presets, Sizes
from tengen.presets.preset import DEFAULT_PRESET

kernels_app = typer.Typer(cls=CommandGroup, help="Compiled code for other machines.", no_args_is_help=True)

PRINT_TARGET = (
    "from numba.core.registry import cpu_target; from tengen.compiled.dispatcher import target_of;"
    "print(target_of(cpu_target.target_context.codegen()))"
)


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(kernels_app, name="kernels")


@kernels_app.command("build")
def build(
    preset: Presets = [DEFAULT_PRESET],  # noqa: B006  # typer copies it
    size: Sizes = [9, 13, 19],  # noqa: B006
    output: Annotated[
        Path | None, typer.Option("--output", help="File to write; without it, into the package itself.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes at the same time; 0 for one a processor.")] = 0,
) -> None:
    """Compile presets for all processors of this kind, and write the result to one file.

    A package with such a file compiles nothing on a new machine: `make release` puts it into the wheel. Levels need no
    files of their own, as they are the preset tengen with other numbers.

    Example: tengen kernels build --size 9 --output x86_64.zip
    """
    from tengen.compiled.archive import TARGETS, archive_name, write_archive
    from tengen.compiled.jit import ARCHIVES, PACKAGE, archive_key

    machine = platform.machine()
    if machine not in TARGETS:
        raise ValueError(f"no archive can be made on a machine of kind {machine!r}: only on {', '.join(TARGETS)}")
    processor, features = TARGETS[machine]
    path = output or PACKAGE / ARCHIVES / archive_name()
    with tempfile.TemporaryDirectory(prefix="tengen-kernels-") as folder:
        changes = {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": features}
        changes |= {"TENGEN_CACHE": folder, "TENGEN_PACKAGED": "0"}
        environment = os.environ | changes
        words = [word for name in preset for word in ("--preset", name)]
        words += [word for one in size for word in ("--size", str(one))]
        command = [sys.executable, "-m", "tengen", "warmup", *words, "--jobs", str(jobs)]
        if subprocess.run(command, env=environment, check=False).returncode:
            raise typer.Exit(1)
        target = subprocess.run(
            [sys.executable, "-c", PRINT_TARGET], env=environment, check=True, capture_output=True, text=True
        ).stdout.strip()
        entries = sorted(Path(folder).glob("kernels/*/*.entry"))
        facts = {"key": archive_key(), "processor": processor, "features": features, "target": target}
        write_archive(path, entries, facts)
    sys.stdout.write(f"{path}: {len(entries)} functions for {processor}, {path.stat().st_size / 1e6:.1f} MB\n")


@kernels_app.command("show")
def show() -> None:
    """Tell whether this package carries compiled code, and whether it is used here.

    Example: tengen kernels show
    """
    from tengen.compiled.archive import archive_name, packaged_archive
    from tengen.compiled.jit import ARCHIVES, PACKAGE, archive_key

    path = PACKAGE / ARCHIVES / archive_name()
    if not path.is_file():
        text = "this package carries no compiled code: tengen compiles what it needs, and keeps it"
    elif packaged_archive(PACKAGE / ARCHIVES, archive_key()) is None:
        text = f"{path} is not used"  # a line on stderr says why
    else:
        text = f"{path} is used, {path.stat().st_size / 1e6:.1f} MB"
    sys.stdout.write(text + "\n")
