"""The browser answers a blank from each side as the engine does."""

from __future__ import annotations

import numpy as np

from benchmarks.browser_model_in_node import sides
from bertviz_core.engine import BertEngine

ASKED = [("El [MASK] ladra porque tiene hambre.", 0), ("She [MASK] money in the [MASK] today.", 1)]


def test_each_way_to_look_has_the_words_of_the_engine(mini: BertEngine) -> None:
    for (text, blank), found in zip(ASKED, sides(ASKED, 8), strict=True):
        answers = mini.fill_mask_by_direction(text, blank=blank, top_k=8)
        for way in ("left", "right", "joined", "both"):
            words = getattr(answers, way).predictions
            assert [one["id"] for one in found[way]] == [one.token_id for one in words], (text, way)
            expected = [one.probability for one in words]
            np.testing.assert_allclose([one["probability"] for one in found[way]], expected, atol=2e-5)
