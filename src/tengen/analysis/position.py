"""From a query to the positions of its turns."""

import re
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from tengen import Game, IllegalMove, Restriction, Rules
from tengen.analysis.messages import ColouredPoint, Query
from tengen.analysis.messages import Restriction as MoveList
from tengen.analysis.query import QueryError
from tengen.board.grid import BLACK, MAX_SIZE, MIN_SIZE, PASS, WHITE, Colour, Point, parse_colour, parse_point, point_at
from tengen.board.rules import rules_of

BONUSES = {"0": "none", "N": "stones", "N-1": "stones-1"}

_COLUMN_ROW = re.compile(r"\((\d{1,3}),(\d{1,3})\)")


def positions(query: Query) -> Iterator[tuple[int, Game]]:
    """Yield each turn that a query asks for, in order, with the game up to there.

    Raises QueryError if there is no such game: for its size, its rules, a stone, a move, or a turn.
    """
    size = board_size(query)
    game = _start(query, size, _rules(query))
    moves = _coloured_points(query, "moves", query.moves, size)
    wanted = turns(query)
    for number, (colour, point) in enumerate(moves):
        if number in wanted:
            yield number, game.copy()
        try:
            game.play(point, colour)
        except IllegalMove as error:
            raise QueryError(f"Illegal move {number}: {error}", "moves", query.id) from None
    if len(moves) in wanted:
        yield len(moves), game


def turns(query: Query) -> list[int]:
    """Return the turns to analyse, as the query lists them: the last one, if it does not say."""
    last = len(query.moves)
    if query.analyze_turns is UNSET:
        return [last]
    for turn in query.analyze_turns:
        if not 0 <= turn <= last:
            message = f"Invalid turn number: {turn}; the game has the turns 0 to {last}"
            raise QueryError(message, "analyzeTurns", query.id)
    return query.analyze_turns


def board_size(query: Query) -> int:
    """Return the number of lines of the board; raises QueryError if it is not square, too small or too large."""
    for field, lines in (("boardXSize", query.board_x_size), ("boardYSize", query.board_y_size)):
        if not MIN_SIZE <= lines <= MAX_SIZE:
            raise QueryError(f"Must be an integer from {MIN_SIZE} to {MAX_SIZE}, not {lines}", field, query.id)
    if query.board_x_size != query.board_y_size:
        message = f"The board must be square, and {query.board_x_size}x{query.board_y_size} is not"
        raise QueryError(message, "boardYSize", query.id)
    return query.board_x_size


def restriction_of(query: Query) -> Restriction:
    """Return which moves the search leaves out; raises QueryError for what is not on the board, or contradictory."""
    if query.avoid_moves is UNSET:
        return _restriction(query, "allowMoves", query.allow_moves)
    if query.allow_moves is not UNSET:
        raise QueryError("Cannot specify both allowMoves and avoidMoves", "allowMoves", query.id)
    return _restriction(query, "avoidMoves", query.avoid_moves)


def _restriction(query: Query, field: str, lists: list[MoveList] | UnsetType) -> Restriction:
    restriction, colours = Restriction(), []
    add = Restriction.allow if field == "allowMoves" else Restriction.avoid
    for one in lists or ():
        colours.append(colour_of(query, field, one.player))
        if field == "allowMoves" and len(set(colours)) < len(colours):
            raise QueryError("Cannot specify allowMoves more than once for the same player", field, query.id)
        restriction |= add(colours[-1], points(query, field, one.moves, board_size(query)), one.until_depth)
    return restriction


def points(query: Query, field: str, names: Sequence[str], size: int) -> list[Point]:
    """Return the points of names such as ``Q16``, ``(15,3)`` (column, row from the top) and ``pass``."""
    try:
        return [_point(name, size) for name in names]
    except ValueError as error:
        raise QueryError(f"Could not parse board location: {error}", field, query.id) from None


def colour_of(query: Query, field: str, name: str) -> Colour:
    """Return the colour of a name such as ``B`` or ``white``."""
    try:
        return parse_colour(name)
    except ValueError:
        raise QueryError(f'Could not parse player: {name!r}; must be "B" or "W"', field, query.id) from None


def _point(name: str, size: int) -> Point:
    match = _COLUMN_ROW.fullmatch(name.strip())
    if match is None:
        return parse_point(name, size)
    column, row_from_top = int(match[1]), int(match[2])
    if column >= size or row_from_top >= size:
        raise ValueError(f"{name!r} is not on a {size}x{size} board")
    return point_at(column, size - 1 - row_from_top, size)


def _coloured_points(query: Query, field: str, given: Sequence[ColouredPoint], size: int) -> list[tuple[Colour, Point]]:
    colours = [colour_of(query, field, colour) for colour, _ in given]
    return list(zip(colours, points(query, field, [name for _, name in given], size), strict=True))


def _rules(query: Query) -> Rules:
    try:
        rules = rules_of(query.rules)
    except ValueError as error:
        raise QueryError(f"Could not parse rules: {error}", "rules", query.id) from None
    if query.white_handicap_bonus is UNSET:
        return rules
    return msgspec.structs.replace(rules, handicap_bonus=BONUSES[query.white_handicap_bonus])


def _start(query: Query, size: int, rules: Rules) -> Game:
    """Return the game before its first move.

    Two or more black stones alone are a handicap, as KataGo takes them. White then moves first, unless the query says
    who does.
    """
    game = Game(size, None if query.komi is UNSET else query.komi, rules)
    stones = _coloured_points(query, "initialStones", query.initial_stones, size)
    placed = {colour: [point for owner, point in stones if owner == colour] for colour in (BLACK, WHITE)}
    try:
        if any(point == PASS for _, point in stones) or len({point for _, point in stones}) < len(stones):
            raise ValueError("a point is given twice, or is a pass")
        if len(placed[BLACK]) >= 2 and not placed[WHITE]:
            game.place_handicap(placed[BLACK])
        else:
            game.place(BLACK, placed[BLACK])
            game.place(WHITE, placed[WHITE])
    except ValueError as error:
        raise QueryError(f"Could not set up the stones: {error}", "initialStones", query.id) from None
    if query.initial_player is not None:
        game.to_play = colour_of(query, "initialPlayer", query.initial_player)
    elif query.moves:
        game.to_play = colour_of(query, "moves", query.moves[0][0])
    return game
