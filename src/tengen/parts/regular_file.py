"""Opens files that others have named: neither a device, which may never end, nor a pipe, which may never begin."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def regular_file(path: str | Path) -> BinaryIO:
    """Open a file to read bytes; raises OSError if it cannot be read, and if it is a folder, a pipe or a device."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return os.fdopen(descriptor, "rb")
