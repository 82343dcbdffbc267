"""The options of a tree search: its parts, its limits, and how it chooses in the end."""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from tengen.opening.options import BookOptions
from tengen.parts.options import OptionError, Options
from tengen.parts.safe import UNSAFE
from tengen.playout.policy import PlayoutOptions
from tengen.search.choice import ChoiceOptions
from tengen.search.timing import TimeOptions
from tengen.tree.options import PriorOptions, TreeOptions
from tengen.tree.reward import RewardOptions

USUAL_MEMORY = 512.0  # megabytes


class SearchOptions(Options, frozen=True):
    """Monte-Carlo tree search."""

    simulations: Annotated[int, Meta(ge=0, le=10**9, description="simulations for a move, 0 for no limit")] = 10_000
    seconds: Annotated[float, Meta(ge=0, le=10**6, description="seconds for a move, 0 for no limit")] = 0.0
    threads: Annotated[int, Meta(ge=1, le=1024, description="number of threads that search", extra=UNSAFE)] = 1
    parallel: Annotated[
        Literal["tree", "mutex", "root", "leaf"],
        Meta(description="threads share a tree, share it with a mutex, have a tree each, or play out the same leaf"),
    ] = "tree"
    memory: Annotated[float, Meta(ge=1, le=10**6, description="megabytes of memory for the tree", extra=UNSAFE)] = (
        USUAL_MEMORY
    )
    reuse: Annotated[bool, Meta(description="keep the subtree of the moves that are played")] = True
    final: Annotated[
        Literal["robust", "max", "robust-max", "secure"],
        Meta(description="move to play: most visits, best win rate, search on until one has both, or best lower bound"),
    ] = "robust"
    secure_width: Annotated[
        float, Meta(ge=0, le=100, description="A of the lower bound v - A / sqrt(n) of a win rate v after n visits")
    ] = 4.0
    resign: Annotated[
        float,
        Meta(ge=0, le=1, description="resign below this win rate, divided by 1 + handicap stones given; 0 never"),
    ] = 0.0
    resign_after: Annotated[
        float,
        Meta(ge=0, le=10, description="never resign earlier than after this many moves for each point of the board"),
    ] = 0.25
    choice: ChoiceOptions = ChoiceOptions()
    time: TimeOptions = TimeOptions()
    book: BookOptions = BookOptions()
    tree: TreeOptions = TreeOptions()
    prior: PriorOptions = PriorOptions()
    reward: RewardOptions = RewardOptions()
    playout: PlayoutOptions = PlayoutOptions(policy="moggy")

    def check(self) -> None:
        """Raise OptionError if this machine has not the memory for the tree: every search would fail."""
        available = megabytes_of_machine()
        if available is not None and self.memory > max(available, USUAL_MEMORY):
            raise OptionError(f"memory={self.memory:g} is more than the {available:,.0f} megabytes of this machine")


@cache
def megabytes_of_machine() -> float | None:
    """Return the memory that this process can have at most: the machine's, or that of its control group; or None."""
    found = []
    with suppress(AttributeError, ValueError, OSError):  # not every system tells it
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    with suppress(OSError, ValueError):
        found.append(int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return min(found) / 2**20 if found else None
