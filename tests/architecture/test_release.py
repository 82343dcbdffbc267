"""The files of a release, built and tried as ``make release`` does it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tengen import __version__

ROOT = Path(__file__).parents[2]
SECONDS = 3.0
MEGABYTES = 330


@pytest.mark.slow
def test_a_wheel_with_compiled_code_plays_in_an_empty_environment(tmp_path: Path) -> None:
    """It needs PyPI. The script fails if a move on 9, 13 or 19 lines is missing, or if anything was compiled."""
    words = ["sh", str(ROOT / "scripts" / "release.sh"), str(tmp_path)]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHON": sys.executable}
    run = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    [source] = tmp_path.glob("tengen-*.tar.gz")
    version = source.name.removeprefix("tengen-").removesuffix(".tar.gz")
    assert (tmp_path / f"tengen-{version}-py3-none-any.whl").exists()
    assert len(list(tmp_path.glob(f"tengen-{version}-cp*-manylinux*.whl"))) == 1
    installed = re.search(r"all that it needs: (\d+) MB", run.stdout)
    assert installed is not None
    assert int(installed[1]) < MEGABYTES
    times = re.findall(r"played after (\d+) ms, and nothing was compiled", run.stdout)
    assert len(times) == 3
    assert max(map(int, times)) < 1000 * SECONDS


def test_the_version_is_known() -> None:
    assert re.match(r"\d+\.\d+", __version__)
