"""Runs begin in the order in which they came, a few at once, and one that takes long holds up nobody."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from bertviz_core.server.turns import Turns

LONG_S = 30.0
"""No test waits for it."""


def test_only_a_few_are_under_way() -> None:
    turns, lock = Turns(at_once=2, young_s=LONG_S), threading.Lock()
    under_way, most, ended = 0, 0, []

    def work(number: int) -> None:
        nonlocal under_way, most
        with turns.turn():
            with lock:
                under_way += 1
                most = max(most, under_way)
            sum(range(20_000))
            with lock:
                under_way -= 1
                ended.append(number)

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(work, range(60)))
    assert most <= 2
    assert sorted(ended) == list(range(60))


def test_who_came_first_begins_first() -> None:
    turns, begun, waiting = Turns(at_once=1, young_s=LONG_S), [], []

    def work(number: int) -> None:
        with turns.turn():
            begun.append(number)

    with turns.turn():
        for number in range(5):
            waiting.append(threading.Thread(target=work, args=(number,)))
            waiting[-1].start()
            while len(turns._waiting) <= number:
                pass
        assert begun == []
    for thread in waiting:
        thread.join()
    assert begun == list(range(5))


def test_one_that_takes_long_holds_up_nobody() -> None:
    turns = Turns(at_once=1, young_s=0.01)
    with turns.turn(), ThreadPoolExecutor(1) as pool:

        def work() -> bool:
            with turns.turn():
                return True

        assert pool.submit(work).result(timeout=LONG_S)


def test_one_that_fails_gives_its_turn_on() -> None:
    turns = Turns(at_once=1, young_s=LONG_S)
    with pytest.raises(ZeroDivisionError), turns.turn():
        raise ZeroDivisionError
    with turns.turn():
        pass


def test_who_waits_for_a_pass_lets_another_run_and_goes_on_before_the_next() -> None:
    turns, order = Turns(at_once=1, young_s=LONG_S, aside=1), []
    other, goes_on = threading.Event(), threading.Event()

    def work(name: str) -> None:
        with turns.turn():
            order.append(name)
            if name == "second":
                other.set()
                goes_on.wait(LONG_S)

    with ThreadPoolExecutor(2) as pool, turns.turn():
        pool.submit(work, "second")
        while not turns._waiting:
            pass
        with turns.aside():
            assert other.wait(LONG_S)
            pool.submit(work, "third")
            while not turns._waiting:
                pass
            threading.Timer(0.05, goes_on.set).start()
        order.append("first goes on")
    assert order == ["second", "first goes on", "third"]


def test_nobody_stands_aside_for_a_few() -> None:
    turns, begun = Turns(at_once=1, young_s=LONG_S, aside=2), []

    def work() -> None:
        with turns.turn():
            begun.append(True)

    with ThreadPoolExecutor(1) as pool, turns.turn():
        pool.submit(work)
        while not turns._waiting:
            pass
        with turns.aside():
            assert turns._begun
        assert not begun


def test_who_has_no_turn_waits_where_it_is() -> None:
    with Turns(at_once=1).aside():
        pass
