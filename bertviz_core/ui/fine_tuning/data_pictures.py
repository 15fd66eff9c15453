"""A set in pictures: how often its classes are in each part, and how long its texts are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.charts.fine_tuning.data import class_counts, text_lengths
from bertviz_core.locales import LANGUAGES
from bertviz_core.results import TEST, TRAIN, VALIDATION, LearningData
from bertviz_core.training.data.lengths import MOST_MEASURED, token_lengths
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.i18n import _, number

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def draw_counts(data: LearningData) -> None:
    """Draw how often each class, kind of entity or language is in each part."""
    names, counts = part_counts(data)
    heading = {"tagging": _("Entities"), "question": _("Questions")}.get(data.task, _("Classes"))
    st.markdown(f"**{heading}**")
    parts = _("to learn from"), _("to validate"), _("held out")
    st.plotly_chart(
        class_counts(names, counts, chart_style(), parts=parts),
        key="data_counts",
        config=picture_options("classes"),
        alt=_("How often each class is in each part of the set"),
    )


def part_counts(data: LearningData) -> tuple[list[str], NDArray[np.int64]]:
    """Return names, and how often each is in each part (3, n)."""
    found: list[Counter[str]] = []
    for part in (TRAIN, VALIDATION, TEST):
        examples = data.part(part)
        if data.task == "tagging":
            tags = (tag for example in examples for tag in example.tags)
            found.append(Counter(tag.removeprefix("B-") for tag in tags if tag != "O" and tag[:2] != "I-"))
        elif data.task == "question":
            found.append(Counter(LANGUAGES.get(e.language, _("all languages")) for e in examples))
        else:
            found.append(Counter(example.label for example in examples))
    names = list(data.labels) if data.task in ("sentence", "pair") else sorted(set().union(*found))
    return names, np.array([[count[name] for name in names] for count in found], dtype=np.int64)


def draw_lengths(engine: BertEngine, data: LearningData) -> None:
    """Draw how long the texts are for a model, and say how many of them are cut."""
    from bertviz_core.training.fine_tuning import usual_settings  # brings torch

    cut = usual_settings(engine.info, data).max_tokens
    lengths = _lengths(engine, model_key(engine), data.fingerprint, data)
    st.markdown("**" + _("Length in tokens") + "**")
    words = "tokens", _("texts"), _("cut here")
    st.plotly_chart(
        text_lengths(lengths, chart_style(), limit=cut, words=words),
        key="data_lengths",
        config=picture_options("lengths"),
        alt=_("How many texts have how many tokens"),
    )
    longer = int((lengths > cut).sum())
    text = _(
        "The longest has {longest} tokens. The model can read {limit}; more than {cut} are not read while it "
        "learns unless you change that: this concerns {longer} of {count}.",
        longest=number(int(lengths.max())),
        limit=number(engine.info.max_tokens),
        cut=number(cut),
        longer=number(longer),
        count=number(len(lengths)),
    )
    drawn = _("{count} examples were drawn to be counted.", count=number(MOST_MEASURED))
    st.caption(f"{text} {drawn}" if len(data.examples) > MOST_MEASURED else text)


@st.cache_resource(max_entries=50, show_spinner=False)
def _lengths(_engine: BertEngine, model: str, fingerprint: str, _data: LearningData) -> NDArray[np.int64]:
    return token_lengths(_engine, _data)
