"""A session of KaTrain's own engine class with a command, run inside a virtual environment that has KaTrain.

Prints a line of JSON about each step. Nothing of KaTrain is replaced: ``Gui`` is the object that the engine logs to.
"""

import json
import os
import sys
import time

os.environ |= {"KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1"}

from katrain.core.constants import OUTPUT_ERROR
from katrain.core.engine import KataGoEngine
from katrain.core.game_node import GameNode
from pysgf import Move

WAIT = 600


class Gui:
    """What an engine needs of KaTrain's window."""

    def __init__(self):
        self.errors = []

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))

    def __call__(self, *message, **_):
        self.errors.append(str(message))


def tell(step, **facts):
    print(json.dumps({"step": step, **facts}), flush=True)


def wait(condition, what):
    deadline = time.time() + WAIT
    while not condition():
        if time.time() > deadline:
            raise SystemExit(f"no {what}")
        time.sleep(0.01)


gui = Gui()
config = {
    "backend": "custom",
    "altcommand": sys.argv[1],
    "max_visits": 100,
    "fast_visits": 25,
    "max_time": 8.0,
    "wide_root_noise": 0.04,
    "_enable_ownership": True,
    "allow_recovery": True,
}
engine = KataGoEngine(gui, config)

# 1. A new game: the first query waits until the engine has started.
root = GameNode(properties={"SZ": ["5"], "KM": ["5.5"], "RU": ["japanese"]})
node, nodes = root, [root]
for player, name in [("B", "C3"), ("W", "D2"), ("B", "D3"), ("W", "C2"), ("B", "B2")]:
    node = node.play(Move.from_gtp(name, player=player))
    nodes.append(node)
for one in nodes:
    one.analyze(engine)
wait(lambda: all(one.analysis_complete for one in nodes), "analysis")
tell(
    "game",
    visits=[one.root_visits for one in nodes],
    scores=[one.score for one in nodes],
    winrates=[one.winrate for one in nodes],
    candidates=len(node.candidate_moves),
    lost=[move["pointsLost"] for move in node.candidate_moves],
    ownership=len(node.ownership),
    move_ownership=len(node.candidate_moves[0].get("ownership") or ()),
    policy=[(share, move.gtp()) for share, move in node.policy_ranking[:3]],
    points_lost=node.points_lost,
)

# 2. A sweep: a move that is not played yet, one that is illegal, and more candidates.
node.analyze(engine, refine_move=Move.from_gtp("B3", player="W"), visits=25)
node.analyze(engine, refine_move=Move.from_gtp("C3", player="W"), visits=25)
before = set(node.analysis["moves"])
node.analyze(engine, find_alternatives=True, visits=25)
node.analyze(engine, region_of_interest=[0, 2, 0, 2], visits=25)
wait(engine.is_idle, "sweep")
time.sleep(0.3)
tell("sweep", refined=node.analysis["moves"]["B3"]["visits"], more=len(set(node.analysis["moves"]) - before))

# 3. Pondering, which ends when another position is pondered, and with a new game.
began = time.time()
node.analyze(engine, ponder=True)
wait(lambda: node.root_visits > 200, "pondering")
nodes[2].analyze(engine, ponder=True)
wait(lambda: nodes[2].root_visits > 200, "pondering elsewhere")
wait(lambda: len(engine.queries) == 1, "end of the first pondering")
engine.on_new_game()
wait(engine.is_idle, "end of pondering")
tell("ponder", visits=nodes[2].root_visits)

# 4. After all that the engine still answers, and it ends when it is told to.
last = GameNode(properties={"SZ": ["5"], "KM": ["0.5"], "RU": ["chinese"], "AB": ["bb", "dd"], "HA": ["2"]})
last.analyze(engine)
wait(lambda: last.analysis_complete, "last analysis")
player = last.analysis["root"]["currentPlayer"]
tell("handicap", visits=last.root_visits, best=last.candidate_moves[0]["move"], player=player)
process = engine.katago_process
engine.shutdown(finish=True)
process.wait(10)
tell("end", errors=gui.errors)
