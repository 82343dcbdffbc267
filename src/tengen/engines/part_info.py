"""The parts of all families, each with what a user needs to know to switch it, and whether an engine uses it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from tengen.parts.family import Family, Part
from tengen.parts.options import Options, knobs
from tengen.playout import policy
from tengen.playout.policy import PlayoutOptions, policy_parts
from tengen.search.options import SearchOptions
from tengen.tree.options import PARTS, PRIORS, STATISTICS, TERMS, tree_parts

FAMILIES = (TERMS, PRIORS, PARTS, STATISTICS, *policy.FAMILIES)
TREE_FAMILIES = (TERMS, PARTS, STATISTICS)  # no two of their parts have the same name


@dataclass(frozen=True)
class OptionInfo:
    """An option of a part."""

    name: str
    """Its dotted name, such as ``tree.rave.equivalence``."""
    description: str
    type: str
    """``number``, ``integer``, ``true|false``, ``text`` or ``list``, or its words separated by ``|``."""
    choices: tuple[str, ...]
    """The words that it may have; empty if it is not a choice of words."""
    least: float | None
    """The smallest number allowed; None if there is no such bound."""
    most: float | None
    """The largest number allowed; None if there is no such bound."""
    allowed: str
    """The allowed values in words, such as ``number, 0 to 1``."""
    default: Any
    value: Any
    """Its value in the engine; the default if there is no engine."""


@dataclass(frozen=True)
class PartInfo:
    """A part: a technique that can be switched."""

    name: str
    family: str
    """``terms``, ``priors``, ``parts`` or ``statistics`` of the tree, or ``rules``, ``choosers``, ``filters`` or
    ``samplers``."""
    title: str
    """What it is, in words: ``tree term``, ``playout rule``."""
    summary: str
    """What it does, in a line."""
    description: str
    """The whole text of its file about it; the summary is the first line."""
    listed_in: str
    """The option that lists the parts of its family, such as ``tree.terms``; empty for statistics."""
    options: tuple[OptionInfo, ...]
    needs: tuple[str, ...]
    """The names of the parts that it needs. A search includes them by itself."""
    conflicts: Mapping[str, str]
    """The names of the parts that it cannot be combined with, and why."""
    page: str
    """The path of its page below ``docs``, such as ``techniques/terms/rave.md``; empty for a user's own part."""
    is_used: bool = False
    """Whether the engine uses it."""
    is_listed: bool = False
    """Whether the engine's options list it. Otherwise it is used only as far as other parts need it."""
    needed_by: tuple[str, ...] = ()
    """The parts in use that need it."""


def all_parts() -> list[PartInfo]:
    """Return all parts that come with tengen, family by family, with the default values of their options."""
    return [_info(family, family.part(name)) for family in FAMILIES for name in family.names]


def parts_of(options: Options) -> list[PartInfo]:
    """Return the parts that an engine with these options can use, the user's own included if it uses them."""
    used = {(part.family, part.name): part for part in _used(options)}
    found = []
    for family in FAMILIES:
        if not hasattr(options, family.group):
            continue
        own = [name for kind, name in used if kind == family.name and name not in family.names]
        for name in (*family.names, *own):
            part = used.get((family.name, name))
            info = _info(family, part or family.part(name), options)
            found.append(info if part is None else _in_use(info, part, used.values()))
    return found


def _used(options: Options) -> Iterator[Part]:
    """Yield the parts that options use."""
    if isinstance(options, SearchOptions):
        yield from tree_parts(options.tree)
        yield from PRIORS.listed(options.prior.parts)
    playout = getattr(options, "playout", None)
    if isinstance(playout, PlayoutOptions):
        yield from policy_parts(playout)


def _in_use(info: PartInfo, part: Part, used: Iterable[Part]) -> PartInfo:
    needed_by = tuple(other.name for other in used if _is_in_tree(part) and part.name in other.needs)
    return replace(info, is_used=True, is_listed=part.is_listed, needed_by=needed_by)


def _info(family: Family, part: Part, options: Options | None = None) -> PartInfo:
    return PartInfo(
        name=part.name,
        family=family.package.rpartition(".")[2],
        title=family.title,
        summary=part.summary,
        description=(part.module.__doc__ or "").strip(),
        listed_in=family.listed_in,
        options=tuple(_options(part, options)),
        needs=part.needs,
        conflicts=_conflicts(part),
        page=family.page(part.name),
    )


def _is_in_tree(part: Part) -> bool:
    """Return whether a part is one of those that may need each other, or exclude each other."""
    return part.family in [family.name for family in TREE_FAMILIES]


def _conflicts(part: Part) -> dict[str, str]:
    """Return the parts that a part cannot be combined with, whichever of the two says so, and why."""
    if not _is_in_tree(part):
        return {}
    others = [family.part(name) for family in TREE_FAMILIES for name in family.names]
    return {other.name: other.conflicts[part.name] for other in others if part.name in other.conflicts} | dict(
        part.conflicts
    )


def _options(part: Part, options: Options | None) -> Iterator[OptionInfo]:
    """Yield the options of a part, with the values that they have in the options of an engine."""
    if part.options is None:
        return
    prefix = f"{part.path}.".replace("_", "-")
    defaults = part.options()
    values = defaults if options is None else reduce(getattr, part.path.split("."), options)
    for knob, default in zip(knobs(values, prefix), knobs(defaults, prefix), strict=True):
        yield OptionInfo(
            name=knob.name,
            description=knob.meta.description or "",
            type=knob.type_name,
            choices=knob.choices,
            least=knob.meta.ge,
            most=knob.meta.le,
            allowed=knob.allowed,
            default=default.value,
            value=knob.value,
        )
