"""Which layer should we use? How well each layer and strategy tells the given senses apart."""

from __future__ import annotations

from collections.abc import Hashable
from math import isnan
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.words.layers import layer_scores
from bertviz_core.charts.chart_style import beginning
from bertviz_core.charts.words.layers import LayerScoreWords, layer_score_lines
from bertviz_core.results import STATIC, WEIGHTED_SUM, LayerScores, Measure, ScoredVectors, WordLayers
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.text import literal
from bertviz_core.ui.words.clusters import Clustering, choose_clustering
from bertviz_core.ui.words.copies import rests_on
from bertviz_core.ui.words.layer_choice import layers_name
from bertviz_core.ui.words.layers_files import layer_scores_csv, layer_scores_json
from bertviz_core.ui.words.question import ask_word

if TYPE_CHECKING:
    from bertviz_core import BertEngine

SHOWN_LETTERS = 24
ROOM = Room(other=300, growth=1.6)


def draw(engine: BertEngine) -> None:
    """Draw the measures over the layers."""
    asked = ask_word(engine)
    if asked is None:
        return
    title_place, choice_place = st.columns([10, 5], vertical_alignment="center")
    with choice_place:
        clustering = choose_clustering(asked)
    asked = asked.different
    with st.spinner(_("Measuring every layer…")):
        scores = _scores(asked.layers, asked.key, asked.occurrence_senses, clustering)
    title_place.subheader(_title(scores), anchor=False)
    figure = layer_score_lines(scores, chart_style(), _words(scores))
    draw_growing(
        figure,
        "layer_scores_chart",
        room=ROOM,
        picture="which_layer",
        alt=_("Lines: how well the vectors of every layer tell the senses apart"),
    )
    _explain(scores)
    _table(scores)
    if save_menu():
        save_as(_("Numbers as CSV"), "layer_scores.csv", layer_scores_csv(scores))
        save_as(_("Numbers as JSON"), "layer_scores.json", layer_scores_json(scores, clustering))


@st.cache_resource(max_entries=60, show_spinner=False)
def _scores(
    _layers: WordLayers, key: Hashable, _senses: tuple[str, ...], clustering: Clustering
) -> LayerScores:
    return layer_scores(_layers, _senses, method=clustering.method, count=clustering.count)


def _title(scores: LayerScores) -> str:
    """Say which layer is best, and how good it is beside knowing nothing."""
    if scores.labelled and max(scores.counts) == 1:
        return _("Every sense has one occurrence only: write another sentence for each, to compare them")
    if scores.labelled:
        layer, best = scores.best_layer("neighbour")
        sense, share = scores.majority
        return _(
            "Best after layer {layer}: {best}% of nearest neighbours are of the same sense; by always "
            "saying “{sense}” {majority}%",
            layer=_layer(layer),
            best=number(100 * best, places=0),
            sense=literal(beginning(sense, SHOWN_LETTERS)),
            majority=number(100 * share, places=0),
        )
    layer, best = scores.best_layer("silhouette")
    if isnan(best):
        return _(
            "“{word}”: too few occurrences to find clusters",
            word=literal(beginning(scores.word, SHOWN_LETTERS)),
        )
    return _(
        "“{word}”: clusters lie furthest apart after layer {layer} (silhouette {best})",
        word=literal(beginning(scores.word, SHOWN_LETTERS)),
        layer=_layer(layer),
        best=number(best, places=2),
    )


def _layer(layer: int) -> str:
    return str(layer) if layer else f"0 ({_('input')})"


def _words(scores: LayerScores) -> LayerScoreWords:
    """Return what the picture says, in the visitor's language."""
    sense = (
        _("Always “{sense}”", sense=beginning(scores.majority[0], SHOWN_LETTERS)) if scores.labelled else ""
    )
    return LayerScoreWords(
        vectors=tuple(map(_short_name, scores.vectors)),
        measures=tuple(map(_measure_name(scores).__getitem__, scores.measures)),
        majority=sense,
        weights=_("Weights of the learned sum"),
    )


def _measure_name(scores: LayerScores) -> dict[Measure, str]:
    return {
        "neighbour": _("Nearest neighbour right"),
        "centroid": _("Nearest centroid, F1"),
        "silhouette": _("Silhouette of senses") if scores.labelled else _("Silhouette of clusters"),
        "clusters": _("Clusters against senses"),
    }


def _short_name(kind: ScoredVectors) -> str:
    """Name vectors so that many names stand beside each other."""
    names: dict[ScoredVectors, str] = {
        STATIC: _("static"),
        0: _("input"),
        "last": _("last"),
        "second_to_last": _("second to last"),
        "sum_last_4": _("sum of 4"),
        "concat_last_4": _("last 4"),
        "sum_all": _("sum of all"),
        WEIGHTED_SUM: _("learned sum"),
    }
    return names.get(kind) or str(kind)


def _explain(scores: LayerScores) -> None:
    if not scores.labelled:
        st.caption(rests_on(scores.sentences))
        st.markdown(
            _(
                "**How to read this.** Nothing here knows a sense yet: the line is the silhouette of the "
                "clusters found in each layer, 1 where they lie far apart and 0 where they touch. High does "
                "not mean that clusters are senses. Write the sense of each sentence after a bar "
                "(sentence | sense) under “Edit sentences”, and the layers are measured against it."
            )
        )
        return
    st.markdown(
        _(
            "**How to read this.** Layers from left to right, layers put together on the right; higher is "
            "better, the dotted line is what knowing only the most frequent sense gives. Every occurrence is "
            "judged by the others, never by its own label. A click on a name shows its line or hides it."
        )
    )
    st.caption(" ".join(_notes(scores)))


def _notes(scores: LayerScores) -> list[str]:
    """Say what the measures are and what they were measured on."""
    notes = [
        _(
            "Nearest neighbour: is the closest other occurrence, by cosine, of the same sense? Nearest "
            "centroid: is the mean of its own sense closest (mean F1 of the senses)? Silhouette: from −1 to "
            "1, how much closer the own sense is than the next. Clusters against senses: adjusted Rand "
            "index, 1 for the same groups, 0 for chance. Leaving one out, vectors that say nothing can do "
            "worse than chance. Static and input know nothing of the other words."
        )
    ]
    if scores.folds:
        notes.append(
            _(
                "Learned sum: the weights of all layers (the bars) are learned together with a linear "
                "classifier, as in ELMo (Peters et al. 2018); it is scored in {folds} parts, each with "
                "weights that were learned without its labels.",
                folds=scores.folds,
            )
        )
    if 1 in scores.counts:
        notes.append(_("A sense with one occurrence only has no neighbour of its own and counts as wrong."))
    if scores.left_out:
        notes.append(_("Left out, without a sense: {count}.", count=number(scores.left_out)))
    notes.append(rests_on(scores.sentences))
    if scores.drawn:
        notes.append(_("Measured on {count} occurrences, drawn at random.", count=number(scores.measured)))
    return notes


def _table(scores: LayerScores) -> None:
    names = _measure_name(scores)
    with st.expander(_("The numbers"), icon=":material/list:"):
        kinds = {_("Vectors of"): [_full_name(kind) for kind in scores.vectors]}
        values = {names[measure]: scores.of(measure) for measure in scores.measures}
        st.dataframe(number_table({**kinds, **values}, dict.fromkeys(values, 4)), hide_index=True)
        if scores.labelled:
            counts = zip(scores.senses, scores.counts, strict=True)
            told = ", ".join(f"{literal(sense)} {number(count)}" for sense, count in counts)
            st.caption(_("Occurrences by sense: {senses}", senses=told))


def _full_name(kind: ScoredVectors) -> str:
    return _("learned sum of all layers") if kind == WEIGHTED_SUM else layers_name(kind)
