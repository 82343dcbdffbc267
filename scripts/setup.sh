#!/bin/sh
# Usage: setup.sh play|test [PROGRAM...]
#
# Makes .venv with what `make play` or `make test` needs, and installs each PROGRAM that is not on the
# PATH: its Debian package has the same name, unless it is given as PROGRAM=PACKAGE. When nothing is
# missing this takes a few milliseconds.
set -eu
cd "$(dirname "$0")/.."

goal=$1
shift
python=${PYTHON:-python3}

say() { printf '%s\n' "$*" >&2; }
die() { say "tengen: $*"; exit 1; }

# All that an installation depends on. A stamp is a copy of this, written when the installation is
# complete, so that it goes out of date by content and not by the file times of a git checkout. The
# folder is in it because a .venv does not survive being moved.
recipe() {
    pwd
    .venv/bin/python --version 2>&1 || true
    cat pyproject.toml hatch_build.py scripts/setup.sh scripts/build_page.py
    find frontend -name node_modules -prune -o -type f -print | LC_ALL=C sort | xargs cksum 2>/dev/null || true
}

ready() { recipe | cmp -s - ".venv/.$goal-ready"; }

# A .venv without any stamp was interrupted; one whose pip does not start has lost its Python.
reusable() {
    { test -e .venv/.play-ready || test -e .venv/.test-ready; } &&
        .venv/bin/python -m pip --version >/dev/null 2>&1
}

check_python() {
    command -v "$python" >/dev/null ||
        die "Python 3.11 or newer is needed, and there is no '$python'. Install it, or name another: make PYTHON=/path/to/python3 ..."
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        die "Python 3.11 or newer is needed, and '$python' is $("$python" --version 2>&1). Name another: make PYTHON=/path/to/python3 ..."
}

apt_install() {
    if ! command -v apt-get >/dev/null; then
        die "missing: $*. There is no apt-get here: install the like with this system's own tools, then run make again."
    elif [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif sudo -n true 2>/dev/null; then
        as_root='sudo -n'
    else
        die "missing: $*. Run as root: apt-get install --no-install-recommends $*; then run make again."
    fi
    say "Installing $* (once)..."
    # A fresh machine has no package lists yet; one broken source must not stop the others.
    $as_root apt-get -qq update || true
    # The lock may be held: a new machine runs its own upgrades in its first minutes.
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 \
        install --no-install-recommends "$@" >/dev/null || die "apt-get could not install: $*"
}

pip_install() {
    .venv/bin/python -m pip -qq --disable-pip-version-check install --editable "$1" ||
        die "pip could not install the project; its message is above."
}

# Two makes at the same time must not write to the same .venv.
exec 9<pyproject.toml
if command -v flock >/dev/null; then flock 9; fi

missing=
for program in "$@"; do
    command -v "${program%%=*}" >/dev/null || missing="$missing ${program#*=}"
done
if ! ready && ! reusable; then
    check_python
    # Debian's Python comes without ensurepip, which venv needs.
    "$python" -c 'import ensurepip, venv' 2>/dev/null || missing="$missing python3-venv"
fi
# A service that a package starts must not inherit the lock, hence 9<&-.
# shellcheck disable=SC2086  # a list of words
if [ -n "$missing" ]; then apt_install $missing 9<&-; fi

if ready; then exit 0; fi
say "Setting up .venv (once, about a minute)..."
reusable || "$python" -m venv --clear .venv || die "'$python' could not make .venv; its message is above."
rm -f .venv/.play-ready .venv/.test-ready
if [ "$goal" = test ]; then
    pip_install '.[dev,lab,cluster,tune]' # Ray and nevergrad take a minute, and their tests shall run
    recipe >.venv/.test-ready
else
    pip_install '.[lab]'
fi
recipe >.venv/.play-ready
