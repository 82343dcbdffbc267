"""Write the source code of a recipe (a list of parts), and import it.

Numba cannot compile a loop over a list of functions, and does not cache closures over kernels or kernels passed as
arguments. So each recipe gets source files of its own. A template is an ordinary module that also runs as it is; for a
recipe it is copied into the cache folder. Where the template imports a module of hooks (see ``parts.hooks``), the copy
imports the version of that module which was written for the recipe.
"""

import hashlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tengen.compiled.jit import cache_folder
from tengen.compiled.store import private_folder, write_atomically
from tengen.parts.options import OptionError

PACKAGE = "tengen_assembled"


class Assembly(NamedTuple):
    """The source code of one recipe: its templates, and the modules that replace some of their imports."""

    label: str
    """Description of the recipe, written at the head of each file."""
    templates: Sequence[ModuleType]
    """The modules to copy. Each may import those before it."""
    written: Mapping[str, str]
    """Source code of a new module, by the name of the module that it replaces."""
    exchanged: Mapping[str, str] = {}
    """Name of an existing module, by the name of the module that it replaces."""

    def texts(self) -> dict[str, str]:
        """Return the source code of every assembled module by its name."""
        sources = {template.__name__: Path(template.__file__ or "").read_text() for template in self.templates}
        digest = hashlib.sha256(repr((sources, self.written, self.exchanged)).encode()).hexdigest()[:12]
        names = {old: f"{PACKAGE}.{old.rpartition('.')[2]}_{digest}" for old in (*self.written, *sources)}
        texts = {names[old]: text for old, text in self.written.items()}
        for old, source in sources.items():
            head = f"# {self.label}: copied from {old}; do not edit.\n"
            texts[names[old]] = head + _with_imports(source, {**self.exchanged, **names})
        return texts

    def load(self) -> ModuleType:
        """Import all modules and return the copy of the last template. Functions are compiled when first called."""
        loaded = [_loaded(name, text) for name, text in self.texts().items()]
        return loaded[-1]

    def source(self) -> str:
        """Return the source code of all modules, for a person to read."""
        return "\n\n".join(f"# ==== {name}\n{text}" for name, text in self.texts().items())


def _with_imports(source: str, names: Mapping[str, str]) -> str:
    """Return source code with the names of imported modules replaced."""
    return re.sub(r"^from (\S+) import", lambda m: f"from {names.get(m[1], m[1])} import", source, flags=re.MULTILINE)


def adopt(path: Path, what: str) -> ModuleType:
    """Import a user's file as a module that assembled code can import by name.

    The file is copied into the cache folder under a name with the hash of its content, so a changed file is imported
    again. Raises OptionError if the file cannot be read, or with the line if its code fails.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise OptionError(f"the {what} {path} cannot be read: {reason}") from None
    name = f"{PACKAGE}.own_{hashlib.sha256(f'{path.name} {text}'.encode()).hexdigest()[:12]}"
    _own_files[name.rpartition(".")[2]] = path
    try:
        return _loaded(name, text)
    except Exception as error:  # a user's file may raise anything
        raise OptionError(f"{_place(error, path)}: {type(error).__name__}: {error}") from error


_own_files: dict[str, Path] = {}  # the users' files, by the names of their copies


def _place(error: BaseException, path: Path) -> str:
    """Return the user's file and the line at which its code failed."""
    if isinstance(error, SyntaxError):
        return f"{path}, line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).stem in _own_files]
    return f"{path}, line {lines[-1]}" if lines else str(path)


@contextmanager
def own_parts_named() -> Iterator[None]:
    """Turn an error in a user's own part, in its code or of the compiler, into an OptionError with file and line."""
    try:
        yield
    except Exception as error:
        text = _explained(error)
        if text is None:
            raise
        raise OptionError(text) from error


def _explained(error: Exception) -> str | None:
    """Return the error's message with the user's file and line; None if the error is not in a user's part."""
    text = str(error)
    named = re.findall(r'File "[^"]*?(\w+)\.py", line (\d+)', text)  # by the compiler
    reached = [(Path(frame.filename).stem, str(frame.lineno)) for frame in traceback.extract_tb(error.__traceback__)]
    places = [place for place in (*reached, *named) if place[0] in _own_files]
    sentences = [sentence.strip() for sentence in text.splitlines() if sentence.strip()]
    telling = [s for s in sentences if re.search("Unknown attribute|has no attribute|Undefined|not defined|No impl", s)]
    reason = (telling or sentences or [type(error).__name__])[0]
    if places:
        name, line = places[-1]
        return f"{_own_files[name]}, line {line}: {reason}"
    if isinstance(error, KeyError):
        return _line_with(rf"\.{re.escape(str(error.args[0]))}\b", f"the record has no field {error.args[0]!r}")
    if unknown := re.search(r"name '(\w+)' is not defined", text):
        return _line_with(rf"\b{unknown[1]}\b", unknown[0])
    mentioned = [path for name, path in _own_files.items() if name in text]
    return f"{mentioned[0]}: {reason} (every function of a part needs @kernel or @inlined)" if mentioned else None


def _line_with(pattern: str, reason: str) -> str | None:
    """Return the first line of a user's part with a pattern, and the reason. Numba tells no place for some errors."""
    for path in _own_files.values():
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            if re.search(pattern, line):
                return f"{path}, line {number}: {reason}"
    return None


def _loaded(qualified: str, text: str) -> ModuleType:
    if qualified not in sys.modules:
        package = sys.modules.setdefault(PACKAGE, ModuleType(PACKAGE))
        name = qualified.rpartition(".")[2]
        path = _written(f"{name}.py", text)
        spec = importlib.util.spec_from_file_location(qualified, path) if path else None
        if spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:  # nothing can be written
            module = ModuleType(qualified)
            exec(compile(text, f"<{qualified}>", "exec"), vars(module))  # noqa: S102  # our own text
        sys.modules[qualified] = module
        setattr(package, name, module)
    return sys.modules[qualified]


def _written(name: str, text: str) -> Path | None:
    """Return a file with a text, in the cache folder; None if there can be no such file."""
    home = cache_folder()
    folder = private_folder(home / "assembled") if home else None
    if folder is None:
        return None
    path, data = folder / name, text.encode()
    try:
        if not path.exists() or path.read_bytes() != data:  # perhaps it was cut off
            write_atomically(path, data)
    except OSError:
        return None
    return path
