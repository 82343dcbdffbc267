"""Rule sets by name and as KataGo's objects, and back."""

import re

import msgspec
import pytest

from tengen import Game
from tengen.board.rules import ALIASES, RULES, rule_fields, rules_named, rules_of, with_rule


@pytest.mark.parametrize("name", RULES)
def test_there_and_back(name: str) -> None:
    fields = rule_fields(RULES[name])
    assert rules_of(fields) is RULES[name]
    assert rules_of(msgspec.json.encode(fields).decode()) is RULES[name]
    assert rules_of(name) is RULES[name]


def test_every_alias_is_a_rule_set() -> None:
    assert {rules_named(alias).name for alias in ALIASES} <= set(RULES)


def test_katagos_own_chinese_rules_have_a_simple_ko() -> None:
    fields = {"ko": "SIMPLE", "scoring": "AREA", "suicide": False, "whiteHandicapBonus": "N", "friendlyPassOk": True}
    rules = rules_of(fields)
    assert (rules.ko, rules.removes_dead, rules.bonus(4)) == ("simple", True, 4)
    assert rules.name == "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1"


def test_a_rule_set_of_its_own_is_known_by_its_name() -> None:
    rules = with_rule(RULES["aga"], "suicide", "true")
    assert rules.suicide
    assert rules_named(rules.name) == rules
    assert with_rule(rules, "SUICIDE", "False") is RULES["aga"]


def test_it_survives_a_game_record() -> None:
    rules = with_rule(RULES["japanese"], "ko", "SITUATIONAL")
    game = Game(5, 6.5, rules)
    assert Game.from_sgf(game.to_sgf()).rules == rules


def test_the_tax_follows_the_scoring() -> None:
    assert rule_fields(with_rule(RULES["chinese"], "scoring", "TERRITORY"))["tax"] == "SEKI"
    assert rule_fields(with_rule(RULES["japanese"], "scoring", "AREA"))["tax"] == "NONE"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"tax": "ALL"}, "tax: ALL with area scoring is not supported, only NONE is"),
        ({"scoring": "TERRITORY", "tax": "NONE"}, "tax: NONE with territory scoring is not supported, only SEKI is"),
        ({"hasButton": True}, "hasButton: the button is not supported, only false is"),
        ({"suicide": "maybe"}, "suicide: 'maybe' is neither true nor false"),
        ({"ko": 5}, "ko: 5 is none of SIMPLE, POSITIONAL, SITUATIONAL"),
        ({"kos": "SIMPLE"}, "unknown rule 'kos'; did you mean 'ko'?"),
        ("aga-button", "rules 'aga-button': the button is not supported"),
        ('{"ko"', "rules: this is no JSON"),
        (["chinese"], "rules: ['chinese'] is neither a name nor an object"),
    ],
)
def test_what_is_refused(rules: object, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        rules_of(rules)  # type: ignore[arg-type]
