"""`tengen kernels`: compiled code for other machines."""

from pathlib import Path

import pytest

from cli.command import Command
from tengen.compiled.archive import archive_name


def test_a_package_tells_what_it_carries(tengen: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tengen.compiled.jit.PACKAGE", tmp_path)
    assert tengen("kernels", "show").out.startswith("this package carries no compiled code")
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / archive_name()).write_bytes(b"damaged")
    outcome = tengen("kernels", "show")
    assert outcome.out.endswith(f"{archive_name()} is not used\n")
    assert "it is damaged" in outcome.err


def test_a_machine_of_another_kind_is_refused(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "vax")
    outcome = tengen("kernels", "build")
    assert (outcome.code, outcome.out) == (2, "")
    assert "no archive can be made on a machine of kind 'vax'" in outcome.err
