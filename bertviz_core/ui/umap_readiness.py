"""Whether a map can be drawn by UMAP now; PCA draws it meanwhile, and says so."""

from __future__ import annotations

import streamlit as st

from bertviz_core.analysis.vectors.umap_process import umap_process
from bertviz_core.results import ProjectionMethod
from bertviz_core.ui.i18n import _

_LOOK_AGAIN_S = 0.5


def drawn_now(method: ProjectionMethod) -> ProjectionMethod:
    """Return how a map is drawn now: by PCA as long as UMAP cannot draw it, with a line that says why.

    Where UMAP gets ready the map turns into it by itself.
    """
    if method != "umap":
        return method
    state = umap_process.begin()
    if state == "ready":
        return method
    if state == "off":
        st.info(
            _("Drawn by PCA: UMAP is switched off in this installation, since its process takes memory."),
            icon=":material/info:",
        )
    elif state == "warming":
        _await_umap()
    else:
        tell_drawn_otherwise(
            _("Drawn by PCA: the process that draws UMAP maps did not start. Try again in a moment.")
        )
    return "pca"


def tell_drawn_otherwise(reason: str) -> None:
    """Say why a map is drawn by PCA, with a button that tries again."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.warning(reason, icon=":material/info:")
        st.button(_("Try again"), key="umap_again")


def umap_offered() -> bool:
    """Tell whether this installation draws UMAP maps."""
    return umap_process.state != "off"


@st.fragment(run_every=_LOOK_AGAIN_S)
def _await_umap() -> None:
    """Say that UMAP gets ready; draw everything anew when it is, which ends this."""
    if umap_process.state != "warming":
        st.rerun()
    st.caption(_("Drawn by PCA at first: UMAP is getting ready and takes over by itself in some seconds."))
