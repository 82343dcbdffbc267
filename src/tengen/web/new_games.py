"""Games for the store: a new one, or one of a file."""

from datetime import date

from tengen.game.replay import from_game
from tengen.game.start import new_game
from tengen.game.time_words import clock_of, overtime_text
from tengen.sgf import GameRecord, read
from tengen.web import messages as m
from tengen.web.setups import check, player_name
from tengen.web.store import StoredGame, new_name

PERSON = "you"


def started(setup: m.GameSetup) -> StoredGame:
    """Return a new game; raises ValueError for what cannot be played."""
    if setup.human != "both":
        check(setup.opponent)
    if setup.time is not None:
        clock_of(setup.time)
    record = from_game(new_game(setup.size, setup.komi, setup.rules, setup.handicap))
    record.date = date.today().isoformat()
    name_players(record, setup)
    if setup.time is not None:
        clock = clock_of(setup.time)
        record.root.set_text("TM", f"{clock.main:g}")
        record.root.set_text("OT", overtime_text(clock))
    return StoredGame(
        game=new_name(),
        title=title_of(record),
        setup=setup,
        sgf=record.to_bytes().decode(),
        path=[],
        size=setup.size,
        moves=0,
    )


def imported(name: str, sgf: bytes) -> StoredGame:
    """Return the game of a file; raises SgfError if it cannot be read."""
    record = read(sgf)
    file = name.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".sgf")
    title = title_of(record) if record.black or record.white else file or "a game record"
    setup = m.GameSetup(
        size=record.size,
        komi=record.komi,
        rules=record.rules or "chinese",
        handicap=min(9, record.handicap),
        human="both",
    )
    return StoredGame(
        game=new_name(),
        title=title,
        setup=setup,
        sgf=record.to_bytes().decode("utf-8", "replace"),
        path=[],
        size=record.size,
        moves=len(list(record.nodes())) - 1,
        result=record.result,
        is_record=True,
    )


def name_players(record: GameRecord, setup: m.GameSetup) -> None:
    """Write the names of the person and of the engine into a record."""
    if setup.human == "both":
        return
    person, engine = setup.name or PERSON, player_name(setup.opponent)
    record.black, record.white = (person, engine) if setup.human == "black" else (engine, person)


def title_of(record: GameRecord) -> str:
    """Return who plays whom."""
    if not record.black and not record.white:
        return "A board to try moves on"
    return f"{record.black or 'Black'} against {record.white or 'White'}"[:100]
