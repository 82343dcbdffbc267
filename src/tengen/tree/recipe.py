"""Recipes: the code and the records of a tree search, assembled from the parts that its options name."""

from types import ModuleType
from typing import NamedTuple, Protocol

from tengen.compiled.record import Record, combined
from tengen.parts.assemble import Assembly
from tengen.parts.family import Part
from tengen.parts.hooks import hooks_source, hooks_used
from tengen.playout import liberty_map, playout
from tengen.playout.policy import PlayoutOptions, policy_assembly, policy_module, policy_parts, uses_liberty_map
from tengen.tree import backup, evaluate, expand, explain, explain_hooks, hooks, search, select
from tengen.tree.arena import Tree
from tengen.tree.companion import Companion
from tengen.tree.node import NODE_BYTES, Node
from tengen.tree.options import PRIORS, PriorOptions, TreeOptions, tree_parts
from tengen.tree.reward import RewardOptions
from tengen.tree.thread import SearchThread

TEMPLATES = (backup, evaluate, expand, select, search)  # each imports only those before it


class RecipeOptions(Protocol):
    """The options that decide what a search is assembled from."""

    @property
    def tree(self) -> TreeOptions:
        """Terms and other parts of the tree."""

    @property
    def prior(self) -> PriorOptions:
        """Priors."""

    @property
    def reward(self) -> RewardOptions:
        """The reward of a simulation."""

    @property
    def playout(self) -> PlayoutOptions:
        """The playout policy."""


class Recipe(NamedTuple):
    """An assembled search: its code, its parts and its records."""

    module: ModuleType
    """The copy of ``tree.search`` that calls the parts."""
    parts: tuple[Part, ...]
    node: type[Node]
    """The record of a node with the fields of all parts; ``thread`` and ``tree`` likewise."""
    thread: type[SearchThread]
    tree: type[Tree]
    ratings: int
    """Size of the table of ratings, which liberty maps and local trees use."""

    def companions(self, options: RecipeOptions) -> list[Companion]:
        """Return a new companion for each part that has one, in the order of the parts."""
        return [kind(options) for part in self.parts for kind in part.classes(Companion)]


def recipe_for(options: RecipeOptions) -> Recipe:
    """Return the search for some options; raises OptionError for parts that are unknown or cannot be combined."""
    parts = tuple(tree_parts(options.tree))
    rooms = [getattr(part.module, "RATINGS", 1) for part in parts]
    rooms += [liberty_map.ENTRIES] if uses_liberty_map(options.playout) else []
    return Recipe(
        search_assembly(options).load(),
        parts,
        combined("Node", Node, *_extensions(parts, Node), least_bytes=NODE_BYTES),
        combined("SearchThread", SearchThread, *_extensions(parts, SearchThread)),
        combined("Tree", Tree, *_extensions(parts, Tree)),
        max([1, *rooms]),
    )


def _extensions(parts: tuple[Part, ...], base: type[Record]) -> list[type[Record]]:
    """Return the classes with which parts extend a record."""
    return [cls for part in parts for cls in part.classes(base)]


def search_assembly(options: RecipeOptions) -> Assembly:
    """Return the source code of the search for some options, ready to be loaded."""
    in_tree = tree_parts(options.tree)
    priors = PRIORS.listed(options.prior.parts)
    terms = ", ".join(part.name for part in (*in_tree, *priors) if part.is_listed)
    label = f"Tree search: {terms or 'no parts'}"
    written = hooks_source(hooks.HOOKS, [*in_tree, *priors], label, policy_parts(options.playout))
    playouts = policy_module(options.playout, in_tree)
    return Assembly(label, TEMPLATES, {hooks.__name__: written}, {playout.__name__: playouts.__name__})


class Explanation(NamedTuple):
    """The assembled code that explains the urgencies of a search, and the parts that take part in them."""

    module: ModuleType
    """The copy of ``tree.explain`` that calls the parts."""
    introduced: tuple[str, ...]
    """The names of the parts that use the hook ``introduce``, in the order in which they are called."""
    weighed: tuple[str, ...]
    """The names of the parts that use the hook ``weigh``, in this order."""


def explanation_for(options: RecipeOptions) -> Explanation:
    """Return what explains the urgencies of the search for some options. Its code is compiled when first called."""
    parts = [*tree_parts(options.tree), *PRIORS.listed(options.prior.parts)]
    label = "Explanation of urgencies"
    playout_parts = policy_parts(options.playout)
    written = {
        table.module: hooks_source(table, parts, label, playout_parts) for table in (hooks.HOOKS, explain_hooks.HOOKS)
    }
    introduced, weighed = (
        tuple(part.name for part in parts if hook in hooks_used(part, explain_hooks.HOOKS))
        for hook in ("introduce", "weigh")
    )
    return Explanation(Assembly(label, [explain], written).load(), introduced, weighed)


def search_source(options: RecipeOptions) -> str:
    """Return the source code of a search and its playouts, for a person to read."""
    in_tree = tree_parts(options.tree)
    return "\n\n".join([policy_assembly(options.playout, in_tree).source(), search_assembly(options).source()])
