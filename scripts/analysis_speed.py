#!/usr/bin/env python3
"""Time the analysis of a game of 60 moves on 9x9, 500 visits a turn, with `tengen analysis` and some options for it.

    scripts/analysis_speed.py [--one-by-one] [OPTION...]

All turns are asked for at once or, with --one-by-one, each when the answer to the one before has come.
"""

import json
import subprocess
import sys
import time
from typing import Any

MOVES = [
    "E5",
    "E4",
    "D4",
    "D3",
    "F4",
    "E3",
    "F3",
    "F5",
    "G5",
    "F6",
    "E6",
    "E7",
    "F7",
    "G6",
    "H6",
    "G7",
    "H7",
    "G8",
    "H8",
    "F8",
    "C4",
    "G4",
    "G3",
    "H5",
    "H4",
    "G5",
    "H3",
    "C3",
    "B3",
    "D6",
    "D5",
    "B4",
    "C5",
    "B2",
    "B5",
    "A3",
    "A5",
    "A4",
    "D7",
    "D8",
    "C7",
    "C8",
    "B8",
    "E2",
    "C6",
    "E8",
    "F2",
    "E1",
    "F1",
    "D1",
    "J5",
    "J6",
    "J4",
    "H9",
    "J8",
    "J9",
    "B7",
    "B1",
    "A6",
    "C1",
]


def query(turn: int, visits: int) -> dict[str, Any]:
    """Return the query for a turn."""
    moves = [["BW"[i % 2], name] for i, name in enumerate(MOVES[:turn])]
    asked = {"id": str(turn), "moves": moves, "maxVisits": visits, "rules": "chinese", "komi": 7}
    return {**asked, "boardXSize": 9, "boardYSize": 9, "includeOwnership": True, "includePolicy": True}


def main() -> None:
    """Print the seconds that the turns take."""
    options = [option for option in sys.argv[1:] if option != "--one-by-one"]
    command = [sys.executable, "-m", "tengen", "analysis", "--seed", "1", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None

        def ask(*queries: dict[str, Any]) -> None:
            engine.stdin.write(b"".join(json.dumps(one).encode() + b"\n" for one in queries))
            engine.stdin.flush()
            for _ in queries:
                engine.stdout.readline()

        ask(query(0, 100), query(30, 100))  # compiles
        started = time.perf_counter()
        turns = [query(turn, 500) for turn in range(len(MOVES) + 1)]
        for batch in [[turn] for turn in turns] if len(options) + 1 < len(sys.argv) else [turns]:
            ask(*batch)
        sys.stdout.write(f"{time.perf_counter() - started:.1f} s\n")
        engine.stdin.close()


if __name__ == "__main__":
    main()
