"""The options of a tree search: its parts, its limits, and how it chooses in the end."""

from typing import Annotated, Literal

from msgspec import Meta

from tengen.opening.options import BookOptions
from tengen.parts.options import Options
from tengen.playout.policy import PlayoutOptions
from tengen.search.timing import TimeOptions
from tengen.tree.options import PriorOptions, TreeOptions
from tengen.tree.reward import RewardOptions


class SearchOptions(Options, frozen=True):
    """Monte-Carlo tree search."""

    simulations: Annotated[int, Meta(ge=0, le=10**9, description="simulations for a move; 0 for no limit")] = 10_000
    seconds: Annotated[float, Meta(ge=0, le=10**6, description="seconds for a move; 0 for no limit")] = 0.0
    threads: Annotated[int, Meta(ge=1, le=1024, description="threads that search")] = 1
    parallel: Annotated[
        Literal["tree", "mutex", "root", "leaf"],
        Meta(description="one tree without locks, one with a mutex, a tree for each thread, or only playouts together"),
    ] = "tree"
    memory: Annotated[float, Meta(ge=1, le=10**6, description="megabytes for the tree")] = 512.0
    reuse: Annotated[bool, Meta(description="keep the part of the tree below the moves that are played")] = True
    final: Annotated[
        Literal["robust", "max", "robust-max", "secure"],
        Meta(description="most visits, best value, search on until one is both, or best lower bound"),
    ] = "robust"
    secure_width: Annotated[float, Meta(ge=0, le=100, description="A of the lower bound v - A / sqrt(n)")] = 4.0
    resign: Annotated[
        float,
        Meta(ge=0, le=1, description="resign below this probability of winning, over 1 + the stones given; 0 never"),
    ] = 0.0
    resign_after: Annotated[float, Meta(ge=0, le=10, description="moves a point of the board before resigning")] = 0.25
    time: TimeOptions = TimeOptions()
    book: BookOptions = BookOptions()
    tree: TreeOptions = TreeOptions()
    prior: PriorOptions = PriorOptions()
    reward: RewardOptions = RewardOptions()
    playout: PlayoutOptions = PlayoutOptions(policy="moggy")
