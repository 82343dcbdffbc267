"""Speaks GTP to an engine that searches: games, analyses, clocks, options changed between moves, and nonsense."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from gtp.babble import Babbler
from tengen.parts.options import Knob, Options, knobs

COMMANDS = {  # arguments, and how often
    "play": ("colour vertex", 8),
    "genmove": ("colour", 6),
    "reg_genmove": ("colour", 1),
    "undo": ("", 2),
    "gg-undo": ("count", 1),
    "clear_board": ("", 1),
    "boardsize": ("size", 1),
    "komi": ("komi", 1),
    "fixed_handicap": ("count", 1),
    "set_free_handicap": ("vertex vertex", 1),
    "kata-set-rules": ("rules", 1),
    "gogui-play_sequence": ("colour vertex colour vertex", 1),
    "gogui-setup": ("colour vertex colour vertex", 1),
    "gogui-setup_player": ("colour", 1),
    "loadsgf": ("file", 1),
    "printsgf": ("", 1),
    "showboard": ("", 1),
    "tengen-option": ("option", 6),
    "tengen-seed": ("count", 1),
    "level": ("level", 1),
    "time_settings": ("seconds seconds count", 0.3),
    "kata-time_settings": ("system seconds seconds count", 0.3),
    "time_left": ("colour seconds count", 0.5),
    "lz-analyze": ("colour interval", 2),
    "kata-analyze": ("interval ownership", 2),
    "kata-genmove_analyze": ("colour interval", 1),
    "kata-search_analyze": ("colour interval", 1),
    "kata-search": ("colour", 1),
    "stop": ("", 1),
    "tengen-report": ("", 1),
    "tengen-ownership": ("", 1),
    "tengen-best_moves": ("", 1),
    "tengen-live_graphics": ("word", 1),
    "kgs-genmove_cleanup": ("colour", 1),
    "gomill-explain_last_move": ("", 1),
    "final_score": ("", 0.3),
    "final_status_list": ("status", 0.3),
    "estimate_score": ("", 0.3),
}
WORDS: dict[str, Sequence[str]] = {
    "colour": ["b", "w", "B", "white"],
    "count": ["0", "1", "2", "3", "5", "40", "-1", "999999999"],
    "komi": ["0", "0.5", "7.5", "-30", "1e3", "7"],
    "rules": ["chinese", "japanese", "aga", "new-zealand", "tromp-taylor", "cgos", '{"ko":"SIMPLE"}', "x"],
    "level": ["20k", "8k", "1d", "none", "7z"],
    "seconds": ["0", "0.01", "0.1", "0.5", "1"],
    "system": ["none", "absolute", "byoyomi", "canadian", "fischer"],
    "interval": ["0", "1", "2", "100"],
    "ownership": ["", "ownership true", "minmoves 3", "avoid b C3 1", "allow w A1,pass 2", "movesOwnership true", "x"],
    "word": ["win-rate", "CLEAR", "none", "best-moves", "x"],
    "status": ["alive", "dead", "seki", "x"],
}
CAPS: dict[str, float] = {"simulations": 60, "seconds": 0.02, "threads": 4, "memory": 4}  # so that a session is short
RECIPE = ("terms", "parts", "rules", "choosers", "filters", "samplers", "policy")  # what must be compiled
LONG = re.compile(rb"time|boardsize|level|tengen-option|loadsgf|simulations|quit")  # not among the nonsense


class Speaker:
    """Says lines without end; the same seed says the same."""

    def __init__(self, random: Random, sizes: list[int], options: Options, files: list[str], *, compiles: bool) -> None:
        """Speak about boards of some sizes and about options; about parts only if there is time to compile them."""
        self._random = random
        self._sizes = sizes
        self._knobs = [one for one in knobs(options) if compiles or one.name.rpartition(".")[2] not in RECIPE]
        self._knobs = [one for one in self._knobs if not one.name.startswith(("book.", "cluster."))]
        self._files = files
        self._babbler = Babbler(random.randrange(10**9), sizes, [])

    def line(self) -> bytes:
        """Return a line with its end."""
        if self._random.random() < 0.2:
            nonsense = self._babbler_line()
            return b"\n" if LONG.search(nonsense) else nonsense
        (name,) = self._random.choices(list(COMMANDS), [weight for _, weight in COMMANDS.values()])
        words = [name, *(self._word(kind) for kind in COMMANDS[name][0].split())]
        number = f"{self._random.randrange(10**6)} " if self._random.random() < 0.5 else ""
        return f"{number}{' '.join(words)}\n".encode()

    def _babbler_line(self) -> bytes:
        try:
            return self._babbler.line()
        except IndexError:  # it wanted a file
            return b"\n"

    def _word(self, kind: str) -> str:
        if kind == "vertex":
            size = self._random.choice(self._sizes)
            letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[:size]
            place = self._random.choice(letters) + str(self._random.randint(1, size))
            return self._random.choice([place] * 12 + ["pass", "Z9"])
        if kind == "size":
            return str(self._random.choice(self._sizes))
        if kind == "file":
            return self._random.choice(self._files)
        if kind == "option":
            one = self._random.choice(self._knobs)
            return f"{one.name} {self.value(one)}"
        return self._random.choice(WORDS[kind])

    def value(self, one: Knob) -> str:
        """Return a value for an option: mostly a valid one, often at its bounds."""
        random = self._random
        if random.random() < 0.1:
            return random.choice(["", "-1", "x", "nan", "inf", "1e400", "true", "0", "9" * 30])
        if one.choices:
            return random.choice(one.choices)
        if one.kind is bool:
            return random.choice(["true", "false"])
        if one.kind in (int, float):
            low = one.meta.ge if one.meta.ge is not None else 0
            high = min(one.meta.le if one.meta.le is not None else 10.0, CAPS.get(one.name, 10**9))
            drawn: Any = random.choice([low, high, one.value, low + random.random() ** 3 * (high - low)])
            return str(int(min(drawn, high))) if one.kind is int else str(min(drawn, high))
        return random.choice([one.text, "none", f"-{random.choice(one.text.split(','))}", "+criticality", "random"])
