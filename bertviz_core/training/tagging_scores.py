"""How right tags are: of words, and of entities as wholes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bertviz_core.training.tagged_sentences import OUTSIDE

Entity = tuple[int, int, int, str]
"""Number of the sentence, first word, word after the last one, class."""


def entities_of(sentences: Iterable[Sequence[str]]) -> set[Entity]:
    """Return the entities of tagged sentences, read as the scorer of CoNLL reads them.

    An entity begins at `B-`, and at `I-` where no entity of its class goes on (Tjong Kim Sang and Buchholz
    2000).
    """
    found = set()
    for number, tags in enumerate(sentences):
        start, going_on = 0, ""
        for place, tag in enumerate((*tags, OUTSIDE)):
            name = tag[2:]  # empty for O
            if going_on and (name != going_on or tag.startswith("B-")):
                found.add((number, start, place, going_on))
                going_on = ""
            if name and not going_on:
                start, going_on = place, name
    return found


def entity_f1(right: Iterable[Sequence[str]], said: Iterable[Sequence[str]]) -> float:
    """Return the F1 of entities, micro-averaged; NaN where there is none on either side."""
    wanted, found = entities_of(right), entities_of(said)
    if not wanted and not found:
        return np.nan
    return 2 * len(wanted & found) / (len(wanted) + len(found))
