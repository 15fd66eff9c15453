"""Neighbours of a static embedding: those of a full matrix product."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from bertviz_core.analysis.words import neighbours_static as module
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError


@pytest.mark.parametrize("word", ["banco", "ñandú", "store"])
def test_neighbours_are_those_of_all_rows(
    engine: BertEngine, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_ROWS", 7)
    found = engine.nearest_words(word, top_k=5)
    reader = engine._reader
    own = reader.pieces(word)
    table = engine._passes.model.network.get_input_embeddings().weight.detach().numpy().astype(np.float64)
    vector = table[own].mean(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):  # the row of padding is zero
        cosines = table @ vector / (np.linalg.norm(table, axis=1) * np.linalg.norm(vector))
    expected: list[tuple[str, float]] = []
    for token_id in sorted(range(len(table)), key=lambda token_id: -np.nan_to_num(cosines[token_id])):
        name = reader.readable(token_id)
        if (
            token_id in reader.ordinary_ids()
            and token_id not in own
            and not reader.continues_word(token_id)
            and name.casefold() != word.casefold()
            and name not in dict(expected)
        ):
            expected.append((name, cosines[token_id]))
    assert found.words == tuple(name for name, _ in expected[:5])
    np.testing.assert_allclose(found.cosines, [cosine for _, cosine in expected[:5]], atol=1e-5)
    assert found.pieces == tuple(reader.vocabulary_piece(token_id) for token_id in own)


def test_neighbours_make_sense(mini: BertEngine) -> None:
    assert {"bancos", "bank"} <= set(mini.nearest_words("banco").words)
    assert "banco" not in {word.casefold() for word in mini.nearest_words("banco", top_k=50).words}


def test_a_word_of_nothing_is_refused(tiny: Callable[..., BertEngine]) -> None:
    with pytest.raises(InputError, match="no word yet"):
        tiny("bert").nearest_words(" ")


@pytest.mark.parametrize("top_k", [0, -1, 10**6])
def test_a_list_of_no_length_is_refused(tiny: Callable[..., BertEngine], top_k: int) -> None:
    with pytest.raises(InputError, match="number of words"):
        tiny("bert").nearest_words("banco", top_k=top_k)
