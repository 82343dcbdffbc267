"""Tree searches: which terms and priors, and the code that is assembled from them."""

from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal

from msgspec import Meta

from tengen.parts.assemble import adopt, assemble, assembled_source
from tengen.parts.family import Family, option_group
from tengen.parts.options import OptionError
from tengen.playout import liberty_map
from tengen.playout.policy import policy_module, recipe_of, uses_liberty_map, zoned_policy_module
from tengen.tree import local_tree, search
from tengen.tree.unpruning import UnpruningOptions
from tengen.tree.zone import ZoningOptions

TERMS = Family("tree term", "tengen.tree.terms", "weigh")
PRIORS = Family("prior", "tengen.tree.priors", "judge")
LEAVES = Family("extension of leaves", "tengen.tree.leaves", "answer")
MIXED_BY_RAVE = ("discount", "prior", "local_tree", "criticality")  # they change its games
LOCAL_TREE_BODIES = {
    "set_out": "local_tree.set_out(thread.playout.board, thread.local)",
    "look_around": "limit = u64(options.tree.local_tree.distance)\n"
    "local_tree.look_around(thread.playout.board, thread.local, ratings, limit)",
    "introduce": "place = point_of(nodes, child)\n"
    "thread.urgency.local_games = thread.local.games[place]\n"
    "thread.urgency.local_wins = thread.local.wins[place]",
    "step": "local_tree.step(thread.local, point, mover)",
    # The leader may be at its forced moves already, which stand behind those of the path.
    "join": "assign(thread.local, leader.local)\nwalker.local.length = leader.length\nwalker.local.forced = ZERO",
    "force": "local_tree.force(thread.playout, thread.local, ratings, options.tree.local_tree)",
    "rate_sequences": "local_tree.rate_sequences(thread.playout, thread.local, ratings)",
}


def _check_tree(options: Any) -> None:
    terms = [TERMS.part(name).name for name in options.terms]
    for name in options.leaves:
        LEAVES.part(name)
    late = [name for name in terms[terms.index("rave") :] if name in MIXED_BY_RAVE] if "rave" in terms else []
    if late:
        raise OptionError(f"{late[0]} must stand before rave in tree.terms, which mixes what the terms before it found")
    uses_criticality = "criticality" in terms or options.unpruning.order == "criticality"
    if uses_criticality and options.zone == "zone":
        raise OptionError("criticality counts who owns each point, and zone mode does not know that of all points")


def _check_priors(options: Any) -> None:
    for name in options.parts:
        if not name.endswith(".py"):
            PRIORS.part(name)
        elif not Path(name).is_file():
            raise OptionError(f"there is no file {name} with a prior")


TreeOptions: Any = option_group(
    "TreeOptions",
    "How the tree grows, and which child a simulation goes to.",
    [
        (
            "terms",
            Annotated[tuple[str, ...], Meta(description="terms of the urgency, in order")],
            ("prior", "rave"),
        ),
        (
            "expand_visits",
            Annotated[int, Meta(ge=0, le=10**6, description="visits of a leaf before it gets children")],
            8,
        ),
        (
            "fill_eyes",
            Annotated[bool, Meta(description="moves into own true eyes are in the tree")],
            False,
        ),
        (
            "leaves",
            Annotated[tuple[str, ...], Meta(description="what continues a leaf before it is judged, in order")],
            (),
        ),
        (
            "zone",
            Annotated[
                Literal["none", "group", "zone"],
                Meta(description="search everything, only moves near the last ones, or play out there as well"),
            ],
            "none",
        ),
        ("zoning", ZoningOptions, ZoningOptions()),
        ("unpruning", UnpruningOptions, UnpruningOptions()),
        *TERMS.option_fields(),
        *LEAVES.option_fields(),
    ],
    check=_check_tree,
)

PriorOptions: Any = option_group(
    "PriorOptions",
    "What is known about moves before they are tried, as virtual games.",
    [
        ("parts", Annotated[tuple[str, ...], Meta(description="knowledge, in order; a .py file is your own")], ()),
        (
            "games",
            Annotated[float, Meta(ge=0, le=1000, description="virtual games of an opinion, on boards up to 13x13")],
            14.0,
        ),
        ("large_games", Annotated[float, Meta(ge=0, le=1000, description="the same on larger boards")], 20.0),
        *PRIORS.option_fields(),
    ],
    check=_check_priors,
)


def search_module(options: Any) -> ModuleType:
    """Return ``tree.search`` with the parts that an engine's options ask for: its tree, prior and playout groups."""
    return assemble(search, *_assembly(options))


def search_source(options: Any) -> str:
    """Return the text of that module."""
    return assembled_source(search, *_assembly(options))


def entries_for(options: Any) -> int:
    """Return how many ratings a search needs room for: those of its liberty maps and of its local trees."""
    if uses_local_tree(options):
        return local_tree.ENTRIES
    return liberty_map.ENTRIES if uses_liberty_map(options.playout) else 1


def uses_local_tree(options: Any) -> bool:
    """Return whether a search walks in local trees."""
    return "local_tree" in [TERMS.part(name).name for name in options.tree.terms]


def _assembly(options: Any) -> tuple[str, dict[str, str], list[str]]:
    """Return the label of a search, the bodies of its functions, and the imports that they need."""
    terms = [TERMS.part(name).name for name in options.tree.terms]
    leaves = [LEAVES.part(name).name for name in options.tree.leaves]
    own = [_own_prior(name) for name in options.prior.parts if name.endswith(".py")]
    priors = [PRIORS.part(name).name for name in options.prior.parts if not name.endswith(".py")]
    label = f"Tree search by {', '.join(terms)}; priors: {', '.join(options.prior.parts) or 'none'}"
    policy = zoned_policy_module if options.tree.zone == "zone" else policy_module
    imports = [f"from {policy(options.playout).__name__} import play_out"]
    imports += [f"from tengen.tree.terms import {name} as {name}_term" for name in terms]
    imports += [f"from tengen.tree.priors import {name} as {name}_prior" for name in priors]
    bodies = {}
    if terms:
        bodies["weigh"] = "\n".join(_weigh_call(name, options) for name in terms)
    if priors or own:
        imports += ["from tengen.playout.chance import is_small"]
        imports += [f"from {module} import judge as {module.rsplit('.', 1)[-1]}" for module in own]
        own_calls = [f"{module.rsplit('.', 1)[-1]}(board, prior)" for module in own]
        bodies["inform"] = "\n".join([_inform_body(priors, options, imports), *own_calls])
    if "neighbour_mean" in terms:
        imports += ["from tengen.tree.survey import mean_around, note_values"]
        bodies["prepare"] = "note_values(nodes, node, thread)"
        bodies["introduce"] = "thread.urgency.neighbours = mean_around(child, nodes, thread)"
    if "grandfather" in terms:
        imports += ["from tengen.tree.survey import recall_values"]
        bodies["recall"] = "recall_values(nodes, thread)"
    if "discount" in terms:
        bodies["fade"] = "discount_term.fade(node, options.tree.discount, lost, reward)"
    if "rave" in terms:
        imports += ["from tengen.tree import amaf"]
        bodies["count_amaf"] = "amaf.count_amaf(nodes, node, thread, colour, reward)"
    if leaves:
        imports += [f"from tengen.tree.leaves import {name} as {name}_leaf" for name in leaves]
        bodies["continuation"] = _continuation_body(leaves)
    if "quiescent" in leaves:
        bodies["bring_forward"] = "return quiescent_leaf.bring_forward(thread, options.tree.quiescent)"
        bodies["count_hot"] = "return quiescent_leaf.count_hot(nodes, node, options.tree.quiescent)"
    if options.tree.zone != "none":
        bodies["is_searched"] = "return thread.group[point] != ZERO"
    if options.tree.zone == "zone":
        imports += ["from tengen.tree.zone import count_inside"]
        bodies["count"] = "return count_inside(thread.playout)"
    order = options.tree.unpruning.order
    if "criticality" in terms or order == "criticality":
        imports += ["from tengen.tree import ownership"]
        _extend(bodies, _ownership_bodies(options, is_amaf_counted="rave" in terms))
    if "local_tree" in terms:
        imports += ["from tengen.tree import local_tree"]
        _extend(bodies, LOCAL_TREE_BODIES)
    if order != "off":
        sort = "prior" if order == "criticality" else order
        imports += [f"from tengen.tree.unpruning import sort_by_{sort}, sort_by_bias, width"]
        bodies["arrange"] = f"sort_by_{sort}(thread.prior)"
        bodies["considered"] = "return min(count, width(visits, options.tree.unpruning))"
    if options.komi.dynamic != "none":
        imports += ["from tengen.tree import komi as dynamic_komi"]
        bodies["komi_at"] = "return dynamic_komi.komi_at(tree, turn, options.komi.moves)"
        bodies["count_win"] = "dynamic_komi.count_win(tree, score, komi)"
    if order == "criticality":
        call = "ownership.rank_by_criticality(nodes, thread, options.tree.criticality.from_visits)"
        bodies["arrange"] += f"\n{call}\nsort_by_bias(thread.prior)"
    return label, bodies, imports


def _own_prior(name: str) -> str:
    """Return the module of a user's file with a prior; raises OptionError if it is none."""
    try:
        module = adopt(Path(name))
    except Exception as error:  # it may raise anything
        raise OptionError(f"the prior {name} cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(getattr(module, "judge", None)):
        raise OptionError(f"the prior {name} has no function judge(board, prior)")
    return module.__name__


def _continuation_body(leaves: list[str]) -> str:
    """Return the code that asks one extension after the other for a move."""
    lines = []
    for name in leaves:
        lines += [f"point = {name}_leaf.answer(thread, depth, options.tree.{name})", "if point != PASS:"]
        lines += ["    return point"]
    return "\n".join([*lines, "return PASS"])


def _weigh_call(name: str, options: Any) -> str:
    """Return the call of a term; criticality has several forms."""
    if name == "criticality" and options.tree.criticality.mode == "report":
        return "pass"
    form = "weigh_ucb" if name == "criticality" and options.tree.criticality.mode == "ucb" else "weigh"
    return f"{name}_term.{form}(child, options.tree.{name}, urgency)"


def _ownership_bodies(options: Any, *, is_amaf_counted: bool) -> dict[str, str]:
    """Return the bodies that count who owns what, in one go with all-moves-as-first where that is counted."""
    share = "stones" if options.tree.criticality.value == "stone" else "local_values"
    count = "ownership.count_owners(nodes, node, thread)"
    if is_amaf_counted:
        count = "ownership.count_owners_and_amaf(nodes, node, thread, colour, reward)"
    return {
        "note_owner": "thread.owner_at[point] = owner",
        "appraise": f"ownership.share_{share}(thread, reward)",
        "count_amaf": f"{count}\nif node == ROOT:\n    ownership.count_survivors(thread)",
        "prepare": "ownership.note_games(nodes, node, thread)",
    }


def _extend(bodies: dict[str, str], more: dict[str, str]) -> None:
    """Add bodies; where several parts look at the children, one after the other does."""
    for name, body in more.items():
        is_shared = name in ("prepare", "introduce") and name in bodies
        bodies[name] = f"{bodies[name]}\n{body}" if is_shared else body


def _inform_body(priors: list[str], options: Any, imports: list[str]) -> str:
    """Return the calls of the priors; that of the playout policy asks each of its rules about every enemy stone."""
    lines = [
        "board, prior = thread.playout.board, thread.prior",
        "prior.unit = options.prior.games if is_small(board) else options.prior.large_games",
    ]
    lines += [f"{name}_prior.judge(board, options.prior.{name}, prior)" for name in priors]
    if "playout" in priors:
        rules = recipe_of(options.playout).rules
        imports += [f"from tengen.playout.rules import {name} as {name}_rule" for name in rules]
        lines += ["last = u64(board.last)", "enemy = THREE - u64(board.to_play)"]
        for name in rules:
            lines += [
                "playout_prior.begin(prior)",
                "for stone in range(u64(len(board.colour))):",
                "    if board.colour[stone] == enemy:",
                "        board.last = stone",
                f"        {name}_rule.suggest(board, options.playout.{name}, prior.moves)",
                "        playout_prior.count(board, options.prior.playout, prior)",
            ]
        lines += ["board.last = last"]
    return "\n".join(lines)
