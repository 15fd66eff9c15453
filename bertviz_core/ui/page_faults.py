"""What people see of a fault of the program: a sentence with the number that finds it in the log."""

from __future__ import annotations

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bertviz_core.errors import BertScopeError
from bertviz_core.program_log import note_fault
from bertviz_core.ui.i18n import _
from bertviz_core.ui.notices import show_error


def show_fault(error: Exception) -> bool:
    """Show a sentence in the place of what a page or a fragment raised.

    Returns:
        That Streamlit need show nothing.
    """
    if isinstance(error, BertScopeError):
        show_error(error)
        return True
    context = get_script_run_ctx()
    page = context.pages_manager.get_pages().get(context.page_script_hash) if context else None
    number = note_fault(error, f"on the page {page['page_name'] if page else ''}")
    st.error(
        _(
            "This part of the page failed. Reload the page, or ask something else; whoever keeps this "
            "installation finds the reason in its log under {number}.",
            number=number,
        ),
        icon=":material/error:",
    )
    return True
