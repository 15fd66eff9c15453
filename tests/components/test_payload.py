"""What the browser receives is the engine's attention, readable at every length."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from payload_reader import unpack

from bertviz_core.components.attention.payload import AttentionArrays, pack_payload, word_groups
from bertviz_core.components.attention.quantise import WEIGHT_BYTES, AttentionQuantiser
from bertviz_core.engine import BertEngine
from bertviz_core.results import AttentionMaps, Encoding


def encoding_of(n: int) -> Encoding:
    whole = np.arange(n)
    return Encoding(
        text="x " * (n - 2),
        pair=None,
        tokens=("[CLS]", *["x"] * (n - 2), "[SEP]"),
        surfaces=("[CLS]", *["x"] * (n - 2), "[SEP]"),
        ids=whole,
        segment_ids=np.zeros(n, dtype=np.int64),
        sequence_ids=np.zeros(n, dtype=np.int64),
        positions=whole,
        word_ids=whole,
        spans=np.zeros((n, 2), dtype=np.int64),
        special=np.isin(whole, [0, n - 1]),
        unknown=np.zeros(n, dtype=bool),
        truncated=False,
    )


def random_maps(layers: int, heads: int, n: int) -> AttentionMaps:
    weights = np.random.default_rng(n).random((layers, heads, n, n), dtype=np.float32) ** 4
    weights /= weights.sum(axis=3, keepdims=True)
    return AttentionMaps(model="m", encoding=encoding_of(n), weights=weights)


def quantise_attention(maps: AttentionMaps) -> AttentionArrays:
    """Hand the layers of finished maps over as a pass does."""
    quantiser = AttentionQuantiser(maps.encoding, *maps.weights.shape[:2])
    for number, weights in enumerate(maps.weights):
        quantiser.take(number, weights)
    return quantiser.arrays()


def test_weights_survive_the_journey(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("bert")
    maps = engine.attention("el gato duerme", "la casa")
    arrays = quantise_attention(maps)
    header, received = unpack(pack_payload(arrays, {"mode": "explore"}, weights=arrays.weights))
    assert header["mode"] == "explore"
    assert tuple(header["tokens"]) == maps.encoding.tokens
    assert header["segments"] == maps.encoding.segment_ids.tolist()
    assert header["sentences"] == maps.encoding.sequence_ids.tolist()
    assert sorted(received) == list(range(engine.info.layers))
    for layer, weights in enumerate(maps.weights):
        assert np.abs(received[layer] - weights).max() <= 0.5 / 10_000 + 1e-7


@pytest.mark.parametrize("pair", [None, "He bought a gallon of milk."])
def test_what_four_decimals_show_is_the_engines_number(mini: BertEngine, pair: str | None) -> None:
    maps = mini.attention("The man went to the store.", pair)
    arrays = quantise_attention(maps)
    _, received = unpack(pack_payload(arrays, {}, weights=arrays.weights))
    for layer, weights in enumerate(maps.weights):
        near_tie = np.abs(weights.astype(np.float64) * 10_000 % 1 - 0.5) < 0.05
        shown, expected = (np.round(values, 4) for values in (received[layer], weights.astype(np.float64)))
        assert np.abs(shown - expected)[~near_tie].max() < 1e-9
        assert np.abs(shown - expected).max() < 1.1e-4


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_what_is_left_of_a_row_can_be_made_whole(mini: BertEngine, rows: int, columns: int) -> None:
    maps = mini.attention("The man went to the store.", "He bought a gallon of milk.")
    arrays = quantise_attention(maps)
    _, received = unpack(pack_payload(arrays, {}, weights=arrays.weights))
    side = maps.encoding.sequence_ids
    part = np.ix_(range(maps.weights.shape[1]), side == rows, side == columns)
    for layer, weights in enumerate(maps.weights):
        expected, found = weights[part].astype(np.float64), received[layer][part]
        left = expected.sum(axis=2) > 1e-5
        expected, found = expected[left], found[left]
        shares = found / found.sum(axis=1, keepdims=True), expected / expected.sum(axis=1, keepdims=True)
        assert np.abs(shares[0] - shares[1]).max() < 2e-3


def test_all_layers_travel_up_to_256_tokens_and_one_beyond() -> None:
    assert 12 * 12 * 256**2 * 2 <= WEIGHT_BYTES < 12 * 12 * 288**2 * 2
    short = quantise_attention(random_maps(12, 12, 40))
    assert len(short.weights) == 12 and short.thumbnails is None
    maps = random_maps(12, 12, 270)
    long = quantise_attention(maps)
    assert list(long.weights) == [long.start[0]] and long.thumbnails is not None
    header, received = unpack(pack_payload(long, {}, weights=long.weights))
    assert header["thumbnailSide"] <= 64
    assert np.abs(received[long.start[0]] - maps.weights[long.start[0]]).max() < 1e-4
    assert received["thumbnails"].shape[:2] == (12, 12)


@pytest.mark.parametrize("n", [7, 300, 600])
def test_texts_are_read_back_where_special_tokens_stand_inside_them(n: int) -> None:
    maps = random_maps(1, 3, n)
    sides = np.where(np.arange(n) % 5 == 3, -1, np.arange(n) > n // 2)
    weights = maps.weights[0]
    weights[1, :, sides == 1] *= 1e-4  # little is left for the second text
    weights /= weights.sum(axis=2, keepdims=True)
    encoding = replace(maps.encoding, sequence_ids=sides)
    arrays = quantise_attention(AttentionMaps(model="m", encoding=encoding, weights=weights[None]))
    _, received = unpack(pack_payload(arrays, {}, weights=arrays.weights))
    little = np.ix_([1], np.arange(n), sides == 1)
    assert np.abs(received[0] - weights).max() <= 0.5 / 10_000 + 1e-7
    assert np.abs(received[0] - weights)[little].max() <= 0.5 / 10_000 / 1_001 + 1e-9


def test_a_thumbnail_keeps_the_strongest_weight_of_a_block() -> None:
    maps = random_maps(12, 12, 270)
    maps.weights[3, 2, 201, 17] = 1.0
    arrays = quantise_attention(maps)
    _, received = unpack(pack_payload(arrays, {}, weights=arrays.weights))
    block = -(-270 // 64)
    assert received["thumbnails"][3, 2, 201 // block, 17 // block] == 255


def test_compressed_weights_of_128_tokens_are_a_fortieth_of_a_hundred_megabytes(mini: BertEngine) -> None:
    maps = mini.attention("La casa del banco está junto al río y la plaza mayor, donde vive mi tía. " * 8)
    weights = maps.weights[:, :, :128, :128]
    assert weights.shape[2:] == (128, 128)
    cut = AttentionMaps(model="m", encoding=encoding_of(128), weights=weights)
    arrays = quantise_attention(cut)
    assert len(pack_payload(arrays, {}, weights=arrays.weights)) < 2_500_000


def test_the_view_opens_at_a_head_that_links_distant_words() -> None:
    n = 6
    weights = np.full((2, 2, n, n), 1 / n, dtype=np.float32)
    weights[0, 0] = np.eye(n)
    weights[1, 1] = np.eye(n)[[0, 4, 5, 1, 2, 5]]
    weights[1, 0, :, 0] = 1
    maps = AttentionMaps(model="m", encoding=encoding_of(n), weights=weights)
    assert quantise_attention(maps).start == (1, 1)


def test_pieces_of_one_word_share_a_group(mini: BertEngine) -> None:
    encoding = mini.encode("Saqué dinero, Saqué", "el banco")
    groups, words = word_groups(encoding)
    assert len(groups) == len(encoding)
    assert words == ["[CLS]", "Saqué", "dinero", ",", "Saqué", "[SEP]", "el", "banco", "[SEP]"]
    assert groups == sorted(groups) and set(groups) == set(range(len(words)))


@pytest.mark.parametrize("text", ["glad😊 ok", "e\u0301l", "a_b c"])
def test_a_word_is_labelled_as_it_stands_in_the_text(mini: BertEngine, text: str) -> None:
    encoding = mini.encode(text)
    groups, words = word_groups(encoding)
    assert max(groups) == len(words) - 1
    assert "".join(words[1:-1]) == encoding.text.replace(" ", "")
