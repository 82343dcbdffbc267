"""``tengen play``: the page in the browser, or a game in the terminal."""

import getpass
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.board.grid import BLACK, other, parse_colour
from tengen.board.handicap import fixed_handicap
from tengen.board.rules import rules_named
from tengen.cli.options import EngineChoice, Rules, Size, finite, with_engine
from tengen.cli.saved_game import SavedGame, load, new_path, unfinished_game
from tengen.cli.table import Table
from tengen.game.time_words import clock_of, minutes
from tengen.presets.engine_name import engine_name, preset_and_level
from tengen.presets.preset import DEFAULT_PRESET

if TYPE_CHECKING:
    from tengen import Clock
    from tengen.web.messages import GameSetup, Setup

OF_A_NEW_GAME = ("size", "komi", "rules", "handicap", "time", "name")
"""Options that a game which goes on does not use."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play)


@with_engine
def play(
    choice: EngineChoice,
    context: typer.Context,
    size: Size = 9,
    komi: Annotated[
        float | None,
        typer.Option(
            "--komi", callback=finite, help="Komi; without it the usual one of the rules, and 0.5 with handicap stones."
        ),
    ] = None,
    rules: Rules = "chinese",
    colour: Annotated[
        str | None, typer.Option("--colour", "--color", help="Your colour: black or white; black if not given.")
    ] = None,
    handicap: Annotated[int, typer.Option("--handicap", min=0, help="Number of handicap stones for Black.")] = 0,
    time: Annotated[
        str | None,
        typer.Option(
            "--time",
            metavar="TIME",
            help="Time of each side: 5m, 5m+3s (Fischer), 10m+5x30s (byoyomi) or 10m+10/5m (Canadian); else no clock.",
        ),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Your name in the record.")] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", help="SGF file for the game; without it one in your data folder, which is told."),
    ] = None,
    resume: Annotated[  # noqa: FBT002  # a flag
        bool,
        typer.Option("--resume", help="Go on with the game in --file, or with your last one if it is not finished."),
    ] = False,
    terminal: Annotated[  # noqa: FBT002  # a flag
        bool, typer.Option("--terminal", help="Play in the terminal; --file and --resume mean that as well.")
    ] = False,
    browser: Annotated[  # noqa: FBT002  # a flag
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser, or only print its address.")
    ] = True,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Port of the page; 0 takes any free one. 8520 if not given."),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", help="Address that the page is served at; others than this machine need --token.")
    ] = "127.0.0.1",
    token: Annotated[
        str | None, typer.Option("--token", metavar="WORD", help="Word that a page must know; it is in the address.")
    ] = None,
) -> None:
    """Open the page in the browser: play against the engine, review games, look inside the search.

    The options of a game are what the page offers at first. With --terminal the game is played here, in the terminal.
    Games are saved after every move, and go on later, even if the program was killed.

    Example: tengen play --size 13 --colour white --time 10m+5x30s
    """
    if not (terminal or resume or file is not None):
        from tengen.web.messages import GameSetup

        _clock(time)
        if handicap:
            fixed_handicap(handicap, size)  # refuses a wrong number now, and so do the options of the engine
        if choice.shortcuts() or choice.assignments:
            choice.engine().close()
        setup = GameSetup(size=size, komi=komi, rules=rules_named(rules).name, handicap=handicap, time=time)
        setup.human = "white" if colour is not None and parse_colour(colour) != BLACK else "black"
        setup.opponent, setup.name = _opponent(choice), name or ""
        _serve(setup, port, host, token, opens_browser=browser)
        return
    from tengen.game.start import new_game

    human = None if colour is None else parse_colour(colour)
    clock = _clock(time)
    found = _game_to_resume(file, wanted=resume)
    if found is None and file is not None and file.exists():
        raise ValueError(f"{file} exists: --resume goes on with the game in it, or give another name")
    if file is not None:
        _require_folder(file)
    if found is not None:
        saved = load(found)
        choice = _same_engine(choice, saved)
        saved.seat(human or saved.human or BLACK)
        saved.names[other(human or saved.human or BLACK)] = engine_name(choice.preset, choice.level)
        _tell_what_is_not_used(context)
    else:
        own = human or BLACK
        names = {own: name or _own_name(), other(own): engine_name(choice.preset, choice.level)}
        saved = SavedGame(new_game(size, komi, rules, handicap), file or new_path(), names, clock)
    with choice.engine() as engine:
        table = Table(saved, engine, human or saved.human or BLACK)
        _introduce(table, is_resumed=found is not None)
        table.play()


def _require_folder(file: Path) -> None:
    """Refuse a file that cannot be written: to be known before the first move, not after it."""
    if not file.parent.is_dir():
        raise ValueError(f"{file}: there is no folder {file.parent}")
    if not os.access(file.parent, os.W_OK):
        raise ValueError(f"{file}: the folder {file.parent} cannot be written")


def _tell_what_is_not_used(context: typer.Context) -> None:
    """Say which options of the command line a game that goes on does not use."""
    sources = {one: context.get_parameter_source(one) for one in OF_A_NEW_GAME}
    unused = [f"--{one}" for one, source in sources.items() if source is not None and source.name == "COMMANDLINE"]
    if unused:
        sys.stderr.write(f"tengen: the game goes on as it began; not used: {', '.join(unused)}\n")


def _opponent(choice: EngineChoice) -> "Setup":
    """Return the opponent that the page offers at first; raises ValueError for what the page cannot do."""
    from tengen.web.messages import Setup
    from tengen.web.setups import check

    if choice.config is not None or choice.seed is not None:
        raise ValueError("--config and --seed need --terminal: the page cannot use them")
    options = dict(pair.partition("=")[::2] for pair in choice.assignments or ())
    options |= {key: str(value) for key, value in choice.shortcuts().items()}
    opponent = Setup(preset=choice.preset, level=choice.level, options=options)
    check(opponent)
    return opponent


def _serve(setup: "GameSetup", port: int | None, host: str, token: str | None, *, opens_browser: bool) -> None:
    from tengen.web.serve import serve
    from tengen.web.server import Options

    serve(Options(host=host, token=token, new_game=setup), port, opens_browser=opens_browser)


def _game_to_resume(file: Path | None, *, wanted: bool) -> Path | None:
    """Return the file of the game to go on with; asks at a terminal if there is an unfinished one."""
    if file is not None:
        return file if wanted else None
    last = unfinished_game(None if wanted else 1)
    if wanted and last is None:
        raise ValueError("--resume: there is no unfinished game; --file names the file of one")
    if last is None or wanted or not is_at_terminal():
        return last if wanted else None
    saved = load(last)
    moves, lines = len(saved.game.moves), saved.game.size
    question = f"You left a game on {saved.date}: {lines}x{lines}, {moves} moves. Go on with it? [Y/n] "
    while (answer := input(question).strip().lower()) not in ("", "y", "yes", "n", "no"):
        sys.stdout.write("Say y or n.\n")
    return None if answer.startswith("n") else last


def _clock(time: str | None) -> "Clock | None":
    """Return the clock of --time; raises ValueError, which names the option."""
    try:
        return None if time is None else clock_of(time)
    except ValueError as error:
        raise ValueError(f"--{error}") from None


def is_at_terminal() -> bool:
    """Return whether a person can be asked."""
    return sys.stdin.isatty()


def _own_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # nobody, as in some containers
        return "you"


def _same_engine(choice: EngineChoice, saved: SavedGame) -> EngineChoice:
    """Return the choice of an engine for a saved game: as strong as before, unless the command line says another."""
    if choice.level is not None or choice.preset != DEFAULT_PRESET:
        return choice
    known = preset_and_level(saved.names[other(saved.human or BLACK)])
    return choice if known is None else replace(choice, preset=known[0], level=known[1])


def _overtime(clock: "Clock") -> str:
    """Return what follows the main time, in words."""
    if clock.increment:
        return f", plus {clock.increment:g} s a move"
    if clock.stones == 1:
        return f", then {clock.periods} {'periods' if clock.periods > 1 else 'period'} of {clock.overtime:g} s"
    return f", then {clock.stones} moves every {clock.overtime:g} s" if clock.stones else ""


def _introduce(table: Table, *, is_resumed: bool) -> None:
    game, clock = table.game, table.saved.clock
    you = "black (X)" if table.human == BLACK else "white (O)"
    opponent = table.saved.names[other(table.human)]
    board = f"{game.size}x{game.size}, komi {game.komi:g}, {game.rules.name} rules"
    lines = [f"You are {you}, against {opponent}. {board}."]
    if game.handicap_points:
        lines[0] += f" {len(game.handicap_points)} handicap stones."
    if clock is not None:
        lines.append(f"Time: {minutes(clock.main)}{_overtime(clock)}.")
    if is_resumed:
        lines.append(f"The game goes on after {len(game.moves)} moves.")
    lines.append(f"It is saved after every move, to {table.saved.path}")
    lines.append("Type a point such as d4, pass, undo, score, hint, save FILE, quit or help.")
    sys.stdout.write("\n".join(lines) + "\n")
