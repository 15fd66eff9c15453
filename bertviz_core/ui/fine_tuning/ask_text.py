"""The class of a text, or of a pair, and what speaks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.chart_style import beginning
from bertviz_core.charts.fine_tuning.ask import choice_bars
from bertviz_core.errors import BertScopeError
from bertviz_core.results import Attribution, TaskInfo, TextClasses
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.attribution_panel import (
    choose_parts,
    draw_bars,
    draw_scored_text,
    explain_attribution,
    offer_numbers,
    scored_parts,
)
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.fine_tuning.ask_batch import classify_file
from bertviz_core.ui.fine_tuning.ask_examples import (
    fields_of_example,
    held_out,
    offer_examples,
    same_example,
)
from bertviz_core.ui.fine_tuning.ask_files import classes_csv, classes_json
from bertviz_core.ui.fine_tuning.ask_model import run_of, save_asked_model, who_answers
from bertviz_core.ui.i18n import _
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.menu_choice import choose_from_menu
from bertviz_core.ui.notices import encoding_notices, show_error
from bertviz_core.ui.run_parameters import RUN_PARAMETER
from bertviz_core.ui.text import literal
from bertviz_core.ui.text_key import text_key
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from bertviz_core import BertEngine

CLASS_PARAMETER = "class"
"""In the address the number of the class that is explained, where it is not the most probable one."""

ROUND_CHARTS = 375
"""Pixels of a window's height that everything but the bars of the explanation takes."""

_MOST_PROBABLE = "best"
_LETTERS = 40
_STYLE = "<style>.st-key-ask_pictures .stColumn {min-width: min(100%, 300px)}</style>"


def ask_text(engine: BertEngine, task: TaskInfo) -> None:
    """Draw the fields, the class with the others beside it, and what each token adds."""
    texts, right = _ask_fields(engine, task)
    if not all(text.strip() for text in texts):
        st.info(_("Write a text.") if len(texts) == 1 else _("Write both texts."), icon=":material/info:")
    else:
        _draw_answer(engine, texts, right)
    classify_file(engine, task)


def _ask_fields(engine: BertEngine, task: TaskInfo) -> tuple[tuple[str, ...], str | None]:
    """Return what stands in the fields, and its right class where it is a held-out example."""
    pair, run_id = task.task == "pair", run_of(engine)
    examples = held_out(run_id)
    name = f"ask_{text_key(engine.info.id)}"
    fields = {"text": f"{name}_text"} | ({"pair": f"{name}_pair"} if pair else {})
    fields_of_example(fields, examples, ("", ""))
    widths = [8, 8, 5] if pair else [15, 5]
    *places, menu_place = st.columns(widths, vertical_alignment="bottom")
    labels = (_("First text"), _("Second text")) if pair else (_("Text"),)
    texts = tuple(
        place.text_area(label, key=key, height=68, persist_state="session") or ""
        for place, label, key in zip(places, labels, fields.values(), strict=True)
    )
    with menu_place:
        offer_examples(tuple(fields.values()), examples)
    link_popover(dict(zip(fields, texts, strict=True)), of_runs=(RUN_PARAMETER,))
    example = same_example(texts, examples)
    return texts, example.right if example else None


def _draw_answer(engine: BertEngine, texts: tuple[str, ...], right: str | None) -> None:
    text, pair = texts[0], texts[1] if len(texts) > 1 else None
    answer = engine.classify(text, pair)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.subheader(_title(answer), anchor=False, width="content")
        if right is not None:
            st.caption(_right_line(answer, right), width="content")
        st.caption(who_answers(engine), width="content")
    encoding_notices(answer.encoding)
    st.html(_STYLE)
    with st.container(key="ask_pictures"):
        answer_place, why_place = st.columns([2, 3], gap="medium")
    with answer_place:
        _draw_classes(answer)
        text_place = st.container()
    with why_place:
        attribution = _explain(engine, answer, text_place)
    st.markdown(
        _(
            "**How to read this.** Left: how probable each class is for the model; the bars add up to 100%. "
            "Below them the text, coloured by what each part adds to the log odds of one class; right: the "
            "same as bars."
        )
    )
    if save_menu():
        save_as(_("Classes as CSV"), "classes.csv", classes_csv(answer))
        save_as(_("Classes as JSON"), "classes.json", classes_json(answer))
    if attribution is not None:
        explain_attribution()
        offer_numbers(attribution, scored_parts(attribution, whole_words=False))
    if save_menu():
        save_asked_model(engine, texts)


def _title(answer: TextClasses) -> str:
    """Say the two most probable classes with their percentages."""
    return ", ".join(
        f"{probability_text(probability)} {literal(beginning(label, _LETTERS))}"
        for label, probability in answer.ranked()[:2]
    )


def _right_line(answer: TextClasses, right: str) -> str:
    label = literal(beginning(right, _LETTERS))
    if answer.label == right:
        return _("Held-out example, right class: {label}. The model is right.", label=label)
    return _("Held-out example, right class: {label}. The model is wrong.", label=label)


def _draw_classes(answer: TextClasses) -> None:
    ranked = answer.ranked()
    st.plotly_chart(
        choice_bars(
            [label for label, _probability in ranked],
            [probability for _label, probability in ranked],
            chart_style(),
            axis=_("Probability"),
        ),
        key="ask_classes",
        config=picture_options("classes"),
        alt=_("Bar chart of the probability of each class"),
    )


def _explain(engine: BertEngine, answer: TextClasses, text_place: DeltaGenerator) -> Attribution | None:
    """Draw what each token adds to a class that is chosen; say so where it cannot be explained.

    Args:
        engine: The fine-tuned model.
        answer: What it says.
        text_place: Where the coloured text is written.
    """
    names = {_MOST_PROBABLE: _("Most probable class")} | {
        str(place): beginning(label, _LETTERS) for place, label in enumerate(answer.labels)
    }
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = choose_from_menu(
            _("Why this class?"),
            names,
            parameter=CLASS_PARAMETER,
            key=f"ask_class_{text_key(*answer.labels)}",
        )
        whole_words = choose_parts()
    label = answer.label if chosen == _MOST_PROBABLE else answer.labels[int(chosen)]
    try:
        with st.spinner(_("Following the gradients…")):
            attribution = _attribution(
                engine, model_key(engine), answer.encoding.text, answer.encoding.pair, label
            )
    except BertScopeError as error:
        show_error(error)
        return None
    parts = scored_parts(attribution, whole_words=whole_words)
    with text_place:
        draw_scored_text(parts)
    draw_bars(attribution, parts, other=ROUND_CHARTS)
    return attribution


@st.cache_resource(max_entries=200, show_spinner=False)
def _attribution(_engine: BertEngine, model: str, text: str, pair: str | None, label: str) -> Attribution:
    return _engine.attribute_class(text, pair, label=label)
