"""``tengen doctor``: does this installation work, and if not, what to do about it."""

import errno
import json
import os
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, NamedTuple

import typer

from tengen.cli.options import Json, Size

FULL = "The disk is full: free some space there, or set TENGEN_CACHE to a folder on another disk."
PROBE = bytes(2**20)  # written to the cache folder: an empty file fits on a full disk
SIMULATIONS = 500
USUAL_SIZES = (9, 13, 19)
PACKAGES = ("numba", "numpy", "msgspec", "typer", "rich", "platformdirs", "sgfmill")


class Finding(NamedTuple):
    """What a check found."""

    works: bool
    text: str
    advice: str = ""
    needed: bool = True


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor")(doctor)


def doctor(
    gui: Annotated[  # noqa: FBT002  # a flag
        bool, typer.Option("--gui", help="Only print what to paste into Sabaki, GoGui, Lizzie, KaTrain and servers.")
    ] = False,
    size: Size = 9,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Check this installation, and say what to do about what does not work.

    It tries a search on a board of --size lines, which is compiled if that has not been done yet: half a minute.

    Example: tengen doctor --gui
    """
    if gui:
        from tengen.cli.clients import pasting_text, program_words

        sys.stdout.write(pasting_text(program_words()))
        return
    checks: dict[str, Callable[[], Finding]] = {
        "Python": _python,
        "packages": _packages,
        "cache folder": _cache_folder,
        "compiler": _compiler,
        "a game": _game,
        "a search": partial(_search, size),
        "other sizes": partial(_other_sizes, size),
        "GNU Go": _gnugo,
    }
    healthy = True
    for name, check in checks.items():
        try:
            finding = check()
        except Exception as error:  # a check that fails in any way is a finding
            advice = FULL if _is_full(error) else "Install tengen again."
            finding = Finding(works=False, text=f"{type(error).__name__}: {error}", advice=advice)
        healthy &= finding.works or not finding.needed
        sys.stdout.write(_report(name, finding, as_json=as_json) + "\n")
        sys.stdout.flush()
    if not healthy:
        raise typer.Exit(1)


def _report(name: str, finding: Finding, *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"check": name, **finding._asdict()})
    mark = "ok     " if finding.works else "FAILED " if finding.needed else "missing"
    advice = f"\n        -> {finding.advice}" if not finding.works and finding.advice else ""
    return f"{mark} {name}: {finding.text}{advice}"


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding(sys.version_info >= (3, 11), f"{version} at {sys.executable}", "Install Python 3.11 or newer.")


def _packages() -> Finding:
    from importlib.metadata import PackageNotFoundError, version

    found, lacking = [], []
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lacking.append(name)
    if lacking:
        return Finding(works=False, text=f"missing: {', '.join(lacking)}", advice="Run: pip install --upgrade tengen")
    return Finding(works=True, text=", ".join(found))


def _cache_folder() -> Finding:
    from tengen.compiled.jit import cache_folder

    advice = "Set TENGEN_CACHE to a folder that you can write."
    folder = cache_folder()
    if folder is None:
        text = "there is none, so everything is compiled at every start"
        return Finding(works=False, text=text, advice=advice, needed=False)
    probe = folder / f".doctor-{os.getpid()}"
    try:
        probe.write_bytes(PROBE)
    except OSError as error:
        return Finding(works=False, text=str(error), advice=FULL if _is_full(error) else advice)
    finally:
        with suppress(OSError):
            probe.unlink(missing_ok=True)
    return Finding(works=True, text=f"{folder}, {shutil.disk_usage(folder).free / 1e9:.1f} GB free")


def _is_full(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def _compiler() -> Finding:
    from tengen.board.board import new_board
    from tengen.compiled.jit import PLAIN
    from tengen.playout.policy import PlayoutOptions, Policy
    from tengen.playout.state import new_playout_state

    if PLAIN:
        text = "switched off by NUMBA_DISABLE_JIT: everything is a thousand times slower"
        return Finding(works=False, text=text, advice="Unset NUMBA_DISABLE_JIT.")
    options, state = PlayoutOptions(), new_playout_state(new_board(9), seed=1)
    policy = Policy(options)
    start = time.perf_counter()
    policy.run(state, 7.0, 1)
    ready = time.perf_counter() - start
    start = time.thread_time()
    policy.run(state, 7.0, 5000)
    speed = 5000 / (time.thread_time() - start)
    text = f"ready after {ready:.1f} s, {speed:,.0f} random 9x9 playouts a second"
    return Finding(speed > 1000, text, "Is the machine busy? Run: tengen bench playout")


def _game() -> Finding:
    from tengen import Engine, Game

    game = Game(9)
    with Engine("random", seed=1) as engine:
        while not game.is_over and len(game.moves) < 1000:
            game.play(engine.play(game))
    text = f"random against itself on 9x9: {game.score()} after {len(game.moves)} moves"
    return Finding(bool(game.is_over), text)


def _search(size: int) -> Finding:
    from tengen import Engine, Game, Limit

    game = Game(size)
    with Engine(seed=1) as engine:
        start = time.perf_counter()
        engine.prepare(game)
        ready = time.perf_counter() - start
        report = engine.analyse(game, Limit(simulations=SIMULATIONS))
    text = (
        f"preset {engine.preset} on {size}x{size}: ready after {ready:.1f} s, "
        f"{report.simulations_per_second:,.0f} simulations a second, best move {report.best.name}"
    )
    return Finding(works=True, text=text)


def _other_sizes(size: int) -> Finding:
    from tengen.compiled.warmup import Warmup
    from tengen.presets.preset import DEFAULT_PRESET

    warmup = Warmup(["--preset", DEFAULT_PRESET])
    cold = [str(one) for one in USUAL_SIZES if one != size and warmup.is_needed(one)]
    advice = f"The first game compiles for half a minute. Do it now: tengen warmup --size {' --size '.join(cold)}"
    text = f"not compiled beforehand for {', '.join(cold)}" if cold else "compiled beforehand"
    return Finding(not cold, text, advice, needed=False)


def _gnugo() -> Finding:
    path = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    advice = "Only matches and tests need it. On Debian: apt-get install gnugo"
    return Finding(path is not None, path or "not found", advice, needed=False)
