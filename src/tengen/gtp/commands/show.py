"""Commands that show and change what is inside."""

from tengen.base.options import OptionError, knob, to_gogui
from tengen.board.point import COLOUR_NAMES
from tengen.gtp.arguments import expect, integer
from tengen.gtp.protocol import GtpError
from tengen.gtp.session import Session

Arguments = tuple[str, ...]


def showboard(session: Session, arguments: Arguments) -> str:
    """Draw the board."""
    expect(arguments, 0)
    game = session.game
    facts = f"{COLOUR_NAMES[game.to_play]} to play, komi {game.komi:g}, {game.rules.name} rules, move {len(game.moves)}"
    captured = f"captured: {game.prisoners[1]} black, {game.prisoners[2]} white"
    return f"{facts}, {captured}\n{game}"


def tengen_option(session: Session, arguments: Arguments) -> str:
    """List the engine's options in GoGui's form, return one by its name, or set one: ``tengen-option NAME VALUE``."""
    settings = session.engine.settings
    try:
        if not arguments:
            return to_gogui(settings.options)
        name, *value = arguments
        if not value:
            return knob(settings.options, name).text
        settings.set(name, " ".join(value), "GTP")
    except OptionError as error:
        raise GtpError(str(error)) from None
    return ""


def tengen_seed(session: Session, arguments: Arguments) -> str:
    """Begin the engine's random numbers anew: ``tengen-seed 1``. What it chooses from here on can be repeated."""
    expect(arguments, 1)
    session.engine.reseed(integer(arguments[0]))
    return ""


def gogui_analyze_commands(session: Session, arguments: Arguments) -> str:
    """List what GoGui offers in its menu."""
    expect(arguments, 0)
    return "param/Options/tengen-option"
