"""What a model is, in two lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.results import Evaluation, ModelInfo
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.models import model_facts
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from bertviz_core import BertEngine


_FAMILIES = {
    "bert": "BERT",
    "distilbert": "DistilBERT",
    "roberta": "RoBERTa",
    "xlm-roberta": "XLM-RoBERTa",
    "albert": "ALBERT",
    "electra": "ELECTRA",
}
_LICENCES = {
    "mit": "MIT",
    "apache-2.0": "Apache 2.0",
    "cc-by-4.0": "CC BY 4.0",
    "cc-by-sa-4.0": "CC BY-SA 4.0",
}
"""As they are written; any other stands as the model's card has it."""


def show_facts(engine: BertEngine) -> None:
    """Say size and shape, and below it what the model reads and can be asked."""
    st.caption(f"{model_facts(engine)}  \n{' · '.join(_facts(engine.info))}")


def _facts(info: ModelInfo) -> list[str]:
    heads = [_("masked words")] * info.has_mlm_head + [_("next sentence")] * info.has_nsp_head
    languages = ", ".join(LANGUAGES.get(code, code) for code in info.languages)
    licence = info.licence or ""
    facts = [
        _("Family {family}", family=literal(_FAMILIES.get(info.family, info.family))),
        _("Languages: {languages}", languages=literal(languages) or _("not said")),
        _("up to {count} tokens", count=number(info.max_tokens)),
        _("capitals lowered") if info.lowercases else _("capitals kept"),
        _("accents dropped") if info.strips_accents else _("accents kept"),
        _("Trained heads: {heads}", heads=", ".join(heads) or _("none")),
        _("Licence: {licence}", licence=literal(_LICENCES.get(licence, licence)) or _("not said")),
    ]
    if info.revision:
        facts.append(_("Revision {revision}", revision=literal(info.revision[:8])))
    return facts


def show_source(evaluation: Evaluation, *, written: bool) -> None:
    """Say when and on what the numbers were measured, and how quick the model was.

    Args:
        evaluation: What was measured.
        written: The numbers shown are of the written sets, not of held-out text.
    """
    date = literal(evaluation.date)
    notes = [
        _("Measured on {date} on sets written for this app.", date=date)
        if written
        else _("Measured on {date} on text kept apart from training.", date=date)
    ]
    if speed := evaluation.speed:
        notes.append(
            _(
                "A sentence of {tokens} tokens took {ms} ms through all heads.",
                tokens=speed.tokens,
                ms=number(speed.sentence_ms, places=0),
            )
        )
    libraries = ", ".join(f"{name} {version}" for name, version in evaluation.versions.items())
    st.caption(" ".join(notes), help=literal(libraries))
