#!/bin/sh
# Builds the files of a release into a folder and tries them; nothing is uploaded.
#
#   sh scripts/release.sh [FOLDER]        by default dist; SIZES="9" compiles only some board sizes
#
# An sdist; a wheel for every machine, which compiles on the user's machine; and a wheel for machines of this kind, with
# this version of Python, that carries compiled code. The last is installed into an empty environment and plays.
set -eu
cd "$(dirname "$0")/.."

folder=$(realpath -m "${1:-dist}")
sizes=${SIZES:-9 13 19}
python=$(command -v "${PYTHON:-.venv/bin/python}")
scratch=$(mktemp -d)
kernels=$PWD/src/tengen/kernels
trap 'rm -rf "$scratch" "$kernels"' EXIT INT TERM

say() { printf '\n== %s\n' "$*"; }
die() { printf 'release: %s\n' "$*" >&2; exit 1; }

tag=$(git describe --tags --exact-match 2>/dev/null || true) # the version of a release is its tag
section=${tag#v}
grep -q "^## ${section:-Unreleased}" CHANGELOG.md || die "CHANGELOG.md has no section ${section:-Unreleased}"
PYTHONPATH=src
export PYTHONPATH

say "sdist and the wheel for every machine"
rm -rf "$kernels"
mkdir -p "$folder"
rm -f "$folder"/tengen-*
"$python" -m build --outdir "$folder" .

say "compiling for boards of size $sizes"
words=
for size in $sizes; do words="$words --size $size"; done
# shellcheck disable=SC2086  # a list of words
"$python" -m tengen kernels build $words
"$python" -m build --wheel --outdir "$scratch/wheel" .
tag=cp$("$python" -c 'import sys; print("%d%d" % sys.version_info[:2])')
"$python" -m wheel tags --remove --python-tag "$tag" --platform-tag "manylinux_2_17_$(uname -m)" "$scratch"/wheel/*.whl
cp "$scratch"/wheel/*.whl "$folder"

say "installing the wheel with compiled code into an empty environment"
"$python" -m venv "$scratch/venv"
empty=$(du -sm "$scratch/venv" | cut -f 1)
unset PYTHONPATH
"$scratch/venv/bin/python" -m pip -q --disable-pip-version-check install "$scratch"/wheel/*.whl
printf 'tengen and all that it needs: %s MB\n' $(($(du -sm "$scratch/venv" | cut -f 1) - empty))
cd "$scratch"
for size in $sizes; do
    least=
    for _ in 1 2 3; do # other programs can only slow it down
        rm -rf "$scratch/cache"
        began=$(date +%s%N)
        printf 'boardsize %s\ngenmove b\nquit\n' "$size" |
            TENGEN_CACHE="$scratch/cache" "$scratch/venv/bin/tengen" gtp --simulations 500 --quiet >answer 2>errors
        took=$((($(date +%s%N) - began) / 1000000))
        grep -q '^= [A-T]' answer || die "no move on $size lines: $(cat answer errors)"
        ! grep -q 'compiling' errors || die "something was compiled on $size lines: $(cat errors)"
        [ -n "$least" ] && [ "$least" -le "$took" ] || least=$took
    done
    printf '%sx%s: played after %s ms, and nothing was compiled\n' "$size" "$size" "$least"
done
say "done"
ls -l "$folder"
