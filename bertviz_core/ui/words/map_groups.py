"""What the points of the map are coloured by: given senses, found clusters, or sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from bertviz_core.charts.point_groups import NO_GROUP, PointGroups
from bertviz_core.results import NOISE, WordClusters
from bertviz_core.ui.i18n import _, number

if TYPE_CHECKING:
    from bertviz_core.ui.words.question import AskedWord


def sense_groups(asked: AskedWord) -> PointGroups:
    """Group the occurrences by their senses."""
    names = tuple(dict.fromkeys(sense for sense in asked.senses if sense))
    places = {name: place for place, name in enumerate(names)}
    labels = [places.get(sense, NO_GROUP) for sense in asked.occurrence_senses]
    return PointGroups(
        title=_("Sense"), names=names, labels=np.array(labels, np.int64), without=_("no sense given")
    )


def cluster_groups(clusters: WordClusters) -> PointGroups:
    """Group the occurrences by their clusters."""
    return PointGroups(
        title=_("Cluster"), names=clusters.names, labels=clusters.labels, without=_("in no cluster")
    )


def sentence_groups(asked: AskedWord) -> PointGroups:
    """Group the occurrences by their sentences; those without the word are no group."""
    firsts: dict[str, int] = {}  # equal sentences are one group
    numbers = [firsts.setdefault(asked.sentences[n], n) for n in asked.layers.sentence_index.tolist()]
    sentences, labels = np.unique(numbers, return_inverse=True)
    names = tuple(f"{sentence + 1} {asked.sentences[sentence]}" for sentence in sentences)
    return PointGroups(title=_("Sentence"), names=names, labels=labels.astype(np.int64), without="")


def show_clusters(asked: AskedWord, clusters: WordClusters) -> None:
    """List the clusters with their sizes and the senses in them."""
    senses = np.array([sense or "–" for sense in asked.occurrence_senses])
    names, sizes = [*clusters.names], [*clusters.sizes]
    members = [clusters.labels == place for place in range(len(clusters))]
    if clusters.noise:
        names.append(_("in no cluster"))
        sizes.append(clusters.noise)
        members.append(clusters.labels == NOISE)
    table: dict[str, Sequence[object]] = {_("Cluster"): names, _("Occurrences"): sizes}
    if asked.labelled:
        told = [Counter(senses[own].tolist()).most_common() for own in members]
        table[_("Senses in it")] = [
            ", ".join(f"{sense} {number(count)}" for sense, count in of_cluster) for of_cluster in told
        ]
    st.dataframe(table, hide_index=True)
    st.caption(
        _("A cluster is named by the words that are typical of the sentences in it; senses play no part.")
    )
