"""What was measured on a model: kept with the app for the bundled one, for others measured when asked."""

from __future__ import annotations

import time
from datetime import date
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.evaluation.document import bundled_evaluation
from bertviz_core.results import ClassScore, ClozeScores, Evaluation, PairScores, WordSenses
from bertviz_core.server.process_wide import process_wide
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.i18n import _, number

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from bertviz_core import BertEngine

MODELS_KEPT = 8
_ASKED = "about_asked"
_EXAMPLE = "El banco de la plaza estaba mojado por la lluvia de la noche."


def evaluation_of(engine: BertEngine) -> Evaluation | None:
    """Return what was measured on a model; where nothing is, offer to measure it and return None."""
    key = model_key(engine)
    kept = bundled_evaluation(engine.info.id) or _measured().get(key)
    if kept is None and st.session_state.get(_ASKED) == key:
        kept = _measure(engine, key, st.empty())
        _keep(key, kept)
    if kept is None:
        _offer(engine, key)
    return kept


def _keep(key: str, evaluation: Evaluation) -> None:
    """Keep what was measured, with its date, for whoever asks next."""
    measured = _measured()
    measured[key] = evaluation
    while len(measured) > MODELS_KEPT:
        measured.pop(next(iter(measured)), None)


@process_wide
def _measured() -> dict[str, Evaluation]:
    return {}


def _offer(engine: BertEngine, key: str) -> None:
    minutes = max(1, round(_seconds(engine, key) / 60))
    st.info(
        _(
            "Nothing has been measured on this model yet. It reads some 800 written sentences for that, "
            "which takes about {minutes} min here. Others can go on working meanwhile.",
            minutes=number(minutes),
        ),
        icon=":material/timer:",
    )
    st.button(
        _("Measure this model"),
        type="primary",
        key="about_measure",
        on_click=lambda: st.session_state.update({_ASKED: key}),
    )


def _measure(engine: BertEngine, key: str, place: DeltaGenerator) -> Evaluation:
    """Put the questions one after the other; an answer is kept even where its visitor leaves meanwhile."""
    from bertviz_core.evaluation.measure import versions

    def told(part: int, name: str) -> None:
        place.progress(part / 4, text=_("Measuring: {what}", what=name))

    told(0, _("Blanks"))
    cloze = _cloze(engine, key)
    told(1, _("Next sentence"))
    pairs = _pairs(engine, key)
    told(2, _("Word senses"))
    senses = _senses(engine, key)
    told(3, _("Classification"))
    classes = _classes(engine, key)
    place.empty()
    return Evaluation(
        model=engine.info.id,
        cloze=cloze,
        next_sentence=pairs,
        senses=senses,
        classes=classes,
        date=date.today().isoformat(),
        versions=versions(),
    )


@st.cache_resource(max_entries=MODELS_KEPT, show_spinner=False)
def _cloze(_engine: BertEngine, model: str) -> ClozeScores | None:
    from bertviz_core.evaluation.cloze import cloze_scores

    return cloze_scores(_engine)


@st.cache_resource(max_entries=MODELS_KEPT, show_spinner=False)
def _pairs(_engine: BertEngine, model: str) -> PairScores | None:
    from bertviz_core.evaluation.next_sentence import pair_scores

    return pair_scores(_engine)


@st.cache_resource(max_entries=MODELS_KEPT, show_spinner=False)
def _senses(_engine: BertEngine, model: str) -> tuple[WordSenses, ...]:
    from bertviz_core.evaluation.senses import sense_scores

    return sense_scores(_engine)


@st.cache_resource(max_entries=MODELS_KEPT, show_spinner=False)
def _classes(_engine: BertEngine, model: str) -> tuple[ClassScore, ...]:
    from bertviz_core.evaluation.classes import class_scores

    return class_scores(_engine)


@st.cache_resource(max_entries=MODELS_KEPT, show_spinner=False)
def _seconds(_engine: BertEngine, model: str) -> float:
    """Estimate how long the measurement takes: a sentence is timed, and most texts are as long as it is."""
    from bertviz_core.evaluation.measure import written_texts

    def seconds() -> float:
        start = time.perf_counter()
        _engine.hidden_states([_EXAMPLE], take=lambda number, encoding, states: None)
        return time.perf_counter() - start

    seconds()  # the first pass of a model is slower
    return written_texts(_engine) * min(seconds() for _ in range(3)) * 1.5
