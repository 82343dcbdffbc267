"""Searches all positions of a line of a game in the background, and writes what it finds into the record.

The record gets what ``tengen sgf review`` writes: win rates and scores in the comments, marks on mistakes, and better
sequences as variations. Each position is written when it is done, so a review that is stopped loses nothing.
"""

import logging
import threading
import time
from typing import TYPE_CHECKING

from tengen import Engine, Game, Limit, Report, SgfError
from tengen.review.annotate import annotate_mistakes, write_evaluation
from tengen.review.evaluation import Evaluation, evaluation_of, mistakes
from tengen.web import messages as m
from tengen.web.record_tree import move_of
from tengen.web.setups import new_engine

if TYPE_CHECKING:
    from tengen.web.table import Table

logger = logging.getLogger("tengen.web")

THRESHOLD = 0.1  # of the win rate: a move that loses more is a mistake
LONELY_SECONDS = 60.0  # a review goes on for so long without any page


class Review:
    """The review of one line of a game, in a thread of its own."""

    def __init__(self, table: "Table", shown: int, simulations: int) -> None:
        """Begin to search the line through a node; the table's lock is held."""
        self._table = table
        end = table.tree.end_of(shown)
        line = table.tree.line(end)
        self._line = [node for node in line if node == 0 or move_of(table.tree.node(node)) is not None]
        self._limit = Limit(simulations=simulations)
        self._until = threading.Event()
        self.done = 0
        threading.Thread(target=self._run, name="review", daemon=True).start()

    def stop(self) -> None:
        """End the review; what was found is kept."""
        self._until.set()

    def progress(self, *, is_running: bool = True) -> m.ReviewProgress:
        """Return how far it is."""
        return m.ReviewProgress(game=self._table.name, done=self.done, total=len(self._line), is_running=is_running)

    def _run(self) -> None:
        table = self._table
        table.tell(self.progress())
        try:
            with new_engine(table.shared.adviser, table.shared.limits.engine_megabytes) as engine:
                table.shared.preparer.prepare(engine, table.shared.adviser, table.record.size)
                self._search_all(engine)
        except SgfError as error:
            table.tell(m.Problem(text=f"The review has ended: {error}"))
        except Exception as error:  # the page must hear of it, whatever it is
            logger.exception("a review has failed")
            table.tell(m.Problem(text=f"The review has failed: {error}"))
        finally:
            with table.lock:
                table.review = None
                table.tell(self.progress(is_running=False))
            table.shared.leave(table)

    def _search_all(self, engine: Engine) -> None:
        table, before, last_report = self._table, None, None
        seen = time.monotonic()
        for index, node in enumerate(self._line):
            with table.lock:
                if node not in table.tree:
                    return  # the line was taken back meanwhile
                game = table.game(node)
            report = self._search(engine, game)
            if table.has_watchers:
                seen = time.monotonic()
            if report is None or time.monotonic() - seen > LONELY_SECONDS:
                return
            with table.lock:
                if node not in table.tree:
                    return
                number = table.tree.moves_before(node)
                found = evaluation_of(report, number, game.moves[-1] if number and game.moves else None)
                self._write(node, found, before, last_report)
                self.done = index + 1
                table.tell(self.progress())
            before, last_report = found, report

    def _search(self, engine: Engine, game: Game) -> Report | None:
        """Return the report on a position; None if the review was stopped."""
        report = None
        reports = engine.stream(game, self._limit, until=self._until)
        while not self._until.is_set():
            with self._table.shared.cores.slice():
                following = next(reports, None)
            if following is None:
                return report
            report = following
        return None

    def _write(self, node: int, found: Evaluation, before: Evaluation | None, report: Report | None) -> None:
        """Write an evaluation, and the mistake that it reveals, into the record; the table's lock is held."""
        tree = self._table.tree
        write_evaluation(tree.node(node), found)
        changed = [node]
        if before is not None and report is not None:
            line = [tree.node(number) for number in tree.line(node)]
            lost = mistakes([before, found], THRESHOLD)
            annotate_mistakes(line, lost, {found.number: report})
            changed += tree.adopt() if lost else []
        self._table.save()
        self._table.tell(m.NodesChanged(game=self._table.name, nodes=[tree.view(number) for number in changed]))
