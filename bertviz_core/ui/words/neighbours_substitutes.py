"""The words around a word: those near its static vector, and those that fit into its place."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.results import NearestWords, Substitutes
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.downloads import csv_text, save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.words.question import AskedWord

if TYPE_CHECKING:
    from bertviz_core import BertEngine

TOP_WORDS, IN_GROUP = 12, 8


def found_substitutes(engine: BertEngine, asked: AskedWord, drawn: NDArray[np.int64]) -> Substitutes | None:
    """Return what fits into the places of the drawn occurrences, None where the model has no head for it."""
    if not engine.info.has_mlm_head:
        return None
    with st.spinner(_("Hiding the word in every sentence…")):
        return _substitutes(engine, (asked.key, len(drawn)), asked, drawn)


def static_neighbours(engine: BertEngine, asked: AskedWord) -> NearestWords:
    """Return the words near the static vector of the word."""
    return _nearest_words(engine, model_key(engine), asked.word)


def draw_other_words(
    engine: BertEngine,
    asked: AskedWord,
    groups: PointGroups,
    *,
    drawn: NDArray[np.int64],
    substitutes: Substitutes | None,
) -> None:
    """Draw one list of neighbours for the word as such, and one of substitutes for each group."""
    static_place, context_place = st.columns([2, 3], gap="medium")
    with static_place:
        _draw_static(engine, asked)
    with context_place:
        st.markdown(_("**What the model would put in its place**"))
        if substitutes is not None:
            _draw_substitutes(asked, groups, drawn, substitutes)
        else:
            st.caption(
                _(
                    "“{model}” has no trained masked-word head, so it cannot fill the place of the word.",
                    model=literal(engine.info.name),
                )
            )


def _draw_static(engine: BertEngine, asked: AskedWord) -> None:
    if len(asked.layers.unknown) == len(asked.layers):
        st.caption(_("The word is not in the vocabulary, so nothing is near it there."))
        return
    near = static_neighbours(engine, asked)
    st.markdown(_("**Near “{word}” in the vocabulary**", word=literal(asked.word)))
    st.markdown(
        " · ".join(
            f"{literal(word)} `{number(float(cosine), places=2)}`"
            for word, cosine in zip(near.words, near.cosines, strict=True)
        )
    )
    st.caption(
        _("By the static embedding: one list for all senses, because it knows nothing of the context.")
    )


def _draw_substitutes(
    asked: AskedWord, groups: PointGroups, drawn: NDArray[np.int64], found: Substitutes
) -> None:
    for name, members, _number in groups.parts():
        places = np.flatnonzero(np.isin(drawn, members)).tolist()
        words = found.of_group(places, IN_GROUP)
        if words:
            told = " · ".join(f"{literal(word)} `{count}`" for word, count in words)
            heading = f"*{literal(name)}*: " if len(groups.names) > 1 else ""
            st.markdown(f"{heading}{told}")
    st.caption(
        _(
            "The word hidden in each sentence; the number says among the first five words of how many "
            "sentences a substitute is. They serve as labels of the senses: look which fit one only."
        )
    )
    with st.expander(_("Every sentence"), icon=":material/list:"):
        rows = [
            (asked.layers.sentence(occurrence), groups.of_point(occurrence), words)
            for occurrence, words in zip(drawn.tolist(), found.words, strict=True)
        ]
        st.dataframe(
            {
                _("Sentence"): [sentence for sentence, _group, _words in rows],
                groups.title or _("Word"): [group for _sentence, group, _words in rows],
                _("Substitutes"): [", ".join(words) for _sentence, _group, words in rows],
            },
            hide_index=True,
        )
    if save_menu():
        save_as(_("Substitutes as CSV"), "substitutes.csv", lambda: _csv(asked, drawn, found))


def _csv(asked: AskedWord, drawn: NDArray[np.int64], found: Substitutes) -> str:
    """Write a line for each substitute of each occurrence."""
    return csv_text(
        ["sentence", "start", "end", "sense", "rank", "substitute", "probability"],
        (
            [
                asked.layers.sentence(occurrence),
                *asked.layers.spans[occurrence].tolist(),
                asked.occurrence_senses[occurrence],
                rank,
                word,
                f"{probability:.6g}",
            ]
            for place, occurrence in enumerate(drawn.tolist())
            for rank, (word, probability) in enumerate(
                zip(found.words[place], found.probabilities[place].tolist(), strict=True), start=1
            )
        ),
    )


@st.cache_resource(max_entries=200, show_spinner=False)
def _nearest_words(_engine: BertEngine, model: str, word: str) -> NearestWords:
    return _engine.nearest_words(word, top_k=TOP_WORDS)


@st.cache_resource(max_entries=40, show_spinner=False)
def _substitutes(
    _engine: BertEngine, key: Hashable, _asked: AskedWord, _drawn: NDArray[np.int64]
) -> Substitutes:
    layers = _asked.layers
    return _engine.substitutes(
        (layers.sentence(occurrence), tuple(layers.spans[occurrence].tolist())) for occurrence in _drawn
    )
