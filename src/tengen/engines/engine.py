"""The engine as users see it: ``tengen.Engine``.

    with tengen.Engine("pachi", threads=2, seed=1) as engine:
        report = engine.analyse(game, tengen.Limit(seconds=1))
        move = engine.play(game)

**Threads.** An engine does one thing at a time. All methods may be called from any thread; a call that finds the engine
busy waits until the other call has ended. Three do not wait: ``stop`` ends the search that is running, ``children``
reads its tree between two rounds of simulations, and ``playout`` plays on a copy of the game.
"""

import logging
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, RLock
from types import TracebackType
from typing import Any, Self, cast

from tengen.board.grid import Colour, Move, parse_colour
from tengen.engines.catalogue import new_player, preset_settings
from tengen.engines.judge import ScoreEstimate
from tengen.engines.orders import Orders
from tengen.engines.part_info import PartInfo, parts_of
from tengen.engines.player import finished_game
from tengen.engines.searcher import Searcher
from tengen.game.clock import Clock
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.game.restriction import NO_RESTRICTION, Restriction
from tengen.parts.options import OptionError, Options, knobs
from tengen.parts.settings import Origin, Settings
from tengen.parts.toml import read_document
from tengen.playout.example import Playout, example_playout
from tengen.playout.policy import PlayoutOptions
from tengen.playout.status import Status
from tengen.presets.level import level_key, level_named
from tengen.presets.preset import DEFAULT_PRESET, Preset, preset_named
from tengen.report.report import NodeReport, Report
from tengen.search.options import SearchOptions
from tengen.search.timing import limit_of

# A program that uses engines sees no messages unless it configures logging.
logging.getLogger("tengen").addHandler(logging.NullHandler())


class NoSearchError(ValueError):
    """The engine searches no tree, so it cannot analyse, ponder or keep a book."""


class Engine:
    """A Go engine: a preset with its options. Use it in a ``with`` block, or call ``close`` at the end.

    The engine keeps no game. Every method gets the game, and leaves it as it is.
    """

    def __init__(
        self,
        preset: str = DEFAULT_PRESET,
        options: Mapping[str, Any] | None = None,
        /,
        *,
        seed: int | None = None,
        config: str | Path | None = None,
        level: str | None = None,
        **keywords: Any,
    ) -> None:
        """Make the engine of a preset.

        Options come by keyword (``threads=2``) or in a mapping of dotted names (``{"tree.rave.equivalence": 3000}``),
        with values of their own type or as text; ``config`` is a TOML file of options. The values of the preset come
        first, then those of the level, then those of the file, then the rest. A level, such as ``"8k"``, makes the
        preset ``tengen`` weaker. The same seed gives the same moves; without one every engine plays differently. Raises
        OptionError, which names the nearest option, for a name or value that is not valid.
        """
        chosen = preset_named(preset)
        self.preset = preset.strip().lower()
        """Name of the preset."""
        self.settings: Settings = _settings(chosen, None if config is None else Path(config))
        """The options, and where each value comes from."""
        self.settings.update({**(options or {}), **keywords}, Origin.PYTHON)
        self._level: str | None = None
        self._adapted: tuple[str, int] | None = None
        self._has_analysed = False
        self.win_rate: float | None = None
        """What the engine thought of its chances when it last played; None if it has no estimate."""
        self.simulations = 0
        """The number of simulations that the last move is based on."""
        self._player = new_player(chosen.engine, self.settings, secrets.randbits(62) if seed is None else seed)
        self._lock = RLock()
        self._is_closed = False
        if level is not None:
            self.set_level(level)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine {self.preset}>"

    @property
    def options(self) -> Options:
        """The options, a tree of groups. See ``search_options`` for those of a tree search with their type."""
        return self.settings.options

    @property
    def search_options(self) -> SearchOptions:
        """The options of the tree search, with their type; raises NoSearchError if the engine searches no tree."""
        if not isinstance(self.options, SearchOptions):
            self._searcher()
        return cast(SearchOptions, self.options)

    def set(self, changes: Mapping[str, Any], origin: Origin = Origin.PYTHON) -> None:
        """Change several options, by dotted name, as one set. The tree is emptied if one of them matters to it.

        Raises OptionError, and changes nothing, if a name or value is not valid.
        """
        with self._lock:
            self.rest()
            self.settings.update(changes, origin)

    @property
    def level(self) -> str | None:
        """Name of the level, such as ``8k``; None if the engine plays as its preset does."""
        return self._level

    def set_level(self, name: str | None) -> None:
        """Play at a level from now on, or as the preset does (None). Options that the user has set stay as they are.

        What a level sets depends on the size of the board: ``options`` has it from the next move or search on. Raises
        OptionError, which names the nearest level, for one that does not exist, and for another preset than ``tengen``.
        """
        if self.preset != DEFAULT_PRESET:
            raise OptionError(f"levels belong to the preset {DEFAULT_PRESET!r}: {self.preset!r} has none")
        if name is None:
            self._leave_level()
        self._level = None if name is None else level_key(name)

    def _leave_level(self) -> None:
        """Give the options that a level has set the values of the preset."""
        with self._lock:
            self.rest()
            of_preset = preset_settings(preset_named(self.preset))
            for one in knobs(of_preset.options):
                if self.settings.origin(one.name) is Origin.LEVEL:
                    self.settings.set(one.name, one.value, of_preset.origin(one.name))
            self._adapted = None

    def _adapt(self, game: Game, limit: Limit | None = None) -> None:
        """Set the options of the level for the size of a game; raises TypeError for what is no game or no limit."""
        _require(game, Game, "Game(9)")
        if limit is not None:
            _require(limit, Limit, "Limit(simulations=1000)")
        if self._level is None or self._adapted == (self._level, game.size):
            return
        self.rest()
        self.settings.update_beneath(level_named(self._level, game.size).options(), Origin.LEVEL)
        self._adapted = self._level, game.size

    def _forget_analysis(self) -> None:
        """Empty the tree at a level if it was analysed with: a level is weak because it has few simulations."""
        if self._level is not None and self._has_analysed and self._player.searcher is not None:
            self._player.searcher.close()
        self._has_analysed = False

    # Choosing a move

    def play(
        self,
        game: Game,
        limit: Limit | None = None,
        colour: str | Colour | None = None,
        clock: Clock | None = None,
        *,
        restriction: Restriction | None = None,
        until: Event | None = None,
        on_report: Callable[[Report], object] | None = None,
        every: float = 0.2,
    ) -> Move:
        """Return the move that the engine would play, perhaps a pass or a resignation; the game is not changed.

        It moves for the side to play, unless a colour is given. Without a limit, the options ``simulations`` and
        ``seconds`` count if the user has set them, else the clock, else the options of the preset. The search leaves
        out what the restriction says, and ends early once the event ``until`` is set. It calls ``on_report`` with a
        report every so many seconds and at the end, in this thread. Engines that do not search take no notice of all
        this, except that they refuse a restriction: raises NoSearchError.
        """
        with self._open():
            self._adapt(game, limit)
            self._forget_analysis()
            if restriction:
                self._searcher()
            mover = _colour(game, colour)
            orders = Orders(limit, clock, restriction or NO_RESTRICTION, until, on_report, every)
            choice = self._player.choose(game, mover, orders)
            self.win_rate, self.simulations = choice.win_rate, choice.simulations
            return Move(mover, choice.point, game.size)

    def clean_up(
        self,
        game: Game,
        limit: Limit | None = None,
        colour: str | Colour | None = None,
        clock: Clock | None = None,
        *,
        until: Event | None = None,
    ) -> Move:
        """Return a move as ``play`` does, for a game that is over but for dead stones that are still on the board.

        It captures dead stones of the opponent, and is a pass only when there are none.
        """
        with self._open():
            self._adapt(game, limit)
            mover = _colour(game, colour)
            choice = self._player.clean_up(game, mover, Orders(limit, clock, until=until))
            self.win_rate, self.simulations = choice.win_rate, choice.simulations
            return Move(mover, choice.point, game.size)

    def final_status(self, game: Game) -> Status:
        """Return the status of every chain and empty point of a finished game, and with it the score.

        It is always the same for the same stones and options. Under rules that remove no dead stones, all chains are
        alive.
        """
        with self._open():
            self.rest()
            return self._player.final_status(game)

    def estimate_score(self, game: Game) -> ScoreEstimate:
        """Return the score if the game ended now, and the scores if Black or White played first."""
        with self._open():
            self.rest()
            judgement = self._player.judgement(game)
            return ScoreEstimate(
                self._player.final_status(game).score(game).margin, *judgement.scores_by_first_player(game)
            )

    def reseed(self, seed: int) -> None:
        """Restart the random numbers, with an empty tree: what the engine plays from here on can be repeated."""
        with self._open():
            self._player.reseed(seed)

    def prepare(self, game: Game) -> None:
        """Compile, or load, what the engine needs for a game, so that it takes no time of its clock."""
        with self._open():
            self._adapt(game)
            if self._player.searcher is not None:
                self._player.searcher.prepare(game)
            else:
                self._player.rehearse_move(game)
            self._player.rehearse_ending(finished_game(game))

    # Searching

    @property
    def can_search(self) -> bool:
        """Whether the engine searches a tree. Otherwise it can only ``play``, and the methods below fail."""
        return self._player.searcher is not None

    @property
    def report(self) -> Report | None:
        """What the last search found; None if the last move needed no search."""
        searcher = self._player.searcher
        return None if searcher is None else searcher.report

    def analyse(
        self,
        game: Game,
        limit: Limit | None = None,
        colour: str | Colour | None = None,
        *,
        restriction: Restriction | None = None,
        until: Event | None = None,
    ) -> Report:
        """Search for the side to play, unless a colour is given, and return what was found.

        Without a limit the options ``simulations`` and ``seconds`` decide; ``Limit()`` searches until ``stop``. The
        search leaves out what the restriction says. It ends early once the event ``until`` is set, which may be before
        it begins; ``stop`` ends only a search that is running. Raises NoSearchError if the engine searches no tree, and
        ValueError if a move of the restriction is not on the board.
        """
        with self._open():
            self._adapt(game, limit)
            searcher, mover = self._searcher(), _colour(game, colour)
            self._has_analysed = True
            orders = Orders(restriction=restriction or NO_RESTRICTION, until=until)
            return searcher.run(game, mover, self._limit(limit), orders)

    def stream(
        self,
        game: Game,
        limit: Limit | None = None,
        every: float = 0.2,
        colour: str | Colour | None = None,
        *,
        restriction: Restriction | None = None,
        until: Event | None = None,
    ) -> Iterator[Report]:
        """Search as ``analyse`` does, and yield a report every so many seconds and at the end.

        The search runs while the next report is waited for, and leaving the loop ends it. It also ends if the engine is
        asked for another search, or closed.
        """
        with self._open():
            self._adapt(game, limit)
            searcher, mover = self._searcher(), _colour(game, colour)
            self._has_analysed = True
            orders = Orders(restriction=restriction or NO_RESTRICTION, until=until, every=every)
            return self._reports(searcher.stream(game, mover, self._limit(limit), orders))

    def stop(self) -> None:
        """End the search that is running, within 50 milliseconds; for another thread than that of the search."""
        if self._player.searcher is not None:
            self._player.searcher.stop()

    @property
    def ponders(self) -> bool:
        """Whether the options ask for a search on the opponent's time, and the engine can do that."""
        return self.can_search and self.search_options.time.ponder

    def ponder(self, game: Game) -> None:
        """Search in the background for the side to play, which is the opponent, until ``rest`` or another call.

        What is found below the opponent's move is used for the next move.
        """
        with self._open():
            self._adapt(game)
            self._searcher().ponder(game)

    def rest(self) -> None:
        """Stop pondering; returns when that has ended."""
        with self._lock:
            if self._player.searcher is not None:
                self._player.searcher.rest()

    def walk(self, depth: int, share: float = 0.01) -> list[NodeReport]:
        """Return the nodes of the last search's tree down to a depth that have a share of the root's visits.

        Each node comes before its children, and the most visited of siblings first.
        """
        with self._open():
            return self._searcher().walk(depth, share)

    def children(
        self, path: Sequence[str] = (), most: int | None = None, *, explained: bool = False
    ) -> list[NodeReport]:
        """Return the children of a node of the search tree, the most visited first; at most ``most`` of them.

        ``path`` has the names of the moves that lead to the node from the root, which is the default. With
        ``explained`` each child has its urgency as a sum; that compiles for some seconds when it is first asked for.

        This does not wait for a search that is running in another thread: it is answered between two rounds of
        simulations, within about 0.1 seconds. The list is empty if the node has no children, if it is not in the tree
        (any more), and if no position has been searched. If each thread has a tree of its own
        (``parallel=root``), the first tree is read. Raises NoSearchError if the engine searches no tree, and ValueError
        for a name that is not a move.
        """
        if self._is_closed:
            raise RuntimeError("the engine is closed")
        return self._searcher().children(path, most, explained=explained)

    def save_book(self, path: str | Path) -> int:
        """Write the tree of the last search, which must be of the empty board, to a file for the option ``book.tree``.

        Returns the number of its nodes.
        """
        with self._open():
            return self._searcher().save_book(Path(path))

    # Looking inside

    def playout(self, game: Game, seed: int | None = None, colour: str | Colour | None = None) -> Playout:
        """Return one playout from the position of a game, by the engine's playout options; the game is not changed.

        It begins with the side to play, unless a colour is given. The same seed gives the same playout; without one
        every playout is different. Parts of the tree that also act in playouts, such as ``zone``, are left out. Does
        not wait for a search that is running. Raises OptionError if the engine has no playouts.
        """
        options = getattr(self.options, "playout", None)
        if not isinstance(options, PlayoutOptions):
            raise OptionError(f"preset {self.preset!r} has no playouts: take one that has, such as 'tengen'")
        start = game.copy()
        start.to_play = _colour(game, colour)
        return example_playout(start, options, secrets.randbits(62) if seed is None else seed)

    def parts(self) -> list[PartInfo]:
        """Return the parts that the engine can use, and whether it does, with the values of their options.

        A part is switched off by ``engine.set({part.listed_in: f"-{part.name}"})``, and on with ``+`` instead of ``-``.
        """
        return parts_of(self.options)

    # Inside

    def close(self) -> None:
        """End what is running, and free the memory, the threads and the workers. The engine cannot be used any more."""
        self.stop()
        with self._lock:
            self._is_closed = True
            self._player.close()

    @contextmanager
    def _open(self) -> Iterator[None]:
        """Hold the lock; raises RuntimeError if the engine is closed, perhaps while this call waited for the lock."""
        with self._lock:
            if self._is_closed:
                raise RuntimeError("the engine is closed")
            yield

    def _searcher(self) -> Searcher:
        if self._player.searcher is None:
            raise NoSearchError(f"preset {self.preset!r} searches no tree: take one that does, such as 'tengen'")
        return self._player.searcher

    @property
    def limit(self) -> Limit:
        """The limit that the options ``simulations`` and ``seconds`` set. It counts where none is given."""
        return limit_of(self.settings)[0]

    def _limit(self, limit: Limit | None) -> Limit:
        if limit is not None:
            return limit
        own = self.limit
        if own == Limit():
            raise OptionError("simulations and seconds are both 0: set one of them, or give a limit")
        return own

    def _reports(self, reports: Iterator[Report]) -> Iterator[Report]:
        """Yield reports; the lock is held only while the search for the next one runs."""
        while True:
            with self._lock:
                report = None if self._is_closed else next(reports, None)
            if report is None:
                return
            yield report


def _require(given: object, kind: type, example: str) -> None:
    """Raise TypeError for a value of another kind, also for a bare number where it could be simulations or seconds."""
    if not isinstance(given, kind):
        raise TypeError(f"a {kind.__name__} is needed, such as {example}, not {given!r}")


def _colour(game: Game, colour: str | Colour | None) -> Colour:
    """Return a colour that was given by name or number, or the side to play."""
    return parse_colour(colour) if isinstance(colour, str) else game.to_play if colour is None else colour


def _settings(preset: Preset, config: Path | None) -> Settings:
    """Return the options of a preset, changed by an options file; raises ConfigError with the line of a mistake."""
    if config is None:
        return preset_settings(preset)
    document = read_document(config)
    try:
        return preset_settings(preset, document.tables)
    except OptionError as error:
        raise document.option_mistake(error) from None
