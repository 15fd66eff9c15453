"""Every page stands in the frame that `app.py` draws, also the first one a process is asked for."""

from __future__ import annotations

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager


def inside_frame() -> None:
    """Start over through `app.py` when Streamlit has opened a page by itself.

    Until the first `st.navigation` of a process, Streamlit serves the files of a folder called `pages`
    on its own, by their names, and never runs `app.py` for them. `app.py` and every page call this first.
    """
    if PagesManager.uses_pages_directory:
        PagesManager.uses_pages_directory = False
        st.rerun()
