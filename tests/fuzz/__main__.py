"""Fuzz for a long time: ``make fuzz MINUTES=60``; or repeat one seed: ``python -m fuzz gtp 123 --wild`` in ``tests/``.

Each seed runs in a process of its own, with bounds checks in compiled code and with consistency checks, so that a crash
ends only that process. Whatever goes wrong is printed with the command that repeats it, and the exit code is then 1.
"""

import argparse
import faulthandler
import os
import secrets
import subprocess
import sys
import time

from fuzz.targets import TARGETS

SECONDS = 900  # for one seed, compiling included
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "TENGEN_CHECK": "1"}
SHARES = ["gtp"] * 6 + ["analysis", "books", "options", "sgf", "toml"]


def main() -> int:
    """Run one seed, or many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", nargs="?", choices=TARGETS)
    parser.add_argument("seed", nargs="?", type=int)
    parser.add_argument("--wild", action="store_true", help="with all presets, boards and modes; compiles for long")
    parser.add_argument("--minutes", type=float, default=10.0)
    given = parser.parse_args()
    if given.seed is not None:
        faulthandler.dump_traceback_later(SECONDS - 10, exit=True)
        TARGETS[given.target](given.seed, is_wild=given.wild)
        return 0
    return run_for(given.minutes, [given.target] if given.target else SHARES)


def run_for(minutes: float, shares: list[str]) -> int:
    """Run fresh seeds for some minutes; return the exit code."""
    end, done, failed = time.monotonic() + 60 * minutes, 0, 0
    while time.monotonic() < end:
        target, seed = shares[done % len(shares)], secrets.randbelow(10**9)
        words = ["-m", "fuzz", target, str(seed), *(["--wild"] if secrets.randbelow(2) else [])]
        try:
            result = subprocess.run(
                [sys.executable, *words],
                env=os.environ | CHECKED,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
            problem = "" if result.returncode == 0 else f"exit code {result.returncode}\n{result.stderr[-20_000:]}"
        except subprocess.TimeoutExpired:
            problem = "it hangs"
        done += 1
        if problem:
            failed += 1
            checks = " ".join(f"{name}={value}" for name, value in CHECKED.items())
            sys.stdout.write(f"FAILED: cd tests && {checks} python {' '.join(words)}\n{problem}\n")
        sys.stdout.write(f"\r{done} seeds, {failed} failed ")
        sys.stdout.flush()
    sys.stdout.write("\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
