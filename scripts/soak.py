#!/usr/bin/env python3
"""Play many games of mixed presets, rules, sizes, handicaps and clocks, and report every abnormal end.

    scripts/soak.py FOLDER --games 2000                     # the same command continues where it was stopped
    scripts/soak.py FOLDER --games 20 --sizes 5,7 --presets tengen,random
    scripts/soak.py FOLDER --games 500 --busy 2             # two other processes keep the machine busy meanwhile
    scripts/soak.py FOLDER --report                         # only report on the games that there are

The games are drawn by a seed and played by `tengen match`. FOLDER gets the match file, the store, the conversation of
the runner, and a file with the stderr of each player. An end is abnormal if it is not by score or resignation, if a
traceback or an internal error is on stderr, or if a game is missing or there twice. Then the exit code is 1. A game
against a player that does not search may also have no end.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tengen.board.handicap import max_fixed_handicap
from tengen.board.rules import RULES
from tengen.match.match_file import read_definition
from tengen.match.store import Store

SEARCHING = ("tengen", "pachi", "mogo", "mango", "lingo")
SIMPLE = ("montecarlo", "amaf", "random", "replay", "joseki")
SIZES = (5, 6, 7, 8, 9, 9, 9, 10, 11, 12, 13, 13, 19)  # some are drawn more often
CLOCKS = ("none", "none", "move", "overtime", "fischer", "absolute")
ORDINARY = ("score", "resign")
TROUBLE = re.compile(r"Traceback|internal error|Segmentation|Fatal Python error|Warning: ")
PATIENCE = 300  # seconds
BUSY = "while True: sum(range(10000))"


class Choices(NamedTuple):
    """What is drawn from; some things stand there more than once."""

    presets: list[str]
    sizes: list[int]
    clocks: list[str]
    pace: float = 1.0
    """Clocks have this share of their usual time."""


class Draw(NamedTuple):
    """One pairing: two command lines, and the conditions of its games as the match file has them."""

    players: tuple[str, str]
    conditions: dict[str, Any]


def drawn(chance: Random, choices: Choices, folder: Path, number: int) -> Draw:
    """Draw a pairing."""
    size, rules = chance.choice(choices.sizes), chance.choice(sorted(RULES))
    conditions: dict[str, Any] = {"size": size, "rules": rules}
    if chance.random() < 0.25 and (most := max_fixed_handicap(size)):
        conditions["handicap"] = chance.randint(2, most)
    clock = _clock(chance, choices, size)
    conditions |= clock
    words = [_player(chance, choices.presets, conditions, has_clock=bool(clock)) for _ in range(2)]
    logs = [folder / f"stderr-{number}-{side}.log" for side in (1, 2)]
    players = tuple(f"exec {shlex.join(own)} 2>>{shlex.quote(str(log))}" for own, log in zip(words, logs, strict=True))
    return Draw((players[0], players[1]), conditions)


def _clock(chance: Random, choices: Choices, size: int) -> dict[str, Any]:
    """Draw a clock, or none: then the players have a number of simulations."""
    kind, pace = chance.choice(choices.clocks), choices.pace
    tolerance = chance.choice((0.1, 0.5))
    game = pace * size / 9  # what is for a whole game is longer on a large board
    time: dict[str, float] = {
        "none": {},
        "move": {"overtime": 0.3 * pace, "stones": 1},
        "overtime": {"main": 3 * game, "overtime": 2 * pace, "stones": 5},
        "fischer": {"main": 3 * game, "increment": 0.2 * pace},
        "absolute": {"main": 15 * game},
    }[kind]
    time = {key: round(seconds, 2) for key, seconds in time.items()}
    return {"time": time | {"tolerance": tolerance}} if time else {}


def _player(chance: Random, presets: list[str], conditions: dict[str, Any], *, has_clock: bool) -> list[str]:
    preset = chance.choice(presets)
    words = [sys.executable, "-m", "tengen", "gtp", "--quiet", "--preset", preset]
    words += ["--size", str(conditions["size"]), "--rules", conditions["rules"]]
    if preset in SEARCHING:
        words += ["--threads", str(chance.choice((1, 1, 2))), "--memory", str(chance.choice((2, 16, 128)))]
        words += ["--set", f"parallel={chance.choice(('tree', 'tree', 'mutex', 'root', 'leaf'))}"]
        if has_clock and chance.random() < 0.3:
            words += ["--set", "time.ponder=true"]
        elif not has_clock:
            words += ["--simulations", str(chance.choice((20, 100, 400)))]
    return words


def match_file(draws: list[Draw], each: int) -> str:
    """Return the text of the match file, with so many games of each pairing."""
    lines = []
    for number, draw in enumerate(draws):
        for side, command in enumerate(draw.players, start=1):
            engine = json.dumps(["sh", "-c", command])
            lines += [f'[players."{number}-{side}"]', f"engine = {engine}", f"patience = {PATIENCE}"]
        lines += ["[[pairings]]", f'players = ["{number}-1", "{number}-2"]', f"games = {each}"]
        for key, value in draw.conditions.items():
            lines.append(f"{key} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value)


@contextmanager
def load(processes: int) -> Iterator[None]:
    """Keep some cores busy while the block runs."""
    busy = [subprocess.Popen([sys.executable, "-I", "-S", "-c", BUSY]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def play(folder: Path, workers: int, busy: int) -> int:
    """Run the match to its end; return the exit code of `tengen match`."""
    words = [sys.executable, "-m", "tengen", "match", str(folder / "soak.toml"), "--workers", str(workers)]
    with (folder / "runner.log").open("a", encoding="utf-8") as log, load(busy):
        return subprocess.run(words, stdout=log, stderr=log, check=False).returncode


def abnormal(folder: Path) -> Iterator[str]:
    """Yield what is not as it should be, a line each."""
    numbers: Counter[tuple[str, int]] = Counter()
    endless: set[tuple[str, int]] = set()
    with Store.existing(folder / "soak.sqlite") as store:
        pairings, players = store.pairings(), store.players()
        for game in store.games():
            numbers[game.pairing, game.number] += not game.void
            if game.reason == "length" and any(_is_simple(players[one]) for one in (game.black, game.white)):
                endless.add((game.pairing, game.number))
            elif game.reason not in ORDINARY:
                what = {key: pairings[game.pairing][key] for key in ("size", "rules", "handicap", "time")}
                names = f"{players[game.black]['name']} - {players[game.white]['name']}"
                yield f"{names}: {game.result} ({game.reason}), {what}: {game.detail.splitlines()[:1]}"
    for (pairing, number), times in numbers.items():
        if times > 1:
            yield f"game {number} of {pairing} is there {times} times"
    wanted = sum(pairing.games or 0 for pairing in read_definition(folder / "soak.toml").pairings)
    missing = wanted - len(endless | {game for game, times in numbers.items() if times})
    if missing > 0:
        yield f"{missing} games are missing"
    for log in sorted([*folder.glob("stderr-*.log"), folder / "runner.log"]):
        text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
        for line in text.splitlines():
            if TROUBLE.search(line):
                yield f"{log}: {line[:200]}"


def _is_simple(player: dict[str, Any]) -> bool:
    """Return whether a player may lose its stones again and again, so that a game need not end."""
    return bool(re.search(rf"--preset ({'|'.join(SIMPLE)})\b", " ".join(player["command"] or [])))


def report(folder: Path) -> int:
    """Print a summary and every abnormal end; return the exit code."""
    with Store.existing(folder / "soak.sqlite") as store:
        reasons = Counter(game.reason for game in store.games())
    print(f"{reasons.total()} games: " + ", ".join(f"{count} {reason}" for reason, count in reasons.most_common()))
    lines = list(abnormal(folder))
    for line in lines:
        print(line)
    print(f"{len(lines)} abnormal")
    return 1 if lines else 0


def arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument(
        "--each", type=int, default=2, help="games of each pairing, one after another with the same two engines"
    )
    parser.add_argument("--seed", type=int, default=1, help="draws the games; another seed needs another FOLDER")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--busy", type=int, default=0, help="processes that do nothing but keep a core busy")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--presets", default=",".join((*SEARCHING, *SIMPLE)))
    parser.add_argument("--clocks", default=",".join(CLOCKS), help="with `none` nobody can lose on time")
    parser.add_argument("--pace", type=float, default=1.0, help="0.5 halves the times of games whose time is limited")
    parser.add_argument("--report", action="store_true", help="play no game")
    return parser.parse_args()


def main() -> int:
    """Play the games that are missing, and report."""
    wanted = arguments()
    if not wanted.report:
        folder = wanted.folder.absolute()
        folder.mkdir(parents=True, exist_ok=True)
        sizes = [int(size) for size in wanted.sizes.split(",")]
        choices = Choices(wanted.presets.split(","), sizes, wanted.clocks.split(","), wanted.pace)
        pairings = range(-(-wanted.games // wanted.each))
        # Each pairing has a generator of its own, so that more games leave the first ones as they are.
        draws = [drawn(Random(f"{wanted.seed} {k}"), choices, folder, k) for k in pairings]  # noqa: S311
        (folder / "soak.toml").write_text(match_file(draws, wanted.each), encoding="utf-8")
        play(folder, wanted.workers, wanted.busy)
    return report(wanted.folder)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:  # such as a FOLDER that is not there
        sys.exit(f"soak: {error}")
