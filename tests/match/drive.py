"""A runner in a process of its own, which says after every game how many there are: drive.py FILE STORE WORKERS."""

import sys
from pathlib import Path

from tengen.match import runner
from tengen.match.runner import FileSource, Progress, Runner, local_workers, run_match
from tengen.match.store import Store


class Announcer:
    def progress(self, pairings: list[Progress]) -> None:
        print("games", sum(state.tally.games for state in pairings), flush=True)

    def say(self, message: str) -> None:
        print("says", message, flush=True)


def main() -> None:
    runner.RETRY_SECONDS = 0.1
    source = FileSource(Path(sys.argv[1]))
    with Store(Path(sys.argv[2])) as store:
        run_match(Runner(source, store, Announcer()), local_workers(int(sys.argv[3]), source.pairings))


main()
