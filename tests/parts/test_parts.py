import pytest

from tengen.parts.family import Family
from tengen.parts.options import OptionError, knobs
from tengen.playout import playout
from tengen.playout.policy import RULES, PlayoutOptions, policy_module, policy_source


@pytest.mark.parametrize("name", RULES.names)
def test_every_rule_is_a_complete_part(name: str) -> None:
    part = RULES.part(name)
    assert part.summary
    leaves = {leaf.name: leaf for leaf in knobs(part.options())}
    assert 0 <= leaves["chance"].value <= 1
    assert all(leaf.meta.description for leaf in leaves.values())


def test_unknown_parts_name_the_nearest() -> None:
    with pytest.raises(OptionError, match="unknown playout rule 'captures'; did you mean 'capture'"):
        RULES.part("captures")
    with pytest.raises(OptionError, match="did you mean 'random'"):
        PlayoutOptions(policy="randm")


def test_a_module_without_the_familys_kernel_is_no_part() -> None:
    with pytest.raises(TypeError, match="kernel 'weigh'"):
        Family("term", "tengen.playout.rules", "weigh").part("capture")


def test_assembling_replaces_only_the_body_asked_for() -> None:
    source = policy_source(PlayoutOptions(rules=("capture",)))
    assert "capture.suggest(board, given, moves)" in source
    assert '"""Return the policy\'s move for the side to play, or PASS if it has none."""' in source
    assert source.count("def ") == policy_source(PlayoutOptions()).count("def ")


def test_assembled_modules_are_shared() -> None:
    assert policy_module(PlayoutOptions()) is policy_module(PlayoutOptions(policy="random"))
    assert policy_module(PlayoutOptions()) is not policy_module(PlayoutOptions(rules=("capture",)))


def test_a_missing_slot_is_a_mistake() -> None:
    from tengen.parts.assemble import assemble

    with pytest.raises(LookupError, match="no function 'decide'"):
        assemble(playout, "label", {"decide": "return PASS"})
