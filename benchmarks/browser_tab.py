"""A tab of a browser, as far as the server can tell: Streamlit's messages over one WebSocket.

What a browser fetches over HTTP (the front end itself, the logo) is not asked for.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from benchmarks.front_end import Answer, FrontEnd

TRIGGER = "$$STREAMLIT_INTERNAL_KEY"
"""Begins the ids of what components tell once."""

PATIENCE_S = 120.0
"""Nobody waits longer for an answer."""


class Tab:
    """One tab of a browser.

    Args:
        url: Address of the app.
        locale: Language of the browser.
        cookies: Those of the browser, by their names; what the server sets is kept there.
    """

    def __init__(self, url: str, locale: str, cookies: dict[str, str] | None = None) -> None:
        self._url = url
        self._cookies = cookies
        self._socket: ClientConnection | None = None
        self._front_end = FrontEnd(url, locale)
        self._asked, self._opened_only = 0.0, False

    @property
    def page(self) -> str:
        """Last part of the path of the page that was asked for last."""
        return self._front_end.page

    @property
    def address(self) -> Mapping[str, str]:
        """All parameters of the address."""
        return self._front_end.address

    async def open(self) -> None:
        """Open the WebSocket; raises OSError, TimeoutError or InvalidHandshake where that fails."""
        self._asked, self._opened_only = time.perf_counter(), True  # a visit is timed from here
        sent = "; ".join(f"{name}={value}" for name, value in (self._cookies or {}).items())
        self._socket = await connect(
            f"ws{self._url.removeprefix('http')}/_stcore/stream",
            origin=Origin(self._url),
            subprotocols=[Subprotocol("streamlit")],
            additional_headers={"Cookie": sent} if sent else None,
            compression=None,
            ping_interval=None,  # browsers answer pings and send none
            max_size=None,
            max_queue=None,
            open_timeout=PATIENCE_S,
        )
        if self._cookies is not None and self._socket.response is not None:
            keep_cookies(self._cookies, self._socket.response.headers.get_all("Set-Cookie"))

    async def open_again(self) -> None:
        """Open the WebSocket anew, as a browser does that has lost it, and ask what it shows once more."""
        await self.open()
        self._front_end.connection_lost()
        await self._ask(self._front_end.question(self.page, self._front_end.address))

    def close(self) -> None:
        """Close the tab as somebody does who does not wait for what it shows."""
        if self._socket is not None:
            self._socket.transport.close()

    async def follow_link(self, page: str, parameters: Mapping[str, str]) -> None:
        """Ask for a page, or for the same one again with other parameters in its address."""
        await self._ask(self._front_end.question(page, parameters))

    def buttons(self, key: str) -> list[str]:
        """Return the names on the buttons whose id ends with a key; none where there are no such buttons."""
        return self._front_end.widgets.options(key)

    async def click(self, key: str, option: int) -> None:
        """Click one of the buttons whose id ends with a key."""
        self._front_end.widgets.choose(key, option)
        await self._ask(self._front_end.question(self.page, self._front_end.address))

    async def tell(
        self, component: str, state: Mapping[str, Any], event: tuple[str, Any] | None = None
    ) -> None:
        """Say what a component says: the state it keeps, and what has just happened.

        Args:
            component: Its name.
            state: Its values by their names.
            event: Name and value of a trigger.
        """
        front_end = self._front_end
        known = front_end.components[component]
        values = [WidgetState(id=known, json_value=json.dumps(state))]
        if event is not None:
            told = json.dumps([{"event": event[0], "value": event[1]}])
            values.append(WidgetState(id=f"{TRIGGER}_{known}__events", json_trigger_value=told))
        await self._ask(front_end.question(self.page, front_end.address, values))

    async def begun(self) -> None:
        """Wait until the server has begun with what was asked for last: before, nothing can be clicked."""
        async with asyncio.timeout(PATIENCE_S):
            while not self._front_end.begun:
                self._front_end.note(await self._receive(), Answer(keep=False))

    async def answer(self, *, keep: bool = False) -> Answer:
        """Wait for the end of what was asked for last.

        Args:
            keep: Whether to keep what is shown.

        Raises:
            TimeoutError: It did not come.
            ConnectionClosed: The server has dropped the tab.
        """
        answer = Answer(keep=keep)
        async with asyncio.timeout(PATIENCE_S):
            while not self._front_end.note(await self._receive(), answer):
                pass
        answer.seconds = time.perf_counter() - self._asked
        return answer

    async def wait_for_end(self, seconds: float) -> None:
        """Read what is shown for so long; raises ConnectionClosed as soon as the connection is gone."""
        assert self._socket is not None
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._socket.wait_closed()
                await self._receive()

    async def _ask(self, message: bytes) -> None:
        assert self._socket is not None
        if not self._opened_only:
            self._asked = time.perf_counter()
        self._opened_only = False
        await self._socket.send(message)

    async def _receive(self) -> bytes:
        assert self._socket is not None
        return await self._socket.recv(decode=False)


def keep_cookies(cookies: dict[str, str], headers: Iterable[str]) -> None:
    """Keep what `Set-Cookie` says."""
    for header in headers:
        name, _, value = header.partition(";")[0].partition("=")
        cookies[name.strip()] = value.strip()
