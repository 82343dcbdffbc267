"""Reviews: evaluations of a game, its mistakes, and how both are written into a record and read again."""

from pathlib import Path

import pytest

from review.made_report import made_report
from tengen.board.grid import BLACK, WHITE, Move
from tengen.game.replay import replay
from tengen.review.annotate import annotate, annotate_mistakes, read_evaluations, read_mistakes
from tengen.review.evaluation import Evaluation, evaluation_of, mistakes, positions
from tengen.review.plot import check_plot, plot
from tengen.sgf import GameRecord, read

GAME = "(;SZ[5]KM[0.5]C[A game.];B[cc]C[The centre.]LB[bb:x](;W[aa]C[Why?\ntengen: old line];B[dd])(;W[dd]C[mine]))"


def black(number: int, win_rate: float, score: float = 0.0, move: str = "C3") -> Evaluation:
    """Return an evaluation; Black made the moves with odd numbers."""
    colour = BLACK if number % 2 else WHITE
    return Evaluation(number, Move.parse(move, colour, 5) if number else None, win_rate, score)


def test_a_report_is_seen_by_black() -> None:
    game = replay(read("(;SZ[5];B[cc])"))
    found = evaluation_of(made_report(game, 0.7, 3.0), 1, game.moves[0])
    assert (found.win_rate, found.score, found.lead) == (pytest.approx(0.3), -3.0, "W+3.0")


def test_a_mistake_is_what_its_own_side_loses() -> None:
    evaluations = [black(0, 0.5, 1.0), black(1, 0.3, -2.0), black(2, 0.35, -2.5), black(3, 0.4), black(4, 0.7)]
    found = mistakes(evaluations, 0.1)
    assert [(one.after.number, one.move.colour) for one in found] == [(1, BLACK), (4, WHITE)]
    assert (found[0].win_rate, found[0].points) == (pytest.approx(0.2), pytest.approx(3.0))
    assert found[1].win_rate == pytest.approx(0.3)
    assert [one.after.number for one in mistakes(evaluations, 0.25)] == [4]


def test_all_positions_of_a_game() -> None:
    record = read("(;SZ[5]HA[2]AB[aa][ee];W[cc];B[cd];W[dc])")
    found = [(len(game.moves), game.to_play, str(game)) for game in positions(record, komi=3.5)]
    assert [(count, colour) for count, colour, _ in found] == [(0, WHITE), (1, BLACK), (2, WHITE), (3, BLACK)]
    assert [text for *_, text in found] == [str(replay(record, upto)) for upto in range(4)]
    assert {game.komi for game in positions(record, komi=3.5)} == {3.5}
    assert len(list(positions(record, upto=1))) == 2


def test_positions_where_stones_are_set_up_between_moves() -> None:
    record = read("(;SZ[5];B[cc];W[cd];AB[aa];B[dd])")
    found = [str(game) for game in positions(record)]
    assert found == [str(replay(record, upto)) for upto in range(4)]


def reviewed(text: str = GAME) -> GameRecord:
    """Return a record whose second move is a mistake."""
    record = read(text)
    games = [game.copy() for game in positions(record)]
    reports = [
        made_report(games[0], 0.5, 0.5),
        made_report(games[1], 0.55, 1.0, ("D4 C4 B4", 60, 0.6), ("B4", 30, 0.5), ("B2", 8, 0.5), ("A5", 2, 0.2)),
        made_report(games[2], 0.8, 6.0, ("D2", 90, 0.8)),
        made_report(games[3], 0.25, 5.96),
    ]
    moves = record.moves()
    evaluations = [evaluation_of(report, n, moves[n - 1] if n else None) for n, report in enumerate(reports)]
    nodes = list(record.nodes())
    annotate(nodes, evaluations)
    annotate_mistakes(nodes, mistakes(evaluations, 0.1), dict(enumerate(reports, start=1)))
    return record


def test_evaluations_are_written_and_comments_are_kept() -> None:
    root, first, second, third = reviewed().nodes()
    assert root.comment == "A game.\ntengen: Black 50.0%, B+0.5"
    assert first.comment == "The centre.\ntengen: Black 45.0%, W+1.0"
    assert first.text("V") == "-1.0"
    assert second.comment == (
        "Why?\ntengen: Black 80.0%, B+6.0\n"
        "tengen: A5 loses 35.0% and 7.0 points; better: A D4 60.0%, B B4 50.0%, C B2 50.0%"
    )
    assert third.comment == "tengen: Black 75.0%, W+6.0"
    assert third.text("BM") is None


def test_a_mistake_is_marked_and_has_a_variation() -> None:
    record = reviewed()
    _, first, second, _ = record.nodes()
    text = record.to_bytes().decode()
    assert "TR[aa]" in text
    assert "LB[db:A][bb:B][bd:C]" in text
    assert second.text("BM") == "1"
    assert "LB[bb:x]" in text
    assert [child.move and child.move.name for child in first.children] == ["A5", "D2", "D4"]
    better = first.children[2]
    assert better.comment == "tengen: D4 60.0%, 60 visits"
    assert [node.name for node in record.moves(2)] == ["C3", "D4", "C4", "B4"]
    assert [node.name for node in record.moves(1)] == ["C3", "D2"], "the record's own variation is as it was"
    assert [node.name for node in record.moves()] == ["C3", "A5", "D2"], "and the game is still the main line"


def test_a_second_review_replaces_the_first() -> None:
    once = reviewed().to_bytes().decode()
    assert reviewed(once).to_bytes().decode() == once


def test_a_variation_of_the_record_is_used_where_it_begins_alike() -> None:
    record = reviewed(GAME.replace("(;W[dd]C[mine])", "(;W[db]C[mine];B[ee])"))
    _, first, *_ = record.nodes()
    assert [child.move and child.move.name for child in first.children] == ["A5", "D4"]
    assert first.children[1].comment == "mine\ntengen: D4 60.0%, 60 visits"
    assert [move.name for move in record.moves(1, 0)] == ["C3", "D4", "E1"]
    assert [move.name for move in record.moves(1, 1)] == ["C3", "D4", "C4", "B4"]


def test_evaluations_are_read_again() -> None:
    record = read(reviewed().to_bytes())
    found = read_evaluations(list(record.nodes()))
    assert [(one.number, one.win_rate, one.score) for one in found] == [
        (0, 0.5, 0.5),
        (1, 0.45, -1.0),
        (2, 0.8, 6.0),
        (3, 0.75, -6.0),
    ]
    assert found[2].move == Move.parse("A5", WHITE, 5)
    assert read_mistakes(list(record.nodes())) == {2}
    assert read_evaluations(list(read(GAME).nodes())) == []


def test_a_move_in_the_root_has_no_variation() -> None:
    record = read("(;SZ[5]B[cc];W[dd])")
    game = replay(record, 0)
    reports = {1: made_report(game, 0.9, 5.0, ("D4", 90, 0.9))}
    evaluations = [black(0, 0.9), black(1, 0.5)]
    annotate(list(record.nodes()), evaluations)
    annotate_mistakes(list(record.nodes()), mistakes(evaluations, 0.1), reports)
    assert record.root.comment.startswith("tengen: Black 50.0%, B+0.0\ntengen: C3 loses 40.0%")
    assert len(record.root.children) == 1


@pytest.mark.parametrize(("ending", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_plot_is_written_by_the_end_of_its_name(ending: str, magic: bytes, tmp_path: Path) -> None:
    evaluations = [black(0, 0.5), black(1, 0.2), black(2, 0.6), black(3, 0.7)]
    file = tmp_path / f"game.{ending.upper()}"
    plot(file, evaluations, mistakes(evaluations, 0.1), "$1 - <b>, W+R")
    data = file.read_bytes()
    assert data.startswith(magic)
    if ending == "svg":
        assert b"$1 - &lt;b&gt;, W+R" in data
        assert b"1 C3" in data
        assert b"mistakes of Black" in data


def test_a_plot_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match=r"game.jpg: the name must end in .png, .svg, .pdf"):
        check_plot(Path("game.jpg"))
