"""The other side of a comparison: a second sentence, or a second model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.blank_reading import ENDING_PARAMETER
from bertviz_core.ui.i18n import _
from bertviz_core.ui.inputs import prefill
from bertviz_core.ui.masked_words.compare_examples import COMPARED_EXAMPLES, partner_of
from bertviz_core.ui.masked_words.pair_menu import pair_menu
from bertviz_core.ui.masked_words.question import BlankQuestion
from bertviz_core.ui.models import chosen_model, engine_of
from bertviz_core.ui.offered_models import offered_models

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from bertviz_core import BertEngine

SENTENCE_PARAMETER = "other_text"
"""The second sentence in the address of a link."""
PARAMETERS = ("against", "other_model", ENDING_PARAMETER)

_FIELD, _OFFERED = "compared_text", "compared_text_offered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """What one side of the comparison asks."""

    engine: BertEngine
    text: str
    name: str
    """What tells it from the other side."""


def typed_texts() -> dict[str, str]:
    """Return what the visitor typed here, for a link."""
    return {SENTENCE_PARAMETER: str(st.session_state.get(_FIELD) or "")}


def ask_other_side(
    engine: BertEngine,
    question: BlankQuestion,
    typed: str,
    *,
    places: tuple[DeltaGenerator, DeltaGenerator, DeltaGenerator],
) -> tuple[Side, Side | None]:
    """Let the visitor choose what to compare with; return both sides, None for one that is still to be named.

    Args:
        engine: The model of the first side.
        question: The first sentence with its blanks.
        typed: The first sentence as the visitor typed it.
        places: Of the kind of comparison, of what is compared with, and of the menu of pairs.
    """
    kind_place, other_place, menu_place = places
    with kind_place:
        kind = _choose_kind()
    if kind == "model":
        with other_place:
            other = _choose_model()
        first = Side(engine=engine, text=question.text, name=engine.info.name)
        if other is None:
            return first, None
        second_engine = engine_of(other)
        return first, Side(engine=second_engine, text=question.text, name=second_engine.info.name)
    with menu_place:
        pair_menu(_("Pairs"), COMPARED_EXAMPLES, view="compared", second_field=_FIELD)
    with other_place:
        second = _ask_sentence(question, typed, engine.info.mask_token or "")
    first = Side(engine=engine, text=question.text, name=question.text)
    return first, Side(engine=engine, text=second, name=second) if second.strip() else None


def _choose_kind() -> str:
    names = {"sentence": _("Another sentence"), "model": _("Another model")}
    kind = st.segmented_control(
        _("Compare with"),
        list(names),
        default="model" if address.get("against") == "model" else "sentence",
        format_func=names.__getitem__,
        key="compared_kind",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put("against", kind or "sentence", usual="sentence")
    return kind or "sentence"


def _choose_model() -> str | None:
    """Offer the models of the list except the one compared with; none is loaded unasked."""
    names = {model.id: model.name for model in offered_models().values() if model.id != chosen_model()}
    named = address.get("other_model")
    options = list(names)
    chosen = st.selectbox(
        _("Second model"),
        options,
        index=options.index(named) if named in names else None,
        format_func=names.__getitem__,
        placeholder=_("Choose a model"),
        key=f"compared_model_{chosen_model()}",
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put("other_model", chosen or "", usual="")
    return chosen


def _ask_sentence(question: BlankQuestion, typed: str, mask: str) -> str:
    """Draw the field of the second sentence: what goes with the first until another is written."""
    state = st.session_state
    offered = partner_of(typed) or up_to_the_blank(question.text, mask) or question.text
    if SENTENCE_PARAMETER in address:
        prefill(_FIELD, SENTENCE_PARAMETER, offered)
    elif _FIELD not in state or state[_FIELD] == state.get(_OFFERED):
        state[_FIELD] = offered
    state[_OFFERED] = offered
    second = st.text_input(
        _("Second sentence"),
        key=_FIELD,
        label_visibility="collapsed",
        persist_state="session",
    )
    return second or ""


def up_to_the_blank(text: str, mask: str) -> str:
    """Return a sentence that ends after its only blank; empty where no words stand on both sides of it."""
    sides = text.split(mask)
    return f"{sides[0]}{mask}." if len(sides) == 2 and all(map(_has_words, sides)) else ""


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))
