"""Parts from files outside of the package: the worked examples of CONTRIBUTING.md, and mistakes in such files."""

import re
from pathlib import Path

import numpy as np
import pytest

from tengen.board.board import new_board
from tengen.board.point import point_name
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.parts.options import OptionError, knobs
from tengen.parts.settings import Origin, Settings
from tengen.playout.policy import PlayoutOptions, Policy
from tengen.playout.state import new_playout_state
from tengen.search.options import SearchOptions
from tengen.search.search import Search
from tengen.tree.node import NODE_BYTES
from tengen.tree.recipe import search_assembly
from tree.made_search import as_dicts, made_options

ROOT = Path(__file__).parents[2]
RULE, TERM = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)


@pytest.fixture
def momentum(tmp_path: Path) -> Path:
    path = tmp_path / "momentum.py"
    path.write_text(TERM)
    return path


def settings_with(*words: str, recipe: str = "pachi") -> Settings:
    settings = Settings(made_options(recipe))
    settings.assign(words, Origin.COMMAND_LINE)
    return settings


def searched(settings: Settings, simulations: int) -> Search:
    assert isinstance(settings.options, SearchOptions)
    search = Search(settings.options, seed=1)
    search.begin(Game(5, 0.5), 1)
    search.run(Limit(simulations))
    return search


def test_a_rule_of_ones_own_chooses_moves(tmp_path: Path) -> None:
    own = tmp_path / "centre.py"
    own.write_text(RULE)
    settings = Settings(PlayoutOptions())
    settings.assign([f"rules={own},capture", "centre.chance=1"], Origin.COMMAND_LINE)
    assert isinstance(settings.options, PlayoutOptions)
    state = new_playout_state(new_board(5), seed=1)
    Policy(settings.options).run(state, 0.5, 1)
    assert point_name(int(state.trail.points[0]), 5) == "C3"


PLAIN_RULE = '''"""Corner: suggest the border, a point that is not there, and A1."""

from tengen.board.board import Board
from tengen.compiled.jit import kernel
from tengen.compiled.word import u64
from tengen.tactics.suggestion import Moves, add_move


@kernel
def suggest(board: Board, moves: Moves) -> None:
    """Suggest two points where nobody can play, and A1."""
    add_move(moves, u64(2))
    add_move(moves, u64(60_000))
    add_move(moves, u64(7))
'''


def test_a_rule_needs_no_options_and_its_illegal_suggestions_are_left_out(tmp_path: Path) -> None:
    own = tmp_path / "corner.py"
    own.write_text(PLAIN_RULE)
    settings = Settings(PlayoutOptions())
    settings.assign([f"rules={own},capture"], Origin.COMMAND_LINE)
    assert isinstance(settings.options, PlayoutOptions)
    state = new_playout_state(new_board(5), seed=1)
    Policy(settings.options).run(state, 0.5, 20)
    assert state.tally.playouts == 20
    assert point_name(int(state.trail.points[0]), 5) == "A1"


def test_a_rule_without_a_probability_for_large_boards_has_one_for_all(tmp_path: Path) -> None:
    own = tmp_path / "centre.py"
    lines = [line for line in RULE.splitlines() if "large_chance" not in line]
    own.write_text("\n".join(lines).replace("Chance, LargeChance", "Chance"))
    settings = Settings(PlayoutOptions())
    settings.assign([f"rules={own},capture", "centre.chance=1"], Origin.COMMAND_LINE)
    assert isinstance(settings.options, PlayoutOptions)
    state = new_playout_state(new_board(15), seed=1)
    Policy(settings.options).run(state, 0.5, 1)
    assert point_name(int(state.trail.points[0]), 15) == "H8"


def test_a_term_counts_a_statistic_of_its_own_for_each_node(momentum: Path) -> None:
    settings = settings_with("tree.momentum.weight=0.5", f"tree.terms=+{momentum}", "tree.momentum.rate=1")
    names = {leaf.name: leaf for leaf in knobs(settings.options)}
    assert names["tree.momentum.weight"].value == 0.5
    assert names["tree.momentum.rate"].meta.description == "weight of the latest simulation in the moving average"
    nodes = searched(settings, 300).nodes
    assert nodes.dtype.itemsize == NODE_BYTES, "there is room for it"
    tried = nodes[:20]["visits"] > 0
    # With a rate of 1 only the last reward counts, which is one of a won or a lost game.
    assert np.abs(nodes[:20]["recent"][tried]).min() > 0.4
    assert not nodes[:20]["recent"][~tried].any()


def test_a_term_of_ones_own_changes_the_search_and_costs_nothing_when_off(momentum: Path) -> None:
    without = settings_with()
    on = settings_with(f"tree.terms=+{momentum}", "tree.momentum.weight=1", "tree.momentum.rate=1")
    off = settings_with(f"tree.terms=+{momentum}")
    off.set("tree.terms", "-" + str(momentum), Origin.GTP)
    assert as_dicts(searched(on, 300).nodes) != as_dicts(searched(without, 300).nodes)
    assert isinstance(off.options, SearchOptions)
    assert isinstance(without.options, SearchOptions)
    # Not slower by a single instruction: it is the same code.
    assert search_assembly(off.options).texts() == search_assembly(without.options).texts()


def test_a_changed_file_is_never_overlooked(momentum: Path) -> None:
    before = searched(settings_with(f"tree.terms=+{momentum}"), 50)
    momentum.write_text(TERM.replace("node.recent += options.rate", "node.recent += 0.0 * options.rate"))
    after = searched(settings_with(f"tree.terms=+{momentum}"), 50)
    assert before.nodes["recent"].any()
    assert not after.nodes["recent"].any()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("mine.py", '"""Mine."""\nx = 1', "is not a tree term: it has no function weigh"),
        ("mine.py", "def weigh(child): pass", "needs a docstring"),
        ("mine.py", '"""Mine."""\n\ndef weigh(:', r"mine\.py, line 3: SyntaxError"),
        ("mine.py", '"""Mine."""\nimport no_such_module', r"mine\.py, line 2: ModuleNotFoundError"),
        ("mine.py", '"""Mine."""\n\ndef weigh(child, chld): pass', r"mine\.py: weigh has an unknown parameter 'chld'"),
        ("rave.py", '"""Mine."""', "tengen has a tree term 'rave' already"),
        ("My-Term.py", '"""Mine."""', "a part's file name may have only lower-case letters"),
    ],
)
def test_a_file_that_is_no_part_is_named_with_the_line(name: str, text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)

    def assembled() -> None:
        settings = settings_with(f"tree.terms=+{tmp_path / name}")
        assert isinstance(settings.options, SearchOptions)
        search_assembly(settings.options)

    with pytest.raises(OptionError, match=message):
        assembled()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"nowhere\.py cannot be read: No such file"):
        settings_with(f"prior.parts=+{tmp_path / 'nowhere.py'}")


def test_code_that_cannot_be_compiled_is_named_with_the_line(momentum: Path) -> None:
    momentum.write_text(TERM.replace("node.recent +=", "node.missing +="))
    with pytest.raises(OptionError, match=r"momentum\.py, line \d+: .*missing"):
        searched(settings_with(f"tree.terms=+{momentum}"), 10)


@pytest.mark.parametrize(
    ("right", "wrong"), [("board.colour[", "board.color["), ("half * TWO ==", "half * TWICE =="), ("@inlined\n", "")]
)
def test_a_rule_that_cannot_be_compiled_is_named_with_the_line(right: str, wrong: str, tmp_path: Path) -> None:
    own = tmp_path / "centre.py"
    own.write_text(RULE.replace(right, wrong))
    settings = Settings(PlayoutOptions())
    settings.assign([f"rules={own}"], Origin.COMMAND_LINE)
    assert isinstance(settings.options, PlayoutOptions)
    policy, state = Policy(settings.options), new_playout_state(new_board(5), seed=1)
    with pytest.raises(OptionError, match=r"centre\.py(, line \d+)?: "):
        policy.run(state, 0.5, 1)
