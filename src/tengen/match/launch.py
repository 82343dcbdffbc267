"""How a player is started: presets and GNU Go get the rules of the pairing on their command line."""

import shutil
import sys

from tengen.board.rules import rules_named
from tengen.match.client import Launch
from tengen.match.definition import MatchPlayer, Pairing

DEBIAN_GAMES = "/usr/games/gnugo"  # not on root's PATH


def launch_of(player: MatchPlayer, pairing: Pairing) -> Launch:
    """Return how to start a player for the games of a pairing, on the machine where this is called."""
    if player.preset is not None:
        words = _preset_words(player, pairing)
    elif player.gnugo_level is not None:
        words = gnugo_words(player.gnugo_level, pairing.rules)
    else:
        words = player.command
    return Launch(words, player.environment, player.folder)


def _preset_words(player: MatchPlayer, pairing: Pairing) -> tuple[str, ...]:
    assert player.preset is not None
    words = [sys.executable, "-m", "tengen", "gtp", "--preset", player.preset]
    words += ["--size", str(pairing.size), "--rules", pairing.rules]
    for name, value in player.changes.items():
        words += ["--set", f"{name}={value}"]
    return tuple(words)


def gnugo_words(level: int, rules_name: str) -> tuple[str, ...]:
    """Return the command line of GNU Go at a level, with the rules of that name."""
    rules = rules_named(rules_name)
    scoring = "--chinese-rules" if rules.scoring == "area" else "--japanese-rules"
    ko = {"simple": "--simple-ko", "positional": "--positional-superko", "situational": "--situational-superko"}
    words = [shutil.which("gnugo") or DEBIAN_GAMES, "--mode", "gtp", "--level", str(level), scoring, ko[rules.ko]]
    words.append("--allow-all-suicide" if rules.suicide else "--forbid-suicide")
    if not rules.removes_dead:
        words.append("--capture-all-dead")
    return tuple(words)
