"""Goes to an address within a visit, as if it was opened there: a step of a tour, or where a lecturer is.

Loading the page anew would take a second, end the full screen of a lecturer and lose what a visitor has on
other pages. Instead what the page was asked so far is forgotten, and its widgets become others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bertviz_core.errors import InputError
from bertviz_core.ui.address import arrive_with, page_of_address
from bertviz_core.ui.i18n import LANGUAGE_KEY
from bertviz_core.ui.models import MODEL_KEY
from bertviz_core.ui.page_files import page_file

MOST_LETTERS = 8000
"""Of an address; texts of links are shorter."""
MOST_PARAMETERS = 40

HOME = ""
"""Name of the first page in addresses."""

_ASKED, _ON_THE_WAY, _NUMBER = "arrival_asked", "arrival_on_the_way", "arrival_number"

_LASTING = (
    *("address_", "arrival_", "visit_", "visitor_", "kept_in_browser", "teach_", "class_", "tour_"),
    *("own_", "upload_", "runs_", "fine_tuning_", "learn_", "jobs_", "tagging_", "words_file", "words_table"),
    *(LANGUAGE_KEY, "front_end_words", "presentation", "sidebar_"),
)
"""How the keys begin of what a visit keeps: who it is, where it stands, what was brought to the workshop."""

ARRIVED_MODEL = "arrival_model"
"""Session key of the model that the address names, empty for none, until the sidebar has drawn its choice."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A page, and the parameters of its address."""

    page: str
    parameters: dict[str, str] = field(default_factory=dict)


def read_address(address: str) -> Arrival:
    """Return what an address names: `attention?text=…`, with or without what stands before it.

    Raises:
        InputError: It is too long, or of no page of this app.
    """
    if len(address) > MOST_LETTERS:
        raise InputError("This address is too long.")
    try:
        parts = urlsplit(address)
        named = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=MOST_PARAMETERS)
    except ValueError as error:
        raise InputError("This is no address of a view.") from error
    page = parts.path.rstrip("/").rpartition("/")[2]
    if not _is_page(page):
        raise InputError("There is no page “{page}” here.", page=page[:60])
    return Arrival(page, dict(named))


def ask_to_arrive(arrival: Arrival) -> None:
    """Go there when the script next runs, as the callback of a widget asks for."""
    st.session_state[_ASKED] = arrival


def begin_arrival() -> None:
    """Forget what the page was asked, and let the address be the new one; before anything is drawn."""
    state = st.session_state
    arrival: Arrival | None = state.pop(_ASKED, None)
    if arrival is None:
        return
    language = state.get(LANGUAGE_KEY)
    for key in list(state):
        if not str(key).startswith(_LASTING):
            del state[key]
    state[_NUMBER] = state.get(_NUMBER, 0) + 1
    parameters = dict(arrival.parameters)
    if language is not None:  # everybody reads in a language of their own
        parameters[LANGUAGE_KEY] = language
    state[ARRIVED_MODEL] = parameters.get(MODEL_KEY, "")
    if arrival.page == page_of_address() or _turn_to(arrival.page):
        arrive_with(parameters, arrival.page)
    else:
        state[_ON_THE_WAY] = Arrival(arrival.page, parameters)


def _turn_to(page: str) -> bool:
    """Let this run be one of another page; return False where Streamlit does not know its pages yet.

    `st.switch_page` ends a run, sleeps, and begins another one: a whole class would wait for two turns each.
    The browser learns its page from `st.navigation`, which takes what the run intends.
    """
    context = get_script_run_ctx()
    if context is None:
        return False
    pages = context.pages_manager.get_pages()
    found = next((key for key, known in pages.items() if known.get("url_pathname") == page), None)
    if found is None:
        return False
    context.pages_manager.set_script_intent(found, "")
    context.pages_manager.set_current_page_script_hash(found)
    st.query_params.clear()
    return True


def follow_arrival() -> None:
    """Go on to the other page, if it is one: after the sidebar, whose choices would be lost otherwise."""
    arrival: Arrival | None = st.session_state.pop(_ON_THE_WAY, None)
    if arrival is not None:
        arrive_with(arrival.parameters, arrival.page)
        st.switch_page(page_file(f"{arrival.page or 'home'}.py"))


def draw_anew() -> None:
    """Make the widgets of the page others than before the last arrival, without what the browser has in them.

    Streamlit names a widget by the page that it is on, among other things.
    """
    number = st.session_state.get(_NUMBER, 0)
    context = get_script_run_ctx()
    if number and context is not None:
        under = type(context).run_with_active_hash
        setattr(context, under.__name__, lambda page: under(context, f"{page}-{number}"))


def _is_page(name: str) -> bool:
    if not name.isascii() or not name.replace("_", "").isalpha():
        return name == HOME
    try:
        page_file(f"{name}.py")
    except OSError:
        return False
    return name not in ("frame", "home")
