"""A scripted GTP engine for the tests of matches: it plays a few stones and passes, or misbehaves as its name says.

    python engine.py MODE [FOLDER]

Black fills the columns A, C, E, G and White B, D, F, H from below, so nothing is ever captured. With an odd seed the
mode "resigning" does so after two moves. With a FOLDER it leaves a file there with its process number.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

MODE = sys.argv[1]
MOVES = 4
COLUMNS = {"b": "ACEG", "w": "BDFH"}
COMMANDS = (
    "name version list_commands boardsize clear_board komi play genmove quit"
    " set_random_seed set_free_handicap time_settings time_left final_status_list"
)


class Engine:
    def __init__(self) -> None:
        self.made = 0
        self.seed = 0
        self.said = 0
        self.is_prepared = MODE != "prepares"

    def answer(self, name: str, words: list[str]) -> str:
        if name == "clear_board":
            self.made = 0
        if name == "set_random_seed":
            self.seed = int(words[0])
        if name == "boardsize" and MODE == "prepares":
            self.size = words[0]
        if name == "tengen-prepare" and MODE == "prepares":
            self.is_prepared = self.size == "9"
            return "="
        if name == "genmove" and not self.is_prepared:
            return "? this would have been compiled during the game"
        if name == "genmove":
            return self.genmove(words[0][0].lower())
        if name == "play" and MODE == "refuses-move":
            return "? illegal move"
        if name == "boardsize" and MODE == "refuses-size":
            return "? unacceptable size"
        if name == "list_commands":
            known = COMMANDS.replace("final_status_list", "") if MODE == "no-status" else COMMANDS
            known += " tengen-simulations" if MODE == "counts" else ""
            known += " tengen-prepare" if MODE == "prepares" else ""
            return "= " + known.replace(" ", "\n")
        if name == "final_status_list" and MODE == "no-status":
            return "? unknown command"
        if name == "final_status_list" and MODE == "claims-all":
            return "= B1"
        if name == "tengen-simulations" and MODE == "counts":
            return "= 1234.5"
        if name.startswith("tengen"):
            return "? unknown command"
        return {"name": "= scripted", "version": "= 1"}.get(name, "=")

    def genmove(self, colour: str) -> str:
        self.made += 1
        if self.made == 2:
            self.misbehave()
        if self.made == 2 and MODE in SAID:
            return SAID[MODE]
        if self.made == 3 and self.seed % 2 and MODE == "resigning":
            return "= resign"
        if self.made > MOVES and MODE != "endless":
            return "= pass"
        row, column = divmod(self.made - 1, 4)
        return f"= {COLUMNS[colour][column]}{row + 1}"

    def misbehave(self) -> None:
        if MODE == "hangs":
            time.sleep(1000)
        if MODE == "hangs-with-child":
            subprocess.run(["sleep", "1000"], check=False)
        if MODE == "dies":
            sys.stderr.write("out of luck\n")
            sys.exit(3)
        if MODE == "is-killed":
            os.kill(os.getpid(), 9)
        if MODE == "slow":
            time.sleep(0.5)
        if MODE == "floods":
            while True:
                sys.stdout.write("= " + "x" * 1_000_000)
        if MODE == "floods-with-digits":
            while True:
                sys.stdout.write("=" + "1" * 1_000_000)
        if MODE == "chatters":
            while True:
                sys.stdout.write("thinking\n" * 10_000)
        if MODE == "writes-errors":
            sys.stderr.write("noise\n" * 200_000)


SAID = {
    "plays-on-stone": "= A1",
    "plays-off-board": "= Z99",
    "plays-nonsense": "= let me think",
    "cannot-move": "? internal error",
    "resigns": "= Resign",
}


def framed(reply: str, number: str) -> str:
    sign, text = reply[0], reply[1:]
    if MODE == "wrong-ids":
        number = "99"
    if MODE == "no-ids":
        number = ""
    end = "\r\n\r\n" if MODE == "carriage-returns" else "\n\n"
    before = "hello there\nI am thinking = hard\n" if MODE == "talks" else ""
    return f"{before}{sign}{number}{text}".replace("\n", "\r\n" if MODE == "carriage-returns" else "\n") + end


def note(pid: int) -> None:
    if len(sys.argv) > 2:
        Path(sys.argv[2], f"{pid} {os.getppid()}").touch()


def main() -> None:
    note(os.getpid())
    if MODE == "starts-slowly":
        time.sleep(0.5)
    if MODE == "does-not-start":
        sys.exit("no licence")
    if MODE == "hangs-at-start":
        time.sleep(1000)
    engine = Engine()
    while line := sys.stdin.readline():
        number, name, *words = line.split() if line[0].isdigit() else ["", *line.split()]
        if name == "quit" and MODE == "does-not-quit":
            time.sleep(1000)
        text = framed(engine.answer(name, words), number)
        pieces = text if MODE == "in-pieces" else [text]
        for piece in pieces:
            sys.stdout.write(piece)
            sys.stdout.flush()
        if name == "quit":
            if MODE == "lingers":
                time.sleep(1000)
            if MODE == "leaves-child":
                child = subprocess.Popen(["sleep", "1000"])  # it holds our pipes
                note(child.pid)
            return


main()
