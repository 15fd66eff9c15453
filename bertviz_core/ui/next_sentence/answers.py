"""Answers about many pairs, kept for all visitors in a bounded cache and worked out step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.ui.answers import model_key
from bertviz_core.ui.i18n import _, number

if TYPE_CHECKING:
    from bertviz_core import BertEngine

PAIRS_A_STEP = 40
"""Two seconds or so with `mini`: whoever leaves the page meanwhile lets the rest go."""

Pair = tuple[str, str]


def follow_probabilities(engine: BertEngine, pairs: Sequence[Pair]) -> NDArray[np.float32]:
    """Return "is next" of each of n pairs (n,), NaN where a pair cannot be read; a bar says how far it is."""
    answers = np.full(len(pairs), np.nan, dtype=np.float32)
    by_length = sorted(range(len(pairs)), key=lambda row: sum(map(len, pairs[row])))
    place = st.empty()
    for start in range(0, len(pairs), PAIRS_A_STEP):
        if len(pairs) > PAIRS_A_STEP:
            done, total = number(start), number(len(pairs))
            text = _("{done} of {total} pairs of sentences", done=done, total=total)
            place.progress(start / len(pairs), text=text)
        step = by_length[start : start + PAIRS_A_STEP]
        answers[step] = _step(engine, model_key(engine), tuple(pairs[row] for row in step))
    place.empty()
    return answers


@st.cache_resource(max_entries=500, show_spinner=False)
def _step(_engine: BertEngine, model: str, pairs: tuple[Pair, ...]) -> NDArray[np.float32]:
    return _engine.next_sentences(pairs, skip_unreadable=True)
