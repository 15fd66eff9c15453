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
    readiness: Readiness,
    busy: Callable[[], bool],
    *,
    notice_s: float,
    wait_s: float,
    let_go: Callable[[], None] = lambda: None,
) -> Callable[[], None]:
    """Stand before the server's own handler of SIGTERM, which closes every connection at once.

    A second SIGTERM, and Ctrl+C, end the server as they always did, which waits for answers that are being
    written: those that are never through end by `let_go`.

    Args:
        readiness: Says 503 from the signal on.
        busy: Tells whether anything in flight is worth waiting for.
        notice_s: Seconds in which everything goes on, so that whoever sends visitors sees the 503.
        wait_s: Seconds after those, at most, until nothing is in flight.
        let_go: Called in the event loop before the server ends.

    Returns:
        What gives the signal back to the server; it does nothing where signals go elsewhere.
    """
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    loop = asyncio.get_running_loop()
    end_now, interrupt = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    ending: list[asyncio.Task[None]] = []

    def end(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(let_go)
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

    def interrupted(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(let_go)
        if callable(interrupt):
            interrupt(number, frame)

    signal.signal(signal.SIGTERM, leave)
    if callable(interrupt):
        signal.signal(signal.SIGINT, interrupted)

    def give_back() -> None:
        _give_back(signal.SIGTERM, leave, end_now)
        _give_back(signal.SIGINT, interrupted, interrupt)

    return give_back


def _give_back(number: signal.Signals, ours: object, before: object) -> None:
    if signal.getsignal(number) is ours:
        signal.signal(number, before)  # type: ignore[arg-type]
