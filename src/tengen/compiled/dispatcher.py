"""The kind of Numba dispatcher that our kernels are; Numba works as usual for everybody else's functions.

A dispatcher is what ``numba.njit`` makes of a function: it compiles the function for each new combination of argument
types. Ours differs in these ways.

- A function that another kernel calls is lowered only, and goes through LLVM as a part of the entry that Python calls
  (see ``compiled.library``). Both forms are saved: the lowered one serves other entries, too.
- Names of compiled functions are the same in every process. Numba numbers functions and record types in the order in
  which a process meets them: the functions for the 9x9 board of one process and for the 19x19 board of another could
  then have the same name in the cache, and a process that loads both would call the wrong one.
- It loads a function from the cache without setting up the compiler, and remembers the types of records. That saves
  0.4 s at every warm start.
- It tells ``compiled.progress`` what it compiles.
"""

import gc
import hashlib
import inspect
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numba.core import compiler, typed_passes, typing, untyped_passes
from numba.core import dispatcher as numba_dispatcher
from numba.core.compiler_lock import global_compiler_lock
from numba.core.datamodel.models import RecordModel
from numba.core.datamodel.registry import register_default
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature
from numba.np import numpy_support

from tengen.compiled.archive import Archive
from tengen.compiled.library import KernelLibrary
from tengen.compiled.progress import PROGRESS
from tengen.compiled.store import Store


class KernelDispatcher(CPUDispatcher):
    """Compiles a kernel for each new combination of argument types, or loads it from the cache.

    ``overloads`` has the lowered functions, for compiled callers. The entries, for callers in Python, are in C's table.
    """

    def __init__(
        self,
        py_func: Callable[..., Any],
        locals: dict[str, Any] | None = None,  # noqa: A002  # Numba's name
        targetoptions: dict[str, Any] | None = None,
        pipeline_class: type = compiler.Compiler,
    ) -> None:
        py_func.__signature__ = inspect.signature(py_func)  # type: ignore[attr-defined]  # Numba asks three times
        super().__init__(py_func, locals, targetoptions, KernelCompiler)
        self._compiler = _Lowering(py_func, self.targetdescr, self.targetoptions, self.locals, KernelCompiler)
        self._entries: dict[tuple[Any, ...], Any] = {}
        self.store = Store(None)
        """Where compiled code is kept."""
        self.packaged: Callable[[], Archive | None] = lambda: None
        """Returns the compiled code that comes with the package."""

    @property
    def name(self) -> str:
        """The name of the function, without a leading underscore."""
        return str(self.py_func.__name__).lstrip("_")

    # Called from Python

    def typeof_pyval(self, val: Any) -> Any:
        """Return the type of an argument. That of a kind of record is found once: it takes milliseconds."""
        if isinstance(val, np.void):
            found = _type_of(val.dtype)
        elif isinstance(val, np.ndarray):
            is_readonly = not val.flags.writeable
            found = types.Array(_type_of(val.dtype), val.ndim, numpy_support.map_layout(val), readonly=is_readonly)
        else:
            return super().typeof_pyval(val)
        self._types_active_call.add(found)
        return found

    def compile(self, sig: Any) -> Any:
        """Compile the function for argument types, or load it from the cache; return what Python can call."""
        arguments = _argument_types(sig)
        with global_compiler_lock:
            if arguments not in self._entries:
                entry = self._load_entry(arguments) or self._make_entry(arguments)
                self._insert([kind._code for kind in arguments], entry.entry_point, False)  # noqa: FBT003  # C code
                self._entries[arguments] = entry
            return self._entries[arguments].entry_point

    def _load_entry(self, arguments: tuple[Any, ...]) -> Any:
        """Return the entry from the cache, without setting up the compiler; None if it is not there."""
        data = self.store.load(self._file("entry", arguments))
        archive = self.packaged() if data is None else None
        if archive is not None:
            data = archive.load(self._file("entry", arguments, archive.target))
        if data is None:
            return None
        rtsys.initialize(self.targetctx)
        code, fndesc, env, signature, reload_init, constants = pickle.loads(data)  # noqa: S301  # the user's own file
        envs = tuple(_completed(known, objects) for known, objects in constants)
        for reload in reload_init:
            reload()
        symbols = [fndesc.llvm_cpython_wrapper_name]
        library = KernelLibrary.from_object_code(self.targetctx.codegen(), self.py_func.__qualname__, code, symbols)
        return self._executable(library, fndesc, env, signature, envs)

    def _make_entry(self, arguments: tuple[Any, ...]) -> Any:
        """Compile the entry, unless another process is doing so: then wait for it."""
        file = self._file("entry", arguments)
        with self.store.only_one(file):
            entry = self._load_entry(arguments)
            if entry is not None:
                return entry
            with PROGRESS.entry(self.name, len(self.reachable)), _few_collections():
                lowered = self.lowered(arguments)
                entry = self._linked(lowered)
            library = entry.library
            if not library.has_dynamic_globals:
                fndesc = entry.fndesc
                fndesc.typemap = fndesc.calltypes = None  # large, and not needed any more
                constants = [(env, list(env.consts)) for env in {entry.environment, *entry.referenced_envs}]
                parts = (fndesc, entry.environment, entry.signature, tuple(library._reload_init), constants)
                self.store.save(file, dumps((library.object_code(), *parts)))
            return entry

    def _linked(self, lowered: Any) -> Any:
        """Return the entry of a lowered function: a wrapper for Python, and everything below, as machine code."""
        self.typingctx.refresh()
        self.targetctx.refresh()
        context = compiler._make_subtarget(self.targetctx, self._compiler.flags)
        library = KernelLibrary(context.codegen(), self.py_func.__qualname__)
        library.enable_object_caching()
        library.add_linking_library(lowered.library)
        with context.push_code_library(library):
            context.create_cpython_wrapper(library, lowered.fndesc, lowered.environment, None, release_gil=True)
        with PROGRESS.linking(self.name):
            library.finalize()
        envs = tuple(lowered._replace(library=library)._find_referenced_environments())
        return self._executable(library, lowered.fndesc, lowered.environment, lowered.signature, envs)

    def _executable(self, library: KernelLibrary, fndesc: Any, env: Any, signature: Any, envs: tuple[Any, ...]) -> Any:
        """Return an entry whose machine code is loaded."""
        function = self.targetctx.get_executable(library, fndesc, env)
        for referenced in envs:
            library.codegen.set_env(referenced.env_name, referenced)
        return self._result(library, fndesc, env, signature, entry_point=function, referenced_envs=envs)

    def _result(self, library: KernelLibrary, fndesc: Any, env: Any, signature: Any, **more: Any) -> Any:
        """Return what Numba keeps of a compiled function: its code, its names and its types."""
        return compiler.compile_result(
            target_context=self.targetctx,
            typing_context=self.typingctx,
            library=library,
            fndesc=fndesc,
            environment=env,
            signature=signature,
            objectmode=False,
            lifted=(),
            **more,
        )

    # Called from compiled code

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Lower the function for the types of a call in compiled code; return what Numba needs to know about it."""
        pysig, folded = self._compiler.fold_argument_types(args, kws)
        self.lowered(_argument_types(tuple(folded)))
        name = self.py_func.__name__
        template = typing.make_concrete_template(name, key=name, signatures=self.nopython_signatures)
        return template, pysig, folded, {}

    def get_compile_result(self, sig: Any) -> Any:
        """Return the lowered function for argument types."""
        return self.lowered(_argument_types(sig))

    def lowered(self, arguments: tuple[Any, ...]) -> Any:
        """Return the function in LLVM's form, without its callees; lower it, or load it from the cache."""
        with global_compiler_lock:
            known = self.overloads.get(arguments)
            if known is None:
                known = self._load_lowered(arguments) or self._lower(arguments)
                known = known._replace(entry_point=object())  # a key by which Numba finds it
                self.targetctx.insert_user_function(known.entry_point, known.fndesc, [known.library])
                self.overloads[arguments] = known
            PROGRESS.ready(self.reachable)
            return known

    def _lower(self, arguments: tuple[Any, ...]) -> Any:
        with (
            PROGRESS.entry(self.name, len(self.reachable)),
            PROGRESS.lowering(self.name, self.py_func.__module__),
            self._compiling_counter,  # by which Numba knows a recursive call
        ):
            result = self._compiler.compile(arguments, None)
        library = result.library
        library.kernel, library.arguments = self, arguments
        fndesc = result.fndesc
        fndesc.typemap = fndesc.calltypes = None  # large, and not needed any more
        callees = [(callee.kernel.place, callee.arguments) for callee in library.callees]
        parts = (fndesc, result.environment, result.signature, tuple(library._reload_init), callees)
        self.store.save(self._file("lowered", arguments), dumps((library.own_module().as_bitcode(), *parts)))
        return result

    def _load_lowered(self, arguments: tuple[Any, ...]) -> Any:
        data = self.store.load(self._file("lowered", arguments))
        if data is None:
            return None
        bitcode, fndesc, env, signature, reload_init, places = pickle.loads(data)  # noqa: S301  # the user's own
        callees = []
        for (module, name), types_of_call in places:
            kernel = getattr(sys.modules.get(module), name, None)
            if not isinstance(kernel, KernelDispatcher):
                return None  # it is now called by another name
            callees.append(kernel.lowered(_argument_types(types_of_call)).library)
        codegen, symbol = self.targetctx.codegen(), fndesc.mangled_name
        library = KernelLibrary.from_bitcode(codegen, self.py_func.__qualname__, bitcode, symbol, callees)
        library.kernel, library.arguments = self, arguments
        library._reload_init.update(reload_init)
        return self._result(library, fndesc, env, signature)

    # Names

    @property
    def place(self) -> tuple[str, str]:
        """The module and the name by which the function is found."""
        return self.py_func.__module__, self.py_func.__qualname__

    def _file(self, form: str, arguments: tuple[Any, ...], target: str | None = None) -> str:
        """Return the name of the file for some argument types: it tells apart all that compiled code depends on."""
        types_of_call = [kind.name for kind in arguments]  # the names of records list their fields
        text = f"{self._origin} {types_of_call} {target or target_of(self.targetctx.codegen())}"
        return f"{self.py_func.__name__}-{hashlib.sha256(text.encode()).hexdigest()[:32]}.{form}"

    @cached_property
    def _origin(self) -> str:
        code = self.py_func.__code__
        # The name of an assembled module tells its content.
        content = "" if self.py_func.__module__.startswith("tengen_assembled.") else _content(code.co_filename)
        return f"{self.place} {code.co_firstlineno} {self.targetoptions} {content}"

    @cached_property
    def reachable(self) -> "set[KernelDispatcher]":
        """All kernels that it may call, directly or not, as their source code names them, and itself."""
        found, waiting = {self}, [self]
        while waiting:
            for kernel in waiting.pop().named:
                if kernel not in found:
                    found.add(kernel)
                    waiting.append(kernel)
        return found

    @cached_property
    def named(self) -> "list[KernelDispatcher]":
        """The kernels that the function's code names, itself or as an attribute of a module."""
        names = self.py_func.__code__.co_names
        objects = [self.py_func.__globals__.get(name) for name in names]
        modules = [thing for thing in objects if type(thing) is type(sys)]
        objects += [getattr(module, name, None) for module in modules for name in names]
        return [thing for thing in objects if isinstance(thing, KernelDispatcher)]


class KernelCompiler(compiler.Compiler):
    """Numba's compiler, which gives functions names that are the same in every process, and leaves out passes."""

    def define_pipelines(self) -> list[Any]:
        """Return Numba's list of passes without those that find nothing to do in a kernel."""
        pipelines: list[Any] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [one for one in pipeline.passes if one[0] not in _NEEDLESS_PASSES]
            pipeline.finalize()
        return pipelines

    def _compile_bytecode(self) -> Any:
        identity = self.state.func_id
        code = identity.code
        text = f"{identity.modname} {identity.func_qualname} {code.co_firstlineno} {code.co_code.hex()}"
        identity.unique_id = int(hashlib.sha256(text.encode()).hexdigest()[:12], 16)
        identity.unique_name = f"{identity.func_qualname}${identity.unique_id}"
        return super()._compile_bytecode()


# Kernels have no closures, no contexts, no object mode, and no functions that Numba must inline. Without these passes
# the compiled code is the same, and compiling takes a tenth less time.
_NEEDLESS_PASSES = {
    untyped_passes.WithLifting,
    untyped_passes.InlineClosureLikes,
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.InlineInlinables,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.LiteralUnroll,
    typed_passes.InlineOverloads,
    typed_passes.NopythonRewrites,
}


class _Lowering(numba_dispatcher._FunctionCompiler):  # type: ignore[name-defined]  # private to Numba
    """Numba's compiler of a function, without the wrappers for Python and C, and without LLVM."""

    @cached_property
    def flags(self) -> Any:
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        return flags

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        target = self.targetdescr.target_context
        result = compiler.compile_extra(
            self.targetdescr.typing_context,
            target,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=self.flags.copy(),
            locals=self.locals,
            library=KernelLibrary(target.codegen(), self.py_func.__qualname__),
            pipeline_class=self.pipeline_class,
        )
        if result.typing_error is not None:
            raise result.typing_error
        return result


@contextmanager
def _few_collections() -> Iterator[None]:
    """Let Python look for unreachable objects less often: compiling makes many objects, and keeps most of them."""
    thresholds = gc.get_threshold()
    gc.set_threshold(100 * thresholds[0], *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


@cache
def _type_of(dtype: Any) -> Any:
    return numpy_support.from_dtype(dtype)


def _completed(env: Any, objects: list[Any]) -> Any:
    """Return an environment with the Python objects that an entry needs.

    It may have been loaded before with a lowered function, which needs only the first of them.
    """
    if len(env.consts) < len(objects):
        env.consts[:] = objects
    return env


@cache
def target_of(codegen: Any) -> str:
    """Return a text that tells apart the processors for which code is generated."""
    return repr(codegen.magic_tuple())


@cache
def _content(path: str) -> str:
    """Return a hash of a source file outside of the package; those inside are in the name of the cache folder."""
    file = Path(path)
    if Path(__file__).parents[1] in file.parents or not file.is_file():
        return ""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _argument_types(sig: Any) -> tuple[Any, ...]:
    """Return the types of a signature's arguments, with names by content."""
    arguments, _ = normalize_signature(sig)
    for argument_type in arguments:
        _name_by_content(argument_type)
    return tuple(arguments)


class RecordNamedByContent(types.Record):
    """A record type whose name in compiled code is made of its fields.

    It equals Numba's own type with the same fields, so that Numba finds this one when it looks for the other.
    """

    @property
    def mangling_args(self) -> tuple[str, tuple[str]]:
        """What Numba makes the name of."""
        return "Record", ("r" + hashlib.sha256(self.name.encode()).hexdigest()[:16],)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, types.Record) and bool(self.key == other.key)

    def can_convert_to(self, typingctx: Any, other: Any) -> None:  # Numba's signature
        """Convert to no other type.

        Numba takes a record with more fields for a subtype of one with fewer, and would call a function that was
        compiled for the shorter one: a part that adds a field to a record would then meet code that does not know it.
        """

    def __repr__(self) -> str:
        """Return its name, which is known; Numba writes it down for every pass, and lists all fields each time."""
        return str(self.name)

    __hash__ = types.Record.__hash__


register_default(RecordNamedByContent)(RecordModel)


def _name_by_content(numba_type: Any) -> None:
    """Let the record types that an argument's type consists of be named by their content.

    Numba keeps a single object for each type, and C code knows it by a number. So the object stays as it is, and only
    its class changes.
    """
    if isinstance(numba_type, types.Array):  # nested arrays are arrays, too
        _name_by_content(numba_type.dtype)
    elif type(numba_type) is types.Record:
        numba_type.__class__ = RecordNamedByContent
        for field in numba_type.fields.values():
            _name_by_content(field.type)
