"""The browser scores the tokens of a short text as the engine does."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.browser_model_in_node import surprise
from bertviz_core.engine import BertEngine
from bertviz_core.results import WithinWords

TEXTS = ["The bank was unbelievably muddy.", "Un [MASK] en el río zzqq漢 corre."]


@pytest.mark.parametrize("within", ["original", "left_to_right"])
def test_each_token_has_the_score_of_the_engine(mini: BertEngine, within: WithinWords) -> None:
    wanted: dict[str, object] = {"most": 20, "together": within == "left_to_right"}
    for text, scores in zip(TEXTS, surprise([(text, wanted) for text in TEXTS]), strict=True):
        answer = mini.pseudo_log_likelihood(text, within_words=within)
        places = np.flatnonzero(answer.scored)
        assert [score["place"] for score in scores] == places.tolist()
        found = [score["logProbability"] for score in scores]
        # Of a probability of one in a thousand 2e-5 would be a fiftieth: logarithms are held closer.
        np.testing.assert_allclose(found, answer.log_probabilities[places], atol=2e-4)
        assert [score["rank"] for score in scores] == answer.ranks[places].tolist()
        expected = [answer.expected[place] for place in places]
        assert [score["other"]["id"] for score in scores] == [one.token_id for one in expected if one]


def test_a_longer_text_is_left_to_the_server() -> None:
    assert surprise([("a b c d", {"most": 5, "together": False})]) == [[]]
