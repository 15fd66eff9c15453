from __future__ import annotations

import io

import numpy as np
import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.attention.explore_files import attention_npz


@pytest.mark.parametrize(
    ("text", "kind", "error"), [("El gato duerme.", "f4", 1e-6), ("gato " * 140, "f2", 5e-4)]
)
def test_the_file_holds_the_engines_attention(mini: BertEngine, text: str, kind: str, error: float) -> None:
    maps = mini.attention(text, "La casa es azul.")
    file = io.BytesIO(attention_npz(mini, maps.encoding))
    with np.load(file, allow_pickle=False) as arrays:
        assert arrays["weights"].dtype == np.dtype(kind)
        assert np.abs(arrays["weights"] - maps.weights).max() <= error
        assert arrays["tokens"].tolist() == list(maps.encoding.tokens)
        assert arrays["segment_ids"].tolist() == maps.encoding.segment_ids.tolist()
        assert str(arrays["model"]) == "mini"
