"""One vector a word, or one an occurrence: the same word in a static space and in the model's."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.history.occurrences import moved_word, nearest_alike, sense_cosines
from bertviz_core.analysis.history.vectors import word_neighbours
from bertviz_core.charts.history.occurrences import many_points, moved_lines, one_point
from bertviz_core.errors import InputError
from bertviz_core.models.static_vectors import static_vectors
from bertviz_core.results import MovedWord, WordNeighbours
from bertviz_core.ui.address import address, carry_address
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.history.occurrences_answers import word_in_sentences
from bertviz_core.ui.history.occurrences_files import offer_files
from bertviz_core.ui.history.occurrences_input import (
    SET_PARAMETER,
    VECTORS_PARAMETER,
    AskedOccurrences,
    ask_occurrences,
)
from bertviz_core.ui.i18n import LANGUAGE_KEY, _, number
from bertviz_core.ui.models import MODEL_KEY, current_engine
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from bertviz_core import BertEngine

LAYER_PARAMETER = "layer"
PARAMETERS = (SET_PARAMETER, VECTORS_PARAMETER, LAYER_PARAMETER)
_STYLE = "<style>.st-key-moved_pictures .stColumn {min-width: min(100%, 280px)}</style>"


def draw() -> None:
    """Show a word as one point and as one point for each sentence, side by side."""
    engine = current_engine()
    word_place, layer_place = option_row([6, 5])
    with word_place:
        asked = ask_occurrences()
    with layer_place:
        layer = _choose_layer(engine)
    sentences = tuple(sentence for sentence, _sense in asked.rows)
    found, substitutes = word_in_sentences(engine, sentences, asked.word)
    moved = moved_word(found, substitutes, layer=layer)
    senses = tuple(asked.rows[place][1] for place in found.sentence_index.tolist())
    st.subheader(_said(moved, senses), anchor=False)
    static = _pictures(asked, moved, senses)
    st.markdown(
        _(
            "**How to read this.** On the left a static vector: one point for the word, whatever the "
            "sentence, among the words nearest to it. On the right the same word in the model, a point for "
            "each sentence, of the numbers below: what stands around the word is in its vector too (ELMo: "
            "Peters et al., 2018; BERT: Devlin et al., 2019). Both maps are PCA, each of its own vectors, so "
            "that their distances cannot be compared."
        )
    )
    _table(moved, senses)
    _lines(moved)
    _offer_words_page(asked)
    offer_files(moved, senses, static)


def _choose_layer(engine: BertEngine) -> int:
    named, last = address.number(LAYER_PARAMETER), engine.info.layers
    layers, usual = list(range(last + 1)), max(last - 1, 0)
    chosen = st.select_slider(
        _("Layer"),
        layers,
        value=named if named in layers else usual,
        key=f"moved_layer_{last}",
        persist_state="session",
    )
    address.put(LAYER_PARAMETER, str(chosen), usual=str(usual))
    return int(chosen)


def _said(moved: MovedWord, senses: tuple[str, ...]) -> str:
    within, between = sense_cosines(moved, senses)
    if isnan(within) or isnan(between):
        return _(
            "“{word}”: one static vector, {count} in the model",
            word=literal(moved.word),
            count=number(len(moved)),
        )
    return _(
        "“{word}”: one static vector, {count} in the model; the nearest has the same sense for {right} "
        "(cosine {within} within a sense, {between} between)",
        word=literal(moved.word),
        count=number(len(moved)),
        right=number(nearest_alike(moved, senses)),
        within=number(within, places=2),
        between=number(between, places=2),
    )


def _pictures(asked: AskedOccurrences, moved: MovedWord, senses: tuple[str, ...]) -> WordNeighbours | None:
    """Draw both maps; where the word has no static vector, say so in the place of the first."""
    st.html(_STYLE)
    with st.container(key="moved_pictures"):
        static_place, model_place = st.columns(2, gap="small")
    style, static = chart_style(), None
    with static_place:
        try:
            static = word_neighbours(static_vectors(asked.language), asked.word)
        except InputError as error:
            show_error(error)
        else:
            st.plotly_chart(
                one_point(static, style, title=_("Static: one vector for all sentences")),
                key="moved_static",
                config=picture_options("one_vector"),
                alt=_("A map: the word as one point among the words nearest to it"),
            )
    with model_place:
        st.plotly_chart(
            many_points(
                moved,
                senses,
                style,
                title=_("In the model: one for each sentence, layer {layer}", layer=moved.layer),
            ),
            key="moved_model",
            config=picture_options("vectors_in_sentences"),
            alt=_("A map: the word as one point for each sentence, by sense"),
        )
    return static


def _table(moved: MovedWord, senses: tuple[str, ...]) -> None:
    """List the sentences with what the model would put in the word's place."""
    far = moved.moved[moved.layer]
    columns = {
        _("No."): list(range(1, len(moved) + 1)),
        _("Sentence"): list(moved.sentences),
        _("Sense"): list(senses),
        _("Moved by"): [number(float(one), places=3) for one in far],
    }
    if moved.near:
        columns[_("Would fit in its place")] = [", ".join(words) for words in moved.near]
    st.dataframe(columns, hide_index=True)


def _lines(moved: MovedWord) -> None:
    st.markdown(_("**How far a sentence moves the word, layer by layer**"))
    st.plotly_chart(
        moved_lines(
            moved,
            chart_style(),
            layer=_("Layer"),
            distance=_("1 − cosine with the mean"),
            static=_("a static vector"),
        ),
        key="moved_by_layer",
        config=picture_options("moved_by_sentences"),
        alt=_("Lines: how far the word's vector is from its mean in each sentence, layer by layer"),
    )
    st.caption(
        _(
            "A thin line is a sentence, the thick one their mean. At layer 0 only the position makes a "
            "difference; every layer mixes in more of the sentence (Ethayarajh, 2019)."
        )
    )


def _offer_words_page(asked: AskedOccurrences) -> None:
    if st.button(_("Open in “Words in context”"), icon=":material/scatter_plot:", key="moved_to_words"):
        address["word"] = asked.word
        address["sentences"] = "\n".join(
            f"{sentence} | {sense}" if sense else sentence for sentence, sense in asked.rows
        )
        carry_address(LANGUAGE_KEY, MODEL_KEY, "word", "sentences")
        st.switch_page("words.py")
