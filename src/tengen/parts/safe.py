"""Safe mode: what a client of a server may not set. See docs/security.md.

An option that names a file or an address, starts other processes, or takes more of the machine is declared with
``extra=UNSAFE``. In the lists of parts a name that is a path would run the code of that file.
"""

from collections.abc import Mapping
from typing import Any

from tengen.parts.options import OptionError, Options, knob

UNSAFE = {"is_safe": False}
"""The ``extra`` of the ``Meta`` of an option that cannot be set in safe mode."""
SIGNS_OF_A_PATH = ("/", "\\", ".py", "~")


def check_safe(options: Options, changes: Mapping[str, Any]) -> None:
    """Raise OptionError if one of the changes is not allowed in safe mode, or if there is no such option."""
    for name, value in changes.items():
        leaf = knob(options, name)
        words = value if isinstance(value, list | tuple) else [value]
        is_path = any(sign in str(word) for word in words for sign in SIGNS_OF_A_PATH)
        if not (leaf.meta.extra or {}).get("is_safe", True) or is_path:
            raise OptionError(f"{leaf.name} cannot be set to that in safe mode: it may read files, or use more memory")
