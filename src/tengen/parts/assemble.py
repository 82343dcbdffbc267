"""Write the straight-line code that a recipe describes, and import it.

Numba never finds closures over kernels, or kernels given as arguments, in its cache again; and a loop over a list
of parts cannot be compiled at all. So a template, an ordinary module that runs as it is, is copied into the cache
folder with the bodies of some of its functions replaced by code that calls the parts of the recipe one after the other.
"""

import ast
import hashlib
import importlib.util
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import indent
from types import ModuleType

from tengen.compiled.jit import cache_folder


def assemble(template: ModuleType, label: str, bodies: Mapping[str, str], imports: Sequence[str] = ()) -> ModuleType:
    """Return a copy of a template module with other bodies for some of its functions; docstrings stay.

    The label names the recipe, for people. Raises LookupError for a function that the template does not have.
    """
    return _imported(template.__name__.rsplit(".", 1)[-1], assembled_source(template, label, bodies, imports))


def adopt(path: Path) -> ModuleType:
    """Return a user's file as a module that assembled code can import by its name; raises OSError if it cannot be read.

    It is copied into the cache folder under a name that tells its contents, so that a change is never overlooked.
    """
    return _imported("own", path.read_text())


def _imported(kind: str, text: str) -> ModuleType:
    name = f"{kind}_{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    qualified = f"tengen_assembled.{name}"
    if qualified not in sys.modules:
        path = _written(cache_folder() / "assembled" / f"{name}.py", text)
        spec = importlib.util.spec_from_file_location(qualified, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[qualified] = module
    return sys.modules[qualified]


def assembled_source(template: ModuleType, label: str, bodies: Mapping[str, str], imports: Sequence[str] = ()) -> str:
    """Return the text of the assembled module."""
    source = Path(template.__file__ or "").read_text()
    lines = source.splitlines()
    tree = ast.parse(source)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    # From the bottom up, so that line numbers above stay right.
    for function in sorted(bodies, key=lambda f: -_function(functions, f, template).lineno):
        node = functions[function]
        start = node.body[1].lineno if ast.get_docstring(node) and len(node.body) > 1 else node.body[0].lineno
        lines[start - 1 : node.end_lineno] = indent(bodies[function].strip("\n"), "    ").splitlines()
    last_import = max(n.end_lineno or 0 for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom))
    lines[last_import:last_import] = list(imports)
    return "\n".join([f"# {label}: assembled from {template.__name__}; do not edit.", *lines, ""])


def _function(functions: Mapping[str, ast.FunctionDef], name: str, template: ModuleType) -> ast.FunctionDef:
    if name not in functions:
        raise LookupError(f"{template.__name__} has no function {name!r}")
    return functions[name]


def _written(path: Path, text: str) -> Path:
    """Write a file as a whole or not at all: another process may be reading or writing the same one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(text)
        draft.replace(path)
    return path
