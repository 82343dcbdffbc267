"""From a record to a game on the board, and back."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from tengen.board.grid import BLACK, WHITE, Colour, Move, Point
from tengen.board.rules import Rules
from tengen.sgf.error import SgfError
from tengen.sgf.node import Setup
from tengen.sgf.record import GameRecord, new

if TYPE_CHECKING:
    from tengen.game.game import Game

MAX_SETUPS = 1_000  # in one line of play; each takes a millisecond or two, as the game begins anew from there


class Position(Protocol):
    """A position."""

    @property
    def colour(self) -> Iterable[int]:
        """The colour of each point."""
        ...

    @property
    def to_play(self) -> Colour:
        """Whose turn it is."""
        ...


class PlayedGame(Protocol):
    """What a record tells of a game; ``game.game.Game`` is one."""

    size: int
    komi: float
    rules: Rules
    handicap_points: tuple[Point, ...]

    @property
    def start(self) -> Position:
        """Where the moves begin, handicap stones included."""
        ...

    @property
    def moves(self) -> Sequence[Move]:
        """All moves so far."""
        ...


def replay(
    record: GameRecord, upto: int | None = None, choices: tuple[int, ...] = (), rules: str | Rules = "chinese"
) -> "Game":
    """Return the game after the first moves (or all) of the main line, or of another (see ``GameRecord.nodes``).

    Rules and komi are the record's; without them, the rules given and their usual komi. Where stones are set up in
    the middle of a game, the game begins anew from that position. Raises SgfError with the move's number if it, or
    what is set up before it, is not legal.
    """
    from tengen.game.game import Game

    game = Game(record.size, record.komi, record.rules or rules)
    played = setups = 0
    for node in record.nodes(*choices):
        try:
            move = node.move
            if move and played == upto:
                break
            if setup := node.setup:
                setups += 1
                if setups > MAX_SETUPS:
                    raise SgfError(f"more than {MAX_SETUPS:,} nodes set up stones")
                game = _set_up(game, setup, record.handicap)
            if (to_play := node.to_play) is not None:
                game.to_play = to_play
            if move:
                _play(game, move)
                played += 1
        except ValueError as error:
            raise SgfError(f"move {played + 1}: {error}") from error
    return game


def from_game(game: PlayedGame) -> GameRecord:
    """Return the record of a game: its rules, komi, handicap, the stones set up, and the moves."""
    record = new(game.size)
    record.rules, record.komi, record.handicap = game.rules.name, game.komi, len(game.handicap_points)
    start = game.start
    for colour in (BLACK, WHITE):
        record.root.set_up(colour, _points(start.colour, colour))
    if start.to_play == WHITE or record.root.setup:
        record.root.to_play = start.to_play
    node = record.root
    for move in game.moves:
        node = node.add_move(move)
    return record


def _play(game: "Game", move: Move) -> None:
    if not game.moves:
        game.to_play = move.colour
    game.play(move)


def _set_up(game: "Game", setup: Setup, handicap: int) -> "Game":
    """Return a game that begins anew from this one's position with other stones."""
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
