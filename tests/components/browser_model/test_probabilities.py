"""The browser ranks words and judges pairs as the engine does."""

from __future__ import annotations

import pytest

from benchmarks.browser_model_in_node import best_words
from bertviz_core.engine import BertEngine

COUNT = 20
TEXTS = [
    ("El [MASK] cayó de la [MASK].", None),
    ("The dog [MASK] all night.", None),
    ("¿Te sentaste en el [MASK]?", "Sí, junto al río."),
]


def test_the_best_words_are_the_engines_in_its_order(mini: BertEngine) -> None:
    for (text, pair), found in zip(TEXTS, best_words(mini, TEXTS, COUNT), strict=True):
        masks = mini.fill_mask(text, pair=pair, top_k=COUNT).masks
        assert len(found["words"]) == len(masks)
        for words, mask in zip(found["words"], masks, strict=True):
            assert words["ids"] == [one.token_id for one in mask.predictions]
            assert words["probabilities"] == pytest.approx(
                [one.probability for one in mask.predictions], abs=2e-5
            )


def test_a_pair_is_judged_as_by_the_engine(mini: BertEngine) -> None:
    text, pair = TEXTS[-1]
    assert pair
    answer = mini.next_sentence(text, pair)
    found = best_words(mini, [(text, pair)], 1)[0]["next"]
    assert found == pytest.approx([answer.is_next, answer.not_next], abs=2e-5)
