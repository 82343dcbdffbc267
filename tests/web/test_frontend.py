"""The page's own checks: types, style, unit tests, size, and what its lock file and build hold."""

import fcntl
import gzip
import json
import os
import re
import runpy
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "frontend"
sys.path.insert(0, str(ROOT / "scripts"))

import build_page  # noqa: E402

LARGEST_PAGE = 300_000  # bytes, compressed


@pytest.fixture(scope="module")
def npm():
    """Run npm with the packages for development installed; the tests of other processes wait meanwhile."""
    with (SOURCES / "package.json").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not (SOURCES / "node_modules" / "typescript").exists():
            build_page.run_npm("ci", "--ignore-scripts")
    return build_page.run_npm


@pytest.mark.parametrize("script", ["check", "lint", "test"])
def test_types_style_and_unit_tests(npm, script):
    npm("run", script)


@pytest.fixture(scope="module")
def page(npm, tmp_path_factory):
    """Return the folder of a page that was built for these tests."""
    folder = tmp_path_factory.mktemp("page")
    npm("run", "build", "--", str(folder))
    return folder


def test_the_page_is_small(page):
    assert {"index.html", "page.js", "page.css", "icon.svg"} <= {path.name for path in page.iterdir()}
    total = sum(len(gzip.compress(path.read_bytes())) for path in page.iterdir())
    assert 10_000 < total < LARGEST_PAGE


def test_the_page_loads_nothing_from_elsewhere_and_has_no_inline_script(page):
    html = (page / "index.html").read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|style=", html)
    for path in page.iterdir():
        text = path.read_text()
        if path.suffix == ".txt":  # licences, which nobody loads
            continue
        addresses = set(re.findall(r"https?://[\w.-]+", text)) - {"http://www.w3.org"}  # names of XML, never loaded
        assert not addresses, path.name
        assert not re.search(r"@import|url\(\s*['\"]?(?:https?:)?//", text), path.name


def test_the_licences_of_what_the_page_is_made_of_come_with_it(page):
    text = (page / "LICENSES.txt").read_text()
    for name in ("preact", "@preact/signals", "@sabaki/shudan", "@sabaki/sgf", "classnames"):
        assert f"{name}\n\n" in text
    assert text.count("Permission is hereby granted") >= 5


def test_the_lock_file_names_no_host():
    text = (SOURCES / "package-lock.json").read_text()
    assert '"resolved"' not in text
    assert "://" not in text, "remove the funding entries that npm writes"
    packages = json.loads(text)["packages"]
    assert all("integrity" in package for name, package in packages.items() if name)


def test_the_built_page_is_up_to_date_by_content():
    before = build_page.source_hash()
    touched = SOURCES / "src" / "main.tsx"
    os.utime(touched)
    assert build_page.source_hash() == before
    assert touched in build_page.source_files()
    assert not any("node_modules" in path.parts for path in build_page.source_files())


def test_a_page_is_built_when_its_sources_change_and_only_then(tmp_path, monkeypatch):
    sources, page = tmp_path / "frontend", tmp_path / "static"
    (sources / "src").mkdir(parents=True)
    (sources / "src" / "main.tsx").write_text("one")
    (sources / "package-lock.json").write_text("{}")
    runs = []

    def run_npm(*words):
        runs.append(words[0])
        page.mkdir(exist_ok=True)
        (page / "index.html").write_text("built")

    monkeypatch.setattr(build_page, "SOURCES", sources)
    monkeypatch.setattr(build_page, "PAGE", page)
    monkeypatch.setattr(build_page, "run_npm", run_npm)
    build_page.build()
    build_page.build()
    assert runs == ["ci", "run"]
    (sources / "src" / "main.tsx").write_text("two")
    assert not build_page.is_built()
    build_page.build()
    assert runs == ["ci", "run"] * 2
    shutil.rmtree(sources)
    build_page.build()  # as from a package without sources: what is there is used
    assert len(runs) == 4
    shutil.rmtree(page)
    with pytest.raises(build_page.PageError, match="there is no folder"):
        build_page.build()


def test_a_failing_npm_is_quoted(tmp_path, monkeypatch):
    (tmp_path / "package.json").write_text('{"scripts": {"build": "echo what went wrong >&2; exit 3"}}')
    monkeypatch.setattr(build_page, "SOURCES", tmp_path)
    with pytest.raises(build_page.PageError, match="what went wrong"):
        build_page.run_npm("run", "build")


def test_an_old_node_is_not_used(tmp_path, monkeypatch):
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v12.1.0\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build_page.node_on_path() is None


@pytest.mark.parametrize(
    ("is_built", "node", "wanted"),
    [(True, None, []), (False, "/usr/bin/node", []), (False, None, [build_page.NODE_PACKAGE])],
)
def test_the_build_hook_asks_for_node_only_where_it_is_needed(monkeypatch, is_built, node, wanted):
    interface = SimpleNamespace(BuildHookInterface={Any: object})
    monkeypatch.setitem(sys.modules, "hatchling.builders.hooks.plugin.interface", interface)
    monkeypatch.setattr(build_page, "is_built", lambda: is_built)
    monkeypatch.setattr(build_page, "node_on_path", lambda: node)
    hook = runpy.run_path(str(ROOT / "hatch_build.py"))["PageHook"]()
    assert hook.dependencies() == wanted


def test_the_build_hook_stops_with_the_message_of_npm(monkeypatch):
    interface = SimpleNamespace(BuildHookInterface={Any: object})
    monkeypatch.setitem(sys.modules, "hatchling.builders.hooks.plugin.interface", interface)

    def fail():
        raise build_page.PageError("npm said no")

    monkeypatch.setattr(build_page, "build", fail)
    hook = runpy.run_path(str(ROOT / "hatch_build.py"))["PageHook"]()
    with pytest.raises(SystemExit, match="npm said no"):
        hook.initialize("standard", {})
