"""Learning corner moves: made games, and the corners that they have."""

import pytest

from tengen.board.point import BLACK, WHITE, parse_point
from tengen.learn.games import TrainingGame
from tengen.learn.joseki import collect, select, to_text
from tengen.patterns.joseki import read_joseki


def game(*names: str, size: int = 19) -> TrainingGame:
    colours = (int(BLACK), int(WHITE))
    moves = [(colours[turn % 2], parse_point(name, size)) for turn, name in enumerate(names)]
    return TrainingGame(size, 6.5, None, {}, moves)


def test_the_same_corner_is_counted_whatever_corner_colour_and_side_it_is() -> None:
    # Each time the star is approached, and answered on the other side; K10 is in no corner.
    games = [
        game("D4", "F3", "C6"),
        game("D4", "C6", "F3"),
        game("Q16", "R14", "O17"),
        game("K10", "Q4", "R6", "O3"),
    ]
    found = {(joseki.own, joseki.enemy): joseki.moves for joseki in select(collect(games, 10), least=4, share=0.1)}
    assert found == {
        (frozenset(), frozenset()): ((3, 3),),
        (frozenset(), frozenset({(3, 3)})): ((2, 5),),
        (frozenset({(3, 3)}), frozenset({(5, 2)})): ((2, 5),),
    }


def test_rare_corners_and_rare_moves_are_left_out() -> None:
    games = [game("D4")] * 8 + [game("C3")] * 2 + [game("D4", "C3")]
    (joseki,) = select(collect(games, 10), least=5, share=0.3)
    assert joseki.moves == ((3, 3),)
    both = select(collect(games, 10), least=1, share=0.1)
    assert [len(joseki.moves) for joseki in both] == [2, 1]
    assert read_joseki(to_text(both, "a note")) == both


def test_only_the_first_moves_of_games_on_large_boards_count() -> None:
    with pytest.raises(ValueError, match="18x18"):
        collect([game("D4", size=9)], 10)
    assert len(collect([game("D4", "F3", "C6")], 2)) == 2


def test_a_game_counts_until_a_move_is_on_a_stone() -> None:
    assert len(collect([game("D4", "D4", "C3")], 10)) == 1
    stones = TrainingGame(19, 6.5, None, {int(BLACK): [parse_point("D4", 19)] * 2}, game("C3").moves)
    assert len(collect([stones], 10)) == 1


def test_a_suicide_is_taken_off_again() -> None:
    """By New Zealand's rules White may play there, and again."""
    moves = game("A2", "T19", "B1", "A1", "K10", "A1", "L10")
    counts = collect([moves], 10)
    assert [corners.total() for corners in counts.values()] == [2, 1, 2]
