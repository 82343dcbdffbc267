"""Which task is next: by priority, then in the order of the queries, but so that searches can use each other's trees.

A search whose position comes one move after that of the search before keeps half of its work. So an engine that has
analysed a turn goes on with the next turn of the same game, if it is waiting with the highest priority. An engine that
begins afresh does not take what the next engine is about to go on with, but starts in the middle of the turns that
are left of that game.
"""

from collections.abc import Callable, Iterable
from threading import Condition

from tengen.analysis.task import Task

NEAR = 2  # moves after which something of a tree is left


class Schedule:
    """The tasks that wait for an engine, and those that engines are working on."""

    def __init__(self) -> None:
        self._waiting: list[Task] = []
        self._running: list[Task] = []
        self._is_closed = False
        self._changed = Condition()

    def add(self, tasks: Iterable[Task]) -> None:
        """Add tasks at the end."""
        with self._changed:
            self._waiting += tasks
            self._changed.notify_all()

    def take(self, last: Task | None) -> Task | None:
        """Wait for a task and return it; None when there will be none. ``last`` is what the engine did before."""
        with self._changed:
            while not self._waiting and not self._is_closed:
                self._changed.wait()
            if not self._waiting:
                return None
            task = self._next(last)
            self._waiting.remove(task)
            self._running.append(task)
            return task

    def give_back(self, task: Task) -> None:
        """Say that the work on a task has ended."""
        with self._changed:
            self._running.remove(task)

    def terminate(self, is_meant: Callable[[Task], bool]) -> list[Task]:
        """Terminate tasks, and return those that nothing was searched of, which the caller has to answer."""
        with self._changed:
            meant = [task for task in (*self._waiting, *self._running) if is_meant(task)]
            self._waiting = [task for task in self._waiting if not is_meant(task)]
        return [task for task in meant if task.terminate()]

    def close(self) -> None:
        """Say that no more tasks are added; those that wait are still done."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _next(self, last: Task | None) -> Task:
        highest = max(task.priority for task in self._waiting)
        tasks = [task for task in self._waiting if task.priority == highest]
        following = _sequel(tasks, last) if last is not None else []
        if following:
            return following[0]
        for running in self._running:
            claimed = _sequel(tasks, running)
            if tasks[0] in claimed:
                return claimed[len(claimed) // 2]
        return tasks[0]


def _sequel(tasks: list[Task], first: Task) -> list[Task]:
    """Return the tasks that continue a game, each near the one before, in the order of the game."""
    later = [(moves, task) for task in tasks if (moves := task.moves_after(first)) is not None]
    sequel: list[Task] = []
    at = 0
    for moves, task in sorted(later, key=lambda one: one[0]):
        if moves - at > NEAR:
            break
        sequel.append(task)
        at = moves
    return sequel
