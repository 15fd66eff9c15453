"""What a model without a next-sentence head is told about, and the way to one that has it."""

from __future__ import annotations

import streamlit as st

from bertviz_core import list_models
from bertviz_core.results import ModelInfo
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _
from bertviz_core.ui.models import MODEL_KEY
from bertviz_core.ui.text import literal

OFFERED = "mini"
"""The model that comes with the app and has the head."""


def explain_without_head(info: ModelInfo) -> None:
    """Say why a model has no answer to the question of this page, and offer one that has."""
    with st.container(border=True, key="without_head"):
        st.markdown(
            _("**{model} cannot say whether one sentence follows another.**", model=literal(info.name))
        )
        st.markdown(_reason(info.family))
        if OFFERED in {model.id for model in list_models()}:
            st.button(
                _("Use mini, which can"),
                key="use_mini",
                icon=":material/swap_horiz:",
                type="primary",
                on_click=_choose_offered,
            )


def _choose_offered() -> None:
    """Choose the model as the list in the sidebar does; the address agrees, or the list would object."""
    address[MODEL_KEY] = OFFERED
    st.session_state[MODEL_KEY] = OFFERED


def _reason(family: str) -> str:
    """Tell the reason of a family in the visitor's language."""
    reasons = {
        "bert": _(
            "A BERT is trained on this question, but the file of this checkpoint does not hold the weights "
            "of the trained head (pooler and classifier). Any numbers would be random."
        ),
        "roberta": _(
            "RoBERTa was trained without next-sentence prediction: Liu et al. (2019) left it out, because "
            "the model did as well or better on their tasks."
        ),
        "xlm-roberta": _(
            "XLM-R was trained on masked words only, in a hundred languages (Conneau et al. 2020)."
        ),
        "distilbert": _(
            "DistilBERT learned from a BERT without the next-sentence task and without segment embeddings "
            "(Sanh et al. 2019)."
        ),
        "electra": _(
            "ELECTRA is trained to find tokens that were replaced by a small generator, not on pairs of "
            "sentences (Clark et al. 2020)."
        ),
        "albert": _(
            "ALBERT is trained on sentence order instead: are two neighbours in the right order or swapped "
            "(Lan et al. 2020)? That is another question."
        ),
    }
    return reasons[family]
