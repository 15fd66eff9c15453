"""Words as one-hot vectors: every word as far from every other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.history.train_one_hot import one_hot_rows
from bertviz_core.results import LessonText
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import csv_text, json_text, save_as, save_menu
from bertviz_core.ui.history.train_text import TEXT_PARAMETER, AskedLesson
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

SENTENCE_PARAMETER = "sentence"
MOST_ROWS = 14


def draw_one_hot(asked: AskedLesson, places: Sequence[DeltaGenerator]) -> None:
    """Draw the one-hot vectors of a sentence of the text."""
    lesson = asked.lesson
    with places[0]:
        sentence = _choose_sentence(lesson)
    link_popover({TEXT_PARAMETER: asked.own})
    words, numbers = lesson.spelled(sentence)[:MOST_ROWS], lesson.sentences[sentence][:MOST_ROWS]
    size = len(lesson.vocabulary)
    st.subheader(
        _(
            "{size} different words: each is a row of {zeros} zeros and a single 1",
            size=number(size),
            zeros=number(size - 1),
        ),
        anchor=False,
    )
    st.plotly_chart(
        one_hot_rows(words, numbers, size, chart_style(), dimension=_("Place in the vocabulary")),
        key="train_one_hot",
        config=picture_options("one_hot"),
        alt=_("A row for each word of the sentence, with one coloured cell"),
    )
    first, other = _two_words(words)
    st.markdown(
        _(
            "**How to read this.** A computer reads numbers: the simplest are the word's place in the "
            "vocabulary, written as a one-hot vector. Any two different words, “{first}” and “{other}” as "
            "well as any others, have the cosine 0: nothing says that some are more alike. word2vec puts a "
            "short, dense vector in the place of the long, sparse one, learned from the words around "
            "(Mikolov et al., 2013, *Efficient Estimation of Word Representations in Vector Space*).",
            first=literal(first),
            other=literal(other),
        )
    )
    if save_menu():
        counted = list(zip(lesson.vocabulary, lesson.counts, strict=True))
        rows = [(place, word, count) for place, (word, count) in enumerate(counted)]
        save_as(_("Vocabulary as CSV"), "vocabulary.csv", lambda: csv_text(("place", "word", "count"), rows))
        document = {"sentence": lesson.spelled(sentence), "places": lesson.sentences[sentence], "size": size}
        save_as(_("This sentence as JSON"), "one_hot.json", json_text(document))


def _choose_sentence(lesson: LessonText) -> int:
    """Ask for the number of a sentence of the text."""
    last = len(lesson.sentences)
    named = address.number(SENTENCE_PARAMETER) or 1
    chosen = int(
        st.number_input(
            _("Sentence"),
            min_value=1,
            max_value=last,
            value=min(max(named, 1), last),
            key=f"train_sentence_{last}",
            persist_state="session",
        )
    )
    address.put(SENTENCE_PARAMETER, str(chosen), usual="1")
    return min(max(chosen, 1), last) - 1


def _two_words(words: Sequence[str]) -> tuple[str, str]:
    """Return the two longest different words."""
    first, *others = sorted(dict.fromkeys(words), key=lambda word: -len(word))
    return first, (others or [first])[0]
