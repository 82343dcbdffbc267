"""Families, hooks and assembly; parts of a user's own are in ``test_own_parts``."""

from types import ModuleType
from typing import Any

import pytest

from tengen.parts.assemble import Assembly
from tengen.parts.family import Family, Part, in_order
from tengen.parts.hooks import ALL, EACH, SUM, HookTable, first_answer, hooks_source
from tengen.parts.options import OptionError, Options, knobs
from tengen.playout import hooks as playout_hooks
from tengen.playout import playout
from tengen.playout.policy import RULES, PlayoutOptions, policy_assembly, policy_module
from tengen.tree.options import PARTS, PRIORS, STATISTICS, TERMS, PriorOptions, TreeOptions


@pytest.mark.parametrize("name", RULES.names)
def test_every_rule_is_a_complete_part(name: str) -> None:
    part = RULES.part(name)
    assert part.summary
    assert part.options is not None
    leaves = {leaf.name: leaf for leaf in knobs(part.options())}
    assert 0 <= leaves["chance"].value <= 1
    assert all(leaf.meta.description for leaf in leaves.values())


@pytest.mark.parametrize(
    ("group", "families"),
    [
        (PlayoutOptions, [f"tengen.playout.{name}" for name in ("rules", "choosers", "filters", "samplers")]),
        (TreeOptions, ["tengen.tree.terms", "tengen.tree.parts"]),
        (PriorOptions, ["tengen.tree.priors"]),
    ],
)
def test_every_part_has_its_group_in_the_typed_options(group: type[Options], families: list[str]) -> None:
    declared = group.__annotations__
    for package in families:
        for name, options in Family("any", package, "").option_groups().items():
            assert declared[name] is options, f"{group.__name__}.{name}"


@pytest.mark.parametrize("family", [RULES, TERMS, PARTS, STATISTICS, PRIORS], ids=lambda family: family.name)
def test_what_parts_refer_to_is_there(family: Family) -> None:
    names = {*TERMS.names, *PARTS.names, *STATISTICS.names, *RULES.names, *PRIORS.names}
    for part in map(family.part, family.names):
        for attribute in ("NEEDS", "AFTER", "BEFORE", "CONFLICTS"):
            assert set(getattr(part.module, attribute, ())) <= names


def test_unknown_parts_name_the_nearest() -> None:
    with pytest.raises(OptionError, match="unknown playout rule 'captures'; did you mean 'capture'"):
        RULES.part("captures")
    with pytest.raises(OptionError, match="did you mean 'random'"):
        PlayoutOptions(policy="randm").check()


@pytest.mark.parametrize(
    ("family", "name", "message"),
    [
        (PARTS, "criticality", "'criticality' is not a part of the tree but a tree term: name it in tree.terms"),
        (TERMS, "dynamic-komi", "'dynamic-komi' is not a tree term but a part of the tree: name it in tree.parts"),
        (TERMS, "prediction", "'prediction' is not a tree term but a prior: name it in prior.parts"),
    ],
)
def test_a_part_of_another_family_is_named_with_its_list(family: Family, name: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        family.part(name)
    assert str(caught.value) == message


def test_a_list_may_name_the_policys_own_parts_and_leave_some_out() -> None:
    own = ("capture", "save")
    assert [part.name for part in RULES.listed(("policy", "ko"), own)] == ["capture", "save", "ko"]
    assert [part.name for part in RULES.listed(("policy", "-save"), own)] == ["capture"]
    with pytest.raises(OptionError, match="no playout rule 'ko' to remove; there are: capture, save"):
        RULES.listed(("policy", "-ko"), own)


def made_part(name: str, **contents: Any) -> Part:
    module = ModuleType(f"made.{name}")
    vars(module).update(contents)
    for value in contents.values():
        if callable(value):
            value.__module__ = module.__name__
    return Part(name, module, "made", "made", "", f"{name}.py")


def test_parts_stand_where_they_ask_to() -> None:
    a, b, c = made_part("a"), made_part("b", AFTER=("c", "absent")), made_part("c", BEFORE=("a",))
    assert [part.name for part in in_order([a, b, c])] == ["c", "a", "b"]
    assert [part.name for part in in_order([a, b])] == ["a", "b"]
    with pytest.raises(OptionError, match="AFTER and BEFORE of x, y contradict each other"):
        in_order([made_part("x", AFTER=("y",)), made_part("y", AFTER=("x",))])


TABLE = HookTable("made.hooks")


@TABLE.declare(EACH)
def see(point: int, options: Any) -> None:
    """See a point."""


@TABLE.declare(first_answer("PASS", "tengen.board.point"), twice="2 * point")
def find(point: int) -> int:
    """Find a point."""
    return 0


@TABLE.declare(ALL)
def allow(point: int) -> bool:
    """Allow a point."""
    return True


@TABLE.declare(SUM)
def add(point: int) -> float:
    """Add something."""
    return 0.0


def test_hooks_call_parts_in_order_and_combine_their_answers() -> None:
    def find(twice: int) -> int:
        return twice

    def allow(point: int) -> bool:
        return bool(point)

    def add(point: int) -> float:
        return float(point)

    text = hooks_source(TABLE, [made_part("one", find=find, add=add), made_part("two", allow=allow)], "made")
    assert "answer = one_made.find(2 * point)\n    if answer != PASS:\n        return answer\n    return PASS" in text
    assert "if not two_made.allow(point):\n        return False\n    return True" in text
    assert "total = 0.0\n    total += one_made.add(point)\n    return total" in text
    assert 'def see(point, options):\n    """See a point."""\n    return' in text


def test_a_part_with_a_parameter_that_its_hook_lacks_is_a_mistake() -> None:
    def find(place: int) -> int:
        return place

    with pytest.raises(OptionError, match=r"one\.py: find has an unknown parameter 'place'; known: point, twice"):
        hooks_source(TABLE, [made_part("one", find=find)], "made")


def test_a_part_that_others_need_does_not_use_its_familys_kernel() -> None:
    def find(point: int) -> int:
        return point

    def add(point: int) -> float:
        return float(point)

    part = made_part("one", find=find, add=add)._replace(kernel="find", is_listed=False)
    text = hooks_source(TABLE, [part], "made")
    assert "one_made.add" in text
    assert "one_made.find" not in text


def test_a_template_is_copied_with_other_hooks() -> None:
    texts = policy_assembly(PlayoutOptions(rules=("capture",))).texts()
    hooks, copy = texts.values()
    assert "capture_rule.suggest(state.board, given, state.moves)" in hooks
    (name, _) = texts
    assert f"from {name} import draw" in copy
    assert f"from {playout_hooks.__name__} import" not in copy
    assert copy.count("def ") == Assembly("made", [playout], {}).source().count("def ")


def test_assembled_modules_are_shared() -> None:
    assert policy_module(PlayoutOptions()) is policy_module(PlayoutOptions(policy="random"))
    assert policy_module(PlayoutOptions()) is not policy_module(PlayoutOptions(rules=("capture",)))


def test_searches_with_the_same_playouts_share_their_code() -> None:
    options = PlayoutOptions(policy="mogo")
    plain, zoned = [TERMS.part("rave"), TERMS.part("criticality")], [PARTS.part("zone")]
    assert policy_module(options, plain) is policy_module(options)
    assert policy_module(options, zoned) is not policy_module(options)
