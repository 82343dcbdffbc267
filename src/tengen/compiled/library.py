"""The code of a kernel in LLVM's form, linked and optimised once instead of once for every function on the way.

Numba optimises each function together with everything that it calls and generates machine code for it, and then does
the same again for each of its callers. A search is twenty calls deep, so most of its code would go through LLVM ten
times. Here a function that is called by compiled functions only is lowered and no more. The entry, which Python calls,
collects all functions below it and goes through LLVM once. The result is as fast, in a quarter of the time.
"""

from typing import Any

from llvmlite import binding as llvm
from numba.core.codegen import JITCodeLibrary, RuntimeLinker


class KernelLibrary(JITCodeLibrary):
    """The code of one kernel, and the libraries of the functions that it calls; ``finalize`` links them."""

    kernel: Any = None
    """The dispatcher whose function this is, and the argument types; of a lowered function only."""
    arguments: tuple[Any, ...] = ()
    _final_module: Any
    _shared_module: Any
    _symbol = ""

    def add_linking_library(self, library: Any) -> None:
        """Note that this code calls functions of another library."""
        if not isinstance(library, KernelLibrary):
            library._ensure_finalized()
        if library not in self._linking_libraries:
            self._linking_libraries.append(library)

    @property
    def callees(self) -> "list[KernelLibrary]":
        """The libraries of the kernels that this one calls directly."""
        return [library for library in self._linking_libraries if isinstance(library, KernelLibrary)]

    def _optimize_functions(self, ll_module: Any) -> None:
        """Simplify each function on its own, which makes linking cheaper; Numba would visit declarations, too."""
        ll_module.data_layout = self._codegen._data_layout
        for function in [f for f in ll_module.functions if not f.is_declaration]:
            passes, builder = self._codegen._function_pass_manager()
            passes.run(function, builder)

    def own_module(self) -> Any:
        """Return the code of this kernel without the kernels that it calls, to be linked into any number of others."""
        if self._shared_module is None:
            self._raise_if_finalized()
            for library in set(self._linking_libraries) - set(self.callees):  # functions of Numba itself
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            module = self._final_module.clone()
            _set_linkage(module, "linkonce_odr")
            self._shared_module = module
        return self._shared_module

    def _get_module_for_linking(self) -> Any:
        """Return the code with its callees, for functions of other users of Numba that call a kernel."""
        self._ensure_finalized()
        module = self._final_module.clone()
        _set_linkage(module, "linkonce_odr")
        return module

    def finalize(self) -> None:
        """Link in all functions below this one, optimise the whole, and generate machine code."""
        self._codegen._check_llvm_bugs()
        if self.own_module() is self._final_module:  # it was read from a file
            self._final_module = self._final_module.clone()
            self._final_module.get_function(self._symbol).linkage = "external"
        own = {f.name for f in self._final_module.functions if not f.is_declaration}
        for library in self._below():
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library.own_module(), preserve=True)
        called_later = self._keep_recursive_functions()
        # Two entries contain the same functions. Each calls its own copy, whichever was loaded first.
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own | called_later:
                function.linkage = "internal"
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _below(self) -> list["KernelLibrary"]:
        """Return the libraries of all functions that this one calls, directly or not, each after all its callers.

        LLVM's linker leaves out a function that nothing calls yet.
        """
        seen: set[KernelLibrary] = set()
        finished: list[KernelLibrary] = []

        def visit(library: KernelLibrary) -> None:
            seen.add(library)
            for callee in library.callees:
                if callee not in seen:
                    visit(callee)
            finished.append(library)

        visit(self)
        return finished[-2::-1]

    def _keep_recursive_functions(self) -> set[str]:
        """Keep the functions that a recursive call reaches by their names; return these names."""
        prefix = RuntimeLinker.PREFIX
        names = {g.name.removeprefix(prefix) for g in self._final_module.global_variables if g.name.startswith(prefix)}
        for function in self._final_module.functions:
            if function.name in names and not function.is_declaration:
                function.linkage = "weak_odr"
        return names

    def object_code(self) -> bytes:
        """Return the machine code, which another process can load."""
        return bytes(self._get_compiled_object())

    @classmethod
    def from_object_code(cls, codegen: Any, name: str, code: bytes, symbols: list[str]) -> "KernelLibrary":
        """Return a library of machine code that defines some symbols. It cannot be linked into others."""
        library = cls(codegen, name)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        codegen._engine._defined_symbols.update(symbols)
        return library

    @classmethod
    def from_bitcode(
        cls, codegen: Any, name: str, bitcode: bytes, symbol: str, callees: "list[KernelLibrary]"
    ) -> "KernelLibrary":
        """Return the library of a function whose code is given as LLVM's bitcode, which defines it as a symbol."""
        library = cls(codegen, name)
        library._symbol = symbol
        library._final_module = library._shared_module = llvm.parse_bitcode(bitcode)
        library._linking_libraries = callees
        return library


def _set_linkage(module: Any, linkage: str) -> None:
    for function in module.functions:
        if not function.is_declaration and function.linkage == llvm.Linkage.external:
            function.linkage = linkage
