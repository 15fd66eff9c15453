"""The sentences of the points that a visitor marked in the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import streamlit as st

from bertviz_core.ui.chart_selection import selected_points
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.words.marked_word import sentence_markdown

if TYPE_CHECKING:
    from bertviz_core.charts.point_groups import PointGroups
    from bertviz_core.results import WordLayers

MOST_SHOWN = 40


def marked_points(state: Any, count: int) -> list[int]:
    """Return the numbers of the marked occurrences; what comes from a browser is looked at again.

    Args:
        state: What `st.plotly_chart` returned.
        count: Number of occurrences.
    """
    numbers = {_number(point.get("customdata")) for point in selected_points(state)}
    return sorted(point for point in numbers if 0 <= point < count)


def list_sentences(word: WordLayers, groups: PointGroups, points: Iterable[int]) -> None:
    """Show the sentences of occurrences with the word in bold and their group."""
    points = list(points)
    if not points:
        st.caption(_("Click a point, or draw around some with the lasso, to read their sentences here."))
        return
    st.markdown(_("**Marked: {count}**", count=number(len(points))))
    shown = points[:MOST_SHOWN]
    copies = Counter(word.first_equal(groups.labels.tolist()).tolist())
    lines = [
        f"- {sentence_markdown(word, point)} — *{literal(groups.of_point(point))}*"
        + (f" (×{number(copies[point])})" if copies[point] > 1 else "")
        for point in shown
    ]
    if len(points) > MOST_SHOWN:
        lines.append(f"- {_('and {count} more', count=number(len(points) - MOST_SHOWN))}")
    st.markdown("\n".join(lines))


def _number(given: Any) -> int:
    value = given[0] if isinstance(given, list) and given else given
    return value if type(value) is int else -1
