"""Tells those who follow a class in this process what there is to know: the newest state, whole.

Nobody waits behind a slow listener, and nothing is kept for one: who was away gets the state that is.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from bertviz_core.errors import BertScopeError
from bertviz_core.server.classes.store import ClassStore, NoClassError

LOOK_S = 5.0
"""So often the state is read without a bell: one may have been missed, and a lecturer may have gone."""
GATHER_S = 0.25
"""Bells within this time are answered by one message: a hundred may vote in one second."""
AGAIN_S = 1.0
MOST_LISTENERS = 2000

ENDED = json.dumps({"ended": True})
"""What is told of a class that is not there any more."""


class Bulletin:
    """What is told of the classes that are followed here."""

    def __init__(self, store: ClassStore, clock: Callable[[], float] = time.time) -> None:
        """Read classes from a store; nothing is done before somebody listens."""
        self._store, self._clock = store, clock
        self._copy = secrets.token_hex(8)
        self._told: dict[str, str] = {}
        self._told_at: dict[str, float] = defaultdict(float)
        self._reading: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._listeners: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._due: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def listeners(self) -> int:
        """Count those who follow a class here."""
        return sum(map(len, self._listeners.values()))

    def ring(self, code: str) -> None:
        """Have the state of a class read and told, soon; from the thread of the event loop."""
        if code in self._listeners and code not in self._due:
            self._due.add(code)
            self._start(self._tell_soon(code))

    def close(self) -> None:
        """End what everybody listens to; browsers ask again, here or elsewhere."""
        self._closed = True
        for events in self._listeners.values():
            for event in events:
                event.set()

    async def listen(self, code: str, heartbeat_s: float = LOOK_S) -> AsyncIterator[str | None]:
        """Yield the state of a class as JSON whenever it changes, the newest; None when it long did not."""
        self._begin()
        event = asyncio.Event()
        self._listeners[code].add(event)
        try:
            last = None
            if code not in self._told:
                await self._tell(code)
            while not self._closed:
                told = self._told.get(code)
                if told != last:
                    last = told
                    yield told
                    if told == ENDED:
                        return
                else:
                    yield None
                event.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), heartbeat_s)
        finally:
            self._listeners[code].discard(event)
            if not self._listeners[code]:
                for kept in (self._listeners, self._told, self._told_at, self._reading):
                    kept.pop(code, None)

    def _begin(self) -> None:
        if not self._tasks:
            self._start(self._hear())
            self._start(self._look())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hear(self) -> None:
        """Answer the bells of other copies; where none can be heard, try again."""
        while not self._closed:
            with contextlib.suppress(BertScopeError):
                async for code in self._store.rings():
                    for one in [code] if code else list(self._listeners):
                        self.ring(one)
                return
            await asyncio.sleep(AGAIN_S)

    async def _look(self) -> None:
        while not self._closed:
            await asyncio.sleep(LOOK_S)
            for code in list(self._listeners):
                await self._tell(code)

    async def _tell_soon(self, code: str) -> None:
        await asyncio.sleep(max(0.0, self._told_at[code] + GATHER_S - time.monotonic()))
        self._due.discard(code)
        await self._tell(code)

    async def _tell(self, code: str) -> None:
        """Read the state of a class and tell it; where it cannot be read, what was told stands."""
        async with self._reading[code]:
            try:
                document = await self.state(code)
                here = await self._store.here(code, self._copy, len(self._listeners.get(code, ())))
                told = json.dumps({**document, "here": here})
            except NoClassError:
                told = ENDED
            except BertScopeError:
                return
            if self._told.get(code) != told and code in self._listeners:
                self._told[code], self._told_at[code] = told, time.monotonic()
                for event in self._listeners[code]:
                    event.set()

    async def state(self, code: str) -> dict[str, object]:
        """Return what everybody in a class may know now. Raises `NoClassError`, `BusyError`."""
        room = await self._store.get(code)
        votes = {}
        if room.question is not None:
            for number in room.question.rounds:
                votes[number] = await self._store.votes(code, room.question.number, number)
        return room.document(votes, self._clock())
