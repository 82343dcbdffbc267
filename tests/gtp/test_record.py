"""A game record as GTP commands: whoever obeys them has the position of the record."""

import shutil
import subprocess

import pytest

from tengen.board.grid import BLACK, WHITE
from tengen.game.replay import replay
from tengen.gtp.record import gtp_commands
from tengen.gtp.session import Session, Setup
from tengen.sgf import read

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")

RECORDS = {
    "moves, captures and a pass": "(;SZ[9]KM[5.5];B[aa];W[ba];B[ee];W[ab];B[];W[cc])",
    "handicap": "(;SZ[9]KM[0.5]HA[2]AB[cc][gg];W[ee];B[ef])",
    "handicap as moves": "(;SZ[9]HA[2];B[cc];B[gg];W[ee])",
    "stones that are set up": "(;SZ[9]AB[aa][ab][ba]AW[bb][cb][ac][bc]PL[W];W[ca];B[dd])",
    "one side moves twice": "(;SZ[9];B[cc];B[dd];W[ee];W[ff])",
    "stones are set up and removed between moves": "(;SZ[9];B[cc];W[dd];AE[cc]AW[gg][gh];B[ef];W[ee])",
    "no moves": "(;SZ[13]KM[6.5])",
    "compressed points": "(;SZ[9]AB[aa:ia]AW[ac:ic];B[ee])",
    "two digits": "(;SZ[19]KM[7.5];B[sa];W[as];B[ss];W[jj])",
}


def told(commands: list[str]) -> list[str]:
    session = Session(Setup())
    answers = [session.answer(command) for command in commands]
    return [
        answer.removeprefix("=").strip() if answer and answer.startswith("=") else f"FAILED {answer}"
        for answer in answers
    ]


@pytest.mark.parametrize("name", RECORDS)
def test_our_own_session_gets_to_the_position(name: str) -> None:
    record = read(RECORDS[name])
    game = replay(record)
    *answers, board = told([*gtp_commands(record), "showboard"])
    assert not any(answer.startswith("FAILED") for answer in answers)
    assert f"komi {game.komi:g}," in board
    assert board.partition("\n")[2] == str(game)


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
@pytest.mark.parametrize("name", RECORDS)
def test_gnu_go_gets_to_the_position(name: str) -> None:
    record = read(RECORDS[name])
    game = replay(record)
    commands = [*gtp_commands(record), "list_stones black", "list_stones white", "quit"]
    words = [str(GNUGO), "--mode", "gtp"]
    run = subprocess.run(words, input="\n".join(commands) + "\n", capture_output=True, text=True, check=True)
    *answers, black, white, _ = run.stdout.strip().split("\n\n")
    assert all(answer.startswith("=") for answer in answers), run.stdout
    for colour, listed in ((BLACK, black), (WHITE, white)):
        points = [p for p, found in enumerate(game.board.colour.tolist()) if found == colour]
        assert set(listed.split()[1:]) == set(map(game.name, points))


def test_a_number_of_moves_and_a_variation() -> None:
    record = read("(;SZ[5]KM[0.5];B[cc](;W[cd];B[bd])(;W[bb]))")
    start = ["boardsize 5", "clear_board", "komi 0.5", "play black C3"]
    assert list(gtp_commands(record)) == [*start, "play white C2", "play black B2"]
    assert list(gtp_commands(record, 1)) == start
    assert list(gtp_commands(record, None, (1,))) == [*start, "play white B4"]
