"""The TOML file: filled in, checked, and hashed."""

from pathlib import Path

import msgspec
import pytest

from match.players import pairing, player
from tengen.experiment.play import pairing_for
from tengen.experiment.row import row_named
from tengen.game.clock import Clock
from tengen.match.definition import TimeControl
from tengen.match.engine import time_command
from tengen.match.launch import launch_of
from tengen.match.match_file import parse_definition, read_definition
from tengen.match.referee import new_live_game
from tengen.parts.toml import ConfigError

SMALL = """\
[players.gg]
engine = "gnugo:1"
[players.mc]
preset = "montecarlo"
set = { simulations = 500 }

[[pairings]]
players = ["gg", "mc"]
size = 9
komi = 7.5
games = 40
"""


def test_the_small_file() -> None:
    definition = parse_definition(SMALL)
    (pairing,) = definition.pairings
    assert [player.name for player in pairing.players] == ["gg", "mc"]
    assert (pairing.size, pairing.komi, pairing.rules, pairing.games) == (9, 7.5, "chinese", 40)
    assert pairing.first.gnugo_level == 1
    assert pairing.second.options["simulations"] == 500
    assert "playout.policy" in pairing.second.options, "all options are told"


def test_how_players_are_started() -> None:
    (pairing,) = parse_definition(SMALL.replace("komi", "rules = 'tromp-taylor'\nkomi")).pairings
    gnugo, preset = (launch_of(player, pairing).words for player in pairing.players)
    assert gnugo[1:5] == ("--mode", "gtp", "--level", "1")
    assert {"--chinese-rules", "--positional-superko", "--allow-all-suicide", "--capture-all-dead"} <= set(gnugo)
    assert preset[1:6] == ("-m", "tengen", "gtp", "--preset", "montecarlo")
    assert preset[-4:] == ("--rules", "tromp-taylor", "--set", "simulations=500")
    command = parse_definition(SMALL.replace('"gnugo:1"', "'''./engine --name \"a b\"'''")).players["gg"]
    assert command.command == ("./engine", "--name", "a b")
    assert parse_definition(SMALL.replace('"gnugo:1"', '["a", "b c"]')).players["gg"].command == ("a", "b c")
    assert parse_definition(SMALL.replace("gnugo:1", "gnugo")).players["gg"].gnugo_level == 10


def test_a_pairings_simulations_go_to_the_players_that_have_them() -> None:
    (pairing,) = parse_definition(SMALL.replace("komi", "simulations = 50\nkomi")).pairings
    assert pairing.second.options["simulations"] == 50
    assert pairing.second.changes == {"simulations": "50"}
    assert pairing.second.hash != parse_definition(SMALL).players["mc"].hash


def test_an_option_at_its_default_is_no_part_of_a_players_identity() -> None:
    player = parse_definition(SMALL).players["mc"]
    assert player.non_default_options == {"simulations": 500}
    assert msgspec.structs.replace(player, options=player.options | {"new.option": 1.0}).hash == player.hash
    said = SMALL.replace("simulations = 500", "simulations = 500, playout.policy = 'random'")
    assert said != SMALL
    assert parse_definition(said).players["mc"].hash == player.hash
    other = SMALL.replace("simulations = 500", "simulations = 500, playout.policy = 'mogo'")
    assert parse_definition(other).players["mc"].hash != player.hash


def test_a_part_of_the_users_own_is_known_by_its_file(tmp_path: Path) -> None:
    own = tmp_path / "doubt.py"
    part = (
        '"""Doubt: a term that does nothing."""\n'
        "from typing import Annotated\nfrom msgspec import Meta\nfrom tengen.parts.options import Options\n"
        "class DoubtOptions(Options, frozen=True):\n"
        '    weight: Annotated[float, Meta(ge=0, description="weight")] = 0.5\n'
        "def weigh(child, options): pass\n"
    )
    own.write_text(part)
    changes = f"preset = 'tengen'\nset = {{ tree.terms = '+{own}', tree.doubt.weight = 2 }}"
    text = SMALL.replace('preset = "montecarlo"\nset = { simulations = 500 }', changes)
    player = parse_definition(text).players["mc"]
    assert player.non_default_options["tree.doubt.weight"] == 2
    assert player.changes["tree.terms"] == f"prior,rave,{own}"
    assert parse_definition(text).players["mc"].hash == player.hash
    own.write_text(part + "# changed\n")
    assert parse_definition(text).players["mc"].hash != player.hash


def test_hashes_stay_as_they_are() -> None:
    """They identify kept results, in text files and stores. Only a changed preset may change the hash of its player."""
    (small,) = parse_definition(SMALL).pairings
    assert [player.hash for player in small.players] == ["dd364d87d74ec32c", "ba9f00ae8ef0916d"]
    assert small.hash == "94ec6f3164e75a61"
    of_row = pairing_for(row_named("tengen").cell("9x9"), 100)
    assert [player.hash for player in of_row.players] == ["266a82223c098c30", "facf7f1606dac5d8"]
    assert of_row.hash == "d98ba60b3cee0ecd"


def test_seconds_are_short_for_a_clock() -> None:
    (pairing,) = parse_definition(SMALL.replace("komi", "seconds = 2\nkomi")).pairings
    assert pairing.time == TimeControl(overtime=2, stones=1)


SAME = [
    ("games = 40", "games = 41"),
    ("games = 40", "interval = 0.05"),
    ("games = 40", "games = 40\nsprt = { elo1 = 20 }"),
    ('engine = "gnugo:1"', 'engine = "gnugo:1"\npatience = 5'),
    ("set = { simulations = 500 }", "set = { simulations = 500, all-moves-as-first = false }"),
    ("size = 9\n", ""),
]
OTHER = [
    ("komi = 7.5", "komi = 6.5"),
    ("simulations = 500", "simulations = 501"),
    ("gnugo:1", "gnugo:2"),
    ("gg", "gnu"),
    ("komi = 7.5", "komi = 7.5\ncolours = 'first-black'"),
    ('["gg", "mc"]', '["mc", "gg"]'),
    ('engine = "gnugo:1"', 'engine = "gnugo:1"\nenvironment = { A = "b" }'),
]


@pytest.mark.parametrize(("old", "new"), SAME)
def test_what_does_not_change_the_identity(old: str, new: str) -> None:
    assert parse_definition(SMALL.replace(old, new)).pairings[0].hash == parse_definition(SMALL).pairings[0].hash


@pytest.mark.parametrize(("old", "new"), OTHER)
def test_what_changes_the_identity(old: str, new: str) -> None:
    assert parse_definition(SMALL.replace(old, new)).pairings[0].hash != parse_definition(SMALL).pairings[0].hash


MISTAKES = {
    ("simulations", "simulatons"): "line 5: players.mc: unknown option 'simulatons'; did you mean 'simulations'?",
    ("500", "0"): "line 5: players.mc: simulations=0 is not valid: integer, 1 to 1000000000",
    ('"montecarlo"', '"montecralo"'): "line 4: players.mc: unknown preset 'montecralo'; did you mean 'montecarlo'?",
    ("preset", "prest"): "line 4: players.mc: unknown key 'prest'; did you mean 'preset'?",
    ("engine", "patience = 3 #"): "line 1: players.gg: give either an engine or a preset",
    ("gnugo:1", ""): "line 2: players.gg: the command line is empty",
    ("gnugo:1", "a 'b"): 'line 2: players.gg: "a \'b" is no command line: No closing quotation',
    ('"gnugo:1"', "3"): "line 2: players.gg: engine: Expected `str | array | null`, got `int`",
    ('"gnugo:1"', '"a"\nset = { a = 1 }'): "line 3: players.gg: only a preset has options to set",
    ('"mc"]', '"mk"]'): "line 8: pairings.1: unknown player 'mk'; did you mean 'mc'?",
    ('"mc"]', "]"): "line 8: pairings.1: players: Expected `array` of length 2, got 1",
    ("size = 9", "size = 26"): "line 9: pairings.1: size: Expected `int` <= 25",
    ("komi = 7.5", "rules = 'chines'"): "line 10: pairings.1: unknown rules 'chines'; did you mean 'chinese'?",
    ("komi", "kommi"): "line 10: pairings.1: unknown key 'kommi'; did you mean 'komi'?",
    (
        "komi = 7.5",
        "handicap = 10",
    ): "line 10: pairings.1: 10 is not a number of fixed handicap stones from 2 to 9 on 9x9",
    ("games = 40", ""): "line 7: pairings.1: give a number of games, or a stopping rule (sprt or interval)",
    (
        "games = 40",
        "sprt = {elo0 = 9, elo1 = 1}",
    ): "line 11: pairings.1: sprt: elo0 = 9.0 must be less than elo1 = 1.0",
    (
        "komi = 7.5",
        "openings = 'nothing.sgf'",
    ): "line 10: pairings.1: [Errno 2] No such file or directory: 'nothing.sgf'",
    ("[[pairings]]", "[[parings]]"): "line 7: unknown key 'parings'; did you mean 'pairings'?",
    ("[players.gg]", "[players.gg"): "expected ']' at the end of a table declaration (at line 1, column 12)",
}


@pytest.mark.parametrize(("old", "new"), MISTAKES)
def test_mistakes_are_named_with_their_place(old: str, new: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_definition(SMALL.replace(old, new, 1), "m.toml")
    message = MISTAKES[old, new]
    assert str(caught.value) == ("m.toml, " if message.startswith("line") else "m.toml: ") + message


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"m.toml: the file is not UTF-8 text"):
        read_definition(tmp_path / "m.toml")


def test_openings_from_sgf(tmp_path: Path) -> None:
    (tmp_path / "o.sgf").write_text("(;SZ[9];B[ee];W[cc];B[gg])(;SZ[9];B[aa])")
    (pairing,) = parse_definition(
        SMALL.replace("komi", "openings = 'o.sgf'\nopening-moves = 2\nkomi"), folder=tmp_path
    ).pairings
    assert pairing.openings == (("E5", "C7"), ("A9",))


BAD_OPENINGS = {
    "E5 E5": "line 1, move 2: white E5: the point is taken",
    "# nothing": "there are no openings",
    "E5\npass pass E5": "line 2, move 2: the game is over",
    "(;SZ[19];B[aa])": "game 1: the board has 19 lines and not 9",
    "(;SZ[9]AB[aa];W[bb])": "game 1: stones are set up, and an opening has only moves",
    "(;SZ[9];W[bb])": "game 1: the colours do not alternate, Black first",
}


@pytest.mark.parametrize("text", BAD_OPENINGS)
def test_bad_openings(text: str, tmp_path: Path) -> None:
    (tmp_path / "o.txt").write_text(text)
    with pytest.raises(ConfigError) as caught:
        pairing(openings=str(tmp_path / "o.txt"))
    assert str(caught.value).endswith(BAD_OPENINGS[text])


def test_a_player_may_meet_itself() -> None:
    one = player("one")
    assert pairing(one, one).first.hash == pairing(one, one).second.hash


TWO_COMMANDS = '[players.a]\nengine = "x"\n[players.b]\nengine = "y"\n[[pairings]]\nplayers = ["a", "b"]\ngames = 2\n'


@pytest.mark.parametrize(
    ("time", "known"),
    [
        ("", "ae480e04515a32d1"),
        ("seconds = 2", "e161a10435018aef"),
        ("time = { main = 10 }", "e0c5aafb9bd0085b"),
        ("time = { main = 1, overtime = 5, stones = 3, tolerance = 1 }", "9c58c22629744030"),
    ],
)
def test_games_that_were_played_before_fischer_time_was_known_still_count(time: str, known: str) -> None:
    (pairing,) = parse_definition(TWO_COMMANDS + time).pairings
    assert pairing.hash == known


def test_fischer_time() -> None:
    (fischer,) = parse_definition(TWO_COMMANDS + "time = { main = 2, increment = 0.3 }").pairings
    (capped,) = parse_definition(TWO_COMMANDS + "time = { main = 2, increment = 0.3, cap = 5 }").pairings
    (sudden,) = parse_definition(TWO_COMMANDS + "time = { main = 2 }").pairings
    assert len({pairing.hash for pairing in (fischer, capped, sudden)}) == 3
    clock = new_live_game(capped).clock
    assert clock == Clock(2, increment=0.3, cap=5, tolerance=0.5)
    with pytest.raises(ConfigError, match="either overtime or an increment"):
        parse_definition(TWO_COMMANDS + "time = { main = 2, increment = 0.3, overtime = 1, stones = 1 }")


@pytest.mark.parametrize(
    ("time", "whole", "exact"),
    [
        (TimeControl(10), "time_settings 10 0 0", "time_settings 10 0 0"),
        (TimeControl(1, 0.2, 1), "time_settings 1 0 0", "time_settings 1 0.2 1"),
        (TimeControl(0, 0.5, 1), "time_settings 0 0.5 1", "time_settings 0 0.5 1"),
        (TimeControl(0, 2, 1), "time_settings 0 2 1", "time_settings 0 2 1"),
        (TimeControl(2, increment=0.3), "time_settings 2 0 0", "kata-time_settings fischer 2 0.3"),
        (TimeControl(2, increment=0.3, cap=5), "time_settings 2 0 0", "kata-time_settings fischer-capped 2 0.3 5 -1"),
    ],
)
def test_how_engines_are_told_the_time(time: TimeControl, whole: str, exact: str) -> None:
    """GNU Go refuses fractions of seconds, and knows no increments."""
    assert time_command(time, takes_fractions=False) == whole
    assert time_command(time, takes_fractions=True) == exact
