"""Rule sets, as data for the game, the score and the engines.

A rule set is known by a name (``rules_named``). KataGo's protocols also write it as an object with a field for each
rule; ``rules_of`` reads names and objects, and ``rule_fields`` is its inverse.
"""

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from tengen.parts.names import unknown_name


class IllegalMove(ValueError):
    """A move that the rules forbid; the message has the move and the reason."""


class Score(NamedTuple):
    """The points of both sides; White's include komi and handicap compensation. Prints as a result: ``B+3.5``."""

    black: float
    white: float

    @property
    def margin(self) -> float:
        """Black's lead; negative if White leads."""
        return self.black - self.white

    def __str__(self) -> str:
        if self.margin == 0:
            return "0"
        return f"{'B' if self.margin > 0 else 'W'}+{abs(self.margin):.1f}"


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """A rule set. It is for the game itself: simulations use simple ko."""

    name: str
    scoring: Literal["area", "territory"]
    """Area scoring counts stones and surrounded points, territory scoring surrounded points and prisoners."""
    ko: Literal["simple", "positional", "situational"]
    """What a move may not do: retake a ko at once, repeat a position, or repeat one with the same side to play."""
    suicide: bool
    """Whether a move may remove the last liberty of its own chain, which is then captured."""
    removes_dead: bool
    """Whether dead stones are removed before counting. If not, all stones on the board count as alive."""
    handicap_bonus: Literal["none", "stones", "stones-1"]
    """The points that White gets for handicap stones: none, one for each, or one for each but the first."""
    komi: float
    """The usual komi of an even game."""

    def bonus(self, handicap: int) -> int:
        """Return the points that White gets for a number of handicap stones."""
        if handicap < 2 or self.handicap_bonus == "none":
            return 0
        return handicap if self.handicap_bonus == "stones" else handicap - 1


def _rules(name: str, scoring: str, ko: str, suicide: str, dead: str, bonus: str, komi: float) -> Rules:
    return msgspec.convert(
        {
            "name": name,
            "scoring": scoring,
            "ko": ko,
            "suicide": suicide == "suicide",
            "removes_dead": dead == "removed",
            "handicap_bonus": bonus,
            "komi": komi,
        },
        Rules,
    )


RULES = {
    rules.name: rules
    for rules in (
        _rules("tromp-taylor", "area", "positional", "suicide", "all alive", "none", 7.5),
        _rules("chinese", "area", "positional", "no suicide", "removed", "stones", 7.5),
        _rules("japanese", "territory", "simple", "no suicide", "removed", "none", 6.5),
        _rules("aga", "area", "situational", "no suicide", "removed", "stones-1", 7.5),
        _rules("new-zealand", "area", "situational", "suicide", "removed", "none", 7.0),
        _rules("cgos", "area", "positional", "no suicide", "all alive", "none", 7.0),
    )
}

ALIASES = {
    "tt": "tromp-taylor",
    "cn": "chinese",
    "chinese-ogs": "chinese",
    "chinese-kgs": "chinese",
    "jp": "japanese",
    "korean": "japanese",
    "bga": "aga",
    "nz": "new-zealand",
    "newzealand": "new-zealand",
}
"""Other names of these rule sets, KataGo's among them."""

REFUSED = {
    "stone-scoring": "stone scoring, where every group pays two points, is not supported",
    "aga-button": "the button is not supported",
}
"""KataGo's names of rule sets that cannot be played here, and why."""


def rules_named(name: str) -> Rules:
    """Return the rule set of a name or alias; raises ValueError if it is unknown.

    Upper and lower case are the same, and so are hyphens, underscores and spaces. A rule set that is none of ``RULES``
    has a name that spells out its rules, in the form of KataGo's game records (see ``_spelt_out``).
    """
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    key = ALIASES.get(key, key)
    if key in RULES:
        return RULES[key]
    if key in REFUSED:
        raise ValueError(f"rules {name!r}: {REFUSED[key]}")
    spelt_out = _SPELT_OUT.fullmatch(key)
    if spelt_out is None:
        raise ValueError(unknown_name("rules", name, RULES))
    return _from_fields(
        {
            "ko": spelt_out["ko"],
            "scoring": spelt_out["scoring"],
            "tax": spelt_out["tax"],
            "suicide": spelt_out["suicide"] == "1",
            "whiteHandicapBonus": spelt_out["bonus"] or "0",
            "friendlyPassOk": spelt_out["friendly"] == "1",
        }
    )


# The rules as objects, with the fields and values of KataGo.

_KO = {"SIMPLE": "simple", "POSITIONAL": "positional", "SITUATIONAL": "situational"}
_SCORING = {"AREA": "area", "TERRITORY": "territory"}
_BONUS = {"0": "none", "N-1": "stones-1", "N": "stones"}
_TAX = ("NONE", "SEKI", "ALL")
_TAX_OF = {"area": "NONE", "territory": "SEKI"}
_FIELDS = ("friendlyPassOk", "hasButton", "ko", "scoring", "suicide", "tax", "whiteHandicapBonus")
_SPELT_OUT = re.compile(
    "ko(?P<ko>simple|positional|situational)score(?P<scoring>area|territory)tax(?P<tax>none|seki|all)"
    "sui(?P<suicide>[01])(whb(?P<bonus>0|n-1|n))?(fpok(?P<friendly>[01]))?"
)


def rules_of(rules: str | Mapping[str, object]) -> Rules:
    """Return the rule set that is given by its name, as an object, or as the JSON text of an object.

    The object has KataGo's fields: ``ko`` (SIMPLE, POSITIONAL, SITUATIONAL), ``scoring`` (AREA, TERRITORY), ``tax``
    (NONE with area scoring, SEKI with territory scoring), ``suicide``, ``whiteHandicapBonus`` (0, N-1, N),
    ``friendlyPassOk`` (whether dead stones are removed; always so with territory scoring) and ``hasButton`` (false).
    Fields that are left out are as in Tromp-Taylor rules. Raises ValueError with the field for what is unknown, and
    for rules that cannot be played here.
    """
    if isinstance(rules, Mapping):
        return _from_fields(rules)
    if not isinstance(rules, str):
        raise ValueError(f"rules: {rules!r} is neither a name nor an object")
    if not rules.strip().startswith("{"):
        return rules_named(rules)
    try:
        fields = msgspec.json.decode(rules)
    except msgspec.DecodeError as error:
        raise ValueError(f"rules: this is no JSON: {error}") from None
    return _from_fields(fields)


def rule_fields(rules: Rules) -> dict[str, Any]:
    """Return a rule set as an object with KataGo's fields, ready for JSON, in the order of their names."""
    return {
        "friendlyPassOk": rules.removes_dead,
        "hasButton": False,
        "ko": rules.ko.upper(),
        "scoring": rules.scoring.upper(),
        "suicide": rules.suicide,
        "tax": _TAX_OF[rules.scoring],
        "whiteHandicapBonus": next(bonus for bonus, own in _BONUS.items() if own == rules.handicap_bonus),
    }


def with_rule(rules: Rules, field: str, value: str) -> Rules:
    """Return a rule set with one of KataGo's fields changed; the value is a text, such as SIMPLE or true.

    If the scoring changes, the tax on seki changes with it. Raises ValueError as ``rules_of`` does.
    """
    fields = rule_fields(rules)
    name = _field_named(field)
    fields[name] = value
    if name == "scoring":
        del fields["tax"]
    return _from_fields(fields)


def _from_fields(fields: Mapping[str, object]) -> Rules:
    given = {_field_named(field): value for field, value in fields.items()}
    scoring = _SCORING[_chosen(given, "scoring", "AREA", _SCORING)]
    tax = _chosen(given, "tax", _TAX_OF[scoring], _TAX)
    if tax != _TAX_OF[scoring]:
        raise ValueError(f"tax: {tax} with {scoring} scoring is not supported, only {_TAX_OF[scoring]} is")
    if _truth(given, "hasButton"):
        raise ValueError("hasButton: the button is not supported, only false is")
    rules = _rules(
        "",
        scoring,
        _KO[_chosen(given, "ko", "POSITIONAL", _KO)],
        "suicide" if _truth(given, "suicide", usual=True) else "no suicide",
        "removed" if _truth(given, "friendlyPassOk") or scoring == "territory" else "all alive",
        _BONUS[_chosen(given, "whiteHandicapBonus", "0", _BONUS)],
        7.5 if scoring == "area" else 6.5,
    )
    same = (known for known in RULES.values() if rule_fields(known) == rule_fields(rules))
    return next(same, msgspec.structs.replace(rules, name=_spelt_out(rules)))


def _spelt_out(rules: Rules) -> str:
    """Return a name such as ``koSIMPLEscoreAREAtaxNONEsui0whbNfpok1``, as KataGo writes rules in game records."""
    fields = rule_fields(rules)
    return (
        f"ko{fields['ko']}score{fields['scoring']}tax{fields['tax']}sui{int(rules.suicide)}"
        f"whb{fields['whiteHandicapBonus']}fpok{int(rules.removes_dead)}"
    )


def _field_named(name: str) -> str:
    for field in _FIELDS:
        if field.lower() == name.strip().lower():
            return field
    raise ValueError(unknown_name("rule", name, _FIELDS))


def _chosen(given: Mapping[str, object], field: str, usual: str, choices: Mapping[str, str] | tuple[str, ...]) -> str:
    value = str(given.get(field, usual)).strip().upper()
    if value not in choices:
        raise ValueError(f"{field}: {given[field]!r} is none of {', '.join(choices)}")
    return value


def _truth(given: Mapping[str, object], field: str, *, usual: bool = False) -> bool:
    value = given.get(field, usual)
    text = str(value).strip().lower()
    if text not in ("true", "false"):
        raise ValueError(f"{field}: {value!r} is neither true nor false")
    return text == "true"
