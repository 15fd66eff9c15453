"""Shares of attention between the parts of a pair are the sums of plain loops over all weights."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError

FIRST, SECOND = "the man went to the store.", "he bought milk"


def test_the_shares_are_sums_of_the_mean_heads(engine: BertEngine) -> None:
    between = engine.attention_between(FIRST, SECOND)
    maps = engine.attention(FIRST, SECOND)
    sequences = maps.encoding.sequence_ids.tolist()
    for layer, weights in enumerate(maps.weights):
        mean = weights.mean(axis=0)
        cls = {0: 0.0, 1: 0.0, -1: 0.0}
        across: dict[int, list[float]] = {0: [], 1: []}
        for key, sequence in enumerate(sequences):
            cls[sequence] += mean[0, key]
        for query, sequence in enumerate(sequences):
            if sequence >= 0:
                other = [mean[query, key] for key, of in enumerate(sequences) if of == 1 - sequence]
                across[sequence].append(sum(other))
        assert between.cls_to_first[layer] == pytest.approx(cls[0], abs=1e-5)
        assert between.cls_to_second[layer] == pytest.approx(cls[1], abs=1e-5)
        assert between.cls_to_special[layer] == pytest.approx(cls[-1], abs=1e-5)
        assert between.first_to_second[layer] == pytest.approx(np.mean(across[0]), abs=1e-5)
        assert between.second_to_first[layer] == pytest.approx(np.mean(across[1]), abs=1e-5)
    total = between.cls_to_first + between.cls_to_second + between.cls_to_special
    np.testing.assert_allclose(total, 1, atol=1e-5)
    assert len(total) == engine.info.layers


def test_one_text_alone_has_no_between(engine: BertEngine) -> None:
    with pytest.raises(InputError, match="no text yet"):
        engine.attention_between(FIRST, " ")
