"""Clusters of a word's occurrences: how they are looked for, and what was found."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.words.clusters import MOST_CLUSTERS, word_clusters
from bertviz_core.results import ClusterMethod, Vectors, WordClusters, WordLayers
from bertviz_core.ui.i18n import _
from bertviz_core.ui.menu_choice import choose_from_menu

if TYPE_CHECKING:
    from bertviz_core.ui.words.question import AskedWord

CLUSTERS_PARAMETER = "clusters"
SENSES, BEST, HDBSCAN = "senses", "best", "hdbscan"


@dataclass(frozen=True, slots=True)
class Clustering:
    """How clusters are looked for."""

    method: ClusterMethod
    count: int | None = None
    """Of k-means; None: the number that parts the vectors best."""


def choose_clustering(asked: AskedWord) -> Clustering:
    """Let the visitor choose, and name the choice in the address.

    As many clusters as senses are found by k-means at first, where senses are given.
    """
    choices = [*([SENSES] if asked.labelled else []), BEST, *map(str, range(2, MOST_CLUSTERS + 1)), HDBSCAN]
    chosen = choose_from_menu(
        _("Clusters"),
        {choice: _clustering_name(choice) for choice in choices},
        parameter=CLUSTERS_PARAMETER,
        key=f"words_clusters_{asked.labelled}",
        help=_(
            "Occurrences that lie close together, found without looking at their senses. k-means parts them "
            "into as many clusters as you say; HDBSCAN finds how many dense ones there are and leaves out "
            "what lies between them."
        ),
    )
    if chosen == HDBSCAN:
        return Clustering("hdbscan")
    if chosen == SENSES:
        return usual_clustering(asked)
    return Clustering("kmeans", None if chosen == BEST else int(chosen))


def usual_clustering(asked: AskedWord) -> Clustering:
    """Return the clustering of a visitor who chose none: as many clusters as senses, where they are given."""
    if not asked.labelled:
        return Clustering("kmeans")
    senses = set(asked.occurrence_senses) - {""}
    return Clustering("kmeans", min(len(senses), MOST_CLUSTERS))


def found_clusters(asked: AskedWord, layers: Vectors, clustering: Clustering | None = None) -> WordClusters:
    """Return the clusters of the occurrences, found once for all who ask.

    Args:
        asked: The occurrences.
        layers: Which of their vectors.
        clustering: How; None: as for a visitor who chose nothing.
    """
    clustering = clustering or usual_clustering(asked)
    return _clusters(asked.layers, asked.key, layers, clustering.method, clustering.count)


@st.cache_resource(max_entries=60, show_spinner=False)
def _clusters(
    _layers: WordLayers, key: Hashable, layers: Vectors, method: ClusterMethod, count: int | None
) -> WordClusters:
    return word_clusters(_layers, layers, method=method, count=count)


def _clustering_name(choice: str) -> str:
    """Name a choice in the visitor's language."""
    names = {
        SENSES: _("as many as senses (k-means)"),
        BEST: _("best number (k-means)"),
        HDBSCAN: _("dense ones (HDBSCAN)"),
    }
    return names.get(choice) or _("{count} clusters (k-means)", count=choice)
