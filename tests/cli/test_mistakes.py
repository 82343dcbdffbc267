"""Wrong use: one line on stderr that says what is wrong, exit code 2, and nothing else."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import Command
from tengen.presets.level import level_names

# What typer finds is in typer's words: here are the ones that matter, and where the line sends the reader.
OF_WORDS = {
    "nonsense": ("No such command 'nonsense'", "tengen"),
    "shwo": ("Did you mean 'show'", "tengen"),
    "show nonsense": ("No such command 'nonsense'", "tengen show"),
    "bench playuot": ("Did you mean 'playout'", "tengen bench"),
    "--nonsense": ("--nonsense", "tengen"),
    "gtp --nonsense": ("--nonsense", "tengen gtp"),
    "gtp --presset amaf": ("--preset", "tengen gtp"),
    "gtp more": ("(more)", "tengen gtp"),
    "show part": ("Missing argument", "tengen show part"),
    "gtp --size": ("--size", "tengen"),
    "gtp --size 1": ("1 is not in the range 2<=x<=25", "tengen gtp"),
    "play --size 26": ("26 is not in the range 2<=x<=25", "tengen play"),
    "play --size nine": ("'nine' is not a valid int", "tengen play"),
    "play --handicap -1": ("-1 is not in the range x>=0", "tengen play"),
    "play --komi x": ("'x' is not a valid float", "tengen play"),
    "gtp --komi nan": ("nan is not a finite number", "tengen gtp"),
    "play --komi 1e999": ("inf is not a finite number", "tengen play"),
    "play --size 13x9": ("13x9 is not a square board", "tengen play"),
    "gtp --size 19:13": ("19:13 is not a square board", "tengen gtp"),
    "analyze --size 9x13": ("9x13 is not a square board", "tengen analyze"),
    "bench playout --size 9x9x9": ("9x9x9 is not a square board", "tengen bench playout"),
    "gtp --seed x": ("'x' is not a valid int", "tengen gtp"),
    "match shwo": ("No such command 'shwo'", "tengen match"),
    "match m.toml --workers 0": ("0 is not in the range", "tengen match run"),
    "match run": ("Missing argument", "tengen match run"),
    "bench board --size 1": ("1 is not in the range 2<=x<=25", "tengen bench board"),
    "bench board --rounds 0": ("0 is not in the range x>=1", "tengen bench board"),
    "bench board --seconds 0": ("0.0 is not in the range x>=0.01", "tengen bench board"),
    "bench playout --seconds inf": ("inf is not a finite number", "tengen bench playout"),
}


@pytest.mark.parametrize("line", OF_WORDS)
def test_wrong_words(line: str, tengen: Command) -> None:
    words, path = OF_WORDS[line]
    outcome = tengen(*line.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert re.fullmatch(rf"tengen: .*{re.escape(words)}.* \(see {path} --help\)\n", outcome.err)


OF_VALUES = {
    "play --handicap 1": "1 is not a number of fixed handicap stones from 2 to 9 on 9x9",
    "play --handicap 5 --size 8": "5 is not a number of fixed handicap stones from 2 to 4 on 8x8",
    "play --colour green": "'green' is not a colour: say black or white",
    "gtp --preset montecralo": "unknown preset 'montecralo'; did you mean 'montecarlo'?",
    "play --preset montecralo": "unknown preset 'montecralo'; did you mean 'montecarlo'?",
    "gtp --level 21k": f"unknown level '21k'; did you mean '20k'? (levels go from 20k to {level_names()[-1]})",
    "play --level weak": f"unknown level 'weak'; levels go from 20k to {level_names()[-1]}",
    "gtp --preset pachi --level 8k": "levels belong to the preset 'tengen': 'pachi' has none",
    "gtp --rules chines": "unknown rules 'chines'; did you mean 'chinese'?",
    "play --rules xyz": "unknown rules 'xyz'; valid: aga, cgos, chinese, japanese, new-zealand, tromp-taylor",
    "gtp --set simulation=3": "unknown option 'simulation'; did you mean 'simulations'?",
    "play --preset montecarlo --set simulations=0": "simulations=0 is not valid: integer, 1 to 1000000000",
    "gtp --preset montecarlo --set simulations=many": "simulations=many is not valid: integer, 1 to 1000000000",
    "gtp --set simulations": "'simulations' is not of the form name=value",
    "gtp --set playout.policy=rando": "unknown policy 'rando'; did you mean 'random'?",
    "gtp --set playout.rules=captur": "unknown playout rule 'captur'; did you mean 'capture'?",
    "gtp --preset montecarlo --seconds 3": "--seconds: the preset 'montecarlo' has no such option",
    "play --preset random --threads 2": "--threads: the preset 'random' has no such option",
    "gtp --preset tengen --memory 0": "memory=0.0 is not valid: number, 1 to 1000000",
    "analyze --preset random": "preset 'random' searches no tree: take one that does, such as 'tengen'",
    "analyze --move 3": "--move needs the FILE of a game",
    "analyze --set simulations=0": "simulations and seconds are both 0: set one of them, or give a limit",
    "bench search --preset random": "preset 'random' searches no tree: take one that does, such as 'tengen'",
    "bench signature --preset amaf": "preset 'amaf' searches no tree: take one that does, such as 'tengen'",
    "show preset tengne": "unknown preset 'tengne'; did you mean 'tengen'?",
    "show preset random --code": "preset 'random' searches no tree; see `tengen show policy`",
    "show policy rando": "unknown policy 'rando'; did you mean 'random'?",
    "show policy --set rules=captur": "unknown playout rule 'captur'; did you mean 'capture'?",
    "playout --policy mogi": "unknown policy 'mogi'; did you mean 'mogo'?",
    "playout --set atari.chance=2": "playout.atari.chance=2 is not valid: number, 0 to 1",
    "bench playout --set playout.rules=nakada": "unknown playout rule 'nakada'; did you mean 'nakade'?",
    "show part captur": "unknown part 'captur'; did you mean 'capture'?",
    "show options --format tolm": "unknown format 'tolm'; did you mean 'toml'?",
    "show options --preset amf": "unknown preset 'amf'; did you mean 'amaf'?",
    "bench playout --policy rando": "unknown policy 'rando'; did you mean 'random'?",
}


@pytest.mark.parametrize("line", OF_VALUES)
def test_wrong_values(line: str, tengen: Command) -> None:
    assert tengen(*line.split()) == (2, "", f"tengen: {OF_VALUES[line]}\n")


def test_an_unknown_option_is_one_short_line(tengen: Command) -> None:
    outcome = tengen("gtp", "--set", "foo=1")
    assert (outcome.code, outcome.out) == (2, "")
    assert re.fullmatch(
        r"tengen: unknown option 'foo'; the nearest are .*; `tengen show options` lists all \d+\n", outcome.err
    )
    assert len(outcome.err) < 200


OF_RECORDS = {
    "(;SZ[13:9])": "the board of size '13:9' is not square: tengen plays only on square boards",
    "(;SZ[5];B[cc];W[cc])": "move 2: white C3: the point is taken",
    "(;SZ[5];B[zz])": "move 1: B: 'zz' is not a point of a 5x5 board",
    "no record": "there is no game in the file",
}


@pytest.mark.parametrize("text", OF_RECORDS)
@pytest.mark.parametrize("command", ["analyze", "playout --from", "bench playout --from", "bench search --position"])
def test_a_mistake_in_a_record_names_the_file(command: str, text: str, tengen: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(text)
    outcome = tengen(*command.split(), str(file))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"tengen: {file}: ")
    assert OF_RECORDS[text] in outcome.err


OF_FILES = {
    "gtp --config nothing.toml": ("nothing.toml", "No such file or directory"),
    "match nothing.toml": ("nothing.toml", "No such file or directory"),
    "match run nothing": ("nothing", "No such file or directory"),
    "gtp --config .": (".", "Is a directory"),
    "gtp --log nowhere/gtp.log": ("nowhere/gtp.log", "No such file or directory"),
}


@pytest.mark.parametrize("line", OF_FILES)
def test_wrong_files(line: str, tengen: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = tengen(*line.split())
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith("tengen: ")
    assert all(words in outcome.err for words in OF_FILES[line])


IN_FILES = {
    "simulations =": "{file}: invalid value (at end of document)",
    "[playout\n": "{file}: expected ']' at the end of a table declaration (at line 1, column 9)",
    "simulations = 0": "{file}, line 1: simulations=0 is not valid: integer, 1 to 1000000000",
    "simulatons = 3": "{file}, line 1: unknown option 'simulatons'; did you mean 'simulations'?",
    "simulations = 'many'": "{file}, line 1: simulations=many is not valid: integer, 1 to 1000000000",
    "[playout]\nrules = 3": "{file}, line 2: playout.rules=3 is not valid: list",
    "playout = 3": "{file}, line 1: unknown option 'playout'; did you mean 'playout.rules'?",
    "a = '\udcff'": "{file}: the file is not UTF-8 text",
}


@pytest.mark.parametrize("text", IN_FILES)
@pytest.mark.parametrize("command", ["gtp", "play --terminal", "show options"])
def test_a_mistake_in_an_options_file(command: str, text: str, tengen: Command, tmp_path: Path) -> None:
    file = tmp_path / "options.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    message = IN_FILES[text].replace("{file}", str(file))
    words = [*command.split(), "--preset", "montecarlo", "--config", str(file)]
    assert tengen(*words) == (2, "", f"tengen: {message}\n")


def test_wrong_options_are_refused_also_without_asserts() -> None:
    words = [sys.executable, "-W", "error", "-O", "-m", "tengen", "gtp", "--set", "simulation=3"]
    run = subprocess.run(words, input="quit\n", capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "tengen: unknown option 'simulation'; did you mean 'simulations'?\n"


def test_an_interrupt_is_no_mistake(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    outcome = tengen("play", "--terminal", "--preset", "random", "--size", "5")
    assert (outcome.code, outcome.err) == (130, "\ntengen: interrupted\n")


def test_options_of_a_part_that_is_off_are_told(tengen: Command) -> None:
    outcome = tengen("show", "options", "--set", "tree.puct.c=0.3", "--set", "tree.rave.equivalence=500")
    assert outcome.code == 0
    assert "tree.puct.c has no effect: the tree term puct is off; --set tree.terms=+puct switches it on" in outcome.err
    assert "tree.rave" not in outcome.err
    outcome = tengen("show", "options", "--set", "tree.puct.c=0.3", "--set", "tree.terms=+puct")
    assert "has no effect" not in outcome.err
