"""Whole sentences as vectors: which are alike, by [CLS] or by the mean of the tokens, after which layer?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.words.sentences import compare_sentences
from bertviz_core.charts.words.sentences import sentence_cosine_map, sentence_points
from bertviz_core.results import AlikePair, Layers, Pooling, SentenceVectors
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.words.layer_choice import layers_name
from bertviz_core.ui.words.sentences_choices import CENTRED, LIKENESS, POINTS, Choices, choose
from bertviz_core.ui.words.sentences_files import (
    sentence_pairs_csv,
    sentence_vectors_json,
    sentence_vectors_npz,
)
from bertviz_core.ui.words.sentences_input import ask_sentences

if TYPE_CHECKING:
    from bertviz_core import BertEngine
    from bertviz_core.results import SentenceEmbeddings

ROOM = Room(other=220, growth=1.8)
SHOWN_PAIRS, FEW = 10, 5
"""Of fewer sentences than `FEW`, centred cosines say more about their number than about them."""

_STYLE = (
    "<style>.st-key-sentences_view > div > .stColumn, .st-key-sentences_view .stColumn "
    "{min-width: min(100%, 300px)}</style>"
)


def draw(engine: BertEngine) -> None:
    """Draw the cosines of all pairs of sentences, beside the sentences and the choice of the vectors."""
    st.html(_STYLE)
    with st.container(key="sentences_view"):
        input_place, picture_place = st.columns([4, 7], gap="medium")
    with input_place:
        sentences = ask_sentences()
        choices = choose(engine)
    if sentences is None:
        return
    with picture_place:
        with st.spinner(_("Reading the sentences…")):
            embeddings = _embeddings(engine, model_key(engine), sentences, choices.pooling, choices.layers)
        compared = compare_sentences(embeddings, centred=choices.compared == CENTRED)
        _draw_picture(compared, choices)
    _explain(compared, choices)
    _list_pairs(compared)
    if save_menu():
        save_as(_("Pairs as CSV"), "sentence_pairs.csv", sentence_pairs_csv(compared))
        save_as(_("Cosines as JSON"), "sentence_vectors.json", sentence_vectors_json(compared))
        save_as(_("Vectors as NPZ"), "sentence_vectors.npz", lambda: sentence_vectors_npz(embeddings))


def _draw_picture(compared: SentenceVectors, choices: Choices) -> None:
    st.subheader(_title(compared), anchor=False)
    if compared.cut:
        st.warning(
            _("Longer than the model reads, the end is left out: {count}.", count=number(len(compared.cut))),
            icon=":material/content_cut:",
        )
    if compared.unknown:
        st.info(
            _(
                "Sentences with something that the model's vocabulary lacks: {count}.",
                count=number(len(compared.unknown)),
            ),
            icon=":material/help:",
        )
    if choices.picture == POINTS:
        figure = sentence_points(
            compared, chart_style(), axes=(_("Principal component 1"), _("Principal component 2"))
        )
        alt = _("The sentences as points on the two principal components of their vectors")
    else:
        figure = sentence_cosine_map(
            compared,
            chart_style(),
            heading=_("Cosine of the vectors of two sentences"),
            shown=compared.by_likeness if choices.order == LIKENESS else None,
        )
        alt = _("Map of the cosines of all pairs of sentences")
    draw_growing(figure, "sentences_chart", room=ROOM, picture="sentence_vectors", alt=alt)


def _title(compared: SentenceVectors) -> str:
    pairs = compared.pairs
    most, least = pairs[0], pairs[-1]
    if len(pairs) == 1:
        return _("Cosine of 1 and 2: {cosine}", cosine=_written(most))
    return _(
        "Most alike: {first} and {second} ({cosine}); least alike: {third} and {fourth} ({least})",
        first=most.first + 1,
        second=most.second + 1,
        cosine=_written(most),
        third=least.first + 1,
        fourth=least.second + 1,
        least=_written(least),
    )


def _written(pair: AlikePair) -> str:
    return number(pair.cosine, places=2)


def _explain(compared: SentenceVectors, choices: Choices) -> None:
    """Say how the picture is read, what the vectors are, and what they are not."""
    if choices.picture == POINTS:
        told = _(
            "**How to read this.** Each point is a sentence, seen from the side from which the vectors "
            "spread most; points close together are alike. The plane holds {share}% of the variance.",
            share=number(100 * compared.explained, places=0),
        )
    elif compared.centred:
        told = _(
            "**How to read this.** Each cell is the cosine of two sentence vectors without their common "
            "mean: above 0 two sentences are more alike than these are on average, below 0 less."
        )
    elif len(compared.sentences) < 3:
        told = _(
            "**How to read this.** Each cell is the cosine of two sentence vectors: 1 is the same direction. "
            "With a third sentence the page can say what is usual for this model."
        )
    else:
        told = _(
            "**How to read this.** Each cell is the cosine of two sentence vectors: 1 is the same direction. "
            "The mean of all pairs is {mean}: compare a pair with it, not with 0.",
            mean=number(compared.mean_cosine, places=2),
        )
    st.markdown(told)
    notes = [_vector_note(choices)]
    if compared.centred:
        notes.append(
            _(
                "Centred: the mean of these sentences was subtracted, so that every cosine depends on all of "
                "them."
            )
        )
        if len(compared.sentences) < FEW:
            notes.append(_("Of so few sentences, centred vectors point away from each other in any case."))
    elif choices.compared == CENTRED:
        notes.append(_("All these vectors are the same: there is nothing to centre."))
    else:
        notes.append(
            _(
                "Raw vectors share a direction, so that sentences with nothing in common have a cosine above "
                "0 too (anisotropy; Ethayarajh, 2019); “Centred” takes it away."
            )
        )
    notes.append(
        _(
            "The model never learned to place sentences by their meaning: words in common count for more "
            "than who does what to whom. For that it has to be trained on pairs of sentences (Reimers and "
            "Gurevych, 2019)."
        )
    )
    st.caption(" ".join(notes))


def _vector_note(choices: Choices) -> str:
    """Say which vector a sentence has."""
    layers = layers_name(choices.layers)
    if choices.pooling == "cls":
        return _("Vector of a sentence: its first token, {layers}.", layers=layers)
    return _("Vector of a sentence: the mean of its tokens without special ones, {layers}.", layers=layers)


def _list_pairs(compared: SentenceVectors) -> None:
    """List the pairs that are most alike."""
    pairs, sentences = compared.pairs[:SHOWN_PAIRS], compared.sentences
    with st.expander(_("Nearest pairs"), icon=":material/list:", expanded=True):
        rows = [
            f"- **{_written(pair)}** ({pair.first + 1}) {literal(sentences[pair.first])} · "
            f"({pair.second + 1}) {literal(sentences[pair.second])}"
            for pair in pairs
        ]
        st.markdown("\n".join(rows))


@st.cache_resource(max_entries=20, show_spinner=False)
def _embeddings(
    _engine: BertEngine, model: str, sentences: tuple[str, ...], pooling: Pooling, layers: Layers
) -> SentenceEmbeddings:
    return _engine.embed_sentences(sentences, pooling=pooling, layers=layers)
