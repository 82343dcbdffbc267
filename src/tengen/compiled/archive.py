"""Compiled code that comes with the package, so that a new installation need not compile anything.

An archive holds the entries of some presets and board sizes, compiled for a kind of processor instead of a single one:
``x86-64-v3`` are all x86 processors since about 2013. It is used if it was made from these sources, with this Python
and this Numba, and if the processor has what the code needs. ``tengen kernels build`` makes one.
"""

import json
import logging
import platform
import zipfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_log = logging.getLogger("tengen.compiled.archive")

FACTS = "facts.json"
TARGETS = {
    "x86_64": (
        "x86-64-v3",
        (
            "+64bit,+avx,+avx2,+bmi,+bmi2,+cmov,+crc32,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,+movbe,+popcnt,+sahf,"
            "+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+xsave"
        ),
    ),
    "aarch64": ("generic", "+neon,+fp-armv8"),
}
"""Name of the processor and its features, in LLVM's words, for each kind of machine that archives are made for."""


class Archive:
    """Entries by name, in a zip file."""

    def __init__(self, path: Path, target: str) -> None:
        self._zip = zipfile.ZipFile(path)
        self._names = set(self._zip.namelist())
        self.target = target
        """The processors that the code is for, as the names of the entries have it."""

    def load(self, name: str) -> bytes | None:
        """Return an entry; None if the archive does not have it, or it is damaged."""
        try:
            return self._zip.read(name) if name in self._names else None
        except (OSError, zipfile.BadZipFile):
            return None


def archive_name() -> str:
    """Return the name of the archive for this kind of machine."""
    return f"{platform.machine()}.zip"


def write_archive(path: Path, entries: Iterable[Path], facts: dict[str, str]) -> None:
    """Write the files of entries, without their seals, and what the archive needs to be used."""
    from tengen.compiled.store import checked

    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr(FACTS, json.dumps(facts, indent=1))
        for entry in entries:
            data = checked(entry.read_bytes())
            if data is not None:
                archive.writestr(entry.name, data)


@cache
def packaged_archive(folder: Path, key: str) -> Archive | None:
    """Return the archive in a folder, made from sources with a key; None if there is none, or none that fits."""
    path = folder / archive_name()
    if not path.is_file():
        return None
    try:
        with zipfile.ZipFile(path) as archive:
            facts: dict[str, str] = json.loads(archive.read(FACTS))
        reason = _reason_against(facts, key)
    except (OSError, zipfile.BadZipFile, KeyError, ValueError) as error:
        facts, reason = {}, f"it is damaged ({error})"
    if reason:
        _log.warning("the compiled code in %s is not used, so tengen compiles its own: %s", path.name, reason)
        return None
    return Archive(path, facts["target"])


def _reason_against(facts: dict[str, str], key: str) -> str:
    """Return why an archive with such facts cannot be used; nothing if it can."""
    if facts["key"] != key:
        return "it was made for another version of tengen, Python or Numba"
    lacking = missing_features(facts["features"])
    return f"this processor lacks {', '.join(lacking)}" if lacking else ""


def missing_features(features: str) -> list[str]:
    """Return those of some features, as in ``TARGETS``, that this machine's processor does not have."""
    from llvmlite import binding as llvm

    here = llvm.get_host_cpu_features()
    wanted = [feature.removeprefix("+") for feature in features.split(",")]
    return [feature for feature in wanted if not here.get(feature, feature in ("64bit", "cx8", "cmov"))]
