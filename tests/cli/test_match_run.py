"""``tengen match FILE``, as a user types it."""

import sqlite3
from pathlib import Path

from cli.command import Command
from match.test_runner import toml


def test_an_engine_that_fails_in_every_game_is_told_by_the_exit_code(tmp_path: Path, tengen: Command) -> None:
    file = tmp_path / "m.toml"
    file.write_text(toml(games=2, mode="cannot-move"))
    outcome = tengen("match", str(file))
    assert outcome.code == 1
    assert outcome.out.splitlines()[1].startswith("one - two, 9x9  1-1-0")
    assert "failed in every game (one in 1, two in 1)" in " ".join(outcome.err.split())
    file.write_text(toml(games=2, mode="cannot-move").replace("cannot-move", "plays", 1))
    outcome = tengen("match", str(file))
    assert outcome.code == 1
    assert "an engine failed in every game (two in 2); the result says nothing" in " ".join(outcome.err.split())
    file.write_text(toml(games=2))
    assert tengen("match", str(file)).code == 0


def test_a_database_of_another_program_is_not_played_into(tmp_path: Path, tengen: Command) -> None:
    (tmp_path / "m.toml").write_text(toml(games=1))
    database = sqlite3.connect(tmp_path / "contacts.sqlite")
    database.execute("CREATE TABLE contacts (name)")
    database.close()
    before = (tmp_path / "contacts.sqlite").read_bytes()
    outcome = tengen("match", str(tmp_path / "m.toml"), "--store", str(tmp_path / "contacts.sqlite"))
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert "belongs to another program" in outcome.err
    assert (tmp_path / "contacts.sqlite").read_bytes() == before
