"""What a move does, in small numbers of classes: captures, ataris, ladders, liberties, distances.

Each group below has one class for each move; class 0 mostly means "nothing of the kind". The classes of all groups are
numbered through: ``OFFSETS[group] + class`` is the move's *member* of the group.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tengen.board.board import Board, neighbours, stride
from tengen.board.chain import Head, first_liberty
from tengen.board.point import EDGE, EMPTY, MAX_SIZE, PASS, Colour, Point
from tengen.board.symmetry import SYMMETRIES
from tengen.compiled.jit import inlined, kernel
from tengen.compiled.record import Record
from tengen.compiled.word import FOUR, ONE, THREE, TWELVE, TWO, ZERO, u64
from tengen.patterns.surroundings import FARTHEST, REPLY_LEVELS, note_reply, steps_between
from tengen.tactics.ladder import is_caught_by_atari, is_caught_in_ladder, runs_into_ladder
from tengen.tactics.liberty import captures_something, liberties_after, lowest_point, second_liberty
from tengen.tactics.self_atari import is_sacrifice
from tengen.tactics.suggestion import Moves
from tengen.tactics.two_liberties import can_be_caught

PHASES = 4
PHASE_ENDS = tuple(u64(share) for share in (8, 25, 50))  # percent of the board's points, in moves
DISTANCES = FARTHEST + 1
HALF = (MAX_SIZE + 1) // 2
MOST_LIBERTIES = u64(7)
FIVE, NINE, SIXTEEN = u64(5), u64(9), u64(16)

SIZES = {
    "capture": 1 + 4 * 3 * 2,  # stones; it could run, it saves a chain of ours; it is the last move's chain
    "extension": 1 + 4 * 4 * 2,  # stones in atari; what comes of it; whether the last move made the atari
    "atari": 1 + 3 * 3 * 2,  # stones; a ladder catches them, or the move is a self-atari; one chain or several
    "self_atari": 2 + 3 * 2,  # a sacrifice, or else the stones; whether it is an atari, too
    "liberties": 8 * 4,  # liberties after the move; adjacent chains of ours
    "own_chains": 1 + 4 * 4 * 2,  # fewest and most liberties of adjacent chains of ours; one or several
    "enemy_chains": 1 + 5 * 3 * 2,  # fewest liberties left to adjacent enemy chains; how many; we connect there
    "rescue": 1 + 3 * 2,  # an own chain with two liberties can be caught: liberties after the move; by a ladder
    "contact": 5,  # a liberty of the last move's chain, by its number of liberties
    "threatened": 5,  # a liberty of a chain of ours that the last move touches, by the least number of liberties
    "ko": 8,  # see ``_ko``
    "place": HALF * (HALF + 1) // 2 * PHASES,  # distances from the two nearest edges; phase of the game
    "last": DISTANCES * PHASES,  # distance from the last move; phase
    "before": DISTANCES * PHASES,  # distance from the move before it; phase
    "both": DISTANCES * DISTANCES,  # the two distances together
}
"""The groups in order, and the number of classes of each."""
GROUPS = len(SIZES)
GROUP = {name: u64(number) for number, name in enumerate(SIZES)}
OFFSETS = np.cumsum([0, *SIZES.values()])[:-1].astype(np.uint64)
MEMBERS = sum(SIZES.values())

CAPTURE, EXTENSION, ATARI, SELF_ATARI = (GROUP[name] for name in ("capture", "extension", "atari", "self_atari"))
LIBERTIES, OWN_CHAINS, ENEMY_CHAINS = (GROUP[name] for name in ("liberties", "own_chains", "enemy_chains"))
RESCUE, CONTACT, THREATENED, KO = (GROUP[name] for name in ("rescue", "contact", "threatened", "ko"))
PLACE, LAST, BEFORE, BOTH = (GROUP[name] for name in ("place", "last", "before", "both"))


class Survey(Record):
    """What is worked out once for a position, and the features of the move that was looked at last."""

    phase: Annotated[int, np.uint64]
    contact: Annotated[NDArray[np.uint8], "points"]  # the class of a point in the group of that name
    threatened: Annotated[NDArray[np.uint8], "points"]
    has_reply: Annotated[int, np.uint64]  # 1 if the last move's stone is on the board
    replies: Annotated[NDArray[np.uint64], REPLY_LEVELS, SYMMETRIES]  # images of the patterns around it
    images: Annotated[NDArray[np.uint64], SYMMETRIES]  # of the pattern around the move
    classes: Annotated[NDArray[np.uint64], GROUPS]  # of the move, by group
    heads: Annotated[NDArray[np.uint16], 4]  # of the chains that touch the move


@kernel
def look_over(board: Board, survey: Survey) -> None:
    """Work out what all moves of the side to play have in common."""
    size = stride(board) - ONE
    percent = u64(board.turn) * u64(100) // (size * size)
    survey.phase = ZERO
    for end in PHASE_ENDS:
        survey.phase += ONE if percent >= end else ZERO
    survey.contact[:] = 0
    survey.threatened[:] = 0
    survey.has_reply = ZERO
    last, colour = u64(board.last), u64(board.to_play)
    if last == PASS or board.colour[last] != THREE - colour:
        return
    survey.has_reply = ONE
    note_reply(board, survey.images, survey.replies)
    _mark_liberties(board, u64(board.chain[last]), survey.contact)
    for neighbour in neighbours(board, last):
        if board.colour[neighbour] == colour:
            _mark_liberties(board, u64(board.chain[neighbour]), survey.threatened)


@kernel
def _mark_liberties(board: Board, head: Head, marks: NDArray[np.uint8]) -> None:
    """Write the number of a chain's liberties, at most four, to each of them that has no smaller number."""
    count = min(u64(board.liberty_count[head]), FOUR)
    for w in range(u64(board.liberties.shape[1])):
        word = u64(board.liberties[head, w])
        while word != ZERO:
            point = lowest_point(board, word, u64(w))
            word &= word - ONE
            if marks[point] == ZERO or marks[point] > count:
                marks[point] = count


@kernel
def classify(board: Board, point: Point, survey: Survey, moves: Moves) -> None:
    """Write the classes of a legal move to ``survey``; ``look_over`` comes first. ``moves`` lends its reading board."""
    classes = survey.classes
    for group in range(LIBERTIES):
        classes[group] = ZERO
    classes[OWN_CHAINS] = classes[ENEMY_CHAINS] = classes[RESCUE] = ZERO
    _classify_chains(board, point, survey, moves)

    phase = u64(survey.phase)
    to_last = steps_between(board, point, u64(board.last))
    to_before = steps_between(board, point, u64(board.last_but_one))
    classes[CONTACT] = u64(survey.contact[point])
    classes[THREATENED] = u64(survey.threatened[point])
    classes[KO] = _ko(board, point)
    classes[PLACE] = _edges(board, point) * u64(PHASES) + phase
    classes[LAST] = to_last * u64(PHASES) + phase
    classes[BEFORE] = to_before * u64(PHASES) + phase
    classes[BOTH] = to_last * u64(DISTANCES) + to_before


@kernel
def _classify_chains(board: Board, point: Point, survey: Survey, moves: Moves) -> None:
    """Write the classes that depend on adjacent chains."""
    classes, colour = survey.classes, u64(board.to_play)
    # 1. Look at each adjacent chain once.
    heads, count = survey.heads, ZERO
    own = enemies = targets = ZERO  # numbers of chains; targets are enemies with two liberties
    captured = saved = largest_target = ZERO  # numbers of stones
    fewest, most, fewest_enemy = FIVE, ZERO, FIVE  # liberties
    for neighbour in neighbours(board, point):
        owner = u64(board.colour[neighbour])
        if owner == EMPTY or owner == EDGE:
            continue
        head = u64(board.chain[neighbour])
        if _is_listed(heads, count, head):
            continue
        heads[count] = head
        count += ONE
        liberties, stones = u64(board.liberty_count[head]), u64(board.stones[head])
        if owner == colour:
            own += ONE
            fewest, most = min(fewest, liberties), max(most, liberties)
            saved += stones if liberties == ONE else ZERO
        else:
            enemies += ONE
            fewest_enemy = min(fewest_enemy, liberties)
            captured += stones if liberties == ONE else ZERO
            if liberties == TWO:
                targets += ONE
                largest_target = max(largest_target, stones)
    left = min(liberties_after(board, point, colour, MOST_LIBERTIES) + captured, MOST_LIBERTIES)
    classes[LIBERTIES] = left * FOUR + min(own, THREE)
    if count == ZERO:
        return

    # 2. Read what becomes of each of them.
    last_head = u64(board.chain[u64(board.last)])
    takes_last = kind_of_capture = is_caught = ZERO
    can_extend = THREE
    danger = ZERO  # of own chains with two liberties: 1 if they may be caught, 2 if a ladder catches them
    for k in range(count):
        head = u64(heads[k])
        liberties = u64(board.liberty_count[head])
        if board.colour[head] == colour:
            if liberties == ONE and left == TWO and captured == ZERO:
                can_extend = ONE if runs_into_ladder(board, head, point, moves) else TWO
            elif liberties == TWO and saved == ZERO and can_be_caught(board, head):
                danger = max(danger, TWO if _ladder_works(board, head, moves) else ONE)
        elif liberties == ONE:
            takes_last = TWELVE if head == last_head and board.last != PASS else takes_last
            kind_of_capture = max(kind_of_capture, _kind_of_capture(board, head, point, moves))
        elif liberties == TWO and left > ONE and is_caught_by_atari(board, head, point, moves):
            is_caught = ONE

    # 3. The classes.
    if own != ZERO:
        several = SIXTEEN if own > ONE else ZERO
        classes[OWN_CHAINS] = ONE + (min(fewest, FOUR) - ONE) * FOUR + min(most, FOUR) - ONE + several
    if enemies != ZERO:
        connects = u64(15) if own > ONE else ZERO
        classes[ENEMY_CHAINS] = ONE + (fewest_enemy - ONE) * THREE + min(enemies, THREE) - ONE + connects
    if captured != ZERO:
        classes[CAPTURE] = ONE + _size_class(captured) + FOUR * kind_of_capture + takes_last
    if saved != ZERO:
        result = can_extend if left > ONE else ZERO
        by_last = SIXTEEN if survey.threatened[point] == ONE else ZERO
        classes[EXTENSION] = ONE + _size_class(saved) + FOUR * result + by_last
    if targets != ZERO:
        result = is_caught if left > ONE else TWO
        several = NINE if targets > ONE else ZERO
        classes[ATARI] = ONE + min(_size_class(largest_target), TWO) + THREE * result + several
    if left < TWO and captured == ZERO:
        classes[SELF_ATARI] = ONE
        if not is_sacrifice(board, point, colour):
            lost = TWO if own != ZERO and saved == ZERO else saved + ONE
            classes[SELF_ATARI] = TWO + min(_size_class(lost), TWO) + (THREE if targets != ZERO else ZERO)
    if danger != ZERO:
        gained = ZERO if left < THREE else (ONE if left == THREE else TWO)
        classes[RESCUE] = ONE + gained + (THREE if danger == TWO else ZERO)


@inlined
def _is_listed(heads: NDArray[np.uint16], count: int, head: Head) -> bool:
    for k in range(count):  # noqa: SIM110  # Numba has no generators
        if heads[k] == head:
            return True
    return False


@kernel
def _ladder_works(board: Board, head: Head, moves: Moves) -> bool:
    """Return whether a chain with two liberties is caught in a ladder if the attacker moves first."""
    first = first_liberty(board, head)
    return is_caught_by_atari(board, head, first, moves) or is_caught_by_atari(
        board, head, second_liberty(board, head, first), moves
    )


@inlined
def _size_class(stones: int) -> int:
    """Return 0 to 3: one stone, two, up to five, more."""
    if stones <= TWO:
        return stones - ONE
    return TWO if stones < u64(6) else THREE


@kernel
def _kind_of_capture(board: Board, head: Head, point: Point, moves: Moves) -> int:
    """Return 2 if taking an enemy chain saves a chain of ours; 1 if it could have run away; else 0."""
    enemy = u64(board.colour[head])
    if _touches_atari(board, head, THREE - enemy):
        return TWO
    can_move = captures_something(board, point, enemy) or liberties_after(board, point, enemy, THREE) >= TWO
    return ONE if can_move and not is_caught_in_ladder(board, head, moves) else ZERO


@kernel
def _touches_atari(board: Board, head: Head, colour: Colour) -> bool:
    """Return whether a chain touches one of the given colour that is in atari."""
    if board.atari_count == ONE:
        return False  # it is the chain itself
    stone = head
    while True:
        for neighbour in neighbours(board, stone):
            if board.colour[neighbour] == colour and board.liberty_count[u64(board.chain[neighbour])] == ONE:
                return True
        stone = u64(board.next_stone[stone])
        if stone == head:
            return False


@inlined
def _ko(board: Board, point: Point) -> int:
    """Return the class of a move in the group ko.

    0: there was no ko within three moves. Else 5: it may not be retaken now, so the move may be a threat; 6: other
    moves. At the point of the ko: 1 to 4 by its age, and 7 if it is older.
    """
    if board.ko_taken == PASS:
        return ZERO
    age = u64(board.turn) - u64(board.ko_taken_turn)
    if point == board.ko_taken:
        return ONE + age if age <= THREE else u64(7)
    if age > THREE:
        return ZERO
    return FIVE if board.ko != PASS else u64(6)


@inlined
def _edges(board: Board, point: Point) -> int:
    """Return a number for the distances of a point from the two nearest edges, in any order."""
    x, y = point % stride(board), point // stride(board)
    x, y = min(x, stride(board) - x) - ONE, min(y, stride(board) - y) - ONE
    low, high = min(x, y), max(x, y)
    return high * (high + ONE) // TWO + low
