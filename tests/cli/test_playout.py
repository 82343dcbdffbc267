"""`tengen playout` and `tengen learn`: what a person sees."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.command import Command
from tengen.game.replay import from_game, replay
from tengen.learn.judge import Mean
from tengen.learn.patterns import Trial
from tengen.sgf import read_file


def test_a_playout_tells_the_rule_of_every_move(tengen: Command, tmp_path: Path) -> None:
    file = tmp_path / "playout.sgf"
    outcome = tengen("playout", "--policy", "mogo", "--size", "5", "--seed", "1", "--sgf", str(file))
    assert outcome.code == 0
    moves = [line.split() for line in outcome.out.splitlines() if line[:4].strip().isdigit() and line[4] == " "]
    moves = [words for words in moves if len(words) == 4]
    assert {words[3] for words in moves} <= {"save", "pattern", "capture", "uniform"}
    assert len({words[3] for words in moves}) >= 3
    record = read_file(file)
    assert [node.comment for node in record.nodes()][1:] == [words[3] for words in moves]
    assert len(replay(record).moves) == len(moves)


def test_the_same_seed_gives_the_same_playout(tengen: Command) -> None:
    words = ("playout", "--policy", "mogo", "--size", "5", "--seed")
    assert tengen(*words, "7").out == tengen(*words, "7").out != tengen(*words, "8").out


def test_a_playout_can_start_from_a_record(tengen: Command, tmp_path: Path) -> None:
    from tengen.game.game import Game

    game = Game(5)
    for name in ("C3", "C4", "B4"):
        game.play(name)
    file = tmp_path / "game.sgf"
    file.write_bytes(from_game(game).to_bytes())
    assert "   3 black " in tengen("playout", "--policy", "mogo", "--from", str(file), "--move", "2", "--seed", "1").out


def test_a_playout_keeps_the_rules_and_komi_of_the_record(tengen: Command, tmp_path: Path) -> None:
    start, end = tmp_path / "game.sgf", tmp_path / "playout.sgf"
    start.write_text("(;SZ[5]RU[Chinese]KM[3.5];B[cc])")
    outcome = tengen("playout", "--policy", "random", "--from", str(start), "--seed", "1", "--sgf", str(end))
    assert outcome.code == 0
    assert (read_file(end).rules, read_file(end).komi) == ("chinese", 3.5)


def test_judging_prints_each_policy_and_its_difference(tengen: Command, tmp_path: Path) -> None:
    lines = ["size\tkomi\tresult\tmoves"]
    lines += [f"5\t0.5\t{'BW'[k % 2]}+R\tccdccddddbbbcb" for k in range(6)]
    table = tmp_path / "games.tsv"
    table.write_text("\n".join(lines) + "\n")
    words = ("--size", "5", "--positions", "6", "--playouts", "20", "--policy", "random", "--policy", "mogo", "--json")
    reports = [json.loads(line) for line in tengen("learn", "judge", str(table), *words).out.splitlines()]
    assert [report["judge"] for report in reports] == ["random", "mogo"]
    assert reports[0]["log_loss_less_first"] is None
    difference = reports[1]["log_loss"][0] - reports[0]["log_loss"][0]
    assert abs(reports[1]["log_loss_less_first"][0] - difference) < 1e-9


def test_judging_nothing_is_a_mistake(tengen: Command, tmp_path: Path) -> None:
    table = tmp_path / "games.tsv"
    table.write_text("size\tkomi\tresult\tmoves\n")
    outcome = tengen("learn", "judge", str(table))
    assert outcome.code == 2
    assert "fewer than two 9x9 games" in outcome.err


def test_predictions_are_learned_from_games_and_tell_how_good_they_are(tengen: Command, tmp_path: Path) -> None:
    table, output = tmp_path / "games.tsv", tmp_path / "own.npz"
    table.write_text("\n".join(["size\tkomi\tresult\tmoves", *["5\t0.5\tB+R\tccdccddddbbbcb"] * 60]) + "\n")
    outcome = tengen("learn", "prediction", str(table), "--small-least", "20", "--output", str(output))
    assert outcome.code == 0
    assert "from 58 games" in outcome.out
    assert "of 14 moves" in outcome.out
    assert output.is_file()
    outcome = tengen("learn", "prediction", str(table), "--small-least", "200")
    assert outcome.code == 2
    assert "try a lower --least" in outcome.err


def test_who_stops_the_search_for_patterns_keeps_the_set_so_far(
    tengen: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Iterator[Trial]:
        yield Trial(0, 77, Mean(-0.2, 0.1), is_kept=True)
        raise KeyboardInterrupt

    monkeypatch.setattr("tengen.learn.patterns.climb", interrupted)
    table = tmp_path / "games.tsv"
    table.write_text("\n".join(["size\tkomi\tresult\tmoves", *["5\t0.5\tB+R\tccdccddddbbbcb"] * 8]) + "\n")
    outcome = tengen("learn", "patterns", str(table), "--size", "5")
    assert outcome.code == 130
    assert "--start 77" in outcome.err
