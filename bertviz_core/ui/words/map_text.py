"""What the map says about itself: its title, and how it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import ProjectionMethod, WordClusters
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.words.copies import rests_on, tell_copies
from bertviz_core.ui.words.layer_choice import layers_name

if TYPE_CHECKING:
    from bertviz_core.ui.words.map_choices import MapChoices
    from bertviz_core.ui.words.question import AskedWord


def map_title(
    asked: AskedWord, chosen: MapChoices, *, clusters: WordClusters | None, same: list[float]
) -> str:
    """Say what is seen, with a number.

    Args:
        asked: The occurrences.
        chosen: How they are drawn.
        clusters: What they are coloured by, if it is clusters.
        same: How often the nearest occurrence is of the same sense: of the vectors that are drawn, or after
            each layer; nothing where no senses are told apart.
    """
    word = literal(asked.word)
    if chosen.through:
        seen = _("“{word}” through the layers", word=word)
    else:
        seen = _("“{word}” ({layers})", word=word, layers=layers_name(chosen.vectors))
    if clusters is not None:
        return _("{seen}: {count} clusters found", seen=seen, count=len(clusters))
    if not same:
        return _("{seen}: {count} occurrences", seen=seen, count=number(len(asked.layers)))
    if chosen.through:
        best = max(range(len(same)), key=same.__getitem__)
        return _(
            "{seen}: nearest neighbour of the same sense {input}% at the input, "
            "at best {share}% after layer {layer}",
            seen=seen,
            input=number(100 * same[0], places=0),
            share=number(100 * same[best], places=0),
            layer=best,
        )
    return _(
        "{seen}: nearest neighbour of the same sense {share}%",
        seen=seen,
        share=number(100 * same[0], places=0),
    )


def explain_map(asked: AskedWord, chosen: MapChoices, method: ProjectionMethod) -> None:
    """Say how the map is read, and what was done otherwise than asked."""
    if method != chosen.method:
        st.info(
            _("With so few different vectors there are no neighbours to keep: drawn by PCA."),
            icon=":material/info:",
        )
    if method == "pca":
        how = _(
            "PCA looks from the side from which the vectors spread most; the rest of their differences "
            "is not seen."
        )
    elif chosen.told:
        how = _(
            "**UMAP was told the senses**: it pulls occurrences of one sense together. The map shows what "
            "can be parted, not what the model parts by itself; for that choose UMAP."
        )
    else:
        how = _(
            "Who is near whom means something; how far apart groups lie, and in which direction, does not."
        )
    st.markdown(
        _(
            "**How to read this.** Each point is one occurrence of the word; those whose vectors are alike "
            "lie near each other."
        )
        + " "
        + how
        + (" " + _moving(method) if chosen.through else "")
    )
    tell_copies(asked)
    if asked.comparable:
        st.caption(rests_on(asked.different.layers.different_sentences))
    left_out = sum(not sense for sense in asked.occurrence_senses)
    if asked.labelled and left_out:
        st.caption(
            _(
                "Nearest neighbours: without the {count} occurrences of no given sense.",
                count=number(left_out),
            )
        )


def _moving(method: ProjectionMethod) -> str:
    if method == "umap":
        return _(
            "All layers are drawn together, so that a point keeps its place where its neighbours stay the "
            "same; play, or drag the slider, to see after which layer the senses part."
        )
    return _(
        "Every layer is drawn to the same size and turned so that the points move as little as possible; "
        "play, or drag the slider, to see after which layer the senses part."
    )
