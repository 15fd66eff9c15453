"""What runs say reaches the event loop in order, whole, and in fewer steps than there are messages."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from own_loop import run
from streamlit.runtime import websocket_session_manager

import app  # noqa: F401 - what serves visitors
from bertviz_core.ui.gathered_messages import Gathering, GatheringSession

MANY = 5_000


def test_the_app_serves_visits_so() -> None:
    assert websocket_session_manager.AppSession is GatheringSession


def test_what_a_thread_says_arrives_in_order_on_the_loop_in_few_steps() -> None:
    async def listen() -> None:
        loop = asyncio.get_running_loop()
        heard: list[int] = []
        steps = 0
        ended = asyncio.Event()

        def soon(call: Callable[[], None]) -> None:
            nonlocal steps
            steps += 1
            loop.call_soon_threadsafe(call)

        gathering = Gathering(loop, soon)

        def speak() -> None:
            for number in range(MANY):
                gathering.call(lambda number=number: heard.append(number), waits=True)  # type: ignore[misc]
            gathering.call(ended.set, waits=False)

        speaker = threading.Thread(target=speak)
        speaker.start()
        await ended.wait()
        speaker.join()
        assert heard == list(range(MANY))
        assert steps < MANY

    run(listen())


def test_one_message_alone_arrives_without_another() -> None:
    async def listen() -> None:
        loop = asyncio.get_running_loop()
        gathering = Gathering(loop, loop.call_soon_threadsafe)
        for _ in range(3):  # nothing is left over that keeps the next from being handed over
            heard = asyncio.Event()
            gathering.call(heard.set, waits=True)
            await heard.wait()

    run(listen())
