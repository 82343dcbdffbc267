"""Unsigned 64-bit words: the numbers that points, colours and bitboards are made of in compiled code.

Unsigned points need no check for negative indices, and a sum with a plain Python ``1`` would be signed
again; so compiled functions compute with the named words below.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

u64 = cast(Callable[[Any], int], np.uint64)
i64 = cast(Callable[[Any], int], np.int64)

ZERO, ONE, TWO, THREE, FOUR = (u64(n) for n in range(5))
SIX, EIGHT, TEN, TWELVE, FOURTEEN = (u64(n) for n in (6, 8, 10, 12, 14))
LOW_SIX_BITS = u64(63)
