"""Nothing is lost: reloading the page, and killing the server."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import pytest

from web.page import LIGHT, Page, ServerInThread

LIGHT_WORDS = ("--size", "5", "--set", "playout.policy=random")  # what other tests compile as well


class Play:
    """A process of `tengen play` on a free port, with a data folder."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tengen", "play", "--no-browser", *LIGHT_WORDS, *(words or ("--port", "0"))],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": str(folder)},
        )
        self.said = self._until_address()
        self.port = int(re.findall(r"http://127\.0\.0\.1:(\d+)/", self.said)[-1])

    def _until_address(self) -> str:
        assert self.process.stdout is not None
        text = ""
        while "http://" not in text:
            line = self.process.stdout.readline()
            assert line, text
            text += line
        return text

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def interrupt(self) -> str:
        """End it as Ctrl-C does; return what it says."""
        self.process.send_signal(signal.SIGINT)
        out, _ = self.process.communicate(timeout=30)
        assert self.process.returncode == 0
        return out


def test_a_killed_server_loses_no_move_and_the_engine_thinks_again(tmp_path: Path) -> None:
    with Play(tmp_path) as play, Page(play.port) as page:
        page.say("hello")
        page.settle()
        never = {"options": {"playout.policy": "random", "simulations": "100000000"}}
        game = page.new_game(opponent=never, time="10m")["game"]
        page.say("play", move="C3")
        page.until("thinking", lambda one: one["is_busy"])
        play.process.kill()
    with Play(tmp_path) as play, Page(play.port) as page:
        page.say("hello", game=game)
        view = page.until("game_view")
        assert (view["game"], [node["move"] for node in view["nodes"]]) == (game, [None, "C3"])
        position = page.until("position_view")
        assert (position["turn"], position["live"]) == ("engine", 1)
        assert position["clock_black"]["seconds"] < 600
        page.until("thinking", lambda one: one["is_busy"] and one["what"] == "move")
        page.say("change_opponent", human="black", opponent=LIGHT)
        assert page.until("position_view", lambda one: one["turn"] == "you")["live"] == 2
        assert "all games are saved" in play.interrupt()


def test_the_page_comes_back_to_its_game(server: ServerInThread, page: Page) -> None:
    page.new_game()
    position = page.play("C3")
    page.close()
    with server.page(position["game"]) as again:
        assert again.until("game_view")["game"] == position["game"]
        assert again.until("position_view")["stones"] == position["stones"]
    with server.page("a-game-that-is-not-there") as other:
        assert other.until("game_view")["game"] == position["game"]  # the last one


def test_the_person_s_clock_stands_still_without_a_page(server: ServerInThread, page: Page) -> None:
    game = page.new_game(time="2s")["game"]
    page.close()
    time.sleep(2.5)
    with server.page(game) as again:
        position = again.until("position_view")
        assert position["result"] is None
        assert position["clock_black"]["seconds"] > 0


def test_a_second_command_finds_the_running_server(tmp_path: Path) -> None:
    options = ["--level", "10k", "--colour", "white", "--rules", "jp", "--time", "5m", "--komi", "3.5"]
    with Play(tmp_path, "--port", "0", *options) as play:
        second = subprocess.run(
            [sys.executable, "-m", "tengen", "play", "--no-browser"],
            capture_output=True,
            check=False,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
            timeout=60,
        )
        assert second.stdout == f"tengen is running already: http://127.0.0.1:{play.port}/\n"
        with Page(play.port) as page:
            page.say("hello")
            setup = page.until("welcome")["new_game"]
        assert (setup["komi"], setup["human"], setup["rules"], setup["time"]) == (3.5, "white", "japanese", "5m")
        assert setup["opponent"]["level"] == "10k"
        with Play(tmp_path, "--port", str(play.port)) as third:
            assert f"Port {play.port} is taken" in third.said
            assert third.port != play.port


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--host", "0.0.0.0"], "--token"),
        (["--time", "never"], "--time never"),
        (["--preset", "distributed"], "other processes"),
        (["--seed", "1"], "--terminal"),
    ],
)
def test_wrong_use_is_one_line(tmp_path: Path, words: list[str], text: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tengen", "play", "--no-browser", *words],
        capture_output=True,
        check=False,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        timeout=60,
    )
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert text in run.stderr


def test_the_page_is_served_before_numba_is_imported() -> None:
    code = "import sys, tengen.web.serve; sys.exit('numba' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_other_commands_do_not_import_the_server() -> None:
    code = "import sys, tengen.cli.main; sys.exit(any(name in sys.modules for name in ('starlette', 'uvicorn')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
