"""Positions for tests: some from random games, and their images under symmetry and exchange of colours."""

from random import Random

import numpy as np

from tengen.board.board import Board, size_of
from tengen.board.point import BLACK, WHITE
from tengen.board.setup import board_of
from tengen.board.symmetry import symmetry_table
from tengen.compiled.record import copy_of
from tengen.compiled.word import u64
from tengen.game.game import Game
from tengen.patterns.corner import CORNERS
from tengen.patterns.joseki import MOVES, NO_MORE, find_joseki, joseki_point


def random_positions(size: int, count: int, seed: int) -> list[Board]:
    """Return boards from the course of random games, early and late ones, kos among them."""
    random = Random(seed)
    boards: list[Board] = []
    while len(boards) < count:
        game = Game(size, rules="japanese")
        for _ in range(random.randrange(2 * size * size)):
            points = game.legal_points()
            game.play(random.choice(points) if points else 0)
        boards.append(copy_of(game.board))
    return boards


def corner_positions(count: int, seed: int) -> list[Board]:
    """Return 19x19 boards from openings in which both sides follow the dictionary of corner moves."""
    random = Random(seed)
    boards: list[Board] = []
    while len(boards) < count:
        game = Game(19, rules="japanese")
        for _ in range(random.randrange(1, 12)):
            known = [point for corner in range(CORNERS) for point in known_moves(game.board, corner)]
            game.play(random.choice(known))
        boards.append(copy_of(game.board))
    return boards


def known_moves(board: Board, corner: int) -> list[int]:
    """Return the moves that the dictionary has for the side to play in a corner."""
    place = int(find_joseki(board, u64(corner), u64(board.to_play)))
    found = []
    while MOVES[place] != NO_MORE:
        found.append(int(joseki_point(board, u64(corner), u64(place))))
        place += 1
    return found


def image(board: Board, symmetry: int) -> Board:
    """Return a board turned or mirrored, with its ko and its last moves."""
    table = symmetry_table(size_of(board))[symmetry]
    colours = board.colour.copy()
    on_board = table.nonzero()[0]
    colours[table[on_board]] = board.colour[on_board]
    turned = board_of(colours, board.to_play)
    turned.ko, turned.last, turned.last_but_one = table[board.ko], table[board.last], table[board.last_but_one]
    turned.ko_taken, turned.ko_taken_turn, turned.turn = table[board.ko_taken], board.ko_taken_turn, board.turn
    return turned


def exchanged(board: Board) -> Board:
    """Return a board with black stones for white ones, and the other side to play."""
    swap = np.array([0, WHITE, BLACK, 3], np.uint8)
    other = board_of(swap[board.colour], 3 - int(board.to_play))
    other.ko, other.last, other.last_but_one = board.ko, board.last, board.last_but_one
    other.ko_taken, other.ko_taken_turn, other.turn = board.ko_taken, board.ko_taken_turn, board.turn
    return other
