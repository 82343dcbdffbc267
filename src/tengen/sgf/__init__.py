"""Game records in SGF: read in any of the usual encodings and versions, changed, written, replayed.

    record = read_file("game.sgf")
    print(record.black, record.white, record.result, len(record.moves()))
    game = replay(record, upto=50)

    record = from_game(game)
    record.black, record.result = "tengen", "B+3.5"
    data = record.to_bytes()

Only ``replay`` loads the board's compiled code, which takes longer than to read a record.
"""

from tengen.sgf.error import SgfError
from tengen.sgf.node import Move, Node
from tengen.sgf.record import GameRecord, new, read, read_collection, read_file
from tengen.sgf.replay import from_game, replay

__all__ = [
    "GameRecord",
    "Move",
    "Node",
    "SgfError",
    "from_game",
    "new",
    "read",
    "read_collection",
    "read_file",
    "replay",
]
