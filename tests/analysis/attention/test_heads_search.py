"""A search for a pattern equals plain loops, ranks every head, and refuses places that there are none."""

import pytest

from bertviz_core.errors import InputError

TEXT, PAIR = "La compañera hacía la cama", "the store."


@pytest.mark.parametrize(
    ("pair", "queries", "keys"), [(None, [1], [2]), (None, {1, 3}, {0, 2, 4}), (PAIR, (2, 5), (6, 1))]
)
def test_weights_equal_plain_loops(engine, pair, queries, keys):
    weights = engine.attention(TEXT, pair).weights
    expected = {}
    for layer in range(engine.info.layers):
        for head in range(engine.info.heads):
            looks = [sum(float(weights[layer, head, i, j]) for j in keys) for i in queries]
            expected[layer, head] = sum(looks) / len(looks)
    found = engine.find_heads(TEXT, pair, queries=queries, keys=keys)
    assert {(match.layer, match.head): match.weight for match in found} == pytest.approx(expected, abs=1e-6)
    ranked = [match.weight for match in found]
    assert ranked == sorted(ranked, reverse=True)


def test_a_position_given_twice_counts_once(tiny):
    engine = tiny("bert")
    assert engine.find_heads(TEXT, queries=[1, 1], keys=[2, 2]) == engine.find_heads(
        TEXT, queries=[1], keys=[2]
    )


@pytest.mark.parametrize(("queries", "keys"), [([], [1]), ([1], []), ([-1], [1]), ([1], [999])])
def test_places_outside_the_text_are_refused(tiny, queries, keys):
    with pytest.raises(InputError):
        tiny("bert").find_heads(TEXT, queries=queries, keys=keys)
