"""The end of a server on SIGTERM: 503 first, then what is in flight ends."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest
from own_loop import run_in_main_thread

from bertviz_core.server.leaving import leave_in_turn
from bertviz_core.server.readiness import Readiness

ended: list[int] = []


@pytest.fixture(autouse=True)
def of_the_server() -> Iterator[None]:
    """Stand in for the handler that a server has."""
    ended.clear()
    before = signal.signal(signal.SIGTERM, lambda number, frame: ended.append(number))
    yield
    signal.signal(signal.SIGTERM, before)


def terminate() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


async def until(holds: list[int] | Readiness) -> None:
    for _ in range(1000):
        if (holds.leaving if isinstance(holds, Readiness) else holds) or False:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came")


def test_it_ends_when_nothing_is_in_flight_any_more() -> None:
    asked = iter([True, True, False])
    readiness = Readiness()

    async def server() -> None:
        leave_in_turn(readiness, lambda: next(asked), notice_s=0, wait_s=60)
        terminate()
        await until(readiness)
        assert not ended
        await until(ended)

    run_in_main_thread(server())
    assert ended == [signal.SIGTERM]
    assert next(asked, None) is None, "it waited for what was in flight"


def test_it_does_not_wait_for_ever_and_a_second_signal_ends_at_once() -> None:
    async def server(*, wait_s: float, signals: int) -> None:
        ended.clear()
        readiness = Readiness()
        leave_in_turn(readiness, lambda: True, notice_s=0, wait_s=wait_s)
        for _ in range(signals):
            terminate()
            await until(readiness)
        await until(ended)

    run_in_main_thread(server(wait_s=0.02, signals=1))
    run_in_main_thread(server(wait_s=60, signals=2))


def test_the_signal_is_given_back() -> None:
    async def server() -> None:
        before = signal.getsignal(signal.SIGTERM)
        leave_in_turn(Readiness(), lambda: False, notice_s=0, wait_s=0)()
        assert signal.getsignal(signal.SIGTERM) is before

    run_in_main_thread(server())
