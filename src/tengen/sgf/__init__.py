"""Game records in SGF: reading them in all common encodings and versions, changing and writing them.

    record = read_file("game.sgf")
    print(record.black, record.white, record.result, len(record.moves()))

    record = new(19)
    record.black, record.result = "tengen", "B+3.5"
    data = record.to_bytes()

``game.replay`` makes a game from a record, and a record from a game.
"""

from tengen.sgf.error import SgfError, naming_the_file
from tengen.sgf.node import SgfNode
from tengen.sgf.record import GameRecord, new, read, read_collection, read_file

__all__ = [
    "GameRecord",
    "SgfError",
    "SgfNode",
    "naming_the_file",
    "new",
    "read",
    "read_collection",
    "read_file",
]
