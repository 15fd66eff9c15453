"""Statistics of heads equal a slow reference of plain loops, for every family, one text and two."""

import math
import unicodedata

import numpy as np
import pytest

from bertviz_core.results import STATISTICS

TEXT = "La compañera, hacía la cama. ¡el río!"
PAIR = "The store, 42 + birds."


def slow_statistics(encoding, weights):
    """Compute the statistics of one head from its map as a list of rows."""
    n = len(encoding)
    sums = dict.fromkeys(STATISTICS, 0.0)
    ordinary = 0
    for i in range(n):
        ordinary += not encoding.special[i]
        for j in range(n):
            a = float(weights[i][j])
            sums["entropy"] -= a * math.log(a) if a > 0 else 0
            sums["distance"] += a * abs(i - j)
            sums["to_self"] += a if i == j else 0
            sums["to_previous"] += a if j == i - 1 else 0
            sums["to_next"] += a if j == i + 1 else 0
            if encoding.special[j]:
                sums["to_cls" if encoding.tokens[j] in ("[CLS]", "<s>") else "to_sep"] += a
            elif is_mark(encoding, j):
                sums["to_punctuation"] += a
            sentences = {int(encoding.sequence_ids[i]), int(encoding.sequence_ids[j])}
            sums["across"] += a if sentences == {0, 1} else 0
    return {name: value / (ordinary if name == "across" else n) for name, value in sums.items()}


def is_mark(encoding, j):
    text = encoding.pair if encoding.sequence_ids[j] == 1 else encoding.text
    typed = text[encoding.spans[j][0] : encoding.spans[j][1]]
    return typed != "" and not any(unicodedata.category(character)[0] not in "PS" for character in typed)


@pytest.mark.parametrize("pair", [None, PAIR])
def test_statistics_equal_plain_loops(engine, pair):
    statistics = engine.head_statistics(TEXT, pair)
    maps = engine.attention(TEXT, pair)
    expected = [[slow_statistics(maps.encoding, head) for head in layer] for layer in maps.weights]
    assert set(statistics.arrays) == set(STATISTICS) - ({"across"} if pair is None else set())
    for name, values in statistics.arrays.items():
        assert values.dtype == np.float32
        assert values.shape == maps.weights.shape[:2]
        reference = [[head[name] for head in layer] for layer in expected]
        np.testing.assert_allclose(values, reference, atol=2e-5, err_msg=name)
    assert min(values.max() for values in statistics.arrays.values()) > 0


def test_the_entropy_of_a_long_text_is_that_of_its_definition(mini):
    text = "La casa del banco está junto al río y la plaza mayor, donde vive mi tía. " * 12
    weights = mini.attention(text).weights.astype(np.float64)
    assert weights[0].size > 2**18  # more than is worked on at once
    entropy = -(weights * np.log(np.maximum(weights, 1e-300))).sum(axis=3).mean(axis=2)
    np.testing.assert_allclose(mini.head_statistics(text).entropy, entropy, rtol=1e-5)


def test_without_a_second_text_nothing_goes_across(tiny):
    assert tiny("bert").head_statistics(TEXT).across is None
    assert tiny("bert").head_statistics(TEXT, "  ").across is None


def test_shares_of_the_bundled_model_are_shares(mini):
    statistics = mini.head_statistics(TEXT, PAIR)
    n = len(statistics.encoding)
    for name, values in statistics.arrays.items():
        highest = {"entropy": math.log(n), "distance": n - 1}.get(name, 1)
        assert values.min() >= 0 and values.max() <= highest + 1e-5, name
    assert (statistics.to_cls + statistics.to_sep + statistics.to_punctuation).max() <= 1 + 1e-5
