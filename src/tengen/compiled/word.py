"""Unsigned 64-bit words: the type of points, colours and bitboards in compiled code.

An unsigned index needs no check for negative values. A sum with a plain Python ``1`` would be signed again, so
compiled functions use the named words below.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

u64 = cast(Callable[[Any], int], np.uint64)
i64 = cast(Callable[[Any], int], np.int64)

ZERO, ONE, TWO, THREE, FOUR = (u64(n) for n in range(5))
SIX, EIGHT, TEN, TWELVE, FOURTEEN = (u64(n) for n in (6, 8, 10, 12, 14))
LOW_SIX_BITS = u64(63)
