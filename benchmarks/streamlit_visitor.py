"""A visitor without a browser: speaks the messages that Streamlit's front end and the server exchange."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets import Subprotocol
from websockets.sync.client import ClientConnection, connect

PATIENCE_S = 120.0
KEPT_RUNS = 2
"""So long the front end keeps a large message that did not come again (`global.maxCachedMessageAge`)."""


@dataclass(slots=True)
class ScriptRun:
    """What one rerun brought."""

    runs: int = 0
    """Script runs until the server rested: more than one where the script began again by itself."""
    messages: int = 0
    bytes: int = 0
    errors: list[str] = field(default_factory=list)
    """Warnings and exceptions on the page."""


class Visitor:
    """One tab: it keeps what a front end keeps, and sends all of it with every rerun.

    Args:
        socket: An open connection to the server.
        url: Address of the page, with its parameters.
        locale: What the browser asks for.
    """

    def __init__(self, socket: ClientConnection, url: str, *, locale: str = "es-ES") -> None:
        self._socket = socket
        self._base, _, query = url.partition("?")
        self._locale = locale
        self._page_hash = ""
        self._parameters = dict(parse_qsl(query))
        self._widgets: dict[str, WidgetState] = {}
        self._kept: dict[str, int] = {}  # hash of a large message, and the run that last brought it
        self._run = 0

    def rerun(self, **texts: str) -> ScriptRun:
        """Ask for a rerun, as after a change of fields, and wait until the server rests.

        Args:
            texts: New values of text fields by the keys they have in the app's session.
        """
        for key, value in texts.items():
            self._widgets[self._field(key)].string_value = value
        self._run += 1
        self._socket.send(BackMsg(rerun_script=self._state()).SerializeToString())
        seen = ScriptRun()
        while not self._take(seen):
            pass
        self._kept = {name: run for name, run in self._kept.items() if self._run - run < KEPT_RUNS}
        return seen

    def _state(self) -> ClientState:
        state = ClientState(query_string=urlencode(self._parameters), page_script_hash=self._page_hash)
        if not self._page_hash:
            state.page_name = self._base.rstrip("/").rpartition("/")[2] if self._run == 1 else ""
        state.widget_states.widgets.extend(self._widgets.values())
        state.cached_message_hashes.extend(self._kept)
        state.context_info.timezone = "Europe/Madrid"
        state.context_info.locale = self._locale
        state.context_info.url = self._base
        state.context_info.color_scheme = "light"
        return state

    def _take(self, seen: ScriptRun) -> bool:
        """Read one message; tell whether the server rests after it."""
        data = self._socket.recv(timeout=PATIENCE_S)
        assert isinstance(data, bytes)
        seen.bytes += len(data)
        message = ForwardMsg.FromString(data)
        kind = message.WhichOneof("type")
        seen.messages += 1
        if kind == "ref_hash":
            self._kept[message.ref_hash] = self._run
        elif message.metadata.cacheable:
            self._kept[message.hash] = self._run
        if kind == "new_session":
            seen.runs += 1
            self._page_hash = message.new_session.page_script_hash
        elif kind == "navigation":
            self._page_hash = message.navigation.page_script_hash
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            self._mount(message.delta.new_element, seen)
        return kind == "script_finished" and message.script_finished in (
            ForwardMsg.FINISHED_SUCCESSFULLY,
            ForwardMsg.FINISHED_WITH_COMPILE_ERROR,
        )

    def _mount(self, element: Element, seen: ScriptRun) -> None:
        """Do what the front end does with an element: a widget begins with its value."""
        kind = element.WhichOneof("type")
        if kind == "exception":
            seen.errors.append(element.exception.message)
        elif kind == "alert" and element.alert.format in (Alert.ERROR, Alert.WARNING):
            seen.errors.append(element.alert.body)
        elif kind == "bidi_component" and element.bidi_component.component_name == "address":
            self._change_address(element.bidi_component)
        else:
            value = _first_value(element)
            if value is not None and (
                value.id not in self._widgets or getattr(element, kind or "").set_value
            ):
                self._widgets[value.id] = value

    def _change_address(self, component: BidiComponent) -> None:
        text = component.json or component.mixed.json
        for name, value in json.loads(text)["changes"].items():
            self._parameters.pop(name, None)
            if value is not None:
                self._parameters[name] = value

    def _field(self, key: str) -> str:
        """Return the id of the field with a key."""
        return next(name for name in self._widgets if name.endswith(f"-{key}"))


def _first_value(element: Element) -> WidgetState | None:
    """Return the value with which the front end begins a widget, None for anything else."""
    kind = element.WhichOneof("type")
    if kind == "text_input":
        text = element.text_input
        return WidgetState(id=text.id, string_value=text.value if text.set_value else text.default)
    if kind == "text_area":
        area = element.text_area
        return WidgetState(id=area.id, string_value=area.value if area.set_value else area.default)
    if kind == "selectbox":
        box = element.selectbox
        chosen = box.raw_value if box.set_value else box.options[box.default] if box.options else ""
        return WidgetState(id=box.id, string_value=chosen)
    if kind == "checkbox":
        check = element.checkbox
        return WidgetState(id=check.id, bool_value=check.value if check.set_value else check.default)
    if kind == "slider":
        return _slider(element.slider)
    if kind == "number_input":
        entry = element.number_input
        return WidgetState(id=entry.id, double_value=entry.value if entry.set_value else entry.default)
    if kind == "button_group":
        group, state = element.button_group, WidgetState(id=element.button_group.id)
        names = [group.options[place].content for place in group.default]
        state.string_array_value.data.extend(group.raw_values if group.set_value else names)
        return state
    return None


def _slider(slider: Slider) -> WidgetState:
    state = WidgetState(id=slider.id)
    if slider.type == Slider.SELECT_SLIDER:
        names = [slider.options[int(place)] for place in slider.default]
        state.string_array_value.data.extend(slider.raw_value if slider.set_value else names)
    else:
        state.double_array_value.data.extend(slider.value if slider.set_value else slider.default)
    return state


@contextmanager
def visitor(url: str, page: str, *, cookie: str = "bertscope_visitor=" + "0" * 32) -> Iterator[Visitor]:
    """Open a tab on a page of the app, nothing asked yet.

    Args:
        url: Address of the app, `http://…`.
        page: Path and parameters of the page.
        cookie: What the browser sends.
    """
    address = url.replace("http://", "ws://", 1) + "/_stcore/stream"
    headers = {"Cookie": cookie, "Origin": url}
    with connect(
        address,
        additional_headers=headers,
        subprotocols=[Subprotocol("streamlit")],
        max_size=None,
        compression=None,
    ) as socket:
        yield Visitor(socket, f"{url}/{page}")
