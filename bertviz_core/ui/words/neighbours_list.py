"""The occurrences nearest to a chosen one, with what would fit into their places."""

from __future__ import annotations

import streamlit as st

from bertviz_core.analysis.words.neighbours import nearest_occurrences
from bertviz_core.results import Substitutes
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.words.marked_word import sentence_markdown
from bertviz_core.ui.words.neighbours_choices import NeighbourChoices
from bertviz_core.ui.words.question import AskedWord

LISTED = 6
"""Nearest occurrences of the chosen one."""

IN_PLACE = 3
"""Substitutes of each."""


def list_nearest(asked: AskedWord, chosen: NeighbourChoices, substitutes: Substitutes | None) -> None:
    """List the occurrences nearest to the chosen one, those of its sense with a check.

    Args:
        asked: The occurrences.
        chosen: Which vectors, and the occurrence that is looked at.
        substitutes: Of the drawn occurrences.
    """
    nearest, cosines = nearest_occurrences(
        asked.layers.vectors(chosen.vectors), chosen.occurrence, count=LISTED, centred=chosen.centred
    )
    senses = asked.occurrence_senses
    own = senses[chosen.occurrence]
    in_place = _in_place(chosen, substitutes)
    st.markdown(
        _("**Nearest to** {sentence}", sentence=_described(asked, chosen.occurrence))
        + in_place.get(chosen.occurrence, "")
    )
    lines = []
    for occurrence, cosine in zip(nearest.tolist(), cosines.tolist(), strict=True):
        mark = ":green[:material/check:] " if own and senses[occurrence] == own else ""
        lines.append(
            f"1. `{number(cosine, places=3)}` {mark}{_described(asked, occurrence)}"
            f"{in_place.get(occurrence, '')}"
        )
    if lines:
        st.markdown("\n".join(lines))
    if substitutes is not None:
        st.caption(_("Behind ⇄: what the model would put in the place of the hidden word."))


def _described(asked: AskedWord, occurrence: int) -> str:
    sense = asked.occurrence_senses[occurrence]
    return sentence_markdown(asked.layers, occurrence) + (f" — *{literal(sense)}*" if sense else "")


def _in_place(chosen: NeighbourChoices, substitutes: Substitutes | None) -> dict[int, str]:
    """Return the substitutes of the drawn occurrences, ready to stand behind a sentence."""
    if substitutes is None:
        return {}
    told = zip(chosen.drawn.tolist(), substitutes.words, strict=True)
    return {
        occurrence: f" :gray[⇄ {', '.join(map(literal, words[:IN_PLACE]))}]"
        for occurrence, words in told
        if words
    }
