"""Looking inside an engine: the tree by path, also while it is searched, one playout, and the catalogue of parts."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

import tengen
from tengen import Engine, Game, Limit, OptionError

ROOT = Path(__file__).parents[2]
NAMES = [f"{column}{row}" for column in "ABCDE" for row in range(1, 6)]
NO_TERM = "'amaf' is not a tree term but a statistic: it is counted if a part needs it"
LIGHT = {"playout.policy": "random", "memory": 8}


def light(**keywords: Any) -> Engine:
    return Engine("tengen", LIGHT, seed=1, **keywords)


def used(engine: Engine, family: str) -> list[str]:
    return [part.name for part in engine.parts() if part.family == family and part.is_used]


# The tree


def test_children_by_path_agree_with_the_report_and_the_walk() -> None:
    with light() as engine:
        assert engine.children() == []
        report = engine.analyse(Game(5, 0.5), Limit(simulations=500))
        root = engine.children()
        visited = [child for child in root if child.visits]
        assert [(child.move, child.visits) for child in visited] == [(one.move, one.visits) for one in report.moves]
        assert [child.win_rate for child in visited] == pytest.approx([move.win_rate for move in report.moves])
        assert [child.amaf for child in visited] == [move.amaf for move in report.moves]
        assert [child.prior for child in visited] == [move.prior for move in report.moves]
        assert {(child.depth, child.move.colour, child.urgency) for child in root} == {(1, tengen.BLACK, None)}
        below = engine.children(report.best.sequence[:1])
        assert {(child.depth, child.move.colour) for child in below} == {(2, tengen.WHITE)}
        assert below[0].move.name == report.best.sequence[1]
        assert root[0].children == len([child for child in below if child.visits]) > 1
        assert engine.children(report.best.sequence[:1], 2) == below[:2]
        walked = [node for node in engine.walk(2, 0.0) if node.depth == 2]
        assert walked[: root[0].children] == below[: root[0].children]


def test_children_of_what_is_not_there() -> None:
    with light() as engine:
        engine.analyse(Game(5, 0.5), Limit(simulations=50))
        assert engine.children(["A1", "A2", "A3", "A4"]) == []
        with pytest.raises(ValueError, match="'Z9' is not a point"):
            engine.children(["Z9"])
        game = Game(5, 0.5)
        game.play("C3")
        engine.analyse(game, Limit(simulations=50))
        assert {child.move.colour for child in engine.children()} == {tengen.WHITE}
    with pytest.raises(RuntimeError, match="closed"):
        engine.children()
    with pytest.raises(tengen.NoSearchError):
        Engine("random").children()


@pytest.mark.parametrize("keywords", [{}, {"threads": 3}, {"threads": 2, "parallel": "root"}], ids=str)
def test_the_tree_is_read_while_another_thread_searches(keywords: dict[str, Any]) -> None:
    with light(**keywords) as engine:
        game = Game(5, 0.5)
        engine.analyse(game, Limit(simulations=100))
        engine.children(explained=True)
        searching = threading.Thread(target=engine.analyse, args=(game, Limit(seconds=20)))
        searching.start()
        seen, waited = [], []
        for _ in range(8):
            time.sleep(0.05)
            started = time.perf_counter()
            children = engine.children(explained=True)
            waited.append(time.perf_counter() - started)
            seen.append(sum(child.visits for child in children))
            engine.children([children[0].move.name])
            for child in children:
                assert child.urgency is not None
                assert abs(child.urgency.base + sum(child.urgency.addends.values()) - child.urgency.total) < 1e-9
        assert searching.is_alive()
        engine.stop()
        searching.join()
        assert seen == sorted(seen)
        assert seen[0] < seen[-1]
        assert sorted(waited)[4] < 1, "a round takes a tenth of a second"


def test_the_tree_is_read_while_it_ponders_and_between_the_reports_of_a_stream() -> None:
    with light() as engine:
        game = Game(5, 0.5)
        engine.ponder(game)
        time.sleep(0.2)
        first = engine.children()
        time.sleep(0.2)
        assert first[0].visits < engine.children()[0].visits
        engine.rest()
        for report in engine.stream(game, Limit(simulations=5000), every=0.01):
            assert [child.visits for child in engine.children(most=1)] == [report.best.visits]


# Playouts


def test_a_playout_has_the_rule_of_each_move_and_leaves_the_game_alone() -> None:
    game = Game(5, 0.5)
    game.play("C3")
    with Engine("replay", {"playout.policy": "mogo"}) as engine:
        playout = engine.playout(game, seed=1)
        assert playout == engine.playout(game, seed=1)
        assert playout.moves != engine.playout(game, seed=2).moves
        assert engine.playout(game).seed != engine.playout(game).seed
        assert engine.playout(game, seed=1, colour="black").moves[0].move.colour == tengen.BLACK
    assert len(game.moves) == 1
    assert playout.game.moves == [*game.moves, *(one.move for one in playout.moves)]
    assert playout.game.rules == game.rules
    assert {one.rule for one in playout.moves} <= {"save", "pattern", "capture", "uniform"}
    assert len({one.rule for one in playout.moves}) >= 3
    assert [one.move.is_pass for one in playout.moves[-2:]] == [True, True]
    assert playout.area == playout.game.score().margin + 0.5 == playout.score + 0.5
    assert playout.result == str(playout.game.score())


def test_a_playout_tells_what_each_move_captured() -> None:
    game = Game(5, 0.5)
    with Engine("replay", {"playout.policy": "mogo"}) as engine:
        playout = engine.playout(game, seed=1)
    for one in playout.moves:
        before = {name for name in NAMES if game.colour_at(name)}
        game.play(one.move)
        assert {name for name in before if not game.colour_at(name)} == set(one.captured)
    assert any(len(one.captured) > 1 for one in playout.moves)


def test_an_engine_without_playouts_says_so() -> None:
    with pytest.raises(OptionError, match="preset 'random' has no playouts"):
        Engine("random").playout(Game(5))


# Parts


def test_every_part_has_a_summary_a_page_and_options_with_descriptions() -> None:
    parts = tengen.all_parts()
    assert len({(part.family, part.name) for part in parts}) == len(parts) > 40
    for part in parts:
        assert part.summary == part.description.splitlines()[0]
        assert (ROOT / "docs" / part.page).is_file(), part.page
        assert bool(part.listed_in) == (part.family != "statistics")
        assert not part.is_used
        for option in part.options:
            assert option.description
            assert option.allowed.startswith(option.type)
            assert option.value == option.default
            assert Engine("tengen", {option.name: option.value}).settings.options is not None


def test_a_part_names_what_it_needs_and_what_it_excludes() -> None:
    parts = {(part.family, part.name): part for part in tengen.all_parts()}
    assert parts["terms", "rave"].needs == ("amaf",)
    assert set(parts["parts", "zone"].conflicts) == {"criticality"}
    assert set(parts["terms", "criticality"].conflicts) == {"zone"}
    (equivalence,) = parts["terms", "rave"].options
    assert (equivalence.name, equivalence.type, equivalence.least) == ("tree.rave.equivalence", "number", 1)
    mode = parts["terms", "criticality"].options[0]
    assert mode.choices == ("rave", "ucb", "report")


def test_an_engine_tells_which_parts_it_uses_and_why() -> None:
    engine = Engine("pachi", {"tree.rave.equivalence": 3000})
    assert used(engine, "terms") == ["criticality", "prior", "rave"]
    assert used(engine, "rules") == ["atari", "joseki", "ko", "n_liberties", "nakade", "pattern", "two_liberties"]
    parts = {(part.family, part.name): part for part in engine.parts()}
    assert parts["terms", "rave"].options[0].value == 3000
    amaf = parts["statistics", "amaf"]
    assert (amaf.is_used, amaf.is_listed, amaf.needed_by) == (True, False, ("rave",))
    assert parts["parts", "dynamic_komi"].is_listed
    assert not parts["parts", "zone"].is_used
    assert {part.family for part in Engine("amaf").parts()} == {"rules", "choosers", "filters", "samplers"}
    assert Engine("random").parts() == []


def test_a_part_of_ones_own_is_listed_too(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text('"""Mine: does nothing."""\n\ndef weigh(child):\n    pass\n')
    engine = Engine("tengen", {"tree.terms": f"+{own}"})
    (mine,) = [part for part in engine.parts() if part.name == "mine"]
    assert (mine.is_used, mine.page, mine.summary, mine.options) == (True, "", "Mine: does nothing.", ())
    engine.set({mine.listed_in: "-mine"})
    assert "mine" not in [part.name for part in engine.parts()]


@pytest.mark.parametrize("preset", ["tengen", "pachi", "mogo", "mango", "lingo"])
def test_every_listed_part_is_switched_off_and_on_by_its_name(preset: str) -> None:
    for part in Engine(preset).parts():
        if part.is_listed:
            engine = Engine(preset, {part.listed_in: f"-{part.name}"})
            (off,) = [one for one in engine.parts() if (one.family, one.name) == (part.family, part.name)]
            assert not off.is_listed
            engine.set({part.listed_in: f"+{part.name}"})
            assert [one.name for one in engine.parts() if one.is_used] == [
                one.name for one in Engine(preset).parts() if one.is_used
            ]


def test_a_rule_that_is_switched_on_again_returns_to_its_place() -> None:
    engine = Engine("tengen", {"playout.rules": "-atari"})
    engine.set({"playout.rules": "+atari"})
    assert engine.search_options.playout.rules == ("policy",)


@pytest.mark.parametrize(
    ("preset", "change", "message"),
    [
        ("pachi", {"tree.parts": "+zone"}, "criticality and zone cannot be combined: criticality needs"),
        ("tengen", {"tree.terms": "+amaf"}, NO_TERM),
        ("tengen", {"tree.terms": "-amaf"}, NO_TERM),
        ("tengen", {"playout.rules": "+self_atari"}, "not a playout rule but a playout filter: name it in"),
        ("tengen", {"playout.rules": "-save"}, "no playout rule 'save' to remove; there are: ko, nakade"),
        ("tengen", {"playout.rules": "-natari"}, "unknown playout rule 'natari'; did you mean 'atari'"),
    ],
)
def test_a_switch_that_cannot_be_says_why(preset: str, change: dict[str, str], message: str) -> None:
    engine = Engine(preset)
    before = engine.options
    with pytest.raises(OptionError, match=message):
        engine.set(change)
    assert engine.options is before
