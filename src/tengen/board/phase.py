"""How far a game has gone, by how full the board is."""

from tengen.board.board import Board, size_of

FULL_AT_THE_END = 0.75  # share of the points that moves are played on before a game ends


def taken_share(board: Board) -> float:
    """Return the share of the points that have a stone."""
    return 1 - int(board.empty_count) / size_of(board) ** 2


def progress(board: Board) -> float:
    """Return which share of the game is over: 1 at the usual end, and perhaps more."""
    return taken_share(board) / FULL_AT_THE_END
