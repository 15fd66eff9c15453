"""What a run of the script says is handed to the event loop a few messages at a time.

Streamlit hands over each of some sixty messages by itself, and each time the loop asks the run for Python's
lock, makes two tasks and ends them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from streamlit.runtime import websocket_session_manager
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import ScriptRunnerEvent

GATHER_S = 0.008
"""How long a message waits at most for others; where a run begins or ends, none waits."""


class Gathering:
    """Calls that any thread asks for, made by an event loop in their order.

    Args:
        loop: The event loop.
        soon: Has the loop call something, from any thread.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, soon: Callable[[Callable[[], None]], None]) -> None:
        """Begin with nothing to call."""
        self._loop, self._soon = loop, soon
        self._calls: deque[Callable[[], None]] = deque()
        self._expected = False

    def call(self, made: Callable[[], None], *, waits: bool) -> None:
        """Have something called, after all that was asked for before; at once, or when others have come."""
        self._calls.append(made)
        if not waits:
            self._soon(self._call_all)
        elif not self._expected:
            self._expected = True
            self._soon(self._call_later)

    def _call_later(self) -> None:
        self._loop.call_later(GATHER_S, self._call_all)

    def _call_all(self) -> None:
        self._expected = False  # first: what comes from here on asks for another time
        while self._calls:
            self._calls.popleft()()


class GatheringSession(AppSession):
    """A visit whose runs hand over what they say together."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._gathering = Gathering(self._event_loop, self._call_soon_on_event_loop)

    def _on_scriptrunner_event(
        self, sender: Any, event: ScriptRunnerEvent, *args: Any, **kwargs: Any
    ) -> None:
        handle = self._handle_scriptrunner_event_on_event_loop
        self._gathering.call(
            lambda: handle(sender, event, *args, **kwargs),
            waits=event is ScriptRunnerEvent.ENQUEUE_FORWARD_MSG,
        )


def gather_messages() -> None:
    """Have Streamlit serve visits so, from now on."""
    websocket_session_manager.AppSession = GatheringSession  # type: ignore[misc]
