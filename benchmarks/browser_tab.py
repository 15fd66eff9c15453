"""A tab of a browser, as far as the server can tell: Streamlit's messages over one WebSocket.

What the front end sends of itself was recorded from Chromium: the values of all widgets on the page, of
the sidebar's only when the page changes; the hashes of large messages that it keeps, which the server does
not send again; the parameters of the address, as the last run left them. What a browser fetches over HTTP
(the front end itself, the logo) is not asked for.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.widget_states import WidgetStates

PATIENCE_S = 120.0
"""Nobody waits longer for an answer."""

KNOWN = b""
"""Stands for a message that the browser had already."""

SHOWN = ("bidi_component", "plotly_chart", "markdown", "html")
"""Kinds of elements that answers consist of."""

_BAD_ALERTS = {Alert.ERROR: "error", Alert.WARNING: "warning"}


Shown = dict[tuple[int, ...], bytes]
"""Messages by their places on the page."""


@dataclass(slots=True, kw_only=True)
class Answer:
    """What came back for one question."""

    seconds: float = 0.0
    received: int = 0
    """Bytes."""
    troubles: list[tuple[str, str]] = field(default_factory=list)
    """Kind and text of the exceptions, errors and warnings that are shown."""
    shown: Shown = field(default_factory=dict)
    """Where it was to be kept: messages with charts, components and texts by their places on the page."""

    def show(self, place: tuple[int, ...], raw: bytes | None) -> None:
        """Put something in a place; what was in there is gone."""
        for other in [other for other in self.shown if other[: len(place)] == place]:
            del self.shown[other]
        if raw is not None:
            self.shown[place] = raw


class Tab:
    """One tab of a browser.

    Args:
        url: Address of the app.
        locale: Language of the browser.
    """

    def __init__(self, url: str, locale: str) -> None:
        self._url, self._locale = url, locale
        self._socket: ClientConnection | None = None
        self._page_hash, self._frame_hash = "", ""
        self._pages: dict[str, str] = {}
        self._run = ""
        self._former_runs: set[str] = set()
        self._runs, self._oldest = 0, 0
        self._known: dict[str, tuple[int, str | None, str]] = {}
        self._closed: list[tuple[int, ...]] = []
        self._asked, self._asks = 0.0, 0
        self.widgets = WidgetStates()
        self.page = ""
        self.address: dict[str, str] = {}

    async def open(self) -> None:
        """Open the WebSocket; raises OSError, TimeoutError or InvalidHandshake where that fails."""
        self._asked = time.perf_counter()
        self._socket = await connect(
            f"ws{self._url.removeprefix('http')}/_stcore/stream",
            origin=self._url,  # type: ignore[arg-type]
            subprotocols=["streamlit"],  # type: ignore[list-item]
            compression=None,
            ping_interval=None,
            max_size=None,
            max_queue=None,
            open_timeout=PATIENCE_S,
        )

    def close(self) -> None:
        """Close the tab as somebody does who does not wait for what it shows."""
        if self._socket is not None:
            self._socket.transport.close()

    async def follow_link(self, page: str, parameters: Mapping[str, str]) -> None:
        """Ask for a page, or for the same one again, with other parameters in its address.

        Args:
            page: Last part of its path.
            parameters: All of the address.
        """
        same = page == self.page
        self.page, self.address = page, dict(parameters)
        await self._ask_for_run(same_page=same)

    async def click(self, key: str, option: int) -> None:
        """Click one of the buttons whose id ends with a key."""
        self.widgets.choose(key, option)
        await self._ask_for_run(same_page=True)

    async def begun(self) -> None:
        """Wait until the server has begun with what was asked for last."""
        async with asyncio.timeout(PATIENCE_S):
            while not self._run:
                self._note(await self._receive(), Answer(), keep=False)

    async def answer(self, *, keep: bool = False) -> Answer:
        """Wait for the end of what was asked for last.

        Args:
            keep: Whether to keep what is shown.

        Raises:
            TimeoutError: It did not come.
            ConnectionClosed: The server has dropped the tab.
        """
        answer = Answer()
        async with asyncio.timeout(PATIENCE_S):
            while not self._note(await self._receive(), answer, keep=keep):
                pass
        answer.seconds = time.perf_counter() - self._asked
        return answer

    async def _ask_for_run(self, *, same_page: bool) -> None:
        message = BackMsg()
        run = message.rerun_script
        run.query_string = urlencode(self.address)
        run.widget_states.widgets.extend(self.widgets.to_send(same_page=same_page))
        run.page_script_hash = self._page_hash if same_page else self._pages.get(self.page, "")
        if not run.page_script_hash:
            run.page_name = self.page
        run.cached_message_hashes.extend(self._known)
        browser = run.context_info
        browser.timezone, browser.timezone_offset, browser.is_embedded = "UTC", 0, False
        browser.locale, browser.color_scheme = self._locale, "light"
        browser.url = f"{self._url}/{self.page}"
        if self._run:
            self._former_runs.add(self._run)
            self._run = ""
        if self._asks:  # a visit is timed from the opening of its socket
            self._asked = time.perf_counter()
        self._asks += 1
        assert self._socket is not None
        await self._socket.send(message.SerializeToString())

    async def _receive(self) -> bytes:
        assert self._socket is not None
        return await self._socket.recv(decode=False)

    def _note(self, raw: bytes, answer: Answer, *, keep: bool) -> bool:
        """Do what the front end does with a message; return whether it ends the run that was asked for."""
        answer.received += len(raw)
        message = ForwardMsg.FromString(raw)
        kind = message.WhichOneof("type")
        if kind == "delta":
            if message.delta.WhichOneof("type") == "new_element":
                self._note_element(message, raw, answer, keep=keep)
            else:
                self._note_block(message, answer, keep=keep)
        elif kind == "ref_hash":
            self._note_known(message, answer, keep=keep)
        elif kind == "new_session":
            run = message.metadata.run.script_run_id
            if run not in self._former_runs:
                self._run = run
            self._page_hash = message.new_session.page_script_hash
            self._frame_hash = message.new_session.main_script_hash
            self._oldest = message.new_session.config.max_cached_message_age or self._oldest
            self.widgets.begin_run()
            self._closed.clear()
            answer.shown.clear()  # of a run that nobody waited for
        elif kind == "navigation":
            self._page_hash = message.navigation.page_script_hash
            self._pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
        elif kind == "page_info_changed":
            self.address = dict(parse_qsl(message.page_info_changed.query_string))
        elif kind == "script_finished":
            return self._note_end(message, answer)
        return False

    def _note_end(self, message: Any, answer: Answer) -> bool:
        if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            answer.troubles.append(("exception", "compile error"))
        elif message.script_finished != ForwardMsg.FINISHED_SUCCESSFULLY:
            return False  # the script asked for another run
        if message.metadata.run.script_run_id in self._former_runs:
            return False  # one that the visitor did not wait for
        self.widgets.end_run()
        self._runs += 1
        runs, oldest = self._runs, self._oldest
        self._known = {key: known for key, known in self._known.items() if runs - known[0] <= oldest}
        return True

    def _note_block(self, message: Any, answer: Answer, *, keep: bool) -> None:
        """Note a place for elements; the browser makes none of those in a closed menu."""
        place = tuple(message.metadata.delta_path)
        block = message.delta.add_block
        if block.WhichOneof("type") == "popover" and not block.popover.open:
            self._closed.append(place)
        if keep:
            answer.show(place, None)

    def _note_known(self, message: Any, answer: Answer, *, keep: bool) -> None:
        """Take a message that the browser already has; what it said is known to be the same."""
        _, widget, kind = self._known[message.ref_hash]
        self._known[message.ref_hash] = self._runs, widget, kind
        if widget:
            self.widgets.see(widget)
        if keep:
            answer.show(tuple(message.metadata.delta_path), KNOWN if kind in SHOWN else None)

    def _note_element(self, message: Any, raw: bytes, answer: Answer, *, keep: bool) -> None:
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        shown = getattr(element, kind)
        of_frame = message.metadata.active_script_hash == self._frame_hash
        place = tuple(message.metadata.delta_path)
        widget = None
        if not any(place[: len(menu)] == menu for menu in self._closed):
            widget = self.widgets.take(kind, shown, of_frame=of_frame)
        if message.metadata.cacheable:
            self._known[message.hash] = self._runs, widget, kind
        if kind == "exception":
            answer.troubles.append(("exception", f"{shown.type}: {shown.message}"))
        elif kind == "alert" and shown.format in _BAD_ALERTS:
            answer.troubles.append((_BAD_ALERTS[shown.format], shown.body))
        elif kind == "bidi_component" and shown.component_name == "address":
            self._change_address(json.loads(shown.json))
        if keep:
            answer.show(place, raw if kind in SHOWN else None)

    def _change_address(self, data: Mapping[str, Any]) -> None:
        """Do what the component that owns the address does in the browser."""
        if data["page"] is None or data["page"] == self.page:
            for name, value in data["changes"].items():
                if value is None:
                    self.address.pop(name, None)
                else:
                    self.address[name] = value
