"""Fuzz for a long time: ``make fuzz MINUTES=60``; or repeat one seed: ``python -m fuzz gtp 123 --wild`` in ``tests/``.

Some seeds at a time run in a process of their own, with bounds checks in compiled code and with consistency checks, so
that a crash ends only that process. Whatever goes wrong is printed with the command that repeats it, and the exit code
is then 1.
"""

import argparse
import faulthandler
import os
import secrets
import subprocess
import sys
import time

from fuzz.targets import TARGETS

SEEDS = 10  # in one process: loading takes longer than most of them
SECONDS = 1800  # for these, compiling included
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "TENGEN_CHECK": "1"}
SHARES = ["gtp"] * 6 + ["analysis", "books", "options", "sgf", "toml"]


def main() -> int:
    """Run some seeds here, or fresh ones in other processes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", nargs="?", choices=TARGETS)
    parser.add_argument("seed", nargs="?", type=int)
    parser.add_argument("--seeds", type=int, default=1, help="how many, each one more than the one before")
    parser.add_argument("--wild", action="store_true", help="with all presets, boards and modes; compiles for long")
    parser.add_argument("--minutes", type=float, default=10.0)
    given = parser.parse_args()
    if given.seed is None:
        return run_for(given.minutes, [given.target] if given.target else SHARES)
    faulthandler.dump_traceback_later(SECONDS - 10, exit=True)
    for seed in range(given.seed, given.seed + given.seeds):
        sys.stdout.write(f"{seed}\n")
        sys.stdout.flush()
        TARGETS[given.target](seed, is_wild=given.wild)
    return 0


def run_for(minutes: float, shares: list[str]) -> int:
    """Run fresh seeds for some minutes; return the exit code."""
    end, done, failed, turn = time.monotonic() + 60 * minutes, 0, 0, 0
    checks = " ".join(f"{name}={value}" for name, value in CHECKED.items())
    while time.monotonic() < end:
        target, wild = shares[turn % len(shares)], ["--wild"] if secrets.randbelow(2) else []
        started, problem = _run([target, str(secrets.randbelow(10**9)), "--seeds", str(SEEDS), *wild])
        turn, done = turn + 1, done + len(started)
        if problem:
            failed += 1
            words = [target, started[-1] if started else "?", *wild]
            sys.stdout.write(f"FAILED: cd tests && {checks} python -m fuzz {' '.join(words)}\n{problem}\n")
        sys.stdout.write(f"{done} seeds, {failed} failed\n")
        sys.stdout.flush()
    return 1 if failed else 0


def _run(words: list[str]) -> tuple[list[str], str]:
    """Run seeds in a process; return those that were begun, and what went wrong with the last of them."""
    environment = os.environ | CHECKED
    with subprocess.Popen(
        [sys.executable, "-m", "fuzz", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    ) as process:
        try:
            output, errors = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            return output.split(), f"it hangs\n{errors[-20_000:]}"
    return output.split(), "" if process.returncode == 0 else f"exit code {process.returncode}\n{errors[-20_000:]}"


if __name__ == "__main__":
    sys.exit(main())
