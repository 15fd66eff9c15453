"""The bar of long work, with the button that ends it beside it, and what is said once it has ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bertviz_core.ui.i18n import _

Show = Callable[[int, int, str], None]
"""Called with the parts done, all of them (0: not known yet), and a text that says so."""

_KEY = "work_bar_"
_SHOWN = f"[class*=st-key-{_KEY}]"
_AFTER = f"[data-testid=stMain] :has({_SHOWN}) ~"
_FORMER = f":is({_AFTER} :not([data-stale=false], :has([data-stale=false])), {_AFTER} * [data-stale=true])"
# What follows the bar and is not drawn anew yet answers the former question: it keeps its place, unseen. A
# click, with which everything is old for a moment, lets nothing flicker. Streamlit's own Stop would leave the
# page as it is at that moment.
_STYLE = f"""<style>
{_FORMER}, {_FORMER} * {{visibility: hidden !important; transition: visibility 0s 0.3s !important}}
.stApp:has({_SHOWN} button) [data-testid=stStatusWidget] button {{display: none}}
</style>"""


@contextmanager
def work_bar(*, key: str, on_stop: Callable[[], None] | None = None) -> Iterator[Show]:
    """Give what shows how far work is, here, from when it is first called until the work has ended.

    One that is broken off by a click stays until the page is drawn anew.

    Args:
        key: Names the bar, and in the session the button.
        on_stop: Called before the page is drawn anew, when the visitor wants to end the work; there is no
            button without it.
    """
    place, bars = st.empty(), list[DeltaGenerator]()

    def show(done: int, total: int, text: str) -> None:
        if not bars:
            with place.container(key=f"{_KEY}{key}"):
                st.html(_STYLE)
                with st.container(horizontal=True, vertical_alignment="center"):
                    bars.append(st.progress(0.0))
                    if on_stop:
                        st.button(_("Stop"), icon=":material/stop:", key=key, on_click=on_stop)
        bars[0].progress(done / total if total else 0.0, text=text)

    try:
        yield show
    except Exception:
        place.empty()
        raise
    place.empty()


def tell_stopped(reason: str, *, key: str, on_again: Callable[[], None]) -> None:
    """Say, where the bar was, that the visitor ended the work, with a button that begins it again."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.info(reason, icon=":material/info:")
        st.button(_("Begin again"), key=key, on_click=on_again)
