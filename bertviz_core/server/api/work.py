"""Questions are answered in a few threads of their own; others wait, and of too many the next is refused."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.requests import Request

from bertviz_core.analysis.passes.asker import asking
from bertviz_core.analysis.passes.observed import counted_as
from bertviz_core.errors import BusyError

AT_ONCE = 8
"""They wait for passes together, and so share batches."""

MOST_OPEN = 40
"""Answered or waiting; each holds a request in memory."""

Result = TypeVar("Result")


class Work:
    """The threads of one process."""

    def __init__(self, at_once: int = AT_ONCE, most_open: int = MOST_OPEN) -> None:
        """Begin with none."""
        self._threads = ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="api")
        self._most_open = most_open
        self._open = 0

    async def do(self, request: Request, name: str, work: Callable[[], Result]) -> Result:
        """Work in a thread, and let what has not begun go when whoever asked is gone.

        Args:
            request: Whose body is read already.
            name: Under which passes are counted.
            work: What to do.

        Raises:
            BusyError: Too many wait.
        """
        if self._open >= self._most_open:
            raise BusyError("Many people are asking at once. Try again in a moment.")
        gone = threading.Event()

        def counted() -> Result:
            with asking(lambda: not gone.is_set()), counted_as(f"api {name}"):
                return work()

        self._open += 1
        watching = asyncio.create_task(_note_gone(request, gone))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, counted)
        finally:
            self._open -= 1
            watching.cancel()


async def _note_gone(request: Request, gone: threading.Event) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    gone.set()
