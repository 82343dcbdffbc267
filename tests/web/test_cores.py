"""Searches share the cores in turn."""

import threading
import time

from tengen.web.cores import Cores


def test_everybody_gets_the_same_share() -> None:
    cores, slices, ended = Cores(2), [0] * 7, threading.Event()

    def search(number: int) -> None:
        while not ended.is_set():
            with cores.slice():
                time.sleep(0.002)
                slices[number] += 1

    threads = [threading.Thread(target=search, args=(number,)) for number in range(7)]
    for thread in threads:
        thread.start()
    time.sleep(1.0)
    ended.set()
    for thread in threads:
        thread.join()
    assert min(slices) > 20
    assert min(slices) > 0.7 * max(slices)  # not exactly the same: a thread may be slow to ask again


def test_no_more_run_than_there_are_cores() -> None:
    cores, running, most, lock = Cores(2), [0], [0], threading.Lock()

    def search() -> None:
        for _ in range(20):
            with cores.slice():
                with lock:
                    running[0] += 1
                    most[0] = max(most[0], running[0])
                time.sleep(0.001)
                with lock:
                    running[0] -= 1

    threads = [threading.Thread(target=search) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most[0] == 2


def test_giving_way_lets_the_next_one_go_first() -> None:
    cores, order = Cores(1), []
    is_waiting = threading.Event()

    def other() -> None:
        is_waiting.set()
        with cores.slice():
            order.append("other")

    with cores.slice():
        cores.give_way()  # nobody waits
        thread = threading.Thread(target=other)
        thread.start()
        is_waiting.wait()
        time.sleep(0.1)
        cores.give_way()
        order.append("first")
    thread.join()
    assert order == ["other", "first"]
