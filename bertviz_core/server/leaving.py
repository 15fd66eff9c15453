"""The end on SIGTERM: first nobody new is sent here, then what was begun ends, then the process."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType

from bertviz_core.server.readiness import Readiness

_LOOK_AGAIN_S = 0.05


def leave_in_turn(
    readiness: Readiness, busy: Callable[[], bool], *, notice_s: float, wait_s: float
) -> Callable[[], None]:
    """Stand before the server's own handler of SIGTERM, which closes every connection at once.

    A second SIGTERM, and Ctrl+C, end the server as they always did.

    Args:
        readiness: Says 503 from the signal on.
        busy: Tells whether anything in flight is worth waiting for.
        notice_s: Seconds in which everything goes on, so that whoever sends visitors sees the 503.
        wait_s: Seconds after those, at most, until nothing is in flight.

    Returns:
        What gives the signal back to the server; it does nothing where signals go elsewhere.
    """
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    loop = asyncio.get_running_loop()
    end_now = signal.getsignal(signal.SIGTERM)
    ending: list[asyncio.Task[None]] = []

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, end_now)
        if callable(end_now):
            end_now(number, frame)
        elif end_now is signal.SIG_DFL:
            signal.raise_signal(number)

    async def wait_and_end(number: int) -> None:
        await asyncio.sleep(notice_s)
        until = loop.time() + wait_s
        while busy() and loop.time() < until:
            await asyncio.sleep(_LOOK_AGAIN_S)
        end(number, None)

    def leave(number: int, frame: FrameType | None) -> None:
        if readiness.leaving:
            end(number, frame)
            return
        readiness.leaving = True
        loop.call_soon_threadsafe(lambda: ending.append(loop.create_task(wait_and_end(number))))

    signal.signal(signal.SIGTERM, leave)
    return lambda: _give_back(leave, end_now)


def _give_back(ours: object, before: object) -> None:
    if signal.getsignal(signal.SIGTERM) is ours:
        signal.signal(signal.SIGTERM, before)  # type: ignore[arg-type]
