"""Published results with their tables, not measured here; beside them what was measured here."""

from __future__ import annotations

import numpy as np
import streamlit as st

from bertviz_core.charts.history.published import measured_dots, published_dots
from bertviz_core.samples.history.published import PublishedTable
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.history.published_about import about
from bertviz_core.ui.history.published_files import offer_files
from bertviz_core.ui.history.published_measured import Measured, measured
from bertviz_core.ui.history.published_names import label
from bertviz_core.ui.history.published_tables import SHOWN, About, Shown, shown_table
from bertviz_core.ui.history.timeline_try import offer
from bertviz_core.ui.i18n import _, numbers
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.menu_choice import choose_from_menu
from bertviz_core.ui.rows import option_row

SHOW_PARAMETER = "show"
PARAMETERS = (SHOW_PARAMETER,)


def draw() -> None:
    """Draw a published table, and what was measured here on a task of its kind."""
    link_popover({})
    names: dict[Shown, str] = {shown: about(shown).name for shown in SHOWN}
    place, _rest = option_row([1, 1])
    with place:
        shown = choose_from_menu(_("Results"), names, parameter=SHOW_PARAMETER, key="published_show")
    told, table = about(shown), shown_table(shown)
    st.subheader(told.said, anchor=False)
    st.caption(_("**Published, not measured here:** {source}", source=told.source))
    _draw_published(table, told)
    own = measured(shown)
    _draw_measured(own, told)
    st.markdown(
        _(
            "**How to read this.** Each row is a task or a system, each shape a column of the published "
            "table; the numbers are the authors\u2019 (Devlin et al., 2019, unless another source is named) "
            "and nothing of them was checked here. Below stands what was measured on mini, a model of 34 "
            "million parameters, with sets so small that their intervals are wide. Other data and another "
            "way to learn: the two pictures show the same kind of task, not a competition."
        )
    )
    _numbers(table)
    offer_files(shown, told, table, own)


def _draw_published(table: PublishedTable, told: About) -> None:
    scores = table.without("perplexity")
    st.plotly_chart(
        published_dots(
            [label(row) for row in scores.rows],
            [label(column) for column in scores.columns],
            scores.values,
            chart_style(),
            axis=told.axis,
        ),
        key=f"published_{told.name}",
        config=picture_options("published"),
        alt=_("Points: published scores, a row for each task or system"),
    )


def _draw_measured(own: Measured | None, told: About) -> None:
    st.markdown(_("**Measured here, on mini.** {what}", what=told.here))
    if told.trial is not None:
        offer(told.trial, key="published_try")
    if own is None:
        return
    st.plotly_chart(
        measured_dots(
            own.rows,
            own.values,
            own.ranges,
            chart_style(),
            axis=own.axis,
            ends=own.ends,
            hollow=own.published,
        ),
        key=f"published_measured_{told.name}",
        config=picture_options("measured"),
        alt=_("Points: what was measured here on the bundled model"),
    )


def _numbers(table: PublishedTable) -> None:
    write = numbers().number
    with st.expander(_("The numbers"), icon=":material/table:"):
        columns = {
            label(column): ["" if np.isnan(one) else write(one) for one in table.values[:, place].tolist()]
            for place, column in enumerate(table.columns)
        }
        st.dataframe({"": [label(row) for row in table.rows], **columns}, hide_index=True)
