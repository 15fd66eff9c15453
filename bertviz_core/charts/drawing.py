"""A figure in the making: plain dictionaries, which become Plotly's figure when it is done.

Plotly checks every property that is set, and looks each up by its path: 10 to 60 milliseconds a chart, more
than anything else a run of a page does. Here the same calls write dictionaries. The tests of the charts let
Plotly check what comes out (`tests/charts/conftest.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import plotly.graph_objects as go

Properties = dict[str, Any]
Trace = Properties
"""One trace with its `type`."""

_WHOLE = {"paper_bgcolor", "plot_bgcolor", "error_x", "error_y"}
"""Names with an underscore in them: any other joins the names of a property and of one inside it."""

_FREE = {"labelalias"}
"""Properties whose own names are values."""

LETTERS = 14
"""Pixels: smaller letters of a chart cannot be read from the last row of a room."""


def bar(**properties: Any) -> Trace:
    """Return bars, with properties named as for `plotly.graph_objects.Bar`.

    However narrow they are, their text keeps its size, or is left out where `constraintext` is `both`.
    """
    return _nested({"type": "bar", "constraintext": "none"} | properties)


def heatmap(**properties: Any) -> Trace:
    """Return coloured cells, with properties named as for `plotly.graph_objects.Heatmap`."""
    return _nested({"type": "heatmap"} | properties)


def scatter(**properties: Any) -> Trace:
    """Return points or lines, with properties named as for `plotly.graph_objects.Scatter`."""
    return _nested({"type": "scatter"} | properties)


def scattergl(**properties: Any) -> Trace:
    """Return many points, with properties named as for `plotly.graph_objects.Scattergl`."""
    return _nested({"type": "scattergl"} | properties)


def scatter3d(**properties: Any) -> Trace:
    """Return points in three dimensions, with properties named as for `plotly.graph_objects.Scatter3d`."""
    return _nested({"type": "scatter3d"} | properties)


def treemap(**properties: Any) -> Trace:
    """Return nested tiles, with properties named as for `plotly.graph_objects.Treemap`."""
    return _nested({"type": "treemap"} | properties)


class Drawing:
    """Traces and layout; every call means what it means for `plotly.graph_objects.Figure`."""

    def __init__(self, traces: Trace | Iterable[Trace] = (), layout: Mapping[str, Any] | None = None) -> None:
        """Begin with some traces and a layout."""
        self.traces: list[Trace] = [traces] if isinstance(traces, dict) else list(traces)
        self.layout: Properties = {}
        self.update_layout(layout)

    def add_trace(self, trace: Trace) -> None:
        """Draw a trace above the others."""
        self.traces.append(trace)

    def add_traces(self, traces: Iterable[Trace]) -> None:
        """Draw traces above the others."""
        self.traces.extend(traces)

    def update_traces(self, **properties: Any) -> None:
        """Change every trace."""
        for trace in self.traces:
            _merge(trace, _nested(properties))

    def update_layout(self, layout: Mapping[str, Any] | None = None, **properties: Any) -> None:
        """Change what is named."""
        _merge(self.layout, _nested(dict(layout or {}) | properties))

    def update_xaxes(self, axis: Mapping[str, Any] | None = None, **properties: Any) -> None:
        """Change every axis across."""
        self._update_axes("xaxis", dict(axis or {}) | properties)

    def update_yaxes(self, axis: Mapping[str, Any] | None = None, **properties: Any) -> None:
        """Change every upright axis."""
        self._update_axes("yaxis", dict(axis or {}) | properties)

    def add_annotation(self, **properties: Any) -> None:
        """Write something."""
        self.layout.setdefault("annotations", []).append(_nested(properties))

    def add_shape(self, **properties: Any) -> None:
        """Draw a shape."""
        self.layout.setdefault("shapes", []).append(_nested(properties))

    def add_vline(self, x: float, **properties: Any) -> None:
        """Draw an upright line through the whole height of the first axes."""
        ends = {"x0": x, "x1": x, "xref": "x", "y0": 0, "y1": 1, "yref": "y domain"}
        self.add_shape(type="line", **ends, **properties)

    def add_hline(self, y: float, **properties: Any) -> None:
        """Draw a line across the whole width of the first axes."""
        ends = {"x0": 0, "x1": 1, "xref": "x domain", "y0": y, "y1": y, "yref": "y"}
        self.add_shape(type="line", **ends, **properties)

    def done(self) -> go.Figure:
        """Return the figure, all its text large enough to be read from far away."""
        self._enlarge_text()
        return go.Figure(data=self.traces, layout=self.layout, _validate=False)

    def _enlarge_text(self) -> None:
        """Give every text its size where it has none: Streamlit's theme would make each of them smaller."""
        layout = self.layout
        _enlarge(layout, "font")
        layout["uniformtext"] = {"minsize": LETTERS, "mode": "hide"}  # on bars
        _enlarge(layout.setdefault("legend", {}), "font", "title")
        _enlarge(layout.setdefault("hoverlabel", {}), "font")
        scenes = [part for name, part in layout.items() if name.startswith("scene")]
        for axis in (
            *self._flat_axes(),
            *(scene[axis] for scene in scenes for axis in scene if axis.endswith("axis")),
        ):
            _enlarge(axis, "tickfont", "title")
        for part in (
            *layout.get("annotations", ()),
            *layout.get("sliders", ()),
            *layout.get("updatemenus", ()),
        ):
            _enlarge(part, "font")
        marked = [trace["marker"] for trace in self.traces if isinstance(trace.get("marker"), dict)]
        coloured = [part for name, part in layout.items() if name.startswith("coloraxis")]
        for part in (*self.traces, *marked, *coloured):
            if part.get("colorbar"):
                _enlarge(part["colorbar"], "tickfont", "title")
                part["colorbar"].setdefault("exponentformat", "power")  # 1×10⁻⁴, for Plotly's 100µ

    def _flat_axes(self) -> list[Properties]:
        """Return the axes of all traces in a plane, written out."""
        names = {
            f"{axis}axis{trace.get(f'{axis}axis', axis)[1:]}"
            for trace in self.traces
            if trace["type"] not in ("scatter3d", "treemap")
            for axis in "xy"
        }
        return [self.layout.setdefault(name, {}) for name in sorted(names)]

    def _update_axes(self, name: str, properties: Properties) -> None:
        change = _nested(properties)
        for axis in {name, *(key for key in self.layout if key.startswith(name))}:
            _merge(self.layout.setdefault(axis, {}), change)


def _enlarge(part: Properties, *names: str) -> None:
    """Set the sizes of fonts and of titles that have none."""
    for name in names:
        font = part.setdefault(name, {})
        if name == "title":
            font = font.setdefault("font", {})
        font.setdefault("size", LETTERS)


def _nested(properties: Mapping[str, Any]) -> Properties:
    """Write out joined names, and titles that are only a text; what is None is left to Plotly."""
    found: Properties = {}
    for name, value in properties.items():
        if value is None:
            continue
        first, _, rest = (name, "", "") if name in _WHOLE else name.partition("_")
        if rest:
            written: Any = _nested({rest: value})
        elif first == "title" and isinstance(value, str):
            written = {"text": value}
        else:
            written = _nested(value) if isinstance(value, Mapping) and first not in _FREE else value
        if isinstance(written, dict) and first not in _FREE:
            _merge(found.setdefault(first, {}), written)
        else:
            found[first] = written
    return found


def _merge(into: Properties, change: Mapping[str, Any]) -> None:
    """Change what is named; properties with properties of their own keep the others."""
    for name, value in change.items():
        if isinstance(value, dict) and name not in _FREE:
            kept = into.setdefault(name, {})
            _merge(kept, value)
        else:
            into[name] = value
