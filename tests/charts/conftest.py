"""Plotly checks every chart that a test draws: a page draws them unchecked."""

from __future__ import annotations

import json

import plotly.graph_objects as go
import pytest

from bertviz_core.charts.drawing import Drawing

DONE = Drawing.done


def document(figure: go.Figure) -> dict:
    """Return a figure as a browser gets it."""
    return json.loads(figure.to_json(validate=False))


@pytest.fixture(autouse=True)
def checked_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Plotly check what is drawn; it must not have to change anything of it."""

    def done(self: Drawing) -> go.Figure:
        figure = DONE(self)
        checked = go.Figure(data=self.traces, layout=self.layout)
        assert document(figure) == document(checked)
        return figure

    monkeypatch.setattr(Drawing, "done", done)
