"""A game on the server: its record, its opponent and its clock, for all pages that show it.

The table owns the game: pages ask it to do something, and it tells all of them what has changed. Every change is saved
before it is told. All methods and the pages' own state about the game are guarded by ``lock``. What the engine does is
in ``engine_work``, the dead stones in ``counting``, the time of a turn in ``turn_clock``.
"""

import threading
from functools import partial
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from tengen import BLACK, WHITE, Engine, Game, Move
from tengen.board.grid import Colour, other, parse_colour
from tengen.report.count import Count
from tengen.sgf import GameRecord, read
from tengen.web import messages as m
from tengen.web.counting import Counting
from tengen.web.engine_work import EngineWork, Work
from tengen.web.new_games import name_players, title_of
from tengen.web.record_tree import RecordTree, move_of
from tengen.web.review import Review
from tengen.web.setups import check
from tengen.web.store import StoredGame
from tengen.web.turn_clock import TurnClock
from tengen.web.views import count_view, position_view

if TYPE_CHECKING:
    from tengen.web.shared import Shared

INITIALS = {BLACK: "B", WHITE: "W"}


class Watcher(Protocol):
    """A page that shows the game. Its methods are called with the table's lock held, and must not wait."""

    shown: int

    def tell(self, message: m.ANSWERS) -> None:
        """Send a message."""
        ...

    def position_changed(self) -> None:
        """Show the position anew."""
        ...


class Table:
    """A game with its record, opponent and clock."""

    def __init__(self, shared: "Shared", stored: StoredGame, *, is_kept: bool = True) -> None:
        """Set up a stored game; raises SgfError if its record cannot be read."""
        self.shared = shared
        self.name = stored.game
        self.title = stored.title
        self.setup = stored.setup
        self.is_kept = is_kept
        self.is_record = stored.is_record
        self.lock = threading.RLock()
        self.record: GameRecord = read(stored.sgf)
        self.tree = RecordTree(self.record, shared.limits.record_nodes)
        self.live = self.tree.at(stored.path)
        self.clock = None if stored.setup.time is None else TurnClock(stored.setup.time, stored.clock)
        self.counting = Counting()
        self.review: Review | None = None
        self.unsaved: str | None = None
        """Why the last change is not in the store, for people; None if it is."""
        self._watchers: list[Watcher] = []
        self._engine = EngineWork(self)

    # What pages ask for

    @property
    def human(self) -> Colour | None:
        """The colour of the person; None if there is no opponent."""
        return None if self.setup.human == "both" else parse_colour(self.setup.human)

    @property
    def result(self) -> str | None:
        """The result of the game; None while it goes on."""
        return self.record.result

    def game(self, node: int | None = None) -> Game:
        """Return the game at a node, by default where it has got to, as a copy."""
        return self.tree.game(self.live if node is None else node)

    def join(self, watcher: Watcher) -> None:
        """Let a page watch the game. The engine begins to think if it is its turn."""
        with self.lock:
            is_first = not self._watchers
            self._watchers.append(watcher)
            if is_first:
                self.begin_turn(keep_waited=True)
                self._engine.go_on()

    def leave(self, watcher: Watcher) -> None:
        """Let a page watch no longer. Without a page the person's clock stands still."""
        with self.lock:
            self._watchers.remove(watcher)
            if not self._watchers:
                self._stop_clock()

    @property
    def doing(self) -> Work | None:
        """What the engine is doing in the game."""
        return self._engine.doing

    @property
    def has_watchers(self) -> bool:
        """Whether a page shows the game."""
        return bool(self._watchers)

    def start_review(self, shown: int, simulations: int) -> None:
        """Search every position of the line through a node in the background."""
        if self.review is not None:
            raise ValueError("a review of this game is running")
        self.review = Review(self, shown, simulations)

    def stop_review(self) -> None:
        """End the review of the game, if there is one."""
        if self.review is not None:
            self.review.stop()

    @property
    def is_deserted(self) -> bool:
        """Whether no page shows the game, and nothing is going on in it."""
        return not self._watchers and self.doing is None and self.review is None

    def view(self) -> m.GameView:
        """Return the whole game."""
        return m.GameView(
            game=self.name,
            is_kept=self.is_kept,
            title=self.title,
            setup=self.setup,
            komi=self.game(0).komi,
            black=self.record.black or "",
            white=self.record.white or "",
            date=self.record.date or "",
            nodes=list(self.tree.views()),
            engine_ready=self._engine.has_opponent or self.human is None,
        )

    def position(self, shown: int) -> m.PositionView:
        """Return the position at a node that a page shows."""
        return position_view(self, shown)

    def phase(self, node: int) -> Literal["playing", "counting", "over"]:
        """Return whether the game is played, counted or over, as seen from a node."""
        if self.human is None and not (self.tree.is_on_main_line(node) and not self.tree.children(node)):
            return "playing"
        if self.result is not None:
            return "over"
        is_counted = self.counting.dead is not None or self.doing == "count"
        return "counting" if is_counted and node == self.live else "playing"

    def play(self, watcher: Watcher, name: str) -> None:
        """Play a move of a person; raises ValueError if it is not theirs to play, or not legal."""
        node = watcher.shown
        if self.human is not None:
            if node != self.live:
                raise ValueError("this is not where the game is: go to its last move to play")
            if self.result is not None:
                raise ValueError("the game is over")
            if self.game().to_play != self.human or self.doing is not None:
                raise ValueError("it is not your turn")
        self.make(node, Move.parse(name, self.game(node).to_play, self.record.size), watcher)

    def make(self, node: int, move: Move, watcher: Watcher | None) -> int:
        """Play a move at a node, save and tell it; return the new node."""
        game = self.game(node)
        if move.is_resign:
            raise ValueError("a resignation is no move of the record")
        game.play(move)
        new, is_new = self.tree.play(node, move)
        is_late = self.clock is not None and self.human is not None and not self.clock.spend(move.colour)
        if self.clock is not None and self.human is not None:
            self.clock.write(self.tree.node(new), move.colour)
        if self.human is not None:
            self.tree.promote(new)
        self.live = new
        self.counting.clear()
        if is_late:
            self.record.result = f"{INITIALS[other(move.colour)]}+T"
        self.save()
        if self.human is not None and len(self.tree.children(node)) > 1:
            self.tell(self.view())  # the order of the variations has changed
        elif is_new:
            self.tell(m.NodesChanged(game=self.name, nodes=[self.tree.view(new)]))
        self._follow(node, new, watcher)
        self.begin_turn()
        self._engine.go_on()
        return new

    def _follow(self, old: int, new: int, actor: Watcher | None) -> None:
        """Show a new node on the pages that have shown the old one; without an opponent only on the page that moved."""
        for watcher in self._watchers:
            if watcher is actor or (self.human is not None and watcher.shown == old):
                watcher.shown = new
            watcher.position_changed()

    def resign(self) -> None:
        """Give up, as the person, or as the side to play if there is no opponent."""
        if self.result is not None:
            raise ValueError("the game is over")
        loser = self.human or self.game().to_play
        self._engine.cancel()
        self.resigned(loser)

    def undo(self, watcher: Watcher) -> None:
        """Take back the person's last move and the answer to it; without an opponent the last move."""
        if self.human is None:
            self._step_back(watcher)
            return
        had_ended = self.result is not None
        self._engine.cancel()
        self.record.result = None
        self.counting.clear()
        if had_ended and self.game().to_play == self.human and not self.game().is_over:
            self._back_to(self.live)  # only the resignation, or the lost time, is taken back
        else:
            self._back_to(self._before_the_persons_move())

    def _before_the_persons_move(self) -> int:
        """Return the node before the last move of the person; raises ValueError if there is none."""
        at: int | None = self.live
        while at is not None:
            move, before = move_of(self.tree.node(at)), self.tree.parent(at)
            if move is not None and move.colour == self.human and before is not None:
                return before
            at = before
        raise ValueError("you have no move to take back")

    def _back_to(self, target: int) -> None:
        """Go back to an earlier node of the game, and remove what came after it."""
        removed: list[int] = []
        line = self.tree.line(self.live)
        if target != self.live:
            removed = self.tree.remove(line[line.index(target) + 1])
        self.live = target
        self.save()
        self._after_removal(removed, target)
        self.begin_turn()
        self._engine.go_on()

    def _after_removal(self, removed: list[int], target: int) -> None:
        if removed:
            self.tell(m.NodesChanged(game=self.name, removed=removed))
        for watcher in self._watchers:
            if watcher.shown in removed or watcher.shown not in self.tree:
                watcher.shown = target
            watcher.position_changed()

    def _step_back(self, watcher: Watcher) -> None:
        node, before = watcher.shown, self.tree.parent(watcher.shown)
        if before is None:
            raise ValueError("there is no move to take back")
        self.counting.clear()
        removed = []
        if not self.is_record and not self.tree.children(node):
            self.record.result = None
            removed = self.tree.remove(node)
        self.live = watcher.shown = before
        self.save()
        self._after_removal(removed, before)

    def go(self, watcher: Watcher, node: int) -> None:
        """Show another node on a page."""
        self.game(node)  # raises if it cannot be shown
        watcher.shown = node
        if self.human is None:
            self.live = node
            self.save()
        watcher.position_changed()

    def annotate(self, node: int, comment: str) -> None:
        """Change a comment."""
        self.tree.comment(node, comment)
        self.save()
        self.tell(m.NodesChanged(game=self.name, nodes=[self.tree.view(node)]))

    def remove(self, node: int) -> None:
        """Remove a node and all that follows it; not the game itself."""
        if node == 0:
            raise ValueError("the start of the game cannot be removed")
        if self.human is not None and node in self.tree.line(self.live):
            raise ValueError("this move belongs to the game: undo takes it back")
        before = self.tree.parent(node)
        assert before is not None
        removed = self.tree.remove(node)
        if self.live in removed:
            self.live = before
        self.save()
        self._after_removal(removed, before)

    def promote(self, node: int) -> None:
        """Make the variation of a node the main line."""
        if self.human is not None:
            raise ValueError("the main line is the game itself")
        self.tree.promote(node)
        self.save()
        self.tell(self.view())
        self.position_changed()

    def change_opponent(self, watcher: Watcher, human: Literal["black", "white", "both"], opponent: m.Setup) -> None:
        """Go on with another opponent from the position that a page shows."""
        check(opponent)
        self._engine.cancel()
        self.setup = msgspec.structs.replace(self.setup, human=human, opponent=opponent)
        if human != "both":
            self.record.result = None
            self.counting.clear()
            self.live = watcher.shown
            self.tree.promote(self.live)
            name_players(self.record, self.setup)
            self.title = title_of(self.record)
        self.save()
        self.tell(self.view())
        self.position_changed()
        self.begin_turn()
        self._engine.go_on()

    # Counting

    def begin_count(self, dead: set[int], count: Count) -> None:
        """Show the dead stones that the engine has found."""
        self.counting.begin(dead, count)
        self.position_changed()
        self.tell(count_view(self))

    def toggle_dead(self, point: str) -> None:
        """Call a chain dead, or alive again."""
        if self.result is not None:
            raise ValueError("the game is not being counted")
        self.counting.toggle(self.game(), point)
        self.tell(count_view(self))

    def accept_count(self) -> None:
        """Agree with the count."""
        if self.counting.count is None or self.result is not None:
            raise ValueError("the game is not being counted")
        self.finish(str(self.counting.count.score))

    def resume(self) -> None:
        """Take the passes at the end back and play on; the side that passed first is to play."""
        if self.result is not None or not self.game().is_over:
            raise ValueError("the game is not being counted")
        self._engine.cancel()
        self.counting.clear()
        target = self.live
        while (move := move_of(self.tree.node(target))) is not None and move.is_pass:
            before = self.tree.parent(target)
            assert before is not None
            target = before
        self._back_to(target)

    def finish(self, result: str) -> None:
        """End the game with a result."""
        self.record.result = result
        self._stop_clock()
        self.save()
        self.position_changed()

    def resigned(self, loser: Colour) -> None:
        """End the game because a side has given up."""
        self.finish(f"{INITIALS[other(loser)]}+R")

    def adviser(self) -> Engine:
        """Return the engine that gives hints and estimates, ready for the board."""
        return self._engine.adviser()

    # Time

    def begin_turn(self, *, keep_waited: bool = False) -> None:
        """Start the clock for the side to play. The engine's clock starts when its code is loaded."""
        if self.clock is None:
            return
        self.clock.stop()
        if not keep_waited:
            self.clock.reset()
        game = self.game()
        if self.human is None or self.result is not None or game.is_over:
            return
        has_engine = self._engine.has_opponent
        is_ready = bool(self._watchers) if game.to_play == self.human else has_engine
        if is_ready:
            self.clock.start(game.to_play, partial(self._fall, self.live, game.to_play))

    def _stop_clock(self) -> None:
        if self.clock is not None:
            self.clock.stop()

    def _fall(self, node: int, colour: Colour) -> None:
        """End the game if a side has run out of time at a node."""
        with self.lock:
            if self.live == node and self.result is None and self.clock is not None and self.clock.is_running:
                self.clock.spend(colour)
                self._engine.cancel()
                self.finish(f"{INITIALS[other(colour)]}+T")

    # Keeping

    def save(self) -> None:
        """Write the game to the store. If that cannot be done the pages are told, and the next change tries again."""
        try:
            self.write()
        except OSError as error:
            was_saved, self.unsaved = self.unsaved is None, f"{error}. It goes on here, and is saved when it can be."
            if was_saved:
                self.tell(m.Problem(text=self.unsaved))
        else:
            self.unsaved = None

    def write(self) -> None:
        """Write the game to the store, if it is kept there; raises OSError if that cannot be done."""
        if not self.is_kept:
            return
        self.shared.store.save(
            StoredGame(
                game=self.name,
                title=self.title,
                setup=self.setup,
                sgf=self.sgf().decode(),
                path=self.tree.path(self.live),
                clock=None if self.clock is None else self.clock.stored(),
                is_record=self.is_record,
                size=self.record.size,
                moves=self.tree.moves_before(self.tree.end_of(self.live)),
                result=self.result,
            )
        )

    def sgf(self) -> bytes:
        """Return the record as a file."""
        return self.record.to_bytes()

    def tell(self, message: m.ANSWERS) -> None:
        """Send a message to all pages that show the game."""
        for watcher in tuple(self._watchers):
            watcher.tell(message)

    def position_changed(self) -> None:
        """Show the position anew on all pages."""
        for watcher in self._watchers:
            watcher.position_changed()

    def close(self) -> None:
        """Stop thinking and free the engines."""
        with self.lock:
            self.stop_review()
            self._stop_clock()
            self._engine.end()
        self._engine.close()
