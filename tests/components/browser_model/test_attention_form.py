"""The browser writes attention as the server does: the same bytes, opening head and statistics of heads."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from benchmarks.browser_model_in_node import attention_form
from bertviz_core.analysis.attention.heads_statistics import HeadStatisticsCollector
from bertviz_core.components.attention.quantise import AttentionQuantiser
from bertviz_core.engine import BertEngine


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("Saqué dinero del banco, que cierra hoy.", None),
        ("Did you sit down?", "Yes, by the river [MASK]!"),
        ("a", None),
    ],
)
def test_it_is_what_the_server_sends(mini: BertEngine, text: str, pair: str | None) -> None:
    maps = mini.attention(text, pair)
    layers, heads = maps.weights.shape[:2]
    quantiser = AttentionQuantiser(maps.encoding, layers, heads)
    collector = HeadStatisticsCollector(maps.encoding, model="mini")
    for layer, weights in enumerate(maps.weights):
        quantiser.take(layer, weights)
        collector.take(layer, weights)
    arrays, statistics = quantiser.arrays(), collector.result().arrays
    form = attention_form(maps.weights, maps.encoding)
    assert tuple(form["start"].values()) == arrays.start
    for layer, ours in enumerate(form["layers"]):
        theirs = np.frombuffer(zlib.decompress(arrays.weights[layer]), dtype=np.uint8)
        assert (np.frombuffer(ours, dtype=np.uint8) != theirs).mean() < 1e-3, (
            "more than steps that lie half way"
        )
    assert form["statistics"].keys() == statistics.keys()
    for name, values in statistics.items():
        np.testing.assert_allclose(form["statistics"][name], values.ravel(), rtol=1e-4, atol=1e-5)
