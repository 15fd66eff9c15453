"""What the browser receives is the engine's attention, readable at every length."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from bertviz_core.components.attention.payload import AttentionArrays, pack_payload
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


def quantise_attention(maps: AttentionMaps, layer: int | None = None) -> AttentionArrays:
    """Hand the layers of finished maps over as a pass does."""
    quantiser = AttentionQuantiser(maps.encoding, len(maps.weights), layer=layer)
    for number, weights in enumerate(maps.weights):
        quantiser.take(number, weights)
    return quantiser.arrays()


def unpack(payload: bytes) -> tuple[dict[str, object], NDArray[np.uint8], NDArray[np.uint16]]:
    """Read a payload as its description says, independently of the browser's reader."""
    length = int.from_bytes(payload[:4], "little")
    header = json.loads(payload[4 : 4 + length])
    n, side = len(header["tokens"]), header["thumbnailSide"]
    shape = (header["layers"], header["heads"], side, side)
    thumbnails = np.frombuffer(payload, np.uint8, int(np.prod(shape)), 4 + length).reshape(shape)
    at = 4 + length + -(-thumbnails.size // 8) * 8
    weights = np.frombuffer(payload, "<u2", offset=at).reshape(
        len(header["sentLayers"]), header["heads"], n, n
    )
    return header, thumbnails, weights


@pytest.mark.parametrize("n", [3, 17, 64, 65, 100])
def test_every_weight_arrives_to_four_decimals(n: int) -> None:
    maps = random_maps(2, 3, n)
    header, thumbnails, weights = unpack(pack_payload(quantise_attention(maps), {"mode": "explore"}))
    assert header["mode"] == "explore"
    assert header["sentLayers"] == [0, 1]
    assert np.abs(weights / 65535 - maps.weights).max() < 5e-5
    assert thumbnails.shape[2] <= 64


def test_short_inputs_have_a_pixel_for_each_pair() -> None:
    maps = random_maps(1, 2, 20)
    arrays = quantise_attention(maps)
    assert np.abs(arrays.thumbnails / 255 - maps.weights).max() <= 0.5 / 255 + 1e-6


def test_a_thumbnail_keeps_the_strongest_weight_of_each_block() -> None:
    maps = random_maps(1, 1, 130)
    thumbnail = quantise_attention(maps).thumbnails[0, 0]
    for row in range(thumbnail.shape[0]):
        for column in range(thumbnail.shape[1]):
            block = maps.weights[0, 0, 3 * row : 3 * row + 3, 3 * column : 3 * column + 3]
            assert thumbnail[row, column] == np.rint(block.max() * 255)


def test_a_long_input_sends_one_layer() -> None:
    maps = random_maps(12, 12, 160)
    assert maps.weights.size * 2 > WEIGHT_BYTES
    arrays = quantise_attention(maps, layer=7)
    assert arrays.sent_layers == (7,)
    assert np.abs(arrays.weights[0] / 65535 - maps.weights[7]).max() < 1e-5
    assert quantise_attention(maps, layer=99).sent_layers == (arrays.start[0],)


def test_the_whole_model_travels_at_once_up_to_128_tokens() -> None:
    assert 12 * 12 * 128 * 128 * 2 <= WEIGHT_BYTES


def test_the_opening_head_is_the_one_that_links_distant_words() -> None:
    maps = random_maps(3, 4, 9)
    weights = np.zeros_like(maps.weights)
    weights[..., 0] = 1  # all heads look at [CLS] …
    weights[1, 2, 6, 0], weights[1, 2, 6, 3] = 0.2, 0.8  # … and one looks back three words
    linking = AttentionMaps(model="m", encoding=maps.encoding, weights=weights)
    assert quantise_attention(linking).start == (1, 2)


def test_special_and_unknown_tokens_are_told(tiny: Callable[..., BertEngine]) -> None:
    maps = tiny("bert").attention("el banco 😊", "la plaza")
    header, _, _ = unpack(pack_payload(quantise_attention(maps), {}))
    assert header["tokens"] == list(maps.encoding.tokens)
    assert header["special"] == maps.encoding.special.tolist()
    assert header["unknown"] == maps.encoding.unknown.tolist()
    assert sum(header["unknown"]) == 1
    assert header["segments"] == maps.encoding.segment_ids.tolist()


def test_text_from_visitors_does_not_move_the_arrays() -> None:
    maps = random_maps(1, 1, 4)
    for words in ("a", "ñ", "😊😊", '"\\'):
        arrays: AttentionArrays = quantise_attention(maps)
        header, _, weights = unpack(pack_payload(arrays, {"words": words}))
        assert header["words"] == words
        assert np.array_equal(weights, arrays.weights)
