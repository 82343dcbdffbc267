"""What a game of a cell costs in core time: measured by stored games, or else estimated from simulations and board.

Cells that would cost too much as in the paper are scaled down, by halves, until they do not.
"""

from collections.abc import Iterable
from itertools import pairwise
from statistics import fmean
from typing import Any

from tengen.experiment.play import Scale, scaled
from tengen.experiment.results import CellGame
from tengen.experiment.row import Cell, Opponent

WANTED_GAMES = {9: 100, 13: 50, 19: 30}
"""Games of a cell that are worth their time, by board size."""
MOST_SECONDS = 6 * 3600.0
"""Core time that the wanted games of a cell may take before it is scaled down."""
SECONDS_A_POINT = 0.3e-6  # of one simulation, for each point of the board: 24, 51 and 108 us on 9x9, 13x13 and 19x19
MOVES_A_POINT = 0.9  # moves of a game, for each point of the board
GNUGO_SECONDS = 0.05  # of a move at level 0, and once more for each level
OWN_SHARE = 0.95  # of a game's clock, which a player hardly ever uses up


def wanted_games(size: int) -> int:
    """Return how many games a cell on such a board should have."""
    return next((games for most, games in WANTED_GAMES.items() if size <= most), min(WANTED_GAMES.values()))


def measured_seconds(games: Iterable[CellGame]) -> float | None:
    """Return the mean time that both players thought in some games; None if no game tells."""
    found = [_thought(game) for game in games if game.seconds.get("black") and game.seconds.get("white")]
    return fmean(found) if found else None


def _thought(game: CellGame) -> float:
    black, white = ((game.moves + 1) // 2, game.moves // 2)
    return black * fmean(game.seconds["black"]) + white * fmean(game.seconds["white"])


def estimated_seconds(cell: Cell) -> float:
    """Return about how long the players of a cell think in a game, by simulations, clock and board."""
    return _our_seconds(cell, cell.set) + _their_seconds(cell)


def _our_seconds(cell: Cell, options: dict[str, Any]) -> float:
    moves = MOVES_A_POINT * cell.size**2 / 2
    if cell.seconds is not None:
        return moves * cell.seconds
    if cell.seconds_a_game is not None:
        return OWN_SHARE * cell.seconds_a_game
    simulations = cell.simulations if cell.simulations is not None else options.get("simulations", 0)
    return moves * int(simulations) * SECONDS_A_POINT * cell.size**2


def _their_seconds(cell: Cell) -> float:
    if isinstance(cell.opponent, Opponent):
        return _our_seconds(cell, cell.opponent.set)
    level = int(cell.opponent.partition(":")[2] or 10)
    return MOVES_A_POINT * cell.size**2 / 2 * GNUGO_SECONDS * (1 + level)


def threads_of(cell: Cell) -> int:
    """Return how many cores a cell needs at once: the threads of its players, if they play by the clock."""
    theirs = cell.opponent.set if isinstance(cell.opponent, Opponent) else {}
    plays_by_clock = cell.seconds is not None or cell.seconds_a_game is not None
    return max(int(cell.set.get("threads", 1)), int(theirs.get("threads", 1))) if plays_by_clock else 1


def as_in_paper(cell: Cell) -> Cell:
    """Return a cell with the paper's simulations, where these are known, instead of the seconds of its machine."""
    return cell if cell.equivalent is None else scaled(cell, Scale(simulations=cell.equivalent))


def affordable(cells: Iterable[Cell]) -> dict[str, Cell]:
    """Return the cells of a row, by name, with conditions under which their wanted games fit into six hours of a core.

    Only the estimate counts, as the conditions must not change while games are played. Cells with the same board and
    the same limit get the same conditions, so that they can be compared.
    """
    whole = {cell.name: as_in_paper(cell) for cell in cells}
    halvings: dict[tuple[int, str], int] = {}
    for cell in whole.values():
        key = (cell.size, cell.limit)
        halvings[key] = max(halvings.get(key, 0), _halvings(cell))
    return {name: halved(cell, halvings[cell.size, cell.limit]) for name, cell in whole.items()}


def _halvings(cell: Cell) -> int:
    """Return how often the limit of a cell must be halved; one that cannot be made cheaper stays as it is."""
    costs = [estimated_seconds(halved(cell, times)) for times in range(12)]
    for times, (cost, cheaper) in enumerate(pairwise(costs)):
        if cost * wanted_games(cell.size) <= MOST_SECONDS or cheaper == cost:
            return times
    return len(costs) - 1


def halved(cell: Cell, times: int) -> Cell:
    """Return a cell with its limit halved so many times, in whole simulations and seconds, at least 1 of each."""
    if not times:
        return cell
    if cell.simulations is not None:
        return scaled(cell, Scale(simulations=max(1, cell.simulations >> times)))
    if cell.seconds is not None:
        return scaled(cell, Scale(seconds=max(1.0, cell.seconds // 2**times)))
    if cell.seconds_a_game is not None:
        return scaled(cell, Scale(seconds_a_game=max(1.0, cell.seconds_a_game // 2**times)))
    return cell
