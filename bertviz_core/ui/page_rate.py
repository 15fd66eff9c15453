"""How often pages are drawn for one browser: a program gets to the bound, nobody who types or drags does."""

from __future__ import annotations

import time

import streamlit as st

from bertviz_core.server.process_wide import process_wide
from bertviz_core.server.visit_rate import VisitRate, network_of
from bertviz_core.settings import get_settings
from bertviz_core.ui.i18n import _
from bertviz_core.ui.visitor import visit_token


@process_wide
def page_rate() -> VisitRate:
    """Return the count of this process."""
    return VisitRate(get_settings().page_runs_a_minute)


def keep_rate() -> None:
    """Count the drawing of a page; where there were too many, say so, draw nothing, and go on by itself."""
    seconds = page_rate().wait_s(visit_token(), network_of(st.context.ip_address or ""))
    if not seconds:
        return
    st.warning(
        _(
            "This browser, or its network, asks for more than there is time for. "
            "The page goes on by itself in {seconds} seconds.",
            seconds=seconds,
        ),
        icon=":material/hourglass_top:",
    )
    _go_on(time.monotonic() + seconds, seconds)
    st.stop()


def _go_on(until: float, seconds: int) -> None:
    @st.fragment(run_every=seconds + 0.5)
    def again() -> None:
        if time.monotonic() >= until:
            st.rerun()

    again()
