"""``tengen play``: a game in the terminal."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import EngineChoice, Komi, Rules, Size, with_engine

if TYPE_CHECKING:
    from tengen import Engine, Game

HELP = """  a point such as d4    play there
  pass                  let the other side play; two passes end the game
  undo                  take back your last move and the answer to it
  score                 count the board as it stands
  hint                  let the engine choose your move
  save FILE             write the game as SGF
  resign, quit          stop"""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play)


@with_engine
def play(
    choice: EngineChoice,
    size: Size = 9,
    komi: Komi = None,
    rules: Rules = "chinese",
    colour: Annotated[str, typer.Option("--colour", help="Your colour: black or white.")] = "black",
    handicap: Annotated[int, typer.Option("--handicap", min=0, help="Number of handicap stones for Black.")] = 0,
) -> None:
    """Play a game against the engine in the terminal.

    Example: tengen play --size 13 --colour white
    """
    from tengen import Game
    from tengen.board.grid import BLACK, parse_colour

    human = parse_colour(colour)
    with choice.engine() as engine:
        game = Game(size, komi, rules)
        if handicap:
            game.place_handicap(handicap)
        you = "black (X)" if human == BLACK else "white (O)"
        sys.stdout.write(f"You are {you}. {size}x{size}, komi {game.komi:g}, {game.rules.name} rules.\n")
        sys.stdout.write("Type a point such as d4, pass, undo, score, hint, save FILE, quit or help.\n")
        Table(game, engine, human).play()


class Table:
    """A game between a person at the keyboard and an engine."""

    def __init__(self, game: "Game", engine: "Engine", human: int) -> None:
        self.game = game
        self.engine = engine
        self.human = human
        self.is_left = False
        self.is_shown = False
        """Whether the board as it stands was drawn already."""

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        while not self.game.is_over and not self.is_left:
            if self.game.to_play == self.human:
                self._ask()
            else:
                self._answer()
        if self.game.is_over:
            self._show()
            self._score()

    def _show(self) -> None:
        taken = self.game.prisoners
        note = f"captured: {taken[1]} black, {taken[2]} white" if any(taken.values()) else ""
        self._say("\n".join(filter(None, [str(self.game), note])))
        self.is_shown = True

    def _say(self, text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def _answer(self) -> None:
        move = self.engine.play(self.game)
        if move.is_resign:
            self._say("tengen resigns: you win.")
            self.is_left = True
            return
        self.game.play(move)
        self.is_shown = False
        win_rate = self.engine.win_rate
        self._say(f"tengen plays {move}" + (f" (win rate {win_rate:.0%})" if win_rate is not None else ""))

    def _ask(self) -> None:
        if not self.is_shown:
            self._show()
        try:
            words = input("your move> ").split()
        except EOFError:
            self._say("")  # the prompt's line ends
            self.is_left = True
            return
        verb = words[0].lower() if words else "help"
        try:
            self._obey(verb, words[1:])
        except (ValueError, IndexError, OSError) as error:
            self._say(f"{error} (help lists what you can say)")

    def _obey(self, verb: str, rest: list[str]) -> None:
        if rest and verb != "save":
            raise ValueError(f"{' '.join([verb, *rest])!r} is more than one word")
        if verb in ("quit", "exit", "resign"):
            self.is_left = True
            self._say("You resign." if verb == "resign" else "Goodbye.")
        elif verb == "help":
            self._say(HELP)
        elif verb == "undo":
            self._undo()
        elif verb == "score":
            self._score()
        elif verb == "hint":
            self._say(f"tengen would play {self.engine.play(self.game, colour=self.human)}")
        elif verb == "save":
            self._save(" ".join(rest))
        else:
            self.game.play(verb, self.human)
            self.is_shown = False

    def _undo(self) -> None:
        """Take moves back until it is the person's turn again; without a move of theirs there is none to take back."""
        if all(move.colour != self.human for move in self.game.moves):
            raise IndexError("you have no move to take back")
        self.is_shown = False
        self.game.undo()
        while self.game.to_play != self.human:
            self.game.undo()

    def _score(self) -> None:
        dead = self.engine.final_status(self.game).dead_stones
        removed = f" without the dead stones {' '.join(map(self.game.name, dead))}" if dead else ""
        score = self.game.score(dead)
        verdict = ""
        if self.game.is_over and score.margin:
            verdict = ": you win" if (score.margin > 0) == (self.human == 1) else ": you lose"
        self._say(f"score: {score}{removed}{verdict}")

    def _save(self, file: str) -> None:
        from pathlib import Path

        from tengen.game.replay import from_game

        if not file:
            raise ValueError("save needs the name of a file")
        Path(file).write_bytes(from_game(self.game).to_bytes())
        self._say(f"written to {file}")
