"""Fuzz for a long time: ``make fuzz MINUTES=60``; or repeat one seed: ``python -m fuzz gtp 123 --wild`` in ``tests/``.

Each process runs seeds of one target for a minute, with bounds checks in compiled code and with consistency checks, so
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
from collections import Counter
from itertools import count

from fuzz.targets import TARGETS

TURN = 60  # seconds in which a process begins seeds: loading takes longer than most of them
SECONDS = 1800  # until it must have ended, compiling included
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "TENGEN_CHECK": "1"}
SHARES = ["gtp"] * 6 + ["analysis", "books", "options", "sgf", "toml"]


def main() -> int:
    """Run some seeds here, or fresh ones in other processes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", nargs="?", choices=TARGETS)
    parser.add_argument("seed", nargs="?", type=int)
    parser.add_argument("--seconds", type=float, default=0.0, help="go on with the next seeds for so long")
    parser.add_argument("--wild", action="store_true", help="with all presets, boards and modes; compiles for long")
    parser.add_argument("--minutes", type=float, default=10.0)
    given = parser.parse_args()
    if given.seed is None:
        return run_for(given.minutes, [given.target] if given.target else SHARES)
    faulthandler.dump_traceback_later(SECONDS - 10, exit=True)
    end = time.monotonic() + given.seconds
    for seed in count(given.seed):
        sys.stdout.write(f"{seed} ")
        sys.stdout.flush()
        sys.stdout.write(f"{TARGETS[given.target](seed, is_wild=given.wild)}\n")
        if time.monotonic() >= end:
            break
    return 0


def run_for(minutes: float, shares: list[str]) -> int:
    """Run fresh seeds for some minutes; return the exit code."""
    end, turn, failed = time.monotonic() + 60 * minutes, 0, 0
    said: Counter[str] = Counter()
    checks = " ".join(f"{name}={value}" for name, value in CHECKED.items())
    while time.monotonic() < end:
        target, wild = shares[turn % len(shares)], ["--wild"] if secrets.randbelow(2) else []
        started, problem = _run([target, str(secrets.randbelow(10**9)), "--seconds", str(TURN), *wild])
        turn += 1
        said[target] += sum(int(words[1]) for words in started if len(words) > 1)
        if problem:
            failed += 1
            words = [target, started[-1][0] if started else "?", *wild]
            sys.stdout.write(f"FAILED: cd tests && {checks} python -m fuzz {' '.join(words)}\n{problem}\n")
        tried = ", ".join(f"{number} of {name}" for name, number in sorted(said.items()))
        sys.stdout.write(f"{said.total()} lines, queries and files ({tried}), {failed} failures\n")
        sys.stdout.flush()
    return 1 if failed else 0


def _run(words: list[str]) -> tuple[list[list[str]], str]:
    """Run seeds in a process; return those that were begun, with what each has tried, and what went wrong at last."""
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
            return _seeds(output), f"it hangs\n{errors[-20_000:]}"
    return _seeds(output), "" if process.returncode == 0 else f"exit code {process.returncode}\n{errors[-20_000:]}"


def _seeds(output: str) -> list[list[str]]:
    return [line.split() for line in output.splitlines() if line.strip()]


if __name__ == "__main__":
    sys.exit(main())
