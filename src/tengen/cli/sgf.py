"""``tengen sgf``: tools for game records."""

import json
import re
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli import sgf_review
from tengen.cli.group import CommandGroup
from tengen.cli.options import EngineChoice, Json, with_engine
from tengen.cli.records import KomiOf, MoveNumber, RecordFile, RulesOf, Variation, read_line
from tengen.report.count import judged

if TYPE_CHECKING:
    from tengen import Game

sgf_app = typer.Typer(
    cls=CommandGroup,
    help="Tools for game records: GTP commands, evaluations, plots, reviews, scores.",
    no_args_is_help=True,
)
sgf_review.add_to(sgf_app)


def add_to(app: typer.Typer) -> None:
    """Add the command with its subjects."""
    app.add_typer(sgf_app, name="sgf")


@sgf_app.command("gtp")
def gtp(
    file: RecordFile,
    move: MoveNumber = None,
    variation: Variation = "",
    then: Annotated[
        list[str] | None,
        typer.Option("--then", metavar="COMMAND", help="A GTP command to add at the end (repeat for more)."),
    ] = None,
) -> None:
    """Print a record as GTP commands, which lead any GTP engine to the position.

    Handicap stones, and other stones that are set up, are included.

    Example: tengen sgf gtp game.sgf --move 30 --then showboard --then "genmove black" | gnugo --mode gtp
    """
    from tengen.gtp.record import gtp_commands
    from tengen.sgf import naming_the_file

    line = read_line(file, variation)
    line.check(move)
    with naming_the_file(line.file):
        commands = list(gtp_commands(line.record, move, line.choices))
    sys.stdout.write("\n".join([*commands, *(then or [])]) + "\n")


@sgf_app.command("score")
@with_engine
def score(
    choice: EngineChoice,
    file: RecordFile,
    move: MoveNumber = None,
    variation: Variation = "",
    rules: RulesOf = None,
    komi: KomiOf = None,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Count the final position of a record: dead stones, territory and score, beside the result in the record.

    The engine judges which stones are dead; all others count as alive.

    Example: tengen sgf score game.sgf --rules japanese
    """
    from tengen.board.grid import point_name

    line = read_line(file, variation)
    game = line.game(move, rules, komi)
    with choice.engine() as engine:
        status = engine.final_status(game)
    counted = judged(game, status)
    dead, seki = (sorted(point for chain in chains for point in chain) for chains in (status.dead, status.seki))
    total = counted.score
    recorded = line.record.result
    facts: dict[str, Any] = {
        "file": line.file,
        "rules": game.rules.name,
        "komi": game.komi,
        "moves": len(game.moves),
        "score": str(total),
        "black": total.black,
        "white": total.white,
        "dead": [point_name(point, game.size) for point in dead],
        "seki": [point_name(point, game.size) for point in seki],
        "recorded": recorded,
        "agrees": agreement(str(total), recorded),
    }
    if as_json:
        sys.stdout.write(json.dumps(facts) + "\n")
    else:
        sys.stdout.write(_score_text(game, facts, counted.owners))


def agreement(counted: str, recorded: str | None) -> bool | None:
    """Return whether a score is the recorded result; None if that is not a number of points."""

    def margin(text: str) -> float | None:
        match = re.fullmatch(r"([BW])\+(\d+(?:\.\d*)?)", text.strip().upper())
        if match is not None:
            return float(match[2]) if match[1] == "B" else -float(match[2])
        return 0.0 if text.strip().upper() in ("0", "DRAW", "JIGO") else None

    found = margin(recorded or "")
    return None if found is None else found == margin(counted)


def _score_text(game: "Game", facts: dict[str, Any], owners: str) -> str:
    from tengen.report.text import board_beside

    verdicts = {None: "", True: "; they agree", False: "; they differ"}
    lines = [
        board_beside(game, owners),
        "The right diagram shows the owner of each point when the dead stones are removed.",
        f"dead stones: {' '.join(facts['dead']) or 'none'}",
        *([f"in seki: {' '.join(facts['seki'])}"] if facts["seki"] else []),
        f"black {facts['black']:g}, white {facts['white']:g} (komi {facts['komi']:g} included), {facts['rules']} rules",
        f"score: {facts['score']}; in the record: {facts['recorded'] or 'no result'}{verdicts[facts['agrees']]}",
    ]
    if not game.is_over:
        lines.append("The game does not end with two passes: this is what the position is worth if nobody plays on.")
    return "\n".join(lines) + "\n"
