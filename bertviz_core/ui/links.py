"""A link that brings another person to the same view; made only when asked for."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import LANGUAGE_KEY, _, language
from bertviz_core.ui.models import MODEL_KEY, chosen_model


def link_popover(texts: dict[str, str]) -> None:
    """Offer the address of this view with its text.

    Args:
        texts: URL parameters that hold what the visitor typed and chose; empty ones are left out.
    """
    popover = st.popover(_("Link"), icon=":material/link:", width="stretch", key="link", on_change="rerun")
    if popover.open:
        popover.caption(
            _("This address contains the text you typed. Anyone who opens it sees the same view.")
            if any(texts.values())
            else _("Anyone who opens this address sees the same view.")
        )
        popover.code(view_address(texts), language=None, wrap_lines=True)


def view_address(texts: dict[str, str]) -> str:
    """Return the address of the page as it is, with the typed text added."""
    parts = urlsplit(str(st.context.url or ""))
    parameters = dict(address) | {LANGUAGE_KEY: language(), MODEL_KEY: chosen_model()}
    parameters |= {name: text for name, text in texts.items() if text}
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(parameters), ""))
