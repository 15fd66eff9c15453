"""The tours that come with the app: what each shows, how long it takes, and where the visitor left it."""

from __future__ import annotations

import streamlit as st

from bertviz_core.tours import READY, Tour, in_language, ready_tour
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.text import literal
from bertviz_core.ui.tour_state import begin_tour, reached

COLUMNS = 3


def draw() -> None:
    """Draw a card for each tour."""
    link_popover({})
    st.subheader(_("Be shown around, or show a class around: six tours, step by step."), anchor=False)
    for begin in range(0, len(READY), COLUMNS):
        for column, name in zip(st.columns(COLUMNS), READY[begin : begin + COLUMNS], strict=False):
            with column.container(border=True, height="stretch"):
                _draw_card(name, ready_tour(name))
    st.markdown(
        _(
            "**How a tour works.** A card at the corner says what there is to see, and the page beside it "
            "stays yours: try things, and come back with one click. The keys → and ← or a clicker walk, "
            "and ? "
            "shows the other keys of who presents. “Link” on any page adds its view to a tour of yours."
        )
    )


def _draw_card(name: str, tour: Tour) -> None:
    steps, left = len(tour.steps), reached(name)
    st.markdown(f"**{literal(in_language(tour.title, language()))}**")
    st.markdown(literal(in_language(tour.about, language())))
    st.caption(_("{minutes} minutes · {steps} steps", minutes=number(tour.minutes), steps=number(steps)))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        goes_on = 1 < left <= steps
        if goes_on:
            st.button(
                _("Go on at step {step}", step=number(left)),
                key=f"go_on_{name}",
                icon=":material/resume:",
                type="primary",
                on_click=begin_tour,
                args=(name, left),
            )
        st.button(
            _("From the beginning") if goes_on else _("Start"),
            key=f"start_{name}",
            icon=":material/play_arrow:",
            type="secondary" if goes_on else "primary",
            on_click=begin_tour,
            args=(name,),
        )
