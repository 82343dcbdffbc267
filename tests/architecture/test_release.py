"""The files of a release, built and tried as ``make release`` does it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tengen import __version__

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_wheel_with_compiled_code_plays_in_an_empty_environment(tmp_path: Path) -> None:
    """It needs PyPI. The script fails if a move on 9, 13 or 19 lines is missing, or if anything was compiled."""
    words = ["sh", str(ROOT / "scripts" / "release.sh"), str(tmp_path)]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHON": sys.executable}
    run = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    names = sorted(path.name for path in tmp_path.glob("tengen-*"))
    assert f"tengen-{__version__}.tar.gz" in names
    assert f"tengen-{__version__}-py3-none-any.whl" in names
    assert len(names) == 3
    assert run.stdout.count("played, and nothing was compiled") == 3


def test_the_version_stands_in_one_place() -> None:
    assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text()
    assert f'__version__ = "{__version__}"' in (ROOT / "src" / "tengen" / "__init__.py").read_text()
