"""A game before its first move, as people ask for it."""

from tengen.game.game import Game

HANDICAP_KOMI = 0.5  # enough that nobody draws


def new_game(size: int, komi: float | None, rules: str, handicap: int) -> Game:
    """Return a game with handicap stones on the usual points; raises ValueError for what cannot be played.

    Without a komi it is the usual one of the rules, and 0.5 with handicap stones.
    """
    game = Game(size, HANDICAP_KOMI if komi is None and handicap else komi, rules)
    if handicap:
        game.place_handicap(handicap)
    return game
