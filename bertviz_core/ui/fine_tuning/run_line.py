"""A line that says which run a view is about: its name, what it learned from, and which model learned."""

from __future__ import annotations

from bertviz_core.charts.chart_style import beginning
from bertviz_core.results import LearningRun
from bertviz_core.ui.fine_tuning.data_choice import shown_name
from bertviz_core.ui.i18n import _
from bertviz_core.ui.text import literal

_LETTERS = 60


def run_line(run: LearningRun) -> str:
    """Return the line as Markdown; of an uploaded model no data are known."""
    name, model = (literal(beginning(text, _LETTERS)) for text in (run.name, run.model))
    if not run.data_name:
        return _("Run **{name}** · model {model}", name=name, model=model)
    data = literal(beginning(shown_name(run.data_name), _LETTERS))
    return _("Run **{name}** · data {data} · model {model}", name=name, data=data, model=model)
