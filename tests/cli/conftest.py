"""Running commands inside the test's own process: a new one would take half a second each time."""

from io import StringIO
from pathlib import Path

import pytest

from cli.command import Command, Outcome
from tengen.cli.main import main


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep games that are played out of the user's own folder; return where they are instead."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder / "tengen" / "games"


@pytest.fixture
def tengen(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that runs a command with the words of a command line, and text for its stdin."""

    def run(*words: str, stdin: str = "") -> Outcome:
        monkeypatch.setattr("sys.stdin", StringIO(stdin))
        with pytest.raises(SystemExit) as end:
            main(words)
        assert isinstance(end.value.code, int)
        out, err = capsys.readouterr()
        lines = err.splitlines(keepends=True)
        return Outcome(end.value.code, out, "".join(line for line in lines if "tengen: compiling" not in line))

    return run
