"""Compiled code that comes with the package: used where it fits, and else a line says why not."""

import json
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import tengen
from tengen.compiled.archive import FACTS, TARGETS, archive_name, missing_features

DRAW = """
import logging
logging.basicConfig(level=logging.INFO, format="%(message)s")
from tengen.compiled.rng import below, new_rng
from tengen.compiled.word import u64
below(new_rng(1), u64(6))
print("drawn")
"""
BUILD = """
import sys
from pathlib import Path
from numba.core.registry import cpu_target
from tengen.compiled.archive import TARGETS, archive_name, write_archive
from tengen.compiled.dispatcher import target_of
from tengen.compiled.jit import ARCHIVES, PACKAGE, archive_key, cache_folder
facts = {"key": archive_key(), "features": sys.argv[1], "target": target_of(cpu_target.target_context.codegen())}
write_archive(PACKAGE / ARCHIVES / archive_name(), cache_folder().glob("*.entry"), facts)
"""

pytestmark = pytest.mark.skipif(platform.machine() not in TARGETS, reason="no archives on such machines")


def run(package: Path, cache: str, *words: str, **environment: str) -> list[str]:
    places = {"PYTHONPATH": str(package), "TENGEN_CACHE": str(package / cache)}
    done = subprocess.run(
        [sys.executable, *words],
        env=os.environ | places | environment,
        cwd=package,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package that carries the code of two functions."""
    folder = tmp_path_factory.mktemp("package")
    shutil.copytree(Path(tengen.__file__).parent, folder / "tengen", ignore=shutil.ignore_patterns("__pycache__"))
    processor, features = TARGETS[platform.machine()]
    generic = {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": features, "TENGEN_PACKAGED": "0"}
    assert run(folder, "building", "-c", DRAW, **generic)[-1] == "drawn"
    run(folder, "building", "-c", BUILD, features, **generic)
    return folder


@pytest.fixture
def changed(package: Path, tmp_path: Path) -> Path:
    """Return another copy, whose archive a test may change."""
    shutil.copytree(package / "tengen", tmp_path / "tengen")
    return tmp_path


def test_nothing_is_compiled_where_the_archive_fits(package: Path) -> None:
    assert run(package, "empty", "-c", DRAW) == ["drawn"]
    assert run(package, "other", "-c", DRAW, TENGEN_PACKAGED="0")[0].startswith("compiling")


def change_facts(package: Path, **facts: str) -> None:
    path = package / "tengen" / "kernels" / archive_name()
    with zipfile.ZipFile(path) as archive:
        known = json.loads(archive.read(FACTS))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(FACTS, json.dumps(known | facts))


@pytest.mark.parametrize(
    ("fact", "value", "reason"),
    [
        ("key", "older", "it was made for another version of tengen, Python or Numba"),
        ("features", "+sse2,+quantum", "this processor lacks quantum"),
    ],
)
def test_an_archive_that_does_not_fit_is_left_alone_with_one_line(
    fact: str, value: str, reason: str, changed: Path
) -> None:
    change_facts(changed, **{fact: value})
    lines = run(changed, "empty", "-c", DRAW)
    wanted = f"the compiled code in {archive_name()} is not used, so tengen compiles its own: {reason}"
    assert [line for line in lines if "archive" in line or "not used" in line] == [wanted]
    assert lines[-1] == "drawn"


def test_a_damaged_archive_is_left_alone_with_one_line(changed: Path) -> None:
    (changed / "tengen" / "kernels" / archive_name()).write_bytes(b"damaged")
    lines = run(changed, "empty", "-c", DRAW)
    assert sum("it is damaged" in line for line in lines) == 1
    assert lines[-1] == "drawn"


def test_features_that_a_processor_lacks_are_named() -> None:
    assert missing_features("+64bit,+quantum") == ["quantum"]
