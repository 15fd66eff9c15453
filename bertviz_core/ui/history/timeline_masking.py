"""A piece hidden, as BERT does, beside a whole name hidden, as ERNIE does: what the loaded model answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui.answers import masked_words
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

_NAMES = {
    "es": (("Buenos", "Aires"), "es la capital de Argentina y está junto al Río de la Plata."),
    "en": (("New", "York"), "is the largest city of the United States, on the east coast."),
    "pt": (("São", "Paulo"), "é a maior cidade do Brasil, e fica longe do mar."),
}
_SHOWN = 3


def entity_sentences() -> tuple[str, str]:
    """Return a sentence with the last word of a name hidden, and with the whole name hidden."""
    (first, *_rest), rest = _NAMES.get(language(), _NAMES["en"])
    return f"{first} [MASK] {rest}", f"[MASK] [MASK] {rest}"


def show_masking(engine: BertEngine) -> None:
    """List both sentences with what the model would put in them."""
    if not engine.info.has_mlm_head:
        return
    first, last = _NAMES.get(language(), _NAMES["en"])[0]
    st.markdown(
        _(
            "**Hidden here, in the loaded model:** with a part of “{name}” left, spelling is enough; with "
            "the whole name hidden, as ERNIE hides it, the sentence has to be understood.",
            name=literal(f"{first} {last}"),
        )
    )
    names = (_("BERT: a piece"), _("ERNIE: the whole name"))
    rows = [
        (name, text, _answers(engine, text)) for name, text in zip(names, entity_sentences(), strict=True)
    ]
    st.dataframe(
        {
            _("Hidden"): [name for name, _text, _said in rows],
            _("What the model reads"): [text for _name, text, _said in rows],
            _("Its first answers"): [said for _name, _text, said in rows],
        },
        hide_index=True,
    )


def _answers(engine: BertEngine, text: str) -> str:
    masks = masked_words(engine, text, top_k=_SHOWN).masks
    return "; ".join(
        ", ".join(f"{one.token} {probability_text(one.probability)}" for one in mask.predictions)
        for mask in masks
    )
