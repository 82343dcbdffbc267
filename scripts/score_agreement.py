"""Count how often tengen and GNU Go agree on the score of finished games.

Usage: python scripts/score_agreement.py m.sqlite [m2.sqlite ...]

The games are those of `tengen match` that ended by two passes. Both programs get the whole record and are asked for
``final_score``. Prints every game on which they differ, and the counts for each rule set.
"""

import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tengen import Engine, Game
from tengen.match.store import Store


def gnugo_score(game: Game) -> str:
    """Return what GNU Go answers to ``final_score``."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "game.sgf"
        game.save(record)
        rules = "--japanese-rules" if game.rules.scoring == "territory" else "--chinese-rules"
        commands = f"loadsgf {record}\nkomi {game.komi}\nfinal_score\nquit\n"
        words = ["gnugo", "--mode", "gtp", "--level", "10", rules]
        done = subprocess.run(words, input=commands, capture_output=True, text=True, check=True)
    return done.stdout.split("=")[3].strip()


def main() -> None:
    """Compare the scores of all finished games in some stores."""
    agreed: Counter[str] = Counter()
    compared: Counter[str] = Counter()
    with Engine(seed=1, memory=64) as engine:
        for path in sys.argv[1:]:
            with Store.existing(Path(path)) as store:
                for played in store.games():
                    if played.void or played.reason != "score":
                        continue
                    game = Game.from_sgf(played.sgf)
                    ours, theirs = str(engine.final_status(game).score(game)), gnugo_score(game)
                    rules = game.rules.name
                    compared[rules] += 1
                    if ours == theirs:
                        agreed[rules] += 1
                    else:
                        print(f"{path} game {played.number}, {rules}: tengen {ours}, GNU Go {theirs}", flush=True)
    for rules, count in compared.items():
        print(f"{rules}: {agreed[rules]} of {count} agree")


if __name__ == "__main__":
    main()
