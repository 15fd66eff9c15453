"""How often the nearest occurrence is of the same sense, worked out once for all visitors who ask for it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from bertviz_core.analysis.words.neighbours import nearest_alike
from bertviz_core.results import Vectors

if TYPE_CHECKING:
    from bertviz_core.ui.words.question import AskedWord


def same_sense(asked: AskedWord, vectors: Vectors, *, centred: bool = False) -> float:
    """Return the share from 0 to 1; occurrences without a sense, and copies, are left out."""
    return _same_sense(asked, asked.key, vectors, centred)


@st.cache_resource(max_entries=400, show_spinner=False)
def _same_sense(_asked: AskedWord, key: Hashable, vectors: Vectors, centred: bool) -> float:
    different = _asked.different
    senses = np.array(different.occurrence_senses)
    return nearest_alike(different.layers.vectors(vectors), senses, centred=centred)
