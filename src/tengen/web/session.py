"""One page: what it asks for, and the game that it shows."""

import secrets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from tengen.web import messages as m
from tengen.web.catalogue import description, welcome
from tengen.web.setups import check, new_engine

if TYPE_CHECKING:
    from tengen.web.laboratory import Laboratory
    from tengen.web.live_search import LiveSearch
    from tengen.web.shared import Shared
    from tengen.web.table import Table

ADVICE_SECONDS = 5.0  # for a hint or an estimate
ADVICE_SIMULATIONS = 10_000
MOST_SEED = 10**9  # of a playout: the page has no larger whole numbers


class Session:
    """A page. Its requests are handled one after the other, each in some thread."""

    def __init__(self, shared: "Shared", name: str, tell: Callable[[m.ANSWERS], None]) -> None:
        self.shared = shared
        self.name = name
        self.tell = tell
        self.shown = 0
        """The node that the page shows; guarded by the table's lock."""
        self._table: Table | None = None
        self._searches: dict[int, LiveSearch] = {}
        self._described: dict[int, m.Setup] = {}
        self._advising: set[str] = set()
        self._is_closed = False
        shared.listeners.add(tell)

    def handle(self, request: m.REQUESTS) -> None:
        """Carry out a request; raises ValueError, LookupError or OSError with a text for people if it cannot be."""
        _HANDLERS[type(request)](self, request)

    def close(self) -> None:
        """End all that the page has started."""
        self._is_closed = True
        self.shared.listeners.discard(self.tell)
        self.stop_analysis()
        self.shared.laboratory.watch(None, self.tell)
        self._leave()

    # Games

    @property
    def table(self) -> "Table":
        """The open game; raises ValueError if there is none."""
        if self._table is None:
            raise ValueError("no game is open")
        return self._table

    def _hello(self, request: m.Hello) -> None:
        self.tell(welcome(self.shared, self.name))
        if self.shared.preparation is not None:
            self.tell(self.shared.preparation)
        is_early = not self.shared.preparer.is_loaded
        games = self.shared.store.games()
        name = request.game or (games[0].game if games else None)
        if name is not None and (request.game is not None or games):
            self.shared.preparer.ready()
            try:
                self._show(self.shared.table(name))
            except LookupError:
                if games:
                    self._show(self.shared.table(games[0].game))
        if is_early:
            self.shared.preparer.ready()
            self.tell(welcome(self.shared, self.name))

    def _new_game(self, request: m.NewGame) -> None:
        self.shared.preparer.ready()
        from tengen.web.new_games import started

        with self.shared.preparer.told(request.setup.size, "preparing the board"):
            stored = started(request.setup)
        self._show(self.shared.add(stored))

    def _open_game(self, request: m.OpenGame) -> None:
        self.shared.preparer.ready()
        self._show(self.shared.table(request.game))

    def _delete_game(self, request: m.DeleteGame) -> None:
        self.shared.delete(request.game)
        self.shared.tell_all(m.Games(games=self.shared.store.games()))

    def _list_games(self, request: m.ListGames) -> None:
        self.tell(m.Games(games=self.shared.store.games()))

    def _import_game(self, request: m.ImportGame) -> None:
        self.shared.preparer.ready()
        from tengen.web.new_games import imported

        self._show(self.shared.add(imported(request.name, request.sgf)))

    def _export_game(self, request: m.ExportGame) -> None:
        table = self.table
        with table.lock:
            self.tell(m.GameFile(name=file_name(table.title), sgf=table.sgf()))

    def _show(self, table: "Table") -> None:
        """Show a game on the page."""
        if table is not self._table:
            self._leave()
        with table.lock:
            if self._table is None:
                self._table = table
                self.shown = table.live
                self.tell(table.view())
                table.join(cast("Watcher", self))
            else:
                self.tell(table.view())
            self.position_changed()
            if table.unsaved is not None:
                self.tell(m.Problem(text=table.unsaved))
            if table.doing is not None:
                self.tell(m.Thinking(what=table.doing, is_busy=True))
            if table.review is not None:
                self.tell(table.review.progress())
            if table.counting.count is not None:
                from tengen.web.views import count_view

                self.tell(count_view(table))

    def _leave(self) -> None:
        table, self._table = self._table, None
        if table is not None:
            table.leave(cast("Watcher", self))
            self.shared.leave(table)

    def position_changed(self) -> None:
        """Send the position, and search it if the page analyses; the table's lock is held."""
        table = self.table
        self.tell(table.position(self.shown))
        for search in self._searches.values():
            search.show(table.game(self.shown), self.shown)

    # Play

    def _play(self, request: m.Play) -> None:
        with self.table.lock:
            self.table.play(self, request.move)

    def _resign(self, request: m.Resign) -> None:
        with self.table.lock:
            self.table.resign()

    def _undo(self, request: m.Undo) -> None:
        with self.table.lock:
            self.table.undo(self)

    def _go(self, request: m.Go) -> None:
        with self.table.lock:
            self.table.go(self, request.node)

    def _annotate(self, request: m.Annotate) -> None:
        with self.table.lock:
            self.table.annotate(request.node, request.comment)

    def _remove_node(self, request: m.RemoveNode) -> None:
        with self.table.lock:
            self.table.remove(request.node)

    def _promote_node(self, request: m.PromoteNode) -> None:
        with self.table.lock:
            self.table.promote(request.node)

    def _change_opponent(self, request: m.ChangeOpponent) -> None:
        with self.table.lock:
            self.table.change_opponent(self, request.human, request.opponent)

    def _toggle_dead(self, request: m.ToggleDead) -> None:
        with self.table.lock:
            self.table.toggle_dead(request.point)

    def _accept_count(self, request: m.AcceptCount) -> None:
        with self.table.lock:
            self.table.accept_count()

    def _resume_game(self, request: m.ResumeGame) -> None:
        with self.table.lock:
            self.table.resume()

    # Advice

    def _hint(self, request: m.Hint) -> None:
        self._advise("hint", request)

    def _estimate_score(self, request: m.EstimateScore) -> None:
        self._advise("score", request)

    def _advise(self, what: str, request: m.Request) -> None:
        """Search the shown position in a thread of its own, for a hint or an estimate."""
        table = self.table
        if what in self._advising:
            return
        self._advising.add(what)
        with table.lock:
            game, node = table.game(self.shown), self.shown

        def run() -> None:
            from tengen import Limit
            from tengen.web.views import score_estimate

            is_hint = what == "hint"
            self.tell(m.Thinking(what="hint" if is_hint else "score", is_busy=True))
            try:
                engine = table.adviser()
                limit = Limit(simulations=ADVICE_SIMULATIONS, seconds=ADVICE_SECONDS)
                reports = engine.stream(game, limit)
                report = None
                while not self._is_closed:
                    with self.shared.cores.slice():
                        following = next(reports, None)
                    if following is None:
                        break
                    report = following
                if report is None or (is_hint and not report.moves):
                    return
                if is_hint:
                    best = report.best
                    self.tell(
                        m.HintMove(node=node, move=best.name, win_rate=best.win_rate, sequence=list(best.sequence))
                    )
                else:
                    self.tell(score_estimate(node, report))
            except Exception as error:  # the page must hear of it, whatever it is
                self.tell(m.Problem(text=str(error), request=request.request))
            finally:
                self._advising.discard(what)
                self.tell(m.Thinking(what="hint" if is_hint else "score", is_busy=False))

        threading.Thread(target=run, name=what, daemon=True).start()

    # Analysis

    def _analyse(self, request: m.Analyse) -> None:
        table = self.table
        from tengen.web.live_search import LiveSearch

        for setup in request.setups:
            check(setup)
        wanted = dict(enumerate(request.setups))
        for slot in [slot for slot, search in self._searches.items() if wanted.get(slot) != search.setup]:
            self._searches.pop(slot).close()
            if slot not in wanted:
                self.tell(m.AnalysisEnded(slot=slot))
        for slot, setup in wanted.items():
            if slot not in self._searches:
                self._searches[slot] = LiveSearch(self.shared, slot, setup, self.tell)
        with table.lock:
            for search in self._searches.values():
                search.show(table.game(self.shown), self.shown)

    def _show_outline(self, request: m.ShowOutline) -> None:
        search = self._searches.get(request.slot)
        if search is None:
            raise ValueError("this position is not being searched")
        search.unfold(request.paths)

    def _run_playout(self, request: m.RunPlayout) -> None:
        from tengen.web.views import playout_view

        table = self.table
        with table.lock:
            game, node = table.game(self.shown), self.shown
        seed = secrets.randbelow(MOST_SEED) if request.seed is None else request.seed
        setup = self._setup(request.slot)
        with new_engine(setup, 1) as engine:
            with self.shared.preparer.told(game.size, "preparing the playout"):
                self.shared.preparer.compile(setup, game.size, is_explained=True)
            self.tell(playout_view(request.slot, node, engine.playout(game, seed)))

    def _setup(self, slot: int) -> m.Setup:
        """Return the setup of a slot: what is searched there, or was last described, or the server's own."""
        search = self._searches.get(slot)
        return self._described.get(slot, self.shared.adviser) if search is None else search.setup

    def _describe_setup(self, request: m.DescribeSetup) -> None:
        self.shared.preparer.ready()
        size = self.shared.new_game.size if self._table is None else self._table.record.size
        self.tell(description(request.slot, request.setup, size))
        self._described[request.slot] = request.setup

    def _stop_analysis(self, request: m.StopAnalysis) -> None:
        self.stop_analysis()

    def stop_analysis(self, text: str | None = None) -> None:
        """End the analysis; the page is told why, if it did not ask for it."""
        searches, self._searches = self._searches, {}
        for search in searches.values():
            search.close()
            self.tell(m.AnalysisEnded(slot=search.slot, text=text))

    # Review

    def _review_game(self, request: m.ReviewGame) -> None:
        with self.table.lock:
            self.table.start_review(self.shown, request.simulations)

    def _stop_review(self, request: m.StopReview) -> None:
        with self.table.lock:
            self.table.stop_review()

    # Laboratory

    @property
    def _laboratory(self) -> "Laboratory":
        """The matches; waits for the code that they need."""
        self.shared.preparer.ready()
        return self.shared.laboratory

    def _list_matches(self, request: m.ListMatches) -> None:
        self.tell(self._laboratory.matches())

    def _start_match(self, request: m.StartMatch | m.StartExperiment) -> None:
        self._laboratory.start(request)
        self.shared.tell_all(self._laboratory.matches())

    def _stop_match(self, request: m.StopMatch) -> None:
        self._laboratory.stop(request.match)
        self.tell(self._laboratory.matches())

    def _resume_match(self, request: m.ResumeMatch) -> None:
        self._laboratory.resume(request.match)
        self.tell(self._laboratory.matches())

    def _watch_match(self, request: m.WatchMatch) -> None:
        self._laboratory.watch(request.match, self.tell)

    def _open_match_game(self, request: m.OpenMatchGame) -> None:
        self._show(self.shared.add(self._laboratory.game(request), is_kept=False))

    @property
    def is_analysing(self) -> bool:
        """Whether a search runs for the page."""
        return bool(self._searches)


def file_name(title: str) -> str:
    """Return a name for the file of a game, of letters that every system allows."""
    kept = "".join(letter if letter.isalnum() or letter in " -" else "_" for letter in title).strip()
    return f"{kept or 'game'}.sgf"


if TYPE_CHECKING:
    from tengen.web.table import Watcher

Handler = Callable[[Session, m.REQUESTS], None]
_HANDLERS = cast(
    "dict[type, Handler]",
    {
        m.Hello: Session._hello,
        m.NewGame: Session._new_game,
        m.OpenGame: Session._open_game,
        m.DeleteGame: Session._delete_game,
        m.ListGames: Session._list_games,
        m.ImportGame: Session._import_game,
        m.ExportGame: Session._export_game,
        m.Play: Session._play,
        m.Resign: Session._resign,
        m.Undo: Session._undo,
        m.Go: Session._go,
        m.Annotate: Session._annotate,
        m.RemoveNode: Session._remove_node,
        m.PromoteNode: Session._promote_node,
        m.ChangeOpponent: Session._change_opponent,
        m.ToggleDead: Session._toggle_dead,
        m.AcceptCount: Session._accept_count,
        m.ResumeGame: Session._resume_game,
        m.Hint: Session._hint,
        m.EstimateScore: Session._estimate_score,
        m.Analyse: Session._analyse,
        m.StopAnalysis: Session._stop_analysis,
        m.ShowOutline: Session._show_outline,
        m.RunPlayout: Session._run_playout,
        m.DescribeSetup: Session._describe_setup,
        m.ListMatches: Session._list_matches,
        m.StartMatch: Session._start_match,
        m.StartExperiment: Session._start_match,
        m.StopMatch: Session._stop_match,
        m.ResumeMatch: Session._resume_match,
        m.WatchMatch: Session._watch_match,
        m.OpenMatchGame: Session._open_match_game,
        m.ReviewGame: Session._review_game,
        m.StopReview: Session._stop_review,
    },
)
