"""The GTP client against engines that misbehave."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from match.players import are_gone, pids_in, words_of
from tengen.match.client import Client, Crashed, EngineFailure, Garbled, Hung, Launch, Refused

LONG = 20.0


def with_engine(mode: str, talk: Callable[[Client], Awaitable[None]], folder: Path | None = None) -> None:
    async def run() -> None:
        client = await Client.start(Launch(tuple(words_of(mode, folder))))
        try:
            await talk(client)
        finally:
            await client.kill()

    asyncio.run(run())


ODD = ["plays", "carriage-returns", "wrong-ids", "no-ids", "talks", "in-pieces", "writes-errors", "starts-slowly"]


@pytest.mark.parametrize("mode", ODD)
def test_odd_replies_are_understood(mode: str) -> None:
    async def talk(client: Client) -> None:
        assert await client.ask("name", LONG) == "scripted"
        assert "genmove" in (await client.ask("list_commands", LONG)).split("\n")
        assert [await client.ask("genmove b", LONG) for _ in range(5)] == ["A1", "C1", "E1", "G1", "pass"]
        with pytest.raises(Refused, match="unknown command"):
            await client.ask("tengen-seed 1", LONG)
        assert await client.ask("version", LONG) == "1"

    with_engine(mode, talk)


FAILURES = {
    "hangs": (Hung, "no reply to 'genmove b' within 0.3 s"),
    "chatters": (Hung, "no reply to 'genmove b' within 0.3 s"),
    "dies": (Crashed, "the engine ended with code 3, asked 'genmove b'"),
    "is-killed": (Crashed, "the engine was ended by SIGKILL, asked 'genmove b'"),
    "floods-with-digits": (Garbled, "the reply to 'genmove b' is longer than 4,000,000 bytes"),
    "floods": (Garbled, "the reply to 'genmove b' is longer than 4,000,000 bytes"),
}


@pytest.mark.parametrize("mode", FAILURES)
def test_failures(mode: str) -> None:
    kind, message = FAILURES[mode]

    async def talk(client: Client) -> None:
        await client.ask("genmove b", LONG)
        with pytest.raises(EngineFailure, match=message) as caught:
            await client.ask("genmove b", 0.3 if kind is Hung else LONG)
        assert type(caught.value) is kind
        if mode == "dies":
            assert client.stderr == "out of luck"
        with pytest.raises(Crashed):
            await client.ask("genmove b", LONG)

    with_engine(mode, talk)


def test_each_command_has_its_own_limit() -> None:
    async def talk(client: Client) -> None:
        assert await client.ask("genmove b", LONG) == "A1"
        assert await client.ask("name", 0.2) == "scripted"
        assert await client.ask("genmove b", LONG) == "C1"  # it takes 0.5 s
        with pytest.raises(Hung, match="no reply to 'name' within"):
            await client.ask_all(["name"] * 100_000, 0.01)

    with_engine("slow", talk)


def test_several_commands_in_one_go() -> None:
    async def talk(client: Client) -> None:
        responses = await client.ask_all(["play w B1", "genmove b", "tengen-seed 1", "genmove b"], LONG)
        assert [(r.sign, r.id, r.text) for r in responses] == [
            ("=", "1", ""),
            ("=", "2", "A1"),
            ("?", "3", "unknown command"),
            ("=", "4", "C1"),
        ]

    with_engine("slow", talk)


def test_an_engine_that_answers_at_once_does_not_keep_others_waiting() -> None:
    turns = 0

    async def take_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def talk(client: Client) -> None:
        await client.ask("name", LONG)
        other = asyncio.create_task(take_turns())
        for _ in range(10):
            await client.ask_all(["play w B1", "name"], LONG)
        other.cancel()

    with_engine("plays", talk)
    assert turns >= 10


def test_a_task_that_waits_for_an_engine_can_be_cancelled() -> None:
    async def talk(client: Client) -> None:
        await client.ask("genmove b", LONG)
        task = asyncio.create_task(client.ask("genmove b", LONG))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with_engine("slow", talk)


def test_a_hung_engine_is_killed_with_its_children(tmp_path: Path) -> None:
    async def talk(client: Client) -> None:
        await client.ask("genmove b", LONG)
        with pytest.raises(Hung):
            await client.ask("genmove b", 0.3)

    start = time.monotonic()
    with_engine("hangs-with-child", talk, tmp_path)
    assert are_gone(pids_in(tmp_path))
    # The child held the pipe of stderr: had it lived, reading that to its end would have taken the limit.
    assert time.monotonic() - start < 10


def test_only_the_end_of_stderr_is_kept() -> None:
    async def talk(client: Client) -> None:
        await client.ask("genmove b", LONG)
        await client.ask("genmove b", LONG)
        await client.quit()
        assert client.stderr.endswith("noise\nnoise")
        assert len(client.stderr) <= 4000

    with_engine("writes-errors", talk)


@pytest.mark.parametrize(("mode", "processes"), [("does-not-quit", 1), ("lingers", 1), ("leaves-child", 2)])
def test_an_engine_that_does_not_quit_is_killed(
    mode: str, processes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.match.client.QUIT_SECONDS", 0.2)

    async def talk(client: Client) -> None:
        await client.ask("name", LONG)
        await client.quit()

    with_engine(mode, talk, tmp_path)
    assert len(pids_in(tmp_path)) == processes
    assert are_gone(pids_in(tmp_path))


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(Crashed, match=r"nowhere/engine cannot be started: .*No such file"):
        asyncio.run(Client.start(Launch(("nowhere/engine",))))
