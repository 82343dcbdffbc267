"""Nothing is lost: reloading the page, and killing the server."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from web.page import LIGHT, Page, ServerInThread


def start(folder: Path, *words: str) -> tuple[subprocess.Popen[str], int]:
    """Start `tengen play` with a data folder; return the process and the port that it tells."""
    command = [sys.executable, "-m", "tengen", "play", "--no-browser", "--port", "0", *words]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "XDG_DATA_HOME": str(folder)}
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
    assert found, line
    return process, int(found[1])


def end(process: subprocess.Popen[str]) -> str:
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    return out


def test_a_killed_server_loses_no_move_and_the_engine_thinks_again(tmp_path: Path) -> None:
    process, port = start(tmp_path)
    with Page(port) as page:
        page.say("hello")
        page.settle()
        never = {"options": {"playout.policy": "random", "simulations": "100000000"}}
        game = page.new_game(opponent=never, time="10m")["game"]
        page.say("play", move="C3")
        page.until("thinking", lambda one: one["is_busy"])
        process.kill()
        process.communicate()
    process, port = start(tmp_path)
    with Page(port) as page:
        page.say("hello", game=game)
        view = page.until("game_view")
        assert (view["game"], [node["move"] for node in view["nodes"]]) == (game, [None, "C3"])
        position = page.until("position_view")
        assert (position["turn"], position["live"]) == ("engine", 1)
        assert position["clock_black"]["seconds"] < 600
        page.until("thinking", lambda one: one["is_busy"] and one["what"] == "move")
        page.say("change_opponent", human="black", opponent=LIGHT)
        assert page.until("position_view", lambda one: one["turn"] == "you")["live"] == 2
    assert "all games are saved" in end(process)


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
    process, port = start(tmp_path, "--size", "13", "--level", "10k", "--colour", "white", "--rules", "jp", "--time", "5m")
    try:
        second = subprocess.run(
            [sys.executable, "-m", "tengen", "play", "--no-browser"],
            capture_output=True,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
            timeout=60,
        )
        assert second.stdout == f"tengen is running already: http://127.0.0.1:{port}/\n"
        with Page(port) as page:
            page.say("hello")
            setup = page.until("welcome")["new_game"]
        assert (setup["size"], setup["human"], setup["rules"], setup["time"]) == (13, "white", "japanese", "5m")
        assert setup["opponent"]["level"] == "10k"
        third, other = start(tmp_path, "--port", str(port))
        assert other != port
        end(third)
    finally:
        end(process)


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
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        timeout=60,
    )
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert text in run.stderr


def test_the_page_is_served_before_numba_is_imported() -> None:
    code = "import sys, tengen.web.serve; sys.exit('numba' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_other_commands_do_not_import_the_server() -> None:
    code = "import sys, tengen.cli.main; sys.exit(any(name in sys.modules for name in ('starlette', 'uvicorn', 'markdown_it.main')))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
