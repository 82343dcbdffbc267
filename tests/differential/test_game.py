"""The game under every rule set allows the same moves as the naive one, which remembers whole positions."""

import random
from collections import Counter

import pytest

from oracle.naive_board import BLACK, WHITE, NaiveGame, Point
from tengen.board.point import column_row, point_at
from tengen.board.rules import RULES
from tengen.game.game import Game, IllegalMove

LONGEST_GAME = 120


@pytest.mark.parametrize(("size", "moves"), [(4, 300), (3, 200), (2, 100)])
def test_games_allow_the_same_moves(size: int, moves: int) -> None:
    choice = random.Random(size)
    for name, rules in RULES.items():
        played = 0
        reasons = Counter[str]()
        while played < moves:
            played += play_to_the_end(Game(size, rules=name), choice, reasons)
        assert reasons["taken"] > 0
        assert (reasons["suicide"] > 0) == (not rules.suicide)
        assert (reasons["superko"] > 0) == (rules.ko != "simple")


def play_to_the_end(game: Game, choice: random.Random, reasons: Counter[str]) -> int:
    """Play until both sides pass, or long enough; return the number of moves, and count why others are illegal."""
    naive = NaiveGame(game.size, game.rules.ko, suicide=game.rules.suicide)
    prisoners = Counter({BLACK: 0, WHITE: 0})
    while not game.is_over and len(game.moves) < LONGEST_GAME:
        legal = [point for point in naive.board.points if naive.after(point)]
        assert [column_row(point, game.size) for point in game.legal_points()] == legal
        for illegal in set(naive.board.points) - set(legal):
            reasons[reason_against(game, illegal)] += 1
        point = choice.choice(legal) if legal and choice.random() < 0.95 else None
        prisoners.update(naive.board.stones.values())
        prisoners[naive.to_play] += point is not None
        naive.play(point)
        prisoners.subtract(naive.board.stones.values())
        game.play(point_at(*point, game.size) if point else "pass")
        assert game.prisoners == prisoners
        assert game.to_play == naive.to_play
        if game.rules.scoring == "area":
            assert game.score().margin == naive.board.area_score() - game.komi
    return len(game.moves)


def reason_against(game: Game, point: Point) -> str:
    """Return why a move is illegal, in the last word of the game's message; the game must not change."""
    before = str(game), game.moves.copy()
    with pytest.raises(IllegalMove) as illegal:
        game.play(point_at(*point, game.size))
    assert (str(game), game.moves) == before
    return str(illegal.value).split()[-1].strip("()")
