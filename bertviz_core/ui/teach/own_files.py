"""A tour as a file and as a link, and back."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from bertviz_core.errors import InputError
from bertviz_core.tours import MOST_BYTES, Tour, tour_yaml
from bertviz_core.ui.downloads import download_button
from bertviz_core.ui.i18n import LANGUAGE_KEY, _, language
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.own_tour import load_draft
from bertviz_core.ui.packed_tour import packed_tour
from bertviz_core.ui.phone_address import reachable
from bertviz_core.ui.tour_state import OWN, PACKED_PARAMETER, STEP_PARAMETER, TOUR_PARAMETER

_FILE, _PROBLEM = "own_tour_file", "tour_file_problem"


def draw_saving(tour: Tour, title: str) -> None:
    """Offer the tour as a file, and as a link where it is short enough for one."""
    download_button(_("Save as YAML"), "tour.yaml", tour_yaml(tour), about=title)
    menu = st.popover(_("Share"), icon=":material/share:", key="share_own", on_change="rerun")
    if not menu.open:
        return
    packed = packed_tour(tour)
    if not packed:
        menu.caption(_("This tour is too long for a link: save it as a file and send that."))
        return
    menu.caption(_("Whoever opens this address walks your tour. All its texts are in the address."))
    parts = urlsplit(str(st.context.url or ""))
    query = {TOUR_PARAMETER: OWN, STEP_PARAMETER: "1", PACKED_PARAMETER: packed, LANGUAGE_KEY: language()}
    address = urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(query), ""))
    menu.code(reachable(address) or address, language=None, wrap_lines=True)


def draw_loading() -> None:
    """Offer to take a tour from a file."""
    menu = st.popover(_("From a file"), icon=":material/upload_file:", key="load_own", on_change="rerun")
    with menu:
        st.file_uploader(
            _("A tour in YAML, as it is saved here"),
            type=["yaml", "yml"],
            max_upload_size=1,
            key=_FILE,
            on_change=_take_file,
        )
        problem = st.session_state.get(_PROBLEM)
        if isinstance(problem, InputError):
            show_error(problem)


def _take_file() -> None:
    """Let the tour of the file that was chosen be the one of the visit."""
    state = st.session_state
    state.pop(_PROBLEM, None)
    file: Any = state.get(_FILE)
    if file is None:
        return
    try:
        load_draft(file.getvalue()[: MOST_BYTES + 1])
        for key in [key for key in state if str(key).startswith(("own_step_", "own_tour_title"))]:
            del state[key]  # fields begin with what the file says
    except InputError as error:
        state[_PROBLEM] = error
