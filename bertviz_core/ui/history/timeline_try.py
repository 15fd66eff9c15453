"""One thing to try here for each model of the line of time: a button that opens the place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import streamlit as st

from bertviz_core.ui.address import address, carry_address
from bertviz_core.ui.history.timeline_masking import entity_sentences
from bertviz_core.ui.i18n import LANGUAGE_KEY, _
from bertviz_core.ui.models import MODEL_KEY
from bertviz_core.ui.views import ask_for_view


@dataclass(frozen=True, slots=True)
class Trial:
    """A place in the app."""

    said: str
    """What one does there."""
    page: str
    view: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    """Of the address."""


def offer_trial(name: str) -> None:
    """Offer what can be tried of a model of the line of time."""
    offer(trials()[name], key="timeline_try")


def offer(trial: Trial, *, key: str) -> None:
    """Offer a place in the app; one click goes there."""
    if st.button(_("Try it: {what}", what=trial.said), icon=":material/play_arrow:", key=key):
        ask_for_view(trial.page, trial.view)
        address.update(trial.parameters)
        if trial.page == "history":
            st.rerun()
        carry_address(LANGUAGE_KEY, MODEL_KEY, *trial.parameters)
        st.switch_page(f"{trial.page}.py")


def trials() -> dict[str, Trial]:
    """Return the place of each model."""
    return {
        "word2vec": Trial(
            _("learn word vectors from a text of your own"), "history", "train", {"show": "learn"}
        ),
        "Transformer": Trial(_("compute self-attention by hand"), "inside", "by_hand"),
        "ULMFiT": Trial(_("see why one pretrains"), "pretraining", "idea"),
        "ELMo": Trial(_("weigh all layers for a task"), "words", "tagging"),
        "GPT": Trial(_("put the causal mask of a decoder on"), "inside", "masks", {"mask": "causal"}),
        "BERT": Trial(_("fill a blank from the left, the right and both"), "masked_words", "directions"),
        "ERNIE": Trial(
            _("hide words that belong together"), "masked_words", "fill", {"text": entity_sentences()[1]}
        ),
        "RoBERTa": Trial(_("draw the hidden words again and again"), "pretraining", "batch"),
        "Sentence-BERT": Trial(_("compare vectors of sentences"), "words", "sentences"),
        "ALBERT": Trial(_("put a paragraph into its order"), "next_sentence", "order"),
        "DistilBERT": Trial(
            _("halve the layers and count"), "inside", "network", {"size": "6,768,12,3072,30524"}
        ),
        "XLM-R": Trial(_("cut three languages with one vocabulary"), "inside", "input"),
        "ELECTRA": Trial(_("find the word that does not fit"), "masked_words", "surprise"),
        "BETO": Trial(_("fill blanks of two languages side by side"), "masked_words", "compare"),
        "DeBERTaV3": Trial(_("see what a position adds, and swap two words"), "inside", "positions"),
        "E5": Trial(_("read about mini, whose encoder began as an E5"), "about", "senses"),
        "ModernBERT": Trial(_("see the positions that it gave up"), "inside", "positions"),
        "EuroBERT": Trial(_("find out which layer tells senses apart"), "words", "layers"),
    }
