"""The widgets of a page as a browser keeps them, which sends all their values with every run it asks for."""

from __future__ import annotations

from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState


class WidgetStates:
    """Values by widget, from the elements of the runs so far."""

    def __init__(self) -> None:
        self._states: dict[str, WidgetState] = {}
        self._of_frame: set[str] = set()
        self._options: dict[str, list[str]] = {}
        self._seen: set[str] = set()

    def begin_run(self) -> None:
        """Forget which widgets were seen."""
        self._seen.clear()

    def end_run(self) -> None:
        """Forget the widgets that the run has not drawn again."""
        for widget in self._states.keys() - self._seen:
            del self._states[widget]
        self._of_frame &= self._seen
        self._options = {widget: names for widget, names in self._options.items() if widget in self._seen}

    def take(self, kind: str, element: Any, *, of_frame: bool) -> str | None:
        """Note an element; return its id where it is a widget.

        Args:
            kind: Name of the field that holds the element.
            element: Its message.
            of_frame: Drawn by the app's entry, not by one of its pages.
        """
        if kind not in _READERS:
            return None
        widget = element.id
        self.see(widget)
        if kind == "button_group":
            self._options[widget] = [option.content for option in element.options]
        if of_frame:
            self._of_frame.add(widget)
        if element.set_value or widget not in self._states:
            state = WidgetState(id=widget)
            _READERS[kind](element, state)
            self._states[widget] = state
        return widget

    def see(self, widget: str) -> None:
        """Note that a run has drawn a widget, also where the browser already had its message."""
        self._seen.add(widget)

    def to_send(self, *, same_page: bool) -> list[WidgetState]:
        """Return the values to send: when the page changes only those of the app's frame."""
        return [state for widget, state in self._states.items() if same_page or widget in self._of_frame]

    def options(self, key: str) -> list[str]:
        """Return the names on the buttons whose id ends with a key; none where there are no such buttons."""
        return next((names for widget, names in self._options.items() if widget.endswith(key)), [])

    def choose(self, key: str, option: int) -> None:
        """Click the button of a number."""
        for widget, names in self._options.items():
            if widget.endswith(key):
                self._states[widget].string_array_value.data[:] = [names[option]]


def _text(element: Any, state: WidgetState) -> None:
    state.string_value = element.value if element.set_value else element.default


def _selectbox(element: Any, state: WidgetState) -> None:
    if element.set_value:
        if element.HasField("raw_value"):
            state.string_value = element.raw_value
    elif element.HasField("default"):
        state.string_value = element.options[element.default]


def _buttons(element: Any, state: WidgetState) -> None:
    names = (
        element.raw_values
        if element.set_value
        else [element.options[place].content for place in element.default]
    )
    state.string_array_value.data.extend(names)


def _multiselect(element: Any, state: WidgetState) -> None:
    names = element.raw_values if element.set_value else [element.options[place] for place in element.default]
    state.string_array_value.data.extend(names)


def _checkbox(element: Any, state: WidgetState) -> None:
    state.bool_value = element.value if element.set_value else element.default


def _slider(element: Any, state: WidgetState) -> None:
    values = element.value if element.set_value else element.default
    if element.options:
        names = element.raw_value if element.set_value else [element.options[int(place)] for place in values]
        state.string_array_value.data.extend(names)
    else:
        state.double_array_value.data.extend(values)


def _number(element: Any, state: WidgetState) -> None:
    value = element.value if element.set_value else element.default
    if element.data_type == element.INT:
        state.int_value = int(value)
    else:
        state.double_value = value


_READERS = {
    "text_input": _text,
    "text_area": _text,
    "selectbox": _selectbox,
    "radio": _selectbox,
    "button_group": _buttons,
    "multiselect": _multiselect,
    "checkbox": _checkbox,
    "slider": _slider,
    "number_input": _number,
}
