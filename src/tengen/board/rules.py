"""Rule sets, as data for the game, the score and the engines."""

from typing import Literal, NamedTuple

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

ALIASES = {"tt": "tromp-taylor", "cn": "chinese", "jp": "japanese", "korean": "japanese", "nz": "new-zealand"}


def rules_named(name: str) -> Rules:
    """Return the rule set of a name or alias; raises ValueError if it is unknown.

    Upper and lower case are the same, and so are hyphens, underscores and spaces.
    """
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    key = ALIASES.get(key, key)
    if key not in RULES:
        raise ValueError(unknown_name("rules", name, RULES))
    return RULES[key]
