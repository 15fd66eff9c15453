"""How often the nearest occurrence is of the same sense, worked out once for all visitors who ask for it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.analysis.words.neighbours import nearest_alike
from bertviz_core.results import Vectors, WordLayers

if TYPE_CHECKING:
    from bertviz_core.ui.words.question import AskedWord


def same_sense(asked: AskedWord, vectors: Vectors, *, centred: bool = False) -> float:
    """Return the share from 0 to 1; occurrences without a sense are left out."""
    senses = np.array(asked.occurrence_senses)
    return _same_sense(asked.layers, asked.key, vectors, centred, _senses=senses)


@st.cache_resource(max_entries=400, show_spinner=False)
def _same_sense(
    _layers: WordLayers, key: Hashable, vectors: Vectors, centred: bool, *, _senses: NDArray[np.str_]
) -> float:
    return nearest_alike(_layers.vectors(vectors), _senses, centred=centred)
