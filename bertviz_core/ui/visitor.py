"""Which browser asks: a random token in a cookie, so that people find their runs again.

Nothing else is known about a person. Runs hold a hash of the token, from which nobody can make the cookie.
"""

from __future__ import annotations

import hashlib
import secrets

import streamlit as st

from bertviz_core.components.kept_in_browser import keep_in_browser
from bertviz_core.results import LearningRun
from bertviz_core.server.roles import Role
from bertviz_core.server.visitor_cookie import COOKIE, is_token
from bertviz_core.settings import get_settings
from bertviz_core.ui.kept_sentence import bring_back, to_keep
from bertviz_core.ui.sign_in import person, role
from bertviz_core.ui.visit_sentence import note_typed

_TOKEN = "visitor_token"
_CONNECTION, _FORMER = "visitor_connection", "visitor_former"
_ELEMENT = "kept_in_browser"


def visitor() -> str:
    """Return the hash that names whoever signed in, or else this browser while it keeps its cookie."""
    return hashlib.sha256((person() or visit_token()).encode()).hexdigest()


def sees_all() -> bool:
    """Tell whether this visitor sees the runs of all."""
    return get_settings().share_runs or role() is Role.HOST


def owns(run: LearningRun) -> bool:
    """Tell whether a run is this visitor's to stop, name and delete: begun here, or shared with everybody."""
    return sees_all() or run.owner == visitor()


def keep_visitor() -> None:
    """Let the browser keep the token of this visit and its sentence; once a run, wherever it shows nothing.

    Before the page is drawn: what the browser kept of a visit before this one comes while it is.
    """
    note_typed()
    kept = keep_in_browser(visit_token(), to_keep(), on_sentence=_bring_back, key=_ELEMENT).kept
    if is_token(kept) and kept != st.session_state.get(_FORMER):
        st.session_state[_TOKEN] = kept


def keep_sentence() -> None:
    """Let the browser keep what became the sentence while the page was drawn: a link's, or words hidden."""
    if note_typed():
        keep_in_browser(visit_token(), to_keep(), key=f"{_ELEMENT}_late")


def _bring_back() -> None:
    bring_back(st.session_state.get(_ELEMENT, {}).get("sentence"))


def visit_token() -> str:
    """Return the token of this visit: the browser's, or a new one that it is then given to keep.

    Whoever knows the id of a session can connect to it once its browser is gone, and finds its state. So the
    token counts for the connection in which it was made, and in others beside the cookie that holds it.
    """
    state = st.session_state
    connection = st.context.headers.get("Sec-WebSocket-Key", "")  # another one for each, by RFC 6455
    if _TOKEN not in state or state.get(_CONNECTION) != connection:
        sent = st.context.cookies.get(COOKIE)
        if not is_token(sent) or sent != state.get(_TOKEN):
            if _TOKEN in state:  # what was told in another connection stays in the state too
                state[_FORMER] = state.get(_ELEMENT, {}).get("kept")
            state[_TOKEN] = sent if is_token(sent) else secrets.token_hex(16)
        state[_CONNECTION] = connection
    return str(state[_TOKEN])
