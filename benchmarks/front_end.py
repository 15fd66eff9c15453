"""What Streamlit's front end makes of the messages of the server, and what it sends with the next question.

Recorded from Chromium: it sends the values of all widgets that it has drawn, of the sidebar's only when the
page changes; the hashes of large messages that it keeps, which the server does not send again; and the
parameters of the address as the last run left them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from benchmarks.widget_states import WidgetStates

Place = tuple[int, ...]
Shown = dict[Place, bytes]
"""Messages by their places on the page."""

SHOWN = ("bidi_component", "plotly_chart", "markdown", "html")
"""Kinds of elements that answers consist of."""

KNOWN = b""
"""Stands for a message that the browser had already."""

_BAD_ALERTS = {Alert.ERROR: "error", Alert.WARNING: "warning"}


@dataclass(slots=True, kw_only=True)
class Answer:
    """What came back for one question."""

    keep: bool
    """Whether to keep what is shown."""
    seconds: float = 0.0
    received: int = 0
    """Bytes."""
    troubles: list[tuple[str, str]] = field(default_factory=list)
    """Kind and text of the exceptions, errors and warnings that are shown."""
    shown: Shown = field(default_factory=dict)

    def show(self, place: Place, raw: bytes | None) -> None:
        """Put something in a place; what was in there is gone."""
        if self.keep:
            for other in [other for other in self.shown if other[: len(place)] == place]:
                del self.shown[other]
            if raw is not None:
                self.shown[place] = raw


class FrontEnd:
    """The state of one tab.

    Args:
        url: Address of the app.
        locale: Language of the browser.
    """

    def __init__(self, url: str, locale: str) -> None:
        self._url, self._locale = url, locale
        self._page_hash, self._frame_hash = "", ""
        self._pages: dict[str, str] = {}
        self._former_runs: set[str] = set()
        self._runs, self._oldest = 0, 0
        self._known: dict[str, tuple[int, str | None, str]] = {}
        self._closed: list[Place] = []
        self.run = ""
        """Id of the run that was asked for last, once it has begun."""
        self.begun = False
        """That run has named its page and drawn the menu. Until then every page has the hash of the frame."""
        self.widgets = WidgetStates()
        self.components: dict[str, str] = {}
        """Ids of components by their names."""
        self.page = ""
        self.address: dict[str, str] = {}

    def question(self, page: str, address: Mapping[str, str], more: Sequence[WidgetState] = ()) -> bytes:
        """Write the message that asks for a page, or for the same one again.

        Args:
            page: Last part of its path.
            address: All parameters of the address.
            more: Values of components.
        """
        same = page == self.page
        self.page, self.address = page, dict(address)
        message = BackMsg()
        run = message.rerun_script
        run.query_string = urlencode(self.address)
        run.widget_states.widgets.extend(self.widgets.to_send(same_page=same))
        run.widget_states.widgets.extend(more)
        run.page_script_hash = self._page_hash if same else self._pages.get(page, "")
        if not run.page_script_hash:
            run.page_name = page
        run.cached_message_hashes.extend(self._known)
        browser = run.context_info
        browser.timezone, browser.timezone_offset, browser.is_embedded = "UTC", 0, False
        browser.locale, browser.color_scheme = self._locale, "light"
        browser.url = f"{self._url}/{page}"
        if self.run:
            self._former_runs.add(self.run)
            self.run, self.begun = "", False
        written: bytes = message.SerializeToString()
        return written

    def connection_lost(self) -> None:
        """Wait no more for what was asked for, and let everything be sent anew; what was chosen stays."""
        self._known.clear()

    def note(self, raw: bytes, answer: Answer) -> bool:
        """Take a message; return whether it ends the run that was asked for."""
        answer.received += len(raw)
        message = ForwardMsg.FromString(raw)
        kind = message.WhichOneof("type")
        if kind == "delta":
            if message.delta.WhichOneof("type") == "new_element":
                self._note_element(message, raw, answer)
            else:
                self._note_block(message, answer)
        elif kind == "ref_hash":
            self._note_known(message, answer)
        elif kind == "new_session":
            self._note_begin(message, answer)
        elif kind == "navigation":
            self._page_hash = message.navigation.page_script_hash
            self._pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
            self.begun = bool(self.run)
            if self.begun:  # the script may have gone to another page
                self.page = next(
                    (name for name, key in self._pages.items() if key == self._page_hash), self.page
                )
        elif kind == "page_info_changed":
            self.address = dict(parse_qsl(message.page_info_changed.query_string))
        elif kind == "script_finished":
            return self._note_end(message, answer)
        return False

    def _note_begin(self, message: Any, answer: Answer) -> None:
        run, session = message.metadata.run.script_run_id, message.new_session
        if run not in self._former_runs:
            self.run = run
        self._page_hash, self._frame_hash = session.page_script_hash, session.main_script_hash
        self._oldest = session.config.max_cached_message_age or self._oldest
        self._closed.clear()
        self.widgets.begin_run()
        answer.shown.clear()  # of a run that nobody waited for

    def _note_end(self, message: Any, answer: Answer) -> bool:
        if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            answer.troubles.append(("exception", "compile error"))
        elif message.script_finished != ForwardMsg.FINISHED_SUCCESSFULLY:
            return False  # the script asked for another run
        if message.metadata.run.script_run_id in self._former_runs:
            return False  # nobody waited for it
        self.widgets.end_run()
        self._runs += 1
        runs, oldest = self._runs, self._oldest
        self._known = {key: known for key, known in self._known.items() if runs - known[0] <= oldest}
        return True

    def _note_block(self, message: Any, answer: Answer) -> None:
        """Take a place for elements; the browser draws none of those in a closed menu."""
        place, block = tuple(message.metadata.delta_path), message.delta.add_block
        if block.WhichOneof("type") == "popover" and not block.popover.open:
            self._closed.append(place)
        answer.show(place, None)

    def _note_known(self, message: Any, answer: Answer) -> None:
        """Take a message that the browser has already, or should have."""
        if message.ref_hash not in self._known:
            answer.troubles.append(("message not sent", "the server takes it for kept"))
            return
        _, widget, kind = self._known[message.ref_hash]
        self._known[message.ref_hash] = self._runs, widget, kind
        if widget:
            self.widgets.see(widget)
        answer.show(tuple(message.metadata.delta_path), KNOWN if kind in SHOWN else None)

    def _note_element(self, message: Any, raw: bytes, answer: Answer) -> None:
        element, place = message.delta.new_element, tuple(message.metadata.delta_path)
        kind = element.WhichOneof("type")
        shown, widget = getattr(element, kind), None
        if not any(place[: len(menu)] == menu for menu in self._closed):
            of_frame = message.metadata.active_script_hash == self._frame_hash
            widget = self.widgets.take(kind, shown, of_frame=of_frame)
        if kind == "bidi_component":
            self.components[shown.component_name] = shown.id
        if message.metadata.cacheable:
            self._known[message.hash] = self._runs, widget, kind
        if kind == "exception":
            answer.troubles.append(("exception", f"{shown.type}: {shown.message}"))
        elif kind == "alert" and shown.format in _BAD_ALERTS:
            answer.troubles.append((_BAD_ALERTS[shown.format], shown.body))
        elif kind == "bidi_component" and shown.component_name == "address" and self.run:
            self._change_address(json.loads(shown.json))
        answer.show(place, raw if kind in SHOWN else None)

    def _change_address(self, data: Mapping[str, Any]) -> None:
        """Do what the component that owns the address does in the browser."""
        if data["page"] is None or data["page"] == self.page:
            for name, value in data["changes"].items():
                if value is None:
                    self.address.pop(name, None)
                else:
                    self.address[name] = value
