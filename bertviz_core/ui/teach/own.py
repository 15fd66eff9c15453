"""A tour of one's own: views that were saved, with texts, a question and notes; walked, saved and shared."""

from __future__ import annotations

import streamlit as st

from bertviz_core.tours import Tour, in_language
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.own_tour import draft
from bertviz_core.ui.teach.own_files import draw_loading, draw_saving
from bertviz_core.ui.teach.own_step import draw_step, draw_title
from bertviz_core.ui.tour_state import play


def draw() -> None:
    """Draw the tour, the step that is open, and ways in and out."""
    link_popover({})
    tour = draft()
    if tour is None:
        st.subheader(_("Your tour has no step yet."), anchor=False)
        st.markdown(
            _(
                "Open a view that you want to show, choose its text and its options, and click **Link**, "
                "then "
                "**Add to my tour**: it becomes a step. Here you then write what is said about each, "
                "and what "
                "is asked."
            )
        )
        draw_loading()
        return
    draw_title(tour)
    _draw_actions(tour)
    draw_step(tour)


def _draw_actions(tour: Tour) -> None:
    title, steps = in_language(tour.title, language()), len(tour.steps)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            _("Start"),
            key="play_own",
            icon=":material/play_arrow:",
            type="primary",
            on_click=play,
            args=(tour,),
        )
        draw_saving(tour, title)
        draw_loading()
        st.caption(
            _("{minutes} minutes · {steps} steps", minutes=number(tour.minutes), steps=number(steps)),
            width="content",
        )
