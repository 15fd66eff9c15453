"""What is on its way to browsers: one that takes in nothing may not fill the memory with what it asked for.

Streamlit counts messages, up to 500 for each browser, and an answer can have forty megabytes.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, ClassVar

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.runtime_util import serialize_forward_msg
from streamlit.runtime.session_manager import SessionClientDisconnectedError
from streamlit.web.server.starlette import starlette_websocket
from streamlit.web.server.starlette.starlette_websocket import StarletteSessionClient

from bertviz_core.server.session_limits import TRY_AGAIN_LATER
from bertviz_core.settings import get_settings


class BoundedClient(StarletteSessionClient):
    """A browser that is cut off when too many bytes wait for it; it connects again by itself."""

    unsent_of_all: ClassVar[int] = 0

    def __init__(self, websocket: Any) -> None:
        self._unsent = 0
        settings = get_settings()
        self._most, self._most_of_all = settings.max_own_unsent_bytes, settings.max_unsent_bytes
        super().__init__(websocket)

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        """Keep a message until it is sent.

        Raises:
            SessionClientDisconnectedError: The browser is gone, or too much waits for it.
        """
        if self._closed.is_set():
            raise SessionClientDisconnectedError
        payload = serialize_forward_msg(msg)
        own, every = self._unsent + len(payload), BoundedClient.unsent_of_all + len(payload)
        full = own > self._most or every > self._most_of_all
        if (full and self._unsent) or self._send_queue.full():  # one message alone is let pass
            self._cut_off()
            raise SessionClientDisconnectedError
        self._count(len(payload))
        self._send_queue.put_nowait(payload)

    async def aclose(self) -> None:
        """Let go of what was not sent."""
        await super().aclose()
        self._count(-self._unsent)

    async def _sender(self) -> None:
        try:
            while True:
                payload = await self._send_queue.get()
                await self._websocket.send_bytes(payload)
                self._count(-len(payload))
        except asyncio.CancelledError:
            raise
        except Exception:  # however a connection ends, there is nobody to tell
            pass
        finally:
            self._closed.set()

    def _count(self, size: int) -> None:
        self._unsent += size
        BoundedClient.unsent_of_all += size

    def _cut_off(self) -> None:
        self._closed.set()
        self._sender_task.cancel()
        self._count(-self._unsent)
        while not self._send_queue.empty():
            self._send_queue.get_nowait()
        self._closing = asyncio.ensure_future(self._close())

    async def _close(self) -> None:
        with suppress(Exception):
            await self._websocket.close(code=TRY_AGAIN_LATER)


def bound_unsent() -> None:
    """Have Streamlit speak to browsers so, from now on."""
    starlette_websocket.StarletteSessionClient = BoundedClient  # type: ignore[misc]
