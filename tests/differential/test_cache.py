"""Compiled code that several processes left in one cache does not get mixed up.

Numba names a compiled function by the types of its arguments, and by itself it names a record type by a number that
starts anew in each process. If the 9x9 board of one process and the 19x19 board of another had the same number, a
third process that loads both would call the one's functions on the other's board.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from differential import games

PRINT_NAME = """
import sys
from numba import typeof
from numba.core.itanium_mangler import mangle_type
from tengen.board.board import new_board
from tengen.board.score import stone_lead
boards = [new_board(int(size)) for size in sys.argv[1:]]
for board in boards:
    stone_lead(board)  # a kernel names the type of its argument
print(mangle_type(typeof(boards[-1])))
"""

CALL_FROM_ANOTHER_PROGRAM = """
import sys
from numba import njit, typeof
from numba.core.itanium_mangler import mangle_type
from tengen.board.board import new_board
from tengen.board.score import stone_lead
board = new_board(int(sys.argv[1]))
njit(lambda board: stone_lead(board))(board)
print(mangle_type(typeof(board)))
"""


def test_name_of_a_board_type_tells_its_size_and_nothing_else() -> None:
    name = run("-c", PRINT_NAME, "9")
    assert name != run("-c", PRINT_NAME, "19")
    assert name == run("-c", PRINT_NAME, "19", "9")
    assert name == run("-c", CALL_FROM_ANOTHER_PROGRAM, "9")


def test_kernels_from_the_cache_can_be_called_by_functions_of_another_program(tmp_path: Path) -> None:
    for _ in range(2):  # compiled at first, then read from the cache
        run("-c", CALL_FROM_ANOTHER_PROGRAM, "5", TENGEN_CACHE=str(tmp_path))


@pytest.mark.slow
def test_sizes_compiled_by_different_processes_keep_apart(tmp_path: Path) -> None:
    sizes = range(2, 6)
    alone = [run(games.__file__, "300", "1", str(size), TENGEN_CACHE=str(tmp_path)) for size in sizes]
    assert run(games.__file__, "300", "1", *map(str, sizes), TENGEN_CACHE=str(tmp_path)) == "".join(alone)


def run(*arguments: str, **environment: str) -> str:
    """Return what a Python of its own prints."""
    run = subprocess.run(
        [sys.executable, *arguments], env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout
