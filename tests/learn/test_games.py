import lzma
from pathlib import Path

import pytest

from tengen.learn.games import read_games, winner_of

TABLE = "size\tkomi\tresult\tAB\tAW\tfirst\tmoves\n9\t7\tB+R\t\t\tB\taaei..\n9\t0.5\tW+3.5\taa,bb\tcc\tW\tee\n"


@pytest.mark.parametrize("packed", [True, False])
def test_tables_are_read(tmp_path: Path, packed: bool) -> None:
    path = tmp_path / ("games.tsv.xz" if packed else "games.tsv")
    path.write_bytes(lzma.compress(TABLE.encode()) if packed else TABLE.encode())
    first, second = read_games([path])
    assert [(c, first.position(0).name(p)) for c, p in first.moves] == [(1, "A9"), (2, "E1"), (1, "pass")]
    assert (first.winner, second.winner) == (1, 2)
    board = second.position(1)
    assert str(board).count("X") == 2
    assert str(board).count("O") == 2


def test_sgf_files_and_folders_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[9]KM[7.5]RE[B+2.5];B[ee];W[cc])")
    (tmp_path / "b.SGF").write_text("(;SZ[9]AB[aa]RE[Void];W[cc])")
    first, second = read_games([tmp_path])
    assert (first.komi, first.winner, len(first.moves)) == (7.5, 1, 2)
    assert (second.winner, second.moves[0][0]) == (None, 2)
    assert list(second.stones) == [1]
    assert list(read_games([tmp_path / "b.SGF"])) == [second]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size\tresult\n", "no column komi, moves"),
        ("size\tkomi\tresult\tmoves\n9\t0\tB+R\taazz\n", "line 2: 'zz' is not on a 9x9 board"),
        ("size\tkomi\tresult\tmoves\n9\t0\tB+R\n", "line 2: there are only 3 columns"),
        ("size\tkomi\tresult\tmoves\nnine\t0\tB+R\taa\n", "line 2: invalid literal"),
    ],
)
def test_bad_tables_are_refused_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "games.tsv"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        list(read_games([path]))


def test_winners() -> None:
    assert [winner_of(r) for r in ("B+R", "W+0.5", "b+T", "0", "Draw", "?", "")] == [1, 2, 1, None, None, None, None]
