"""The page of GTP commands: all of them by subject, with their arguments and what they do."""

import inspect
from importlib import import_module

from tengen.gtp.session import SUBJECTS

HEAD = """# GTP commands

`tengen gtp` speaks the [Go Text Protocol](http://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html),
version 2. [clients.md](clients.md) has the line to paste for each front end.

A command is a line: a number that the answer repeats, if you like; the name; the arguments. An answer begins with `=`,
or with `?` and says what is wrong, and ends with an empty line. COLOUR is `b`, `w`, `black` or `white`; MOVE is a point
such as `D4`, or `pass`. Arguments in brackets may be left out, and `|` stands between alternatives. `#` begins a
comment.

Input is read at all times. An analysis is ended by any line. The choice of a move is ended by `stop` and by the comment
`# interrupt`; also by `quit` and the end of input, unless they come within a tenth of a second after the line before,
as in a script. The answer is then the best move so far.

`tengen show gtp` writes this page; a test keeps it fresh."""

TITLES = {
    "admin": "The session",
    "setup": "Setting up a game",
    "rules": "Rules",
    "play": "Moves",
    "analyze": "Analysis",
    "time": "Time",
    "score": "The end of the game",
    "show": "What is inside",
    "gogui": "GoGui",
    "servers": "Servers",
    "gomill": "gomill",
}

ANALYSIS = "[COLOUR] [INTERVAL] [KEY VALUE ...]"
ARGUMENTS = {
    "known_command": "NAME",
    "boardsize": "SIZE [SIZE]",
    "rectangular_boardsize": "COLUMNS ROWS",
    "komi": "POINTS",
    "fixed_handicap": "STONES",
    "place_free_handicap": "STONES",
    "set_free_handicap": "POINT POINT ...",
    "loadsgf": "FILE [MOVE_NUMBER]",
    "kgs-rules": "NAME",
    "kata-set-rules": "NAME|JSON",
    "kata-set-rule": "KEY VALUE",
    "play": "COLOUR MOVE",
    "genmove": "COLOUR",
    "reg_genmove": "COLOUR",
    "gg-undo": "[COUNT]",
    "gogui-play_sequence": "COLOUR MOVE COLOUR MOVE ...",
    "lz-analyze": ANALYSIS,
    "kata-analyze": ANALYSIS,
    "lz-genmove_analyze": ANALYSIS,
    "kata-genmove_analyze": ANALYSIS,
    "kata-search": "[COLOUR]",
    "kata-search_analyze": ANALYSIS,
    "kata-search_analyze_cancellable": ANALYSIS,
    "time_settings": "MAIN OVERTIME STONES",
    "kgs-time_settings": "KIND [SECONDS ...]",
    "kata-time_settings": "KIND [SECONDS ...]",
    "time_left": "COLOUR SECONDS STONES",
    "final_status": "POINT",
    "final_status_list": "alive|seki|dead|black_territory|white_territory",
    "printsgf": "[FILE]",
    "level": "[LEVEL]",
    "tengen-option": "[NAME [VALUE]]",
    "tengen-seed": "NUMBER",
    "tengen-report": "[MOVES]",
    "gogui-setup": "COLOUR POINT COLOUR POINT ...",
    "gogui-setup_player": "COLOUR",
    "tengen-live_graphics": "[KIND]",
    "kgs-genmove_cleanup": "COLOUR",
    "kgs-chat": "game|private NAME MESSAGE",
    "cgos-opponent_name": "NAME",
    "cgos-opponent_rating": "RATING",
    "cgos-gameover": "RESULT",
    "cgos-genmove_analyze": "COLOUR",
    "gomill-genmove_ex": "COLOUR [claim]",
    "gomill-savesgf": "FILE [PROPERTY=VALUE ...]",
}
"""The arguments of each command that has any."""


def gtp_page() -> str:
    """Return the whole page, in Markdown."""
    return "\n\n".join([HEAD, *map(_section, SUBJECTS)]) + "\n"


def _section(subject: str) -> str:
    module = import_module(f"tengen.gtp.commands.{subject}")
    rows = [_row(name, getattr(module, name.replace("-", "_"))) for name in SUBJECTS[subject].split()]
    about = (inspect.getdoc(module) or "").replace("``", "`")
    return "\n".join([f"## {TITLES[subject]}", "", about, "", "| command | what it does |", "| --- | --- |", *rows])


def _row(name: str, handler: object) -> str:
    usage = f"{name} {ARGUMENTS.get(name, '')}".strip().replace("|", r"\|")
    text = " ".join((inspect.getdoc(handler) or "").split()).replace("``", "`").replace("|", r"\|")
    return f"| `{usage}` | {text} |"
