"""Renders the messages as TypeScript types.

``python -m tengen.web.typescript`` prints ``frontend/src/messages.ts``; a test compares the two.
"""

import inspect
import sys
from types import ModuleType, UnionType
from typing import get_args

import msgspec
from msgspec import inspect as types

from tengen.web import messages

HEADER = """// What the page and the server say to each other. Rendered from src/tengen/web/messages.py by
// `python -m tengen.web.typescript`: change that file, not this one.
"""


def typescript(module: ModuleType = messages) -> str:
    """Return all structs of a module as interfaces, and its two unions as types."""
    structs = [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
    ]
    shown = [struct for struct in structs if struct not in (module.Message, module.Part, module.Request)]
    return "\n".join(
        [
            HEADER,
            *(_interface(struct) for struct in shown),
            _union("Request", module.REQUESTS),
            _union("Answer", module.ANSWERS),
        ]
    )


def _interface(struct: type[msgspec.Struct]) -> str:
    """Return a struct as an interface, with the first line of its docstring."""
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    summary = inspect.cleandoc(struct.__doc__ or "").splitlines()[0]
    lines = [f"/** {summary} */", f"export interface {struct.__name__} {{"]
    if info.tag is not None:
        lines.append(f'  type: "{info.tag}";')
    is_request = issubclass(struct, messages.Request)
    is_said_by_page = is_request or struct in (messages.Setup, messages.GameSetup)
    for field in info.fields:
        # The server always sends every field; the page may leave out those with a default.
        mark = "?" if is_said_by_page and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type)};")
    return "\n".join([*lines, "}", ""])


def _union(name: str, union: UnionType) -> str:
    members = "".join(f"\n  | {member.__name__}" for member in get_args(union))
    return f"export type {name} ={members};\n"


def _type(kind: types.Type) -> str:
    """Return a type in TypeScript."""
    match kind:
        case types.StrType() | types.BytesType():
            return "string"
        case types.IntType() | types.FloatType():
            return "number"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.ListType(item_type=item):
            inner = _type(item)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case types.DictType(key_type=key, value_type=value):
            return f"Record<{_type(key)}, {_type(value)}>"
        case types.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case types.UnionType(types=members):
            return " | ".join(_type(member) for member in members)
        case types.StructType(cls=struct):
            return struct.__name__
    raise TypeError(f"no TypeScript for {kind}")


if __name__ == "__main__":
    sys.stdout.write(typescript())
