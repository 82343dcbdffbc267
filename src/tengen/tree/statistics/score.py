"""Score: the mean score of the simulations of a node. Every search counts it, for reports only."""

from typing import Annotated

import numpy as np

from tengen.compiled.jit import inlined
from tengen.compiled.word import ONE, u64
from tengen.tree.node import Node, Nodes
from tengen.tree.thread import SearchThread


class ScoreNode(Node):
    """What is counted for each node."""

    # A sum would lose its last digits after some hundred thousand simulations.
    mean_score: Annotated[float, np.float32]  # Black's mean score, without komi
    scores: Annotated[int, np.uint32]  # simulations in it: those of other processes and books have no score


class ScoreThread(SearchThread):
    """The score of the current simulation."""

    simulation_score: Annotated[float, np.float64]


@inlined
def after_playout(thread: ScoreThread, score: float) -> None:
    """Keep the score of a simulation until it is counted."""
    thread.simulation_score = score


@inlined
def count_visit(node: ScoreNode, thread: ScoreThread) -> None:
    """Count the score of the simulation for a node of its path."""
    count = u64(node.scores) + ONE
    node.scores = count
    node.mean_score += (thread.simulation_score - node.mean_score) / float(count)


@inlined
def inherit(nodes: Nodes, child: int, node: int) -> None:
    """Copy the score of a former leaf to the child that inherits its simulations."""
    nodes[child].mean_score = nodes[node].mean_score
    nodes[child].scores = nodes[node].scores
