"""Game records in SGF: read in any of the usual encodings and versions, changed, written, replayed.

    record = read_file("game.sgf")
    print(record.black, record.white, record.result, len(record.moves()))

    record = new(19)
    record.black, record.result = "tengen", "B+3.5"
    data = record.to_bytes()

``game.replay`` makes a game of a record, and a record of a game.
"""

from tengen.sgf.error import SgfError
from tengen.sgf.node import Node
from tengen.sgf.record import GameRecord, new, read, read_collection, read_file

__all__ = [
    "GameRecord",
    "Node",
    "SgfError",
    "new",
    "read",
    "read_collection",
    "read_file",
]
