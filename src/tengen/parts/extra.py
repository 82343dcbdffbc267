"""Packages that only some commands need, and that an installation may lack."""

from collections.abc import Iterator
from contextlib import contextmanager


class MissingPackage(ValueError):
    """A package that is not installed. The message says how to install it."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Turn an import that fails into a MissingPackage with the extra of tengen that brings the package."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "a package").partition(".")[0]
        raise MissingPackage(f"this needs {package}: pip install 'tengen[{name}]'") from None
