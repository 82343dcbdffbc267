"""Trees that are kept in a file, and begun with."""

import os
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen import Engine
from tengen.board.point import parse_point
from tengen.board.symmetry import SYMMETRIES, transformed
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.opening.tree_book import read_tree_book
from tengen.parts.options import OptionError
from tengen.search.search import Search
from tree.made_search import check_consistent, children, made_search, point_at

SIMULATIONS = 3000


@pytest.fixture(scope="module")
def searched() -> Search:
    search = made_search("pachi")
    search.begin(Game(5, 0.5), 1)
    search.run(Limit(SIMULATIONS))
    return search


@pytest.fixture(scope="module")
def path(searched: Search, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "five.npz"
    assert 26 < searched.save_book(path, 20) < SIMULATIONS
    return path


def check(search: Search) -> None:
    for nodes, tree in search.trees.all:
        check_consistent(nodes, int(tree.used))


def visits_at(path: Path, moves: list[int], komi: float = 0.5) -> int:
    """Return what a fresh search knows of a position before its first simulation."""
    game = Game(5, komi)
    for move in moves:
        game.play(move)
    search = made_search("pachi", book={"tree": str(path)})
    search.begin(game, game.to_play)
    check(search)
    return search.report().visits


def test_a_search_begins_with_the_book(path: Path, searched: Search) -> None:
    best = searched.report().moves[0]
    assert visits_at(path, []) == SIMULATIONS
    assert visits_at(path, [best.point]) == best.visits
    assert visits_at(path, [best.point], komi=1.5) == 0


def test_an_image_is_known_after_a_look_at_the_empty_board(path: Path, searched: Search) -> None:
    """There it was struck out, as its twin was searched."""
    best = next(move for move in searched.report().moves if move.point != transformed(move.point, 2, 5))
    game = Game(5, 0.5)
    search = made_search("pachi", book={"tree": str(path)})
    search.begin(game, game.to_play)
    game.play(transformed(best.point, 2, 5))
    search.begin(game, game.to_play)
    check(search)
    assert search.report().visits == best.visits


@pytest.mark.parametrize("symmetry", range(SYMMETRIES))
def test_images_are_known_and_turned_back(path: Path, searched: Search, symmetry: int) -> None:
    """The book has twins of later moves, so that a line may be found as the image of another than was searched."""
    line = [parse_point(name, 5) for name in searched.report().best.sequence[:2]]
    image = [transformed(point, symmetry, 5) for point in line]
    book = read_tree_book(str(path))
    found = book.find(image)
    assert found is not None
    node, used = found
    game = Game(5, 0.5)
    for point in image:
        game.play(point)
    search = made_search("pachi", book={"tree": str(path)})
    search.begin(game, 1)
    answers = {move.point: move.visits for move in search.report().moves}
    expected = {point_at(book.nodes, c): int(book.nodes[c].visits) for c in children(book.nodes, node)}
    assert {transformed(point, used, 5): visits for point, visits in answers.items()}.items() <= expected.items()
    assert sum(answers.values()) > 10


def test_it_goes_on_from_there(path: Path) -> None:
    search = made_search("pachi", book={"tree": str(path)})
    search.begin(Game(5, 0.5), 1)
    report = search.run(Limit(500))
    assert report.visits == SIMULATIONS + 500
    assert report.simulations == 500
    check(search)


def test_a_book_is_for_games_of_its_kind(path: Path) -> None:
    search = made_search("pachi", book={"tree": str(path)})
    for game in (Game(9, 0.5), Game(5, 1.5)):
        search.begin(game, 1)
        assert search.report().visits == 0
    placed = Game(5, 0.5)
    placed.set_up(". . . . .\n. X . . .\n. . . . .\n. . O . .\n. . . . .")
    search.begin(placed, 1)
    assert search.report().visits == 0
    search.begin(Game(5, 0.5), 2)  # White begins
    assert search.report().visits == 0


def test_what_is_no_book_is_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot be read: No such file"):
        read_tree_book(str(tmp_path / "nowhere.npz"))
    other = tmp_path / "other.npz"
    other.write_text("a text")
    with pytest.raises(OptionError, match="is no tree book"):
        read_tree_book(str(other))
    np.savez(other, format="tengen tree book 0")
    with pytest.raises(OptionError, match="is no tree book: it is of another version"):
        read_tree_book(str(other))
    with np.load(path) as file:
        parts = dict(file)
    np.savez(other, **(parts | {"nodes": parts["nodes"][:20]}))
    with pytest.raises(OptionError, match="is no tree book: children are outside"):
        read_tree_book(str(other))


def spoilt(field: str, node: int, value: float) -> Callable[[Any], None]:
    def spoil(nodes: Any) -> None:
        nodes[field][node] = value

    return spoil


def inner(nodes: Any) -> int:
    """Return a node with children that is not the root."""
    return int(np.flatnonzero(nodes["children"])[1])


def exchange_blocks(nodes: Any) -> None:
    first, second = np.flatnonzero(nodes["children"])[1:3]
    nodes["children"][[first, second]] = nodes["children"][[second, first]]


def play_on_a_stone(nodes: Any) -> None:
    node = inner(nodes)
    first = int(nodes["children"][node])
    nodes["point"][first] = nodes["point"][node]


HOSTILE = {
    "a child that is its own parent": lambda nodes: spoilt("children", inner(nodes), inner(nodes))(nodes),
    "a cycle to the root's children": lambda nodes: spoilt("children", inner(nodes), 1)(nodes),
    "children beyond the end": spoilt("children", 1, 2**31),
    "a node that is being expanded": spoilt("children", 1, 2**32 - 1),
    "a block without an end": spoilt("siblings", 1, 2**16 - 1),
    "a block of nothing": spoilt("siblings", 1, 0),
    "another parent": spoilt("parent", 1, 2**32 - 2),
    "blocks that changed places": exchange_blocks,
    "a move beyond the board": spoilt("point", 2, 2**15 - 1),
    "a root beyond the board": spoilt("point", 0, 2**15 - 1),
    "a move on the edge": spoilt("point", 2, 1),
    "a move on a stone": play_on_a_stone,
    "a pass that is nowhere": spoilt("pass_place", 1, 2**16 - 1),
    "wins that are no number": spoilt("wins", 2, float("nan")),
    "more wins than visits": spoilt("wins", 2, 1e300),
    "a prior with wins but without visits": spoilt("prior_visits", 2, 0),
    "more visits than the parent": spoilt("visits", 1, 2**32 - 1),
}


@pytest.mark.parametrize("spoil", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_book_is_refused_when_the_option_is_set(
    spoil: Callable[[Any], None], path: Path, tmp_path: Path
) -> None:
    """Each of these led a search out of bounds, or round in circles."""
    with np.load(path) as file:
        parts = dict(file)
    spoil(parts["nodes"])
    other = tmp_path / "hostile.npz"
    np.savez(other, **parts)
    with pytest.raises(OptionError, match=r"hostile\.npz is no tree book: "):
        Engine("tengen", {"book.tree": str(other)})


@pytest.mark.parametrize(
    "changed",
    [
        {"size": 99},
        {"size": [5, 5]},
        {"size": "five"},
        {"komi": np.inf},
        {"nodes": np.zeros(3)},
        {"nodes": np.zeros(0)},
        {"nodes": np.zeros(9, [("wins", "f8")])},
        {"nodes": np.array(["a text"])},
    ],
)
def test_a_book_of_other_things_is_refused(changed: dict[str, Any], path: Path, tmp_path: Path) -> None:
    with np.load(path) as file:
        parts = dict(file) | changed
    np.savez(tmp_path / "other.npz", **parts)
    with pytest.raises(OptionError, match=r"other\.npz is no tree book"):
        read_tree_book(str(tmp_path / "other.npz"))


def test_a_damaged_book_is_refused_wherever_it_is_damaged(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    other = tmp_path / "damaged.npz"
    refused = 0
    for place in range(0, len(data), len(data) // 40):
        for spoilt in (data[:place], data[:place] + bytes([data[place] ^ 255]) + data[place + 1 :]):
            other.write_bytes(spoilt)
            try:
                read_tree_book(str(other))
            except OptionError:
                refused += 1
    assert refused > 70, "a few bytes, such as dates, mean nothing"


def test_a_book_that_claims_to_be_huge_is_refused(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "huge.npz"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(other, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "nodes.npy":
                count = re.search(rb"\((\d+),\)", content)
                assert count
                claimed = b"9" * len(count[1])
                content = content.replace(count[0], b"(" + claimed + b",)", 1)
            target.writestr(name, content)
    with pytest.raises(OptionError, match="it is damaged"):
        read_tree_book(str(other))


def test_a_pipe_is_no_book(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OptionError, match="cannot be read: it is not a regular file"):
        read_tree_book(str(tmp_path / "pipe"))


def test_a_book_may_be_too_large(path: Path) -> None:
    search = made_search("pachi", memory=1.0, book={"tree": str(path)})
    search.trees.all = [(nodes[:100], tree) for nodes, tree in search.trees.all]
    with pytest.raises(OptionError, match="set memory"):
        search.begin(Game(5, 0.5), 1)
