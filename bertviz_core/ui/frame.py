"""Every page stands in the frame that `app.py` draws, also the first one a process is asked for.

Until the first `st.navigation` of a process, Streamlit serves the files of a folder called `pages` on its
own, by their names, and never runs `app.py` for them.
"""

from __future__ import annotations

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

FRAMED = "framed"
"""Session key: `app.py` has run for this visitor."""


def draw_frame() -> None:
    """Note that `app.py` runs, as the first thing it does."""
    if PagesManager.uses_pages_directory:
        _start_over()
    st.session_state[FRAMED] = True


def inside_frame() -> None:
    """Start over through `app.py` when Streamlit has opened a page by itself; pages call this first.

    Each visitor is looked at alone: of several who come first at the same moment, all are served that way.
    """
    if FRAMED not in st.session_state:
        _start_over()


def _start_over() -> None:
    PagesManager.uses_pages_directory = False
    st.rerun()
