"""A class that follows: started here, or joined by its code."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode, urljoin

import streamlit as st

from bertviz_core.server.classes.codes import read_code
from bertviz_core.ui.class_room import CLASS_PARAMETER, want_class
from bertviz_core.ui.class_view import standing
from bertviz_core.ui.i18n import _
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.phone_address import code_svg, reachable
from bertviz_core.ui.text import literal

_TYPED, _UNKNOWN = "class_typed_code", "class_unknown_code"

STYLE = """<style>
.class-code {
  font: 700 clamp(3rem, 9vw, 7rem)/1.1 ui-monospace, monospace; letter-spacing: 0.12em;
  overflow-wrap: anywhere;
}
svg.code {width: min(20rem, 100%); height: auto; display: block}
</style>"""


def draw() -> None:
    """Draw the code of the class for the wall, or how to start and how to join one."""
    link_popover({})
    now = standing()
    if now is None:
        _draw_doors()
    else:
        _draw_class(now.code, now.leads)
    st.markdown(
        _(
            "**How a class works.** Who joins sees the lecturer’s page, text and view, and moves along. Who "
            "types something, or chooses “Explore alone”, stays, and comes back with one click. On views "
            "with a blank, a pair, a head or a sense the lecturer can “Ask the class”: a vote, the bars, a "
            "second vote after talking, and what the model says. Nobody gives a name, and votes are "
            "forgotten when the class ends: by itself four hours after the lecturer was last there."
        )
    )


def _draw_doors() -> None:
    st.subheader(_("Take a class along: its screens go where yours goes."), anchor=False)
    start, join = st.columns(2, gap="large")
    with start.container(border=True, height="stretch"):
        st.markdown(_("**You teach.** Start a class; its code and its picture for phones come next."))
        st.button(
            _("Start a class"),
            key="class_start",
            type="primary",
            icon=":material/co_present:",
            on_click=want_class,
            args=("start",),
        )
    with join.container(border=True, height="stretch"), st.form("class_join", border=False):
        st.markdown(_("**You follow.** Write the code that the lecturer shows: six letters."))
        place, button_place = st.columns([2, 1], vertical_alignment="bottom")
        place.text_input(_("Code of the class"), key=_TYPED, max_chars=20)
        button_place.form_submit_button(_("Join"), on_click=_join)
        if st.session_state.pop(_UNKNOWN, False):
            st.warning(_("A code has six letters, without G, I, O, Q, S and Z."))


def _join() -> None:
    code = read_code(st.session_state.get(_TYPED) or "")
    st.session_state[_UNKNOWN] = code is None
    if code is not None:
        want_class("join", code)


def _draw_class(code: str, leads: bool) -> None:
    st.subheader(
        _("The class is open: go to any page, and it follows you.")
        if leads
        else _("You are in this class; its line is at the foot of every page."),
        anchor=False,
    )
    st.html(STYLE)
    words, picture = st.columns([3, 2], vertical_alignment="center")
    words.html(f'<div class="class-code">{escape(code)}</div>')
    home = urljoin(str(st.context.url or ""), ".")
    link = f"{home}?{urlencode({CLASS_PARAMETER: code})}"
    others = reachable(link)
    words.code(others or link, language=None, wrap_lines=True)
    if others is None:
        picture.caption(
            _(
                "Only this machine opens this address. For phones, whoever keeps this installation sets "
                "BERTSCOPE_PUBLIC_ADDRESS."
            )
        )
    elif drawn := code_svg(others):
        label = escape(_("QR code by which phones join class {code}", code=literal(code)))
        picture.html(f'<div role="img" aria-label="{label}">{drawn}</div>')
