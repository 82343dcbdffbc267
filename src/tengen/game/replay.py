"""Making a game from a game record, and a record from a game."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.board.grid import BLACK, WHITE, Colour, Move, Point
from tengen.board.rules import Rules
from tengen.sgf.error import SgfError
from tengen.sgf.node import Setup, SgfNode
from tengen.sgf.record import GameRecord, new, read, read_file

if TYPE_CHECKING:
    from tengen.game.game import Game

MAX_SETUPS = 1_000  # nodes with set-up stones in one line of play; each starts a new game, which takes 1 to 2 ms
_TEXT = re.compile(r"\(\s*;")  # a string with the beginning of a game is the text of a file and not its path
_RESIGNATION = re.compile(r"\s*([BW])\+R(esign)?\s*", re.IGNORECASE)


def replay(
    record: GameRecord, upto: int | None = None, choices: tuple[int, ...] = (), rules: str | Rules = "chinese"
) -> "Game":
    """Return the game after the first ``upto`` moves (by default all) of a variation (see ``GameRecord.nodes``).

    ``rules`` are used if the record names none that we know; without a komi, it is the usual one of the rules. Where
    stones are set up after the first move, a new game starts from that position. Raises SgfError with the number of
    the move if a move, or stones that are set up before it, are not legal.
    """
    from tengen.game.game import Game

    game = Game(record.size, record.komi, record.rules or rules)
    played = setups = 0
    for node in record.nodes(*choices):
        try:
            move = node.move
            if move and played == upto:
                break
            if node.setup:
                setups += 1
                if setups > MAX_SETUPS:
                    raise SgfError(f"more than {MAX_SETUPS:,} nodes set up stones")
            game = advance(game, node, record.handicap)
            played += bool(move)
        except ValueError as error:
            raise SgfError(f"move {played + 1}: {error}") from error
    return game


def advance(game: "Game", node: SgfNode, handicap: int = 0) -> "Game":
    """Return the game after one more node: this game with its move, or a new one where the node sets up stones.

    A root that sets up as many black stones as the handicap makes them handicap stones. Raises ValueError if the move,
    or a stone that is set up, is not legal.
    """
    if setup := node.setup:
        game = _set_up(game, setup, handicap)
    if (to_play := node.to_play) is not None:
        game.to_play = to_play
    if move := node.move:
        _play(game, move)
    return game


def from_sgf(source: str | bytes | Path, moves: int | None = None) -> "Game":
    """Return the game of an SGF file: see ``Game.from_sgf``."""
    record = _record(source)
    if moves is not None:
        count = len(record.moves())
        if not 0 <= moves <= count:
            raise ValueError(f"the record has {count} moves: there is no position after {moves}")
        return replay(record, moves)
    game = replay(record)
    if resignation := _RESIGNATION.fullmatch(record.result or ""):
        game.resigned_by = WHITE if resignation[1].upper() == "B" else BLACK
    return game


def from_game(game: "Game") -> GameRecord:
    """Return the record of a game: its rules, komi, handicap, the stones set up, and the moves, without a result."""
    record = new(game.size)
    record.rules, record.komi, record.handicap = game.rules.name, game.komi, len(game.handicap_points)
    start = game.start
    for colour in (BLACK, WHITE):
        record.root.set_up(colour, _points(start.colour, colour))
    if start.to_play == WHITE or record.root.setup:
        record.root.to_play = int(start.to_play)
    node = record.root
    for move in game.moves:
        node = node.add_move(move)
    if game.moves and game.to_play == game.moves[-1].colour:
        node.add_child().to_play = game.to_play
    return record


def _record(source: str | bytes | Path) -> GameRecord:
    if isinstance(source, bytes) or (isinstance(source, str) and _TEXT.search(source)):
        return read(source)
    return read_file(source)


def _play(game: "Game", move: Move) -> None:
    if not game.moves:
        game.to_play = move.colour
    game.play(move)


def _set_up(game: "Game", setup: Setup, handicap: int) -> "Game":
    """Return a new game that starts from the position of this one with the points of ``setup`` changed."""
    colours = game.board.colour.copy()
    for colour, points in setup.items():
        colours[points] = colour
    begun = type(game)(game.size, game.komi, game.rules)
    for colour in (BLACK, WHITE):
        begun.place(colour, _points(colours, colour))
    begun.handicap_points, begun.to_play = game.handicap_points, game.to_play
    begun.prisoners, begun.prisoners_at_start = game.prisoners, dict(game.prisoners)
    black = setup.get(int(BLACK), [])
    if len(setup) == 1 and len(black) == handicap >= 2 and not game.moves:
        begun.handicap_points, begun.to_play = tuple(black), int(WHITE)
    return begun


def _points(colours: Iterable[int], colour: Colour) -> list[Point]:
    return [point for point, found in enumerate(bytes(colours)) if found == colour]
