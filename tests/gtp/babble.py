"""Makes lines for the fuzz test: commands that are right, nearly right, and not right at all."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")

COMMANDS = {
    "protocol_version": "",
    "name": "",
    "version": "",
    "known_command": "word",
    "list_commands": "",
    "quit": "",
    "cputime": "",
    "boardsize": "size",
    "rectangular_boardsize": "size size",
    "clear_board": "",
    "komi": "number",
    "get_komi": "",
    "kgs-rules": "rules",
    "fixed_handicap": "count",
    "place_free_handicap": "count",
    "set_free_handicap": "vertex vertex vertex",
    "loadsgf": "file",
    "play": "colour vertex",
    "genmove": "colour",
    "reg_genmove": "colour",
    "undo": "",
    "time_settings": "number number count",
    "time_left": "colour number count",
    "final_score": "",
    "final_status_list": "status",
    "showboard": "",
    "level": "word",
    "tengen-option": "option value",
    "gogui-analyze_commands": "",
    "gogui-play_sequence": "colour vertex colour vertex",
    "gogui-setup_player": "",
    "gg-undo": "count",
    "get_handicap": "",
    "final_status": "vertex",
    "kata-set-rules": "rules",
    "kata-set-rule": "rule value",
    "kata-get-rules": "",
    "kata-time_settings": "system number number",
    "kgs-time_settings": "system number number count",
    "kgs-genmove_cleanup": "colour",
    "kgs-game_over": "",
    "kgs-chat": "word word word",
    "cgos-genmove_analyze": "colour",
    "cgos-gameover": "word",
    "gomill-genmove_ex": "colour word",
    "tengen-live_graphics": "word",
}
OFTEN = ["play"] * 6 + ["genmove"] * 3 + ["undo"]
HANDICAPS = ["fixed_handicap", "place_free_handicap", "set_free_handicap"]
RULES = ["tromp-taylor", "chinese", "japanese", "aga", "new_zealand", "cgos", "go", '{"ko":"SIMPLE"}', "{", "[]"]
NUMBERS = ["0", "1", "5", "6.5", "30", "300", "-3", "1e3"]
NUMBERS += ["1e400", "nan", "inf", "7,5", "0x1", "1_0", "9" * 400, "٣", "-", "+", "."]
COUNTS = ["0", "1", "2", "3", "4", "5", "9", "12", "-1", "26", "999999999", "9999999999", "9" * 5000, "2.0", "²"]
STRANGE = ["", " ", "\t", "\x00", "\r", "\x1b[2J", "\x7f", "#", "é", "弈", "\u2028", "\x85", "\ufeff", "=", "?", "= x"]
STRANGE += ["-", "'", '"', "\\", "\\n", "%s", "{0}", "../..", "x" * 5000, "0" * 5000]


class Babbler:
    """Speaks without end; the same seed says the same."""

    def __init__(self, seed: int, sizes: list[int], files: list[str]) -> None:
        self._random = Random(seed)
        self._sizes = sizes
        self._next: list[str] = []
        self._words: dict[str, Callable[[], str]] = {
            "word": lambda: self._one_of([*COMMANDS, "analyze"]),
            "size": lambda: self._one_of([*map(str, sizes), "1", "26"]),
            "number": lambda: self._one_of(NUMBERS),
            "rules": lambda: self._one_of(RULES),
            "rule": lambda: self._one_of(["ko", "suicide", "friendlyPassOk", "tax", "scoring", "komi"]),
            "system": lambda: self._one_of(["none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped"]),
            "count": lambda: self._one_of(COUNTS),
            "colour": lambda: self._one_of(["b", "w", "B", "W", "black", "White"]),
            "vertex": self._vertex,
            "file": lambda: self._one_of(files) + self._one_of(["", " 1", " 2", " 7", " 0"]),
            "status": lambda: self._one_of(["alive", "dead", "seki", "black_territory", "white_territory"]),
            "option": lambda: self._one_of(["simulations", "all-moves-as-first", "playout.capture.chance", "komi", ""]),
            "value": lambda: self._one_of(["1", "8", "true", "0.5", "-1", "", "SIMPLE", "AREA", "false", *NUMBERS]),
        }

    def line(self) -> bytes:
        """Return a line with its end."""
        if self._random.random() < 0.01:
            self._next += self._one_of([["undo"] * self._random.randrange(30), ["clear_board", self._handicap()]])
        if self._next:
            return f"{self._next.pop(0)}\n".encode()
        kind = self._random.random()
        if kind < 0.75:
            text = self._command()
        elif kind < 0.9:
            text = self._spoilt(self._command())
        elif kind < 0.95:
            text = " ".join(self._strange_word() for _ in range(self._random.randrange(6)))
        else:
            return self._random.randbytes(self._random.randrange(40)).replace(b"\n", b"") + b"\n"
        number = str(self._random.randrange(10**6)) + " " if self._random.random() < 0.3 else ""
        return (number + text + self._one_of(["\n"] * 9 + ["\r\n", " # comment\n"])).encode()

    def _command(self) -> str:
        return self._with_arguments(self._one_of(OFTEN if self._random.random() < 0.85 else list(COMMANDS)))

    def _handicap(self) -> str:
        return self._with_arguments(self._one_of(HANDICAPS))

    def _with_arguments(self, name: str) -> str:
        return " ".join([name, *(self._words[kind]() for kind in COMMANDS[name].split())])

    def _spoilt(self, text: str) -> str:
        """Return a command with a few letters or words lost, doubled, exchanged or added."""
        parts, glue = self._one_of([(text.split(), " "), (list(text), "")])
        for _ in range(self._random.randrange(1, 4)):
            place = self._random.randrange(len(parts) + 1)
            parts[place : place + self._random.randrange(2)] = self._one_of([[], parts[:1], [self._strange_word()]])
        return glue.join(parts)

    def _strange_word(self) -> str:
        return self._one_of([*STRANGE, *NUMBERS, *COMMANDS, self._vertex()])

    def _vertex(self) -> str:
        if self._random.random() < 0.05:
            return self._one_of(["pass", "PASS", "A0", "I1", "Z25", "A26", "aa", "resign"])
        size = self._one_of(self._sizes)
        return self._one_of("ABCDEFGHJKLMNOPQRST"[:size]) + str(self._random.randint(1, size))

    def _one_of(self, things: Sequence[Thing]) -> Thing:
        return self._random.choice(things)
