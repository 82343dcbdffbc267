from threading import Thread
from typing import Annotated

import numpy as np

from tengen.compiled.atomic import add_to, swap_in
from tengen.compiled.jit import kernel
from tengen.compiled.record import Record


class Shared(Record):
    visits: Annotated[int, np.uint32]
    value: Annotated[float, np.float64]
    swaps: Annotated[int, np.int64]
    lock: Annotated[int, np.uint8]
    guarded: Annotated[int, np.int64]


@kernel
def hammer(shared: Shared, count: int) -> None:
    for _ in range(count):
        add_to(shared, "visits", 1)
        add_to(shared, "value", 0.5)
        while True:
            before = shared.swaps
            if swap_in(shared, "swaps", before, before + 1):
                break
        while not swap_in(shared, "lock", 0, 1):
            pass
        shared.guarded += 1
        swap_in(shared, "lock", 1, 0)


def test_nothing_is_lost_between_threads() -> None:
    shared = Shared.new()
    hammer(shared, 1)
    threads = [Thread(target=hammer, args=(shared, 200_000)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (shared.visits, shared.value, shared.swaps, shared.guarded) == (800_001, 400_000.5, 800_001, 800_001)


@kernel
def add_and_swap(shared: Shared) -> tuple[int, bool, bool]:
    before = add_to(shared, "visits", 5)
    return before, swap_in(shared, "visits", 4, 9), swap_in(shared, "visits", 8, 9)


def test_results_tell_what_was_there_before() -> None:
    shared = Shared.new()
    shared.visits = 3
    assert add_and_swap(shared) == (3, False, True)
    assert shared.visits == 9
