"""A game between a person at the keyboard and an engine."""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.board.grid import BLACK, WHITE, other
from tengen.cli.files import write_whole
from tengen.game.time_words import time_left_text
from tengen.report.count import Count, judged, with_dead

if TYPE_CHECKING:
    from tengen import Engine, Move
    from tengen.cli.saved_game import SavedGame

HELP = """  a point such as d4    play there
  pass                  let the other side play; two passes end the game
  undo                  take back your last move and the answer to it
  score                 estimate the score by a search
  hint                  show the move that the engine would play at its full strength
  save FILE             write a copy of the game as SGF
  resign                give up; the other side wins
  quit                  leave; `tengen play --resume` goes on with the game"""
DEAD_HELP = """  a point such as d4    call the stones there dead, or alive again
  done                  agree; also an empty line
  continue              take the passes back and play on
  quit                  leave; `tengen play --resume` goes on from here"""
NAMES = {BLACK: "black", WHITE: "white"}
INITIALS = {BLACK: "B", WHITE: "W"}


class OutOfTimeError(Exception):
    """The time of the person at the keyboard is over."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise OutOfTimeError after some seconds, even while the program waits for input.

    Where the system has no timer, or in another thread than the first, nothing is raised.
    """
    is_first_thread = threading.current_thread() is threading.main_thread()
    if seconds == float("inf") or not is_first_thread or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_signal: int, _frame: object) -> None:
        raise OutOfTimeError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Table:
    """A person, an engine, and the game between them, which is saved after every move."""

    def __init__(self, saved: "SavedGame", engine: "Engine", human: int) -> None:
        self.saved = saved
        self.game = saved.game
        self.engine = engine
        self.human = human
        self.is_left = False
        self.is_shown = False
        """Whether the board as it stands was drawn already."""
        self._failure: OSError | None = None
        """Why the game as it stands could not be saved."""
        self._turn_began = time.monotonic()
        self._adviser: Engine | None = None

    def play(self) -> None:
        """Play until the game is finished or the person leaves; raises OSError if it cannot be saved even then."""
        if self.saved.clock is not None:
            self.engine.prepare(self.game)  # compiling takes no time of the clock
        try:
            self._turn_began = time.monotonic()
            while not self.is_left:
                if self.game.is_over:
                    self._settle()
                elif self.game.to_play == self.human:
                    self._ask()
                else:
                    self._answer()
        finally:
            if self._adviser is not None:
                self._adviser.close()
            if self._failure is not None:
                self.saved.save()  # the last try
            if self.saved.result is None and self.game.moves:
                self._say(f"The game is saved. `{self.saved.resuming}` goes on with it.")

    def _show(self) -> None:
        taken = self.game.prisoners
        note = f"captured: {taken[BLACK]} black, {taken[WHITE]} white" if any(taken.values()) else ""
        clock = self.saved.clock
        left = "" if clock is None else ", ".join(f"{NAMES[one]} {time_left_text(clock, one)}" for one in NAMES)
        self._say("\n".join(filter(None, [str(self.game), note, left and f"time left: {left}"])))
        self.is_shown = True

    def _say(self, text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def _keep(self) -> None:
        """Save the game. If that fails the game goes on, and is saved after the next move."""
        try:
            self.saved.save()
            self._failure = None
        except OSError as error:
            self._failure = error
            self._say(f"The game could not be saved: {error}. It goes on; `save FILE` writes it elsewhere.")

    # Moves

    def _answer(self) -> None:
        if not self.game.moves:
            self._show()
        with self._thinking():
            move = self.engine.play(self.game, clock=self.saved.clock)
        win_rate = self.engine.win_rate
        if move.is_resign:
            self._say("tengen resigns: you win.")
            self._finish(f"{INITIALS[self.human]}+R")
        else:
            self._say(f"tengen plays {move}" + (f" (win rate {win_rate:.0%})" if win_rate is not None else ""))
            self._make(move)

    @contextmanager
    def _thinking(self) -> Iterator[None]:
        """Say so at a terminal while the engine searches."""
        is_seen = sys.stdout.isatty()
        if is_seen:
            sys.stdout.write("tengen thinks ...")
            sys.stdout.flush()
        try:
            yield
        finally:
            if is_seen:
                sys.stdout.write("\r" + " " * 20 + "\r")

    def _make(self, move: "Move | str") -> None:
        """Play a move, subtract its time, and save the game; raises ValueError if the move is not legal."""
        mover = self.game.to_play
        self.game.play(move)
        self.is_shown = False
        clock, now = self.saved.clock, time.monotonic()
        is_in_time = clock is None or clock.spend(mover, now - self._turn_began)
        self._turn_began = now
        self.saved.note_time()
        self._keep()
        if not is_in_time:
            self._lose_on_time(mover)

    def _lose_on_time(self, loser: int) -> None:
        self._say(f"{NAMES[loser].capitalize()} has run out of time.")
        self._finish(f"{INITIALS[other(loser)]}+T")

    def _finish(self, result: str) -> None:
        self.saved.result = result
        self._keep()
        self.is_left = True
        self._say(f"Result: {result}. The record is {self.saved.path}")

    # What the person types

    def _words(self, prompt: str) -> list[str] | None:
        """Return the words of a line; None at the end of input."""
        try:
            return input(prompt).split()
        except EOFError:
            self._say("")  # the prompt's line ends
            return None

    def _ask(self) -> None:
        if not self.is_shown:
            self._show()
        clock = self.saved.clock
        left = float("inf") if clock is None else clock.longest_move(self.human)
        try:
            with alarm(left - (time.monotonic() - self._turn_began)):
                words = self._words("your move> ")
        except OutOfTimeError:
            self._say("")  # the prompt's line ends
            self._lose_on_time(self.human)
            return
        if words is None:
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
        if verb in ("quit", "exit"):
            self.is_left = True
        elif verb == "resign":
            self._say("You resign.")
            self._finish(f"{INITIALS[other(self.human)]}+R")
        elif verb == "help":
            self._say(HELP)
        elif verb == "undo":
            self._undo()
        elif verb == "score":
            self._estimate()
        elif verb == "hint":
            self._hint()
        elif verb == "save":
            self._save_copy(" ".join(rest))
        else:
            self._make(verb)

    def _undo(self) -> None:
        """Take moves back until it is the person's turn again; without a move of theirs there is none to take back."""
        if all(move.colour != self.human for move in self.game.moves):
            raise IndexError("you have no move to take back")
        self.is_shown = False
        self.game.undo()
        while self.game.to_play != self.human:
            self.game.undo()
        self._keep()

    @property
    def adviser(self) -> "Engine":
        """The engine that gives hints and estimates: at its full strength, even if the opponent plays at a level."""
        if self.engine.level is None:
            return self.engine
        if self._adviser is None:
            from tengen import Engine

            self._adviser = Engine(seed=1)
        return self._adviser

    def _hint(self) -> None:
        move, win_rate = self.adviser.play(self.game, colour=self.human), self.adviser.win_rate
        report = self.adviser.report
        if move.is_resign and report is not None and report.moves:
            move = report.best.move  # the engine would give up, but the person asks for a move
        chances = f" (win rate {win_rate:.0%})" if win_rate is not None else ""
        self._say(f"tengen would play {move}{chances}")

    def _estimate(self) -> None:
        if not self.engine.can_search:
            count = judged(self.game, self.engine.final_status(self.game))
            self._say(f"score: {count.score}, counted as the board stands")
            return
        from tengen.report.text import OWNERS_LEGEND, board_and_owners

        report = self.adviser.analyse(self.game)
        black = report.score if report.colour == BLACK else -report.score
        chances = report.win_rate if report.colour == self.human else 1 - report.win_rate
        lead = f"{'B' if black >= 0 else 'W'}+{abs(black):.1f}"
        self._say(f"{board_and_owners(report)}\n{OWNERS_LEGEND}")
        leads = (black > 0) == (self.human == BLACK)
        doubt = "" if leads == (chances > 0.5) else " (not settled: few large wins weigh as much as many small ones)"
        self._say(f"score: about {lead} on average{doubt}; you win with a probability of {chances:.0%}")

    def _save_copy(self, file: str) -> None:
        if not file:
            raise ValueError("save needs the name of a file")
        write_whole(Path(file), self.saved.record().to_bytes())
        self._say(f"written to {file}")

    # The end

    def _dead(self) -> set[int]:
        if not self.game.rules.removes_dead:
            return set()
        return {point for chain in self.engine.final_status(self.game).dead for point in chain}

    def _settle(self) -> None:
        """Let the person agree to the dead stones, or change them, and finish the game; or play on."""
        dead = self._dead()
        count = judged(self.game, self.engine.final_status(self.game))
        self._show_end(dead, count)
        while self.game.rules.removes_dead:
            words = self._words("dead stones> ")
            verb = words[0].lower() if words else "done"
            if verb == "done":
                break
            if verb in ("quit", "exit"):
                self.is_left = True
                return
            if verb in ("continue", "undo"):
                self._play_on()
                return
            try:
                self._change(dead, verb)
                count = with_dead(self.game, dead)
                self._show_end(dead, count)
            except ValueError as error:
                self._say(f"{error}\n{DEAD_HELP}")
        self._finish(str(count.score))

    def _show_end(self, dead: set[int], count: Count) -> None:
        from tengen.report.text import board_beside

        score = count.score
        sign = 1 if self.human == BLACK else -1
        verdict = ": you win" if sign * score.margin > 0 else ": you lose" if score.margin else ": a draw"
        stones = f"dead stones: {' '.join(map(self.game.name, sorted(dead))) or 'none'}"
        lines = [board_beside(self.game, count.owners), "The right diagram shows who owns each point."]
        if self.game.rules.removes_dead:
            lines.append(f"{stones} (a point changes them, done agrees, continue plays on)")
        self._say("\n".join([*lines, f"score: {score}{verdict}"]))

    def _change(self, dead: set[int], name: str) -> None:
        """Call the chain on a point dead, or alive if it was dead; raises ValueError if there is no stone."""
        from tengen.board.grid import PASS, parse_point
        from tengen.board.life import chain_points

        if name == "help":
            raise ValueError("At the end of a game you can say:")
        point = parse_point(name, self.game.size)
        if point == PASS or not self.game.colour_at(point):
            raise ValueError(f"there is no stone on {name}")
        chain = chain_points(self.game.board, point)
        if point in dead:
            dead.difference_update(chain)
        else:
            dead.update(chain)

    def _play_on(self) -> None:
        """Take the passes at the end back; the side that passed first is to play."""
        while self.game.moves and self.game.moves[-1].is_pass:
            self.game.undo()
        self.is_shown = False
        self._turn_began = time.monotonic()
        self._keep()
