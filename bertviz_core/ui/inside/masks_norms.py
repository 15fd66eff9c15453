"""Where LayerNorm stands: after each part, as in BERT, or before it, as in GPT-2."""

from __future__ import annotations

from base64 import b64encode
from html import escape

import streamlit as st

from bertviz_core.charts.inside.masks_norms import AFTER, BEFORE, NormWords, norms_svg
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _


def show_norms() -> None:
    """Draw one layer of BERT and one of GPT-2 side by side, folded away."""
    with st.expander(_("Where LayerNorm stands: BERT and GPT-2"), icon=":material/account_tree:"):
        after_place, before_place = st.columns(2, gap="medium")
        with after_place:
            _show(
                norms_svg(AFTER, chart_style(), _words(_("Post-LayerNorm: BERT"))),
                _("Bottom to top: self-attention, sum, LayerNorm, feed-forward, sum, LayerNorm."),
            )
        with before_place:
            _show(
                norms_svg(BEFORE, chart_style(), _words(_("Pre-LayerNorm: GPT-2"))),
                _("Bottom to top: LayerNorm, self-attention, sum, LayerNorm, feed-forward, sum."),
            )
        st.markdown(
            _(
                "After the sum, LayerNorm also scales the state that goes around; before the part, the state "
                "passes from the first layer to the last unscaled, and training works without a warm-up of "
                "the learning rate (Xiong et al., 2020, *On Layer Normalization in the Transformer "
                "Architecture*)."
            )
        )


def _words(heading: str) -> NormWords:
    return NormWords(
        heading=heading,
        attention=_("Self-attention"),
        feed=_("Feed-forward"),
        norm="LayerNorm",
        state=_("state"),
    )


def _show(svg: str, said: str) -> None:
    """Draw a picture; Streamlit lets no SVG element into a page, so it comes as an image."""
    source = b64encode(svg.encode()).decode()
    st.html(
        f'<img src="data:image/svg+xml;base64,{source}" alt="{escape(said)}" '
        'style="width: 100%; max-width: 330px">'
    )
