import json
import lzma
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tengen.board.grid import WHITE
from tengen.engines.engine import Engine
from tengen.learn.judged import Judgement, Opinion, comparison, opinions, read_judgements, summary

LINE = {
    "size": 5,
    "komi": 0.5,
    "rules": "chinese",
    "from": "records",
    "moves": "C3 C4 D4",
    "to": "W",
    "black_wins": 0.9,
    "black_leads": 12.5,
    "candidates": [["B3", 100, 0.9, 12.5], ["D3", 10, 0.95, 14.0], ["A1", 1, 1.0, 24.5]],
    "owner": [100] * 25,
}


def written(path: Path, *lines: object) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def judgement(**changes: object) -> Judgement:
    return msgspec.convert(LINE | changes, Judgement)


def test_files_are_read_compressed_or_not(tmp_path: Path) -> None:
    packed = tmp_path / "judged.jsonl.xz"
    packed.write_bytes(lzma.compress((json.dumps(LINE) + "\n").encode()))
    one, other = read_judgements([written(tmp_path / "judged.jsonl", LINE), packed])
    assert one == other
    assert one.game.to_play == WHITE
    assert (one.source, one.phase) == ("records", "opening")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"to": "black"}, "`to` is 'black'"),
        ({"candidates": []}, "no candidates"),
        ({"owner": [1]}, "`owner` has 1 numbers instead of 25"),
        ({"moves": "C3 Z99"}, "Z99"),
        ({"size": "five"}, r"\$.size"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, changes: dict[str, object], complaint: str) -> None:
    path = written(tmp_path / "bad.jsonl", LINE, LINE | changes)
    with pytest.raises(ValueError, match=complaint) as error:
        read_judgements([path])
    assert "bad.jsonl, line 2" in str(error.value)


def test_a_position_after_an_illegal_move_is_left_out(tmp_path: Path) -> None:
    path = written(tmp_path / "suicide.jsonl", LINE | {"moves": "A2 A1 B1 E5 D5 A1"}, LINE)
    reasons: list[str] = []
    assert len(read_judgements([path], reasons.append)) == 1
    (reason,) = reasons
    assert "suicide.jsonl, line 1" in reason


def test_points_lost_are_those_of_the_side_to_move() -> None:
    found = judgement()
    assert found.points_lost("B3") == 0
    assert found.points_lost("D3") == 1.5
    assert found.points_lost("E5") == 12  # unknown: as bad as the worst


def test_a_perfect_search_agrees_in_everything() -> None:
    judged = [judgement(black_wins=wins, black_leads=leads) for wins, leads in [(0.9, 5), (0.2, -3), (0.5, 0)] * 4]
    perfect = [[Opinion(one.black_wins, one.black_leads, 0.0, 0.0, 1.0) for one in judged]] * 2
    figures = summary(perfect, judged)
    assert figures["win rate, correlation"].value == pytest.approx(1)
    assert figures["win rate, squared error"].value == 0
    assert figures["score, correlation"].value == pytest.approx(1)
    assert figures["points lost by the chosen move"] == (0, 0, 0)
    worse = [[Opinion(0.5 + (-1) ** i / 10, (-1.0) ** i, 0.5, 2.0, 0.0) for i, _ in enumerate(judged)]] * 2
    less = comparison(worse, perfect, judged)
    assert less["points lost by the chosen move"] == (2, 2, 2)
    assert less["win rate, correlation"].high < 0
    assert not np.isnan(less["win rate, squared error"].value)


def test_a_search_sees_what_is_plain() -> None:
    """Black has everything on this board, and it is White's turn."""
    game = judgement(moves="C3 pass C4 pass C2 pass C1 pass C5 pass B3 pass D3")
    with Engine("tengen", {"playout.policy": "random", "prior.parts": "none"}, seed=1) as engine:
        (found,) = opinions([game], engine, 200)
    assert found.wins > 0.9
    assert found.leads > 15
    assert found.owner_error < 0.1
