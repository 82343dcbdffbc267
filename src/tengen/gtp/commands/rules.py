"""Commands that tell and set the rules of the game."""

from collections.abc import Callable

import msgspec

from tengen.board.rules import Rules, rule_fields, rules_named, rules_of, with_rule
from tengen.game.facts import facts_of, game_of
from tengen.gtp.arguments import expect, syntax_error
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import Session

Arguments = tuple[str, ...]


def kgs_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules by name; the komi stays as it is. The moves of the game so far must be legal by them."""
    expect(arguments, 1)
    return _change(session, lambda _: rules_named(arguments[0]))


def kata_get_rules(session: Session, arguments: Arguments) -> str:
    """Return the rules as a JSON object with KataGo's fields, on one line."""
    expect(arguments, 0)
    return msgspec.json.encode(rule_fields(session.game.rules)).decode()


def kata_set_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules by a name or by a JSON object with KataGo's fields, as ``kgs-rules`` does."""
    if not arguments:
        syntax_error()
    return _change(session, lambda _: rules_of(" ".join(arguments)))


def kata_set_rule(session: Session, arguments: Arguments) -> str:
    """Change one rule: ``kata-set-rule ko SIMPLE``. The names and values are those of ``kata-get-rules``."""
    expect(arguments, 2)
    return _change(session, lambda rules: with_rule(rules, *arguments))


def _change(session: Session, changed: Callable[[Rules], Rules]) -> str:
    game = session.game.copy()
    try:
        game.rules = changed(game.rules)
        game = game_of(facts_of(game))  # plays all moves again, which is when the rules see them
    except ValueError as error:
        raise GtpError(str(error)) from None
    session.game = game
    return ""
