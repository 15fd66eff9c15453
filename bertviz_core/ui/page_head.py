"""The head of every page: its title and the link in one row, its views in the next."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from bertviz_core.ui.head_places import HeadPlaces, keep_head_places
from bertviz_core.ui.views import View, choose_view

HEAD_STYLE = """<style>
.st-key-page_head {min-height: 2.5rem}
[data-testid=stMainBlockContainer]:has(.st-key-page_head) > [data-testid=stVerticalBlock] {gap: 0.4rem}
@media (min-width: 768px) {
  /* The head begins in the row of Streamlit's menu, which has nothing else at this width. */
  .stMain [data-testid=stMainBlockContainer]:has(.st-key-page_head) {margin-top: -3.1rem}
  :root:has(.st-key-page_head) :is([data-testid=stHeader], [data-testid=stHeader] div) {
    background: none; pointer-events: none;
  }
  [data-testid=stHeader] :is(button, button *) {pointer-events: auto}
  /* Beside the offer to answer while somebody types a long title has less room. */
  .st-key-page_head:has(.st-key-answers_while_typing) {flex-wrap: nowrap; gap: 0.6rem}
  .st-key-page_head:has(.st-key-answers_while_typing) h1 {
    font-size: 1.3rem; line-height: 1.1; text-wrap: balance
  }
}
@media (max-width: 767px) {
  .st-key-page_head h1 {font-size: 1.4rem; padding-block: 0}
  .st-key-page_head:has(.st-key-answers_while_typing) {gap: 0.4rem}
  .st-key-page_views [role=radiogroup] {flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none}
  .st-key-page_views [role=radiogroup] > * {flex: none}
  .st-key-page_views :is([aria-checked=true], :has(> [aria-checked=true])) {
    position: sticky; left: 0; right: 0; z-index: 1;
    /* Streamlit's own colour lets the names show through that it covers. */
    background: color-mix(in srgb, var(--page-accent) 12%, var(--page-ground)) !important;
  }
}
</style>"""


def page_head(title: str, page: str, views: Mapping[str, View]) -> View:
    """Draw the head of a page; return the view that was chosen.

    The view says by `link_popover` what its link carries, and by `save_as` what can be saved of it.

    Args:
        title: Of the page, in the visitor's language.
        page: Name of the page in the keys of the session.
        views: By their names in the address; the first one opens by itself.
    """
    with st.container(horizontal=True, vertical_alignment="center", key="page_head"):
        st.title(title, anchor=False, width="stretch")
        typing, saving, link = (st.container(width="content") for _ in range(3))
    with st.container(key="page_views"):
        view = choose_view(page, views)
    keep_head_places(HeadPlaces(typing, saving, link, f"{title}: {view.name()}"))
    return view
