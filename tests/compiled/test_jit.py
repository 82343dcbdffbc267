"""The cache: never stale, found again, pruned, and somewhere even if the home folder cannot be written.

And what other users of Numba and of stderr in the same process notice of us: nothing.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import tengen
from tengen.compiled.jit import MARK

SCRIPT = """
import logging
logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")

from tengen.parts.options import to_record
from tengen.board.diagram import parse
from tengen.board.point import point_name
from tengen.board.setup import board_of
from tengen.playout.state import new_playout_state
from tengen.playout.rules import capture

board = board_of(parse(". O .\\nO X O\\n. . ."), to_play=2)
moves = new_playout_state(board, seed=1).moves
capture.suggest(board, to_record(capture.CaptureOptions()), moves)
print([point_name(int(p), 3) for p in moves.points[: int(moves.length)]])
"""


def run_copy(folder: Path, cache: Path) -> tuple[str, str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA")}
    environment |= {"PYTHONPATH": str(folder), "TENGEN_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, check=True, capture_output=True, text=True, cwd=folder
    )
    return done.stdout.strip(), done.stderr


def test_a_changed_callee_in_another_file_is_never_stale(tmp_path: Path) -> None:
    shutil.copytree(Path(tengen.__file__).parent, tmp_path / "tengen", ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"

    answer, log = run_copy(tmp_path, cache)
    assert answer == "['B1']"
    assert log.count("INFO tengen.compiled: compiling suggest (once for each board size)\n") == 1
    assert log.count("INFO tengen.compiled: compiled suggest in ") == 1
    assert "first_liberty" not in log, "functions that a compiled function calls are logged as DEBUG"

    answer, log = run_copy(tmp_path, cache)
    assert answer == "['B1']"
    assert "compiling" not in log, "the second run must find the first one's code"

    chain = tmp_path / "tengen" / "board" / "chain.py"
    text = chain.read_text()
    lowest_bit = "trailing_zeros(word) + stride(board) + ONE"
    changed = text.replace(lowest_bit, f"{lowest_bit} + ONE")
    assert changed != text
    chain.write_text(changed)
    answer, log = run_copy(tmp_path, cache)
    assert answer == "['C1']", "first_liberty of chain.py has changed, and suggest of capture.py calls it"
    assert "compiling suggest" in log


def in_new_process(code: str, *options: str, **environment: str) -> str:
    """Return what a Python program prints, to stdout or to stderr."""
    words = [sys.executable, *options, "-c", code]
    done = subprocess.run(
        words, env=os.environ | environment, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout.strip()


SHOW = "from tengen.compiled.progress import show_compiling; show_compiling()"
PLAY = "import tengen; game = tengen.Game(2); game.play('A1'); print('played')"
DRAW = (  # two functions, which are compiled in a third of the time of those of a game
    "from tengen.compiled.rng import below, new_rng; from tengen.compiled.word import u64;"
    "below(new_rng(1), u64(6)); print('drawn')"
)


def test_a_program_that_imports_tengen_finds_nothing_on_its_stderr(tmp_path: Path) -> None:
    assert in_new_process(PLAY, "-O", "-W", "error", TENGEN_CACHE=str(tmp_path)) == "played"


def test_the_command_line_shows_what_is_compiled(tmp_path: Path) -> None:
    show = "from tengen.compiled.progress import show_compiling; show_compiling(); show_compiling();"
    lines = in_new_process(show + PLAY, TENGEN_CACHE=str(tmp_path)).splitlines()
    assert lines[-1] == "played"
    pattern = r"tengen: compiling \w+ \(once for each board size\) \.\.\. \d+\.\d s"
    assert lines[:-1]
    assert all(re.fullmatch(pattern, line) for line in lines[:-1]), lines


HOST = """
import numba, numpy
from numba.core.event import _registered as listeners
from numba.core.itanium_mangler import mangle_type

def new_record(fields):
    return numpy.zeros(1, fields)[0]

@numba.njit
def first_field(record):
    return record.a

def describe(record):
    kind = numba.typeof(record)
    first_field(record)
    assert first_field.overloads[(kind,)].fndesc.mangled_name.endswith(mangle_type(kind))
    return mangle_type(kind), type(kind), numba.types.Record.mangling_args, listeners["numba:compile"]

record = new_record([("a", "u1"), ("b", "f4", 3)])
before = describe(record)

import tengen
tengen.Game(2).play("A1")

assert describe(record) == before
name, kind, *_ = describe(later := new_record([("a", "u1"), ("inner", [("c", "f4")])]))
assert kind is numba.types.Record
assert name == f"6RecordILi{numba.typeof(later)._code}EE"
"""


def test_numba_works_as_before_for_the_records_of_other_programs() -> None:
    assert in_new_process(HOST) == ""


def test_cache_falls_back_where_the_home_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    code = "from tengen.compiled.jit import cache_folder; print(cache_folder())"
    folder = Path(in_new_process(code, TENGEN_CACHE=str(blocked), TMPDIR=str(tmp_path)))
    assert folder.is_dir()
    assert tmp_path in folder.parents


def test_old_caches_are_pruned_and_new_ones_kept(tmp_path: Path) -> None:
    home = tmp_path / "kernels"
    for age in range(8):
        folder = home / f"old{age}"
        folder.mkdir(parents=True, mode=0o700)
        (folder / MARK).touch()
        os.utime(folder, (time.time() - 3600 * (age + 1),) * 2)
    code = "from tengen.compiled.jit import cache_folder; print(cache_folder().name)"
    current = in_new_process(code, TENGEN_CACHE=str(tmp_path))
    assert sorted(f.name for f in home.iterdir()) == sorted([current, "old0", "old1", "old2"])


def test_folders_that_are_not_ours_are_never_removed(tmp_path: Path) -> None:
    """Somebody may set TENGEN_CACHE to a folder of their own that has a folder ``kernels``."""
    home = tmp_path / "kernels"
    for age in range(8):
        (home / f"work{age}").mkdir(parents=True)
        (home / f"work{age}" / "thesis.tex").write_text("for years")
        os.utime(home / f"work{age}", (time.time() - 3600 * (age + 1),) * 2)
    code = "from tengen.compiled.jit import cache_folder; print(cache_folder().name)"
    current = in_new_process(code, TENGEN_CACHE=str(tmp_path))
    assert sorted(f.name for f in home.iterdir()) == sorted([current, *(f"work{age}" for age in range(8))])


@pytest.mark.parametrize("make", [lambda f: f.mkdir(mode=0o777) or f.chmod(0o777), lambda f: f.symlink_to(f.parent)])
def test_a_temporary_folder_that_others_could_have_made_is_not_used(make: Any, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    make(tmp_path / f"tengen-{os.getuid()}")
    code = f"from tengen.compiled.jit import cache_folder; print(cache_folder()); {DRAW}"
    lines = in_new_process(code, TENGEN_CACHE=str(blocked), TMPDIR=str(tmp_path)).splitlines()
    assert [lines[-2], lines[-1]] == ["None", "drawn"]


def test_folders_and_files_can_be_written_by_nobody_else(tmp_path: Path) -> None:
    in_new_process(f"import os; os.umask(0); {DRAW}", TENGEN_CACHE=str(tmp_path))
    made = list((tmp_path / "kernels").rglob("*"))
    assert any(path.suffix == ".entry" for path in made)
    assert [path for path in [tmp_path / "kernels", *made] if path.stat().st_mode & 0o022] == []


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda _: b"", lambda data: data[:-1] + b"?"])
def test_a_damaged_file_is_compiled_again_without_a_word(damage: Any, tmp_path: Path) -> None:
    assert in_new_process(DRAW, TENGEN_CACHE=str(tmp_path)) == "drawn"
    for path in (tmp_path / "kernels").rglob("*"):
        if path.suffix in (".entry", ".lowered"):
            path.write_bytes(damage(path.read_bytes()))
    assert in_new_process(DRAW, TENGEN_CACHE=str(tmp_path)) == "drawn"
    assert "compiling" not in in_new_process(f"{SHOW}; {DRAW}", TENGEN_CACHE=str(tmp_path)), "it was written anew"


def test_a_file_that_another_user_could_have_changed_is_not_loaded(tmp_path: Path) -> None:
    in_new_process(DRAW, TENGEN_CACHE=str(tmp_path))
    for path in (tmp_path / "kernels").rglob("*.entry"):
        path.chmod(0o666)
    assert "compiling" in in_new_process(f"{SHOW}; {DRAW}", TENGEN_CACHE=str(tmp_path))


def test_assembled_text_that_was_changed_is_not_run(tmp_path: Path) -> None:
    code = "from tengen.parts.assemble import _loaded; print(_loaded('tengen_assembled.part', 'VALUE = 1\\n').VALUE)"
    assert in_new_process(code, TENGEN_CACHE=str(tmp_path)) == "1"
    (path,) = (tmp_path / "kernels").rglob("assembled/part.py")
    path.write_text("print('a stranger was here')\nVALUE = 2\n")
    assert in_new_process(code, TENGEN_CACHE=str(tmp_path)) == "1"
    assert path.read_text() == "VALUE = 1\n"


def test_a_full_disk_still_plays(tmp_path: Path) -> None:
    full = (
        "import errno, logging, tempfile\n"
        "logging.basicConfig(format='%(message)s')\n"
        "def mkstemp(*words, **more): raise OSError(errno.ENOSPC, 'No space left on device')\n"
        "tempfile.mkstemp = mkstemp\n"
    )
    lines = in_new_process(full + DRAW, TENGEN_CACHE=str(tmp_path)).splitlines()
    warning = "compiled code cannot be saved, and will be compiled again next time: [Errno 28] No space left on device"
    assert lines == [warning, "drawn"]


REMOVED = """
import logging, shutil
from tengen.compiled.jit import cache_folder
from tengen.compiled.rng import below, new_rng
from tengen.compiled.word import u64
from tengen.parts.assemble import _loaded

logging.basicConfig(format="%(message)s")
rng = new_rng(1)
below(rng, u64(1))
DAMAGE
below(rng, 1)  # a bound of another type: compiled anew
print(_loaded("tengen_assembled.part", "VALUE = 1").VALUE, below(rng, u64(1)))
"""


def test_a_cache_folder_that_vanishes_while_a_program_runs(tmp_path: Path) -> None:
    """What is loaded goes on, what is new is compiled, and one line says that it is not kept."""
    code = REMOVED.replace("DAMAGE", "shutil.rmtree(cache_folder().parent)")
    first, *others = in_new_process(code, TENGEN_CACHE=str(tmp_path)).splitlines()
    assert first.startswith("compiled code cannot be saved, and will be compiled again next time: [Errno 2]")
    assert others == ["1 0"]
    assert in_new_process(code, TENGEN_CACHE=str(tmp_path)).splitlines()[1:] == others, "the next program starts anew"


def test_a_cache_that_is_damaged_while_a_program_runs(tmp_path: Path) -> None:
    code = REMOVED.replace("DAMAGE", "[f.write_bytes(b'?') for f in cache_folder().rglob('*') if f.is_file()]")
    for _ in range(2):  # the second time all files of the first are there, and are damaged once more
        assert in_new_process(code, TENGEN_CACHE=str(tmp_path)) == "1 0"


def test_two_processes_share_the_work(tmp_path: Path) -> None:
    environment = os.environ | {"TENGEN_CACHE": str(tmp_path)}
    words = [sys.executable, "-c", f"{SHOW}; {PLAY}"]
    both = [subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    lines = [line for process in both for line in process.communicate()[1].splitlines()]
    assert lines
    assert len({line.partition(" (")[0] for line in lines}) == len(lines), "nothing is compiled by both"


CALLED_IN_ANY_WAY = """
import numba
from tengen.compiled.jit import kernel

@kernel
def half(number):
    return number // 2

@kernel
def quarter(number):
    return half(half(number))

@kernel
def factorial(number):
    return 1 if number < 2 else number * factorial(number - 1)

@numba.njit
def eighth(number):
    return half(quarter(number))

print(quarter(48), half(48), eighth(48), factorial(5), quarter(48.0))
"""


def test_a_kernel_is_called_by_kernels_by_python_by_itself_and_by_others_users_of_numba(tmp_path: Path) -> None:
    script = tmp_path / "called.py"
    script.write_text(CALLED_IN_ANY_WAY)
    words, environment = [sys.executable, str(script)], os.environ | {"TENGEN_CACHE": str(tmp_path / "cache")}
    for _ in range(2):  # compiled, and then loaded
        done = subprocess.run(words, env=environment, check=False, capture_output=True, text=True)
        assert done.stdout.strip() == "12 24 6 120 12.0", done.stderr


RETURNS_AN_ARRAY = """
import numpy as np
from tengen.compiled.jit import kernel

@kernel
def squares(count):
    return np.arange(count) ** 2

@kernel
def total(count):
    return squares(count).sum()

print(total(4), squares(3).tolist())
"""


def test_an_entry_keeps_its_constants_if_its_function_was_loaded_as_a_callee(tmp_path: Path) -> None:
    """The dtype of the array is a constant of the entry, and the function below ``total`` has none."""
    script, cache = tmp_path / "returns.py", tmp_path / "cache"
    script.write_text(RETURNS_AN_ARRAY)
    words, environment = [sys.executable, str(script)], os.environ | {"TENGEN_CACHE": str(cache)}
    for _ in range(2):
        done = subprocess.run(words, env=environment, check=False, capture_output=True, text=True)
        assert done.stdout.strip() == "14 [0, 1, 4]", done.stderr
        (entry,) = cache.glob("kernels/*/total-*.entry")
        entry.unlink()  # so that it is linked again, from the function that is kept


def test_the_users_own_numba_functions_keep_their_cache(tmp_path: Path) -> None:
    code = "from numba import config as c; d = c.CACHE_DIR; import tengen.board.move; print(d == c.CACHE_DIR)"
    assert in_new_process(code) == "True"


LONGER = """
from typing import Annotated
import numpy as np
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.memory import assign
from tengen.compiled.record import Record

class Short(Record):
    first: Annotated[int, np.int64]

class Long(Short):
    second: Annotated[int, np.int64]

@kernel
def copy(target, source):
    assign(target, source)

@kernel
def copy_both(target, source):
    copy(target, source)

short, long, twin = Short.new(), Long.new(), Long.new()
copy_both(Short.new(), short)
long.first, long.second = 1, 2
copy_both(twin, long)
print(int(twin.first), int(twin.second))
"""


def test_a_record_with_more_fields_gets_code_of_its_own(tmp_path: Path) -> None:
    """Numba would take it for the shorter one, with a warning, and copy too little."""
    script = tmp_path / "longer.py"
    script.write_text(LONGER)
    words = [sys.executable, "-W", "error", str(script)]
    environment = os.environ | {"TENGEN_CACHE": str(tmp_path)}
    done = subprocess.run(words, env=environment, check=False, capture_output=True, text=True)
    assert done.stdout.strip() == "1 2", done.stderr


def test_a_warm_start_does_not_load_the_compiler() -> None:
    code = (
        "import sys; from tengen.game.game import Game; game = Game(5); game.play('C3');"
        "print(game.score(), 'numba.np.linalg' in sys.modules)"
    )
    in_new_process(code)  # compiles what is not compiled yet
    assert in_new_process(code) == "B+17.5 False"
