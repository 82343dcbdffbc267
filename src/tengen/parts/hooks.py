"""Hooks: the places in compiled code where parts are called, declared in a table.

A hook is declared as a function whose body is the default: what happens if no part uses the hook. The decorator says
how the calls of several parts are combined:

    HOOKS = HookTable("tengen.tree.hooks")

    @HOOKS.declare(EACH)
    def weigh(child: Node, options: Any, urgency: Urgency) -> None:
        \"\"\"Let a term change the urgency of a child.\"\"\"

A part uses a hook by defining a function of the same name. The function takes any of the hook's parameters by name, in
any order; its ``options`` is the part's own group of options. ``hooks_source`` writes the module in which each hook
calls the parts of one recipe. This file knows no part by name.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from tengen.compiled.jit import inlined
from tengen.parts.family import Part
from tengen.parts.options import OptionError

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


class Call(NamedTuple):
    """The code with which a hook calls one part."""

    text: str
    """The call expression."""
    options: str
    """The expression for the part's options; empty if the part has none."""
    part: Part
    number: int
    """The part's position among the parts that use the hook, from 1."""


class Combination(NamedTuple):
    """How the calls of several parts become the body of a hook."""

    each: Callable[[Call], str]
    """Returns the code for one part."""
    before: str = ""
    """Code before the first part."""
    after: str = ""
    """Code after the last part."""
    unused: str = "return"
    """The body of a hook that no part uses."""
    imports: tuple[str, ...] = ()
    """Import statements that this code needs."""


def _stop_at_answer(none: str) -> Callable[[Call], str]:
    return lambda call: f"answer = {call.text}\nif answer != {none}:\n    return answer"


EACH = Combination(lambda call: call.text)
"""Call every part in turn."""
ALL = Combination(lambda call: f"if not {call.text}:\n    return False", after="return True", unused="return True")
"""True if every part returns True; the first False ends the calls."""
SUM = Combination(lambda call: f"total += {call.text}", before="total = 0.0", after="return total", unused="return 0.0")
"""The sum of the numbers that the parts return."""


def first_answer(none: str, imported_from: str) -> Combination:
    """Return the combination that takes the first answer other than ``none``, which is the name of a constant."""
    imports = (f"from {imported_from} import {none}",)
    return Combination(_stop_at_answer(none), after=f"return {none}", unused=f"return {none}", imports=imports)


class Hook(NamedTuple):
    """One hook: a place in a template where parts are called."""

    name: str
    parameters: tuple[str, ...]
    text: str
    """Its docstring."""
    combination: Combination
    views: Mapping[str, str]
    """Further parameters that a part's function may have, each with the expression that is passed for it."""


class HookTable:
    """The hooks of one template."""

    def __init__(self, module: str, options_at: str = "") -> None:
        """``options_at`` is the dotted name of the group that hooks get as ``options``; empty for all options."""
        self.module = module
        self.options_at = options_at
        self.hooks: dict[str, Hook] = {}

    def declare(self, combination: Combination, **views: str) -> Callable[[AnyFunction], AnyFunction]:
        """Return the decorator that adds a function to the table and compiles it."""

        def declared(function: AnyFunction) -> AnyFunction:
            parameters = tuple(inspect.signature(function).parameters)
            self.hooks[function.__name__] = Hook(
                function.__name__, parameters, inspect.getdoc(function) or "", combination, views
            )
            return inlined(function)

        return declared

    def options_of(self, part: Part) -> str:
        """Return the expression for a part's options inside a hook of this table."""
        path = f"options.{part.path}"
        return path.replace(f"options.{self.options_at}.", "options.", 1) if self.options_at else path


def hooks_used(part: Part, table: HookTable) -> list[str]:
    """Return the hooks that a part uses. A part that the user did not list does not use its family's kernel."""
    functions = {name for name in table.hooks if _is_own(getattr(part.module, name, None), part)}
    return sorted(functions if part.is_listed else functions - {part.kernel})


def _is_own(function: Any, part: Part) -> bool:
    """Return whether a function is defined in the part's own file, and not imported there."""
    return callable(function) and getattr(function, "__module__", "") == part.module.__name__


def hooks_source(table: HookTable, parts: Sequence[Part], label: str, others: Sequence[Part] = ()) -> str:
    """Return the source code of the module in which the hooks call these parts, in this order.

    ``others`` have no hook in this table, but a part's ``EXPANSION`` may call them. Raises OptionError if a part's
    function has a parameter that its hook does not have.
    """
    imports = {"from tengen.compiled.jit import inlined"}
    bodies = []
    for hook in table.hooks.values():
        users = [part for part in parts if hook.name in hooks_used(part, table)]
        calls = [_call(hook, part, table, number) for number, part in enumerate(users, start=1)]
        imports |= {f"from {part.package} import {part.module_name} as {part.alias}" for part in users}
        combination = hook.combination
        lines = [combination.before, *map(combination.each, calls)]
        for call in calls:
            lines += _expanded(call, table, others, imports) if hook.name == call.part.kernel else []
        imports |= set(combination.imports)
        body = "\n".join(filter(None, [*lines, combination.after])) if users else combination.unused
        bodies.append(_function(hook, body))
    text = "\n".join(sorted(imports))
    return f"# {label}: written from {table.module}; do not edit.\n\n{text}\n\n\n" + "\n\n".join(bodies)


def _function(hook: Hook, body: str) -> str:
    head = f'@inlined\ndef {hook.name}({", ".join(hook.parameters)}):\n    """{hook.text.splitlines()[0]}"""\n'
    return head + "\n".join(f"    {line}" for line in body.splitlines()) + "\n"


def _call(hook: Hook, part: Part, table: HookTable, number: int) -> Call:
    options = table.options_of(part) if part.options is not None else ""
    return Call(
        f"{part.alias}.{hook.name}({_arguments(hook, part, getattr(part.module, hook.name), options)})",
        options,
        part,
        number,
    )


def _arguments(hook: Hook, part: Part, function: Any, options: str) -> str:
    words = []
    for name in inspect.signature(getattr(function, "py_func", function)).parameters:
        if name == "options" and options:
            words.append(options)
        elif name in hook.parameters or name in hook.views:
            words.append(hook.views.get(name, name))
        else:
            known = ", ".join(dict.fromkeys((*hook.parameters, *hook.views)))
            raise OptionError(f"{part.file}: {hook.name} has an unknown parameter {name!r}; known: {known}")
    return ", ".join(words)


class Expansion(NamedTuple):
    """Calls of all parts of another family, written after a hook's own calls: see ``tree/priors/playout.py``."""

    family: str
    """The other family's name."""
    hook: Hook
    """The hook by which the other parts are called."""
    combination: Combination


def _expanded(call: Call, table: HookTable, parts: Sequence[Part], imports: set[str]) -> list[str]:
    """Return the code of a part's ``EXPANSION``, if it has one."""
    expansion: Expansion | None = getattr(call.part.module, "EXPANSION", None)
    if expansion is None:
        return []
    others = [part for part in parts if part.family == expansion.family]
    lines = [expansion.combination.before]
    for number, other in enumerate(others, start=1):
        imports.add(f"from {other.package} import {other.module_name} as {other.alias}")
        inner = _call(expansion.hook, other, table, number)
        code = expansion.combination.each(inner)
        lines.append(code.replace("{part}", call.part.alias).replace("{options}", call.options))
    imports |= set(expansion.combination.imports)
    return [*lines, expansion.combination.after]
