"""Whole matches: stopped, killed, shared, edited while they run."""

import asyncio
import json
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from match.players import are_gone, pairing, pids_in, player, words_of
from tengen.match.definition import Pairing
from tengen.match.engine import RunningEngine
from tengen.match.finished import FinishedGame
from tengen.match.match_file import player_of
from tengen.match.runner import FileSource, Progress, Runner, Source, local_workers, run_match
from tengen.match.statistics import Sprt
from tengen.match.store import Claim, Store
from tengen.match.worker import GameJob, LocalGameWorker
from tengen.parts.toml import ConfigError

DRIVE = Path(__file__).with_name("drive.py")
SECONDS = 60  # more than anything here takes


class Listener:
    """Notes what a runner says, and may do something after each game."""

    def __init__(self, then: Callable[[int], None] = lambda games: None) -> None:
        self.messages: list[str] = []
        self.then = then

    def progress(self, pairings: list[Progress]) -> None:
        self.then(sum(state.tally.games for state in pairings))

    def say(self, message: str) -> None:
        self.messages.append(message)


def run(source: Source, path: Path, listener: Listener | None = None, workers: int = 1) -> Runner:
    with Store(path) as store:
        runner = Runner(source, store, listener or Listener())
        run_match(runner, local_workers(workers, source.pairings))
    return runner


def games_in(path: Path) -> list[FinishedGame]:
    with Store.existing(path) as store:
        return list(store.games())


def toml(games: int, mode: str = "resigning", folder: Path | None = None) -> str:
    """Return a file with a pairing of two scripted engines."""
    words = json.dumps(words_of(mode, folder))
    players = f"[players.one]\nengine = {words}\n[players.two]\nengine = {words}\n"
    return players + f'[[pairings]]\nplayers = ["one", "two"]\ngames = {games}\n'


def drive(file: Path, store: Path, workers: int = 1) -> "subprocess.Popen[str]":
    words = [sys.executable, str(DRIVE), str(file), str(store), str(workers)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def test_a_match(tmp_path: Path) -> None:
    run(Source([pairing(games=3), pairing(games=2, komi=0.5)]), tmp_path / "m.sqlite", workers=2)
    games = games_in(tmp_path / "m.sqlite")
    assert len(games) == 5
    assert len({(game.pairing, game.number) for game in games}) == 5


@pytest.mark.parametrize("kills", [6, pytest.param(30, marks=pytest.mark.slow)])
def test_killed_again_and_again_it_loses_nothing_and_goes_on(kills: int, tmp_path: Path) -> None:
    file, store = tmp_path / "m.toml", tmp_path / "m.sqlite"
    file.write_text(toml(games=1_000_000))
    chance = random.Random(1)
    announced = 0
    for _ in range(kills):
        with drive(file, store, workers=2) as runner:
            assert runner.stdout is not None
            for line in runner.stdout:
                announced = int(line.removeprefix("games ")) if line.startswith("games") else announced
                if chance.random() < 0.2:
                    break
            time.sleep(chance.random() * 0.02)
            runner.send_signal(signal.SIGKILL)
            runner.stdout.close()
        database = sqlite3.connect(store)
        (kept,) = database.execute("SELECT COUNT(*) FROM games").fetchone()
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        database.close()
        assert kept >= announced, "a finished game is lost"
        announced = kept
    file.write_text(toml(games=announced + 5))
    with drive(file, store) as runner:
        assert runner.wait(SECONDS) == 0
    games = games_in(store)
    assert sorted(game.number for game in games) == list(range(announced + 5))
    assert not any(game.void for game in games)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell a process that its parent is gone")
def test_engines_that_think_die_with_their_runner(tmp_path: Path) -> None:
    file, notes = tmp_path / "m.toml", tmp_path / "notes"
    notes.mkdir()
    file.write_text(toml(games=1, mode="hangs", folder=notes))
    with drive(file, tmp_path / "m.sqlite") as runner:
        deadline = time.monotonic() + SECONDS
        while len(pids_in(notes)) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.5)  # the first engine now sleeps in its second move, and reads no input
        runner.send_signal(signal.SIGKILL)
        assert runner.stdout is not None
        runner.stdout.close()
    assert len(pids_in(notes)) == 2
    assert are_gone(pids_in(notes))


def test_no_end_of_an_engine_ends_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []

    async def close(engine: RunningEngine) -> None:
        kept.append(len(games_in(tmp_path / "m.sqlite")))
        await engine.client.kill()
        raise TimeoutError

    monkeypatch.setattr(RunningEngine, "close", close)
    run(Source([pairing(player("bad", "cannot-move"), games=2)]), tmp_path / "m.sqlite")
    assert [game.reason for game in games_in(tmp_path / "m.sqlite")] == ["error", "error"]
    assert kept == [1, 1, 2, 2], "a game is written before its engines are ended"


def test_a_player_is_not_played_by_the_engine_of_another(tmp_path: Path) -> None:
    good, resigning = pairing(), pairing(player("three", "resigns"), player("bad", "does-not-start"))
    assert [game.reason for game in played_in_turn(good, resigning, good)] == ["score", "start", "score"]


def played_in_turn(*pairings: Pairing) -> list[FinishedGame]:
    """Let one worker play the first game of each pairing."""

    async def play() -> list[FinishedGame]:
        worker = LocalGameWorker()
        try:
            return [await worker.play(GameJob(one, Claim(one.hash, 0, 0))) for one in pairings]
        finally:
            await worker.close()

    return asyncio.run(play())


def test_two_runners_share_a_store(tmp_path: Path) -> None:
    file, store = tmp_path / "m.toml", tmp_path / "m.sqlite"
    file.write_text(toml(games=60))
    with drive(file, store, workers=2) as one, drive(file, store, workers=2) as two:
        outputs = [runner.communicate(timeout=SECONDS)[0] for runner in (one, two)]
        assert (one.returncode, two.returncode) == (0, 0)
    assert sorted(game.number for game in games_in(store)) == list(range(60))
    assert not any("says" in output for output in outputs)


def test_ctrl_c_ends_everything_and_shows_the_table(tmp_path: Path) -> None:
    file, notes = tmp_path / "m.toml", tmp_path / "notes"
    notes.mkdir()
    file.write_text(toml(games=1_000_000, folder=notes))
    # A process that was started in the background ignores interrupts, and so would its children.
    words = ["env", "--default-signal=INT", sys.executable, "-m", "tengen", "match", str(file), "--workers", "2"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as runner:
        deadline = time.monotonic() + SECONDS
        while len(pids_in(notes)) < 4 and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.3)
        runner.send_signal(signal.SIGINT)
        out, err = runner.communicate(timeout=SECONDS)
    assert runner.returncode == 130
    assert "Traceback" not in err
    assert err.endswith("tengen: interrupted\n")
    assert out.splitlines()[0].startswith("pairing")
    assert out.splitlines()[1].startswith("one - two, 9x9")
    assert are_gone(pids_in(notes))
    with Store.existing(tmp_path / "m.sqlite") as store:
        assert store.claims() == []
        assert all(game.result != "Void" for game in store.games())


def test_the_file_is_edited_while_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.match.runner.LOOK_SECONDS", 0.01)
    file, store = tmp_path / "m.toml", tmp_path / "m.sqlite"
    file.write_text(toml(games=1_000_000))
    other = toml(games=1_000_000).replace("games", "komi = 0.5\ngames")
    edits = ["[players", other, toml(games=9)]
    listener = Listener()

    def edit(games: int) -> None:
        # One edit after the other, each when the last one was noticed and two games were played since.
        if games >= 2 and edits and len(listener.messages) + len(edits) == 3:
            file.write_text(edits.pop(0))

    listener.then = edit
    run(FileSource(file), store, listener)
    assert len(listener.messages) == 3
    assert re.fullmatch(r".*m.toml: .*; continuing as before", listener.messages[0])
    assert listener.messages[1:] == ["the file has changed; it takes effect from the next game on"] * 2
    games = games_in(store)
    by_pairing = [sum(game.pairing == key for game in games) for key in dict.fromkeys(game.pairing for game in games)]
    assert len(by_pairing) == 2
    assert by_pairing[0] >= 9
    assert by_pairing[1] >= 2


def test_a_redefined_player_is_not_mixed_with_the_old_one(tmp_path: Path) -> None:
    store = tmp_path / "m.sqlite"
    old, new = player("one"), player("one", "plays", environment={"LUCK": "1"})
    run(Source([pairing(old, games=2)]), store)
    run(Source([pairing(new, games=3)]), store)
    run(Source([pairing(player("one", "plays", patience=99), games=2)]), store)  # patience does not make a player
    assert [game.black for game in games_in(store)].count(old.hash) == 1
    with Store.existing(store) as opened:
        assert [definition["name"] for definition in opened.players().values()] == ["one", "two", "one"]
        assert [opened.tally(key).games for key in opened.pairings()] == [2, 3]


def test_more_games_go_on_from_those_there_are(tmp_path: Path) -> None:
    for games in (2, 2, 5):
        run(Source([pairing(games=games)]), tmp_path / "m.sqlite")
    assert [game.number for game in games_in(tmp_path / "m.sqlite")] == [0, 1, 2, 3, 4]


def test_a_stopping_rule_ends_a_pairing(tmp_path: Path) -> None:
    # White always wins by komi, so the second player wins all games.
    test = {"elo0": 0, "elo1": 100, "alpha": 0.05, "beta": 0.05}
    run(Source([pairing(games=None, sprt=test, colours="first-black")]), tmp_path / "sprt.sqlite")
    assert 3 <= len(games_in(tmp_path / "sprt.sqlite")) <= 30
    assert isinstance(pairing(games=None, sprt=test).sprt, Sprt)
    run(Source([pairing(games=40, interval=0.25)]), tmp_path / "interval.sqlite")
    assert 5 <= len(games_in(tmp_path / "interval.sqlite")) < 20


def test_a_pairing_of_void_games_is_given_up_and_others_go_on(tmp_path: Path) -> None:
    listener = Listener()
    source = Source([pairing(player("bad", "does-not-start"), games=50), pairing(games=2)])
    runner = run(source, tmp_path / "m.sqlite", listener)
    assert runner.given_up == {source.pairings[0].hash}
    assert [game.void for game in games_in(tmp_path / "m.sqlite")].count(True) == 3
    assert len(games_in(tmp_path / "m.sqlite")) == 5
    assert listener.messages[-1] == "bad - two, 9x9 is given up: 3 void games in a row"


def test_an_engine_that_hangs_in_every_game_is_an_error(tmp_path: Path) -> None:
    listener = Listener()
    bad = player("bad", "hangs", patience=1)
    source = Source([pairing(bad, games=2), pairing(games=1)])
    runner = run(source, tmp_path / "m.sqlite", listener)
    games = games_in(tmp_path / "m.sqlite")
    assert [game.reason for game in games if bad.hash in (game.black, game.white)] == ["hung", "hung"]
    message = "bad - two, 9x9: an engine failed in every game (bad in 2); the result says nothing"
    assert runner.failures == [message]
    assert listener.messages[-1] == message


def test_what_gnu_go_does_not_read_is_told_before_the_first_game(tmp_path: Path) -> None:
    gnugo = player_of("gnu", engine="gnugo:1")
    listener = Listener()
    run(Source([pairing(gnugo, games=0, time={"main": 2.5, "increment": 0.3})]), tmp_path / "m.sqlite", listener)
    assert listener.messages == [
        "gnu - two, 9x9: gnu is told 'time_settings 2 0 0', since GNU Go reads only whole seconds and no increments"
    ]
    with pytest.raises(ConfigError, match="GNU Go reads only whole seconds, and this clock has less than one"):
        pairing(gnugo, seconds=0.5)
    assert pairing(seconds=0.5).time, "other engines may read fractions"


def test_gnugo_and_a_preset(tmp_path: Path) -> None:
    file = tmp_path / "m.toml"
    file.write_text(
        '[players.gg]\nengine = "gnugo:1"\n[players.mc]\npreset = "montecarlo"\nset = { simulations = 500 }\n'
        '[[pairings]]\nplayers = ["gg", "mc"]\nsize = 9\nkomi = 7.5\nsimulations = 20\ngames = 2\n'
    )
    words = [sys.executable, "-m", "tengen", "match", str(file), "--workers", "2"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS * 2)
    assert done.returncode == 0, done.stderr
    one, two = sorted(games_in(tmp_path / "m.sqlite"), key=lambda game: game.number)
    assert (one.versions["black"], two.versions["white"]) == ("GNU Go 3.8", "GNU Go 3.8")
    assert (one.simulations["white"], two.simulations["black"]) == (20, 20)
    assert all(isinstance(seed, int) for game in (one, two) for seed in game.seeds.values())
    assert {one.reason, two.reason} <= {"score", "resign"}
    assert done.stdout.splitlines()[1].startswith("gg - mc, 9x9")
