"""A store with games that nobody played."""

from pathlib import Path
from typing import Any

from tengen.match.definition import Pairing
from tengen.match.finished import FinishedGame
from tengen.match.match_file import pairing_of, player_of
from tengen.match.store import Store

SGF = "(;GM[1]FF[4]SZ[9]KM[7.5]PB[x]PW[y];B[ee];W[de];B[dd];W[ff];B[df];W[gg];B[ce];W[];B[])"
"""Black takes D5 with the seventh move."""


def pairing(first: str = "alice", second: str = "bob", **table: Any) -> Pairing:
    players = [player_of(name, engine=f"engine-{name}") for name in (first, second)]
    return pairing_of(*players, **({"games": 10, "komi": 7.5} | table))


def game(of: Pairing, number: int, points: float, **facts: Any) -> FinishedGame:
    """Return a game of a pairing that its first player won (1), drew (0.5) or lost (0)."""
    is_black = of.first_is_black(number)
    first_is, second_is = ("black", "white") if is_black else ("white", "black")
    winner = {1: first_is, 0: second_is}.get(points, "")
    black, white = (of.first, of.second) if is_black else (of.second, of.first)
    usual: dict[str, Any] = {
        "result": f"{winner[0].upper()}+R" if winner else "0",
        "reason": "resign" if winner else "score",
        "sgf": SGF,
        "moves": 9,
        "seeds": {},
        "seconds": {first_is: [1.0, 3.0], second_is: [0.5, 0.5]},
        "simulations": {first_is: 1000, second_is: None},
        "versions": {"black": "1", "white": "1", "tengen": "0"},
        "machine": "m",
        "started": 1.0e9,
        "finished": 1.0e9 + number,
    }
    return FinishedGame(
        pairing=of.hash,
        number=number,
        black=black.hash,
        white=white.hash,
        first_is=first_is,
        **({"winner": winner} | usual | facts),
    )


def made_store(path: Path) -> Path:
    """Make a store: alice beats bob 3-1-1 with one void game, bob beats carol 2-0, once on time, once by a fault."""
    one, two = pairing(), pairing("bob", "carol", size=13, simulations=50)
    three = pairing("bob", "carol")
    with Store(path) as store:
        for each in (one, two, three):
            store.add_pairing(each)
        for number, points in enumerate((1, 0, 1, 0.5, 1)):
            store.finish(game(one, number, points))
        store.finish(game(one, 5, 0.5, void=True, result="Void", reason="length", winner=""))
        store.finish(game(two, 0, 1, reason="time", result="B+T"))
        store.finish(game(two, 1, 1, reason="crashed", result="W+F", detail="</script><b>boom</b>"))
        store.finish(game(three, 0, 1))
    return path
