"""Rule sets, as data: what the game, the score and the engines need to know of them."""

from typing import Literal, NamedTuple

import msgspec

from tengen.parts.names import unknown_name


class IllegalMove(ValueError):
    """A move that the rules forbid; the message names the move and the reason."""


class Score(NamedTuple):
    """The points of both sides, komi and handicap compensation included in White's."""

    black: float
    white: float

    @property
    def margin(self) -> float:
        """How much Black is ahead; negative if White is."""
        return self.black - self.white

    def __str__(self) -> str:
        if self.margin == 0:
            return "0"
        return f"{'B' if self.margin > 0 else 'W'}+{abs(self.margin):.1f}"


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """A rule set. Simulations always play by area rules with simple ko; these are the rules of the game itself."""

    name: str
    scoring: Literal["area", "territory"]
    """Area counts stones and surrounded points, territory counts surrounded points and prisoners."""
    ko: Literal["simple", "positional", "situational"]
    """What may not come again: a ko at once, any position, or any position with the same side to play."""
    suicide: bool
    """Whether one may take one's own last liberty."""
    removes_dead: bool
    """Whether dead stones come off before the count. Where not, all stones on the board are alive."""
    handicap_bonus: Literal["none", "stones", "stones-1"]
    """What White gets for the handicap stones."""
    komi: float
    """What is usual in an even game."""

    def bonus(self, handicap: int) -> int:
        """Return White's points for a number of handicap stones."""
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
    """Return a rule set by name, in any case, with spaces or underscores for hyphens; raises ValueError."""
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    key = ALIASES.get(key, key)
    if key not in RULES:
        raise ValueError(unknown_name("rules", name, RULES))
    return RULES[key]
