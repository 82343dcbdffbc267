"""Lizzie, the real program in a window on a virtual screen: it starts, analyses, plays and is closed."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAMS = {"lizzie": "liblizzie-java", "java": "default-jre", "Xvfb": "xvfb", "xdotool": "xdotool"}
SECONDS = 240  # more than any of this takes, also on a busy machine that has to compile first
ENGINE = "-m tengen gtp --gtp-name Leela --gtp-version 0.17 --memory 16 --set playout.policy=random"


@contextmanager
def virtual_screen() -> Iterator[str]:
    """Start an X server without a screen, and yield its display."""
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1200x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        try:
            with os.fdopen(reading) as answer:
                yield f":{answer.readline().strip()}"
        finally:
            server.terminate()


@contextmanager
def lizzie(folder: Path, display: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start Lizzie with an empty home folder and tengen as its engine on 9x9; the conversation goes to gtp.log."""
    config = folder / ".config" / "leela-zero" / "lizzie-config.txt"
    config.parent.mkdir(parents=True)
    command = f"{sys.executable} {ENGINE} --log {folder / 'gtp.log'}"
    settings = {
        "leelaz": {"engine-command": command, "engine-start-location": ".", "analyze-update-interval-centisec": 10},
        "ui": {"board-size": 9},
    }
    config.write_text(json.dumps(settings))
    env = os.environ | {"DISPLAY": display, "JAVA_TOOL_OPTIONS": f"-Duser.home={folder}", "HOME": str(folder)}
    env |= {"TENGEN_CACHE": os.environ.get("TENGEN_CACHE", str(Path.home() / ".cache" / "tengen"))}
    with subprocess.Popen(["lizzie"], env=env, cwd=folder, stderr=subprocess.DEVNULL) as window:
        try:
            yield window
        finally:
            window.kill()


def wait_for(happened: Callable[[], bool], what: str, log: Path) -> None:
    end = time.monotonic() + SECONDS
    while not happened():
        said = log.read_text(errors="replace")[-2000:] if log.exists() else ""
        assert time.monotonic() < end, f"{what}: never. The conversation ended with:\n{said}"
        time.sleep(0.2)


def test_a_game_in_lizzie(tmp_path: Path) -> None:
    lacking = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if lacking:
        pytest.skip(f"needs the packages {' '.join(lacking)}")
    log = tmp_path / "gtp.log"

    def said() -> str:
        return log.read_text(errors="replace") if log.exists() else ""

    with virtual_screen() as display, lizzie(tmp_path, display) as window:

        def press(key: str) -> None:
            subprocess.run(["xdotool", "key", key], env=os.environ | {"DISPLAY": display}, check=True)

        wait_for(lambda: said().count("info move") > 3, "a report of the analysis", log)
        press("comma")  # plays the best move
        wait_for(lambda: " play B " in said(), "a move played", log)
        wait_for(lambda: said().rpartition(" play B ")[2].count("info move") > 3, "a report of the next position", log)
        press("space")  # stops the analysis
        wait_for(lambda: said().rstrip().endswith("=") or " name" in said().rpartition("info move")[2], "its end", log)
        window.terminate()
        assert window.wait(SECONDS) is not None
    assert "?" not in "".join(line[0] for line in said().splitlines() if line)  # Lizzie met no error
