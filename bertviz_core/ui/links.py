"""A link that brings another person to the same view; made only when asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from bertviz_core.models.run_models import PREFIX, is_run_model
from bertviz_core.ui.address import address
from bertviz_core.ui.class_view import note_texts
from bertviz_core.ui.head_places import head_places
from bertviz_core.ui.i18n import LANGUAGE_KEY, _, language
from bertviz_core.ui.models import MODEL_KEY, chosen_model
from bertviz_core.ui.own_tour import offer_to_add
from bertviz_core.ui.phone_address import code_svg, reachable
from bertviz_core.ui.run_parameters import MARKED_PARAMETER, RUN_PARAMETER

_OF_RUNS = (RUN_PARAMETER, MARKED_PARAMETER)


def link_popover(texts: dict[str, str], *, of_runs: Collection[str] = ()) -> None:
    """Offer the address of this view with its text, in the head of the page.

    Args:
        texts: URL parameters that hold what the visitor typed and chose; empty ones are left out.
        of_runs: URL parameters with ids of runs, where the view shows these. The id is the permission to
            read a run: no other link hands it over.
    """
    note_texts(texts, of_runs)
    popover = head_places().link.popover(_("Link"), icon=":material/link:", key="link", on_change="rerun")
    if popover.open:
        popover.caption(
            _("This address contains the text you typed. Anyone who opens it sees the same view.")
            if any(texts.values())
            else _("Anyone who opens this address sees the same view.")
        )
        parameters = _parameters(of_runs)
        if runs := _runs_in(parameters):
            popover.caption(_what_it_opens(len(runs)))
        address_of_view = _view_address(parameters, texts)
        popover.code(address_of_view, language=None, wrap_lines=True)
        with popover:
            offer_to_add(head_places().title, address_of_view)
            _draw_code(address_of_view)


def _draw_code(address_of_view: str) -> None:
    """Draw what phones read from the projector, or say why there is none."""
    others = reachable(address_of_view)
    if others is None:
        st.caption(
            _(
                "Only this machine opens this address. For phones, whoever keeps this installation sets "
                "BERTSCOPE_PUBLIC_ADDRESS."
            )
        )
        return
    if others != address_of_view:
        st.caption(_("In the same network:"))
        st.code(others, language=None, wrap_lines=True)
    code = code_svg(others)
    if code is None:
        st.caption(_("The address is too long for a code that phones read: shorten the text."))
        return
    st.html(f'<div role="img" aria-label="{escape(_("QR code of this address"))}">{code}</div>')
    st.html("<style>svg.code {width: 15rem; height: auto; display: block}</style>")


def _parameters(of_runs: Collection[str]) -> dict[str, str]:
    """Return what the address names of the view, its language and its model."""
    named = {name: value for name, value in address.items() if name not in _OF_RUNS or name in of_runs}
    return named | {LANGUAGE_KEY: language(), MODEL_KEY: chosen_model()}


def _view_address(parameters: Mapping[str, str], texts: Mapping[str, str]) -> str:
    """Return the address of the page, with the typed text added."""
    parts = urlsplit(str(st.context.url or ""))
    typed = {name: text for name, text in texts.items() if text}
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode({**parameters, **typed}), ""))


def _runs_in(parameters: Mapping[str, str]) -> set[str]:
    """Return the ids of all runs that an address names, by themselves or as models."""
    named = {run for name in _OF_RUNS for run in parameters.get(name, "").split(",") if run}
    return named | {value.removeprefix(PREFIX) for value in parameters.values() if is_run_model(value)}


def _what_it_opens(runs: int) -> str:
    if runs == 1:
        return _("Whoever has it can open the run that it names: its texts, its results and its model.")
    return _("Whoever has it can open the runs that it names: their texts, their results and their models.")
