"""A word's vectors in its contexts: those of a plain pass over each sentence, offsets picked by hand."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import numpy as np
import pytest
from plain_pass import plain_states

from bertviz_core.analysis.words import word_layers as word_layers_module
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.results import LAYER_STRATEGIES, WordLayers

SENTENCES = (
    "Saqué dinero del banco y me senté en el banco.",
    "El sol sale.",
    "La compañera del banco.",
    "Banco de la plaza, banco del río, banco.",
)


def test_vectors_are_those_of_a_plain_pass(engine: BertEngine) -> None:
    for word in ("banco", "compañera"):
        found = engine.word_layers(SENTENCES, word)
        places = [
            (number, start)
            for number, sentence in enumerate(SENTENCES)
            for start in range(len(sentence))
            if sentence.lower().startswith(word, start)
        ]
        assert found.sentence_index.tolist() == [number for number, _ in places]
        assert found.spans.tolist() == [[start, start + len(word)] for _, start in places]
        for row, (number, start) in enumerate(places):
            encoding = engine.encode(SENTENCES[number])
            pieces = [
                place
                for place, (begin, end) in enumerate(encoding.spans)
                if begin >= start and end <= start + len(word) and end > begin
            ]
            assert found.pieces[row] == tuple(encoding.tokens[place] for place in pieces)
            expected = plain_states(engine, SENTENCES[number])[:, pieces].mean(axis=1)
            np.testing.assert_allclose(found.states[:, row], expected, atol=2e-5)
            table = engine._passes.model.network.get_input_embeddings().weight.detach().numpy()
            np.testing.assert_allclose(found.static[row], table[encoding.ids[pieces]].mean(axis=0), atol=1e-6)


def test_a_word_of_one_piece_and_one_of_several(mini: BertEngine) -> None:
    one = mini.word_layers(["Saqué dinero del banco."], "banco")
    several = mini.word_layers(["El ornitorrinco nada."], "ornitorrinco")
    assert one.pieces == (("banco",),)
    assert len(several.pieces[0]) > 1
    first = 1 + next(
        place for place, (start, _) in enumerate(mini.encode("El ornitorrinco nada.").spans[1:]) if start == 3
    )
    rows = slice(first, first + len(several.pieces[0]))
    expected = plain_states(mini, "El ornitorrinco nada.")[:, rows].mean(axis=1)
    np.testing.assert_allclose(several.states[:, 0], expected, atol=2e-5)


def test_the_static_vector_is_the_same_in_every_context(mini: BertEngine) -> None:
    found = mini.word_layers(["Saqué dinero del banco.", "Me siento en el banco."], "banco")
    first, second = (vector / np.linalg.norm(vector) for vector in found.vectors("static"))
    assert first @ second == pytest.approx(1.0, abs=1e-6)
    first, second = (vector / np.linalg.norm(vector) for vector in found.vectors("last"))
    assert first @ second < 0.99


def test_strategies_put_layers_together(mini: BertEngine) -> None:
    found = mini.word_layers(SENTENCES, "banco")
    states = found.states
    expected = {
        "last": states[12],
        "second_to_last": states[11],
        "sum_last_4": states[9] + states[10] + states[11] + states[12],
        "concat_last_4": np.hstack([states[9], states[10], states[11], states[12]]),
        "sum_all": sum(states[layer] for layer in range(1, 13)),
    }
    assert set(expected) == set(LAYER_STRATEGIES)
    for layers, vectors in expected.items():
        np.testing.assert_allclose(found.vectors(layers), vectors, atol=1e-4)
        embedded = mini.embed_word(SENTENCES, "banco", layers=layers)
        np.testing.assert_array_equal(embedded.vectors, found.vectors(layers))
        np.testing.assert_array_equal(embedded.spans, found.spans)
    for layer in range(13):
        np.testing.assert_array_equal(
            mini.embed_word(SENTENCES, "banco", layers=layer).vectors, states[layer]
        )


def test_what_is_not_found_is_named(mini: BertEngine) -> None:
    long = "el queso " * 600 + "banco"
    found = mini.word_layers([*SENTENCES, "", long, "Los bancos."], "banco")
    assert (found.without, found.cut) == ((1, 4, 6), (5,))
    inflected = mini.word_layers([*SENTENCES, "", long, "Los bancos."], "banco", inflected="es")
    assert (inflected.without, inflected.cut) == ((1, 4), (5,))
    assert inflected.form(len(inflected) - 1) == "bancos"


def test_decomposed_letters_are_found(mini: BertEngine) -> None:
    found = mini.word_layers([unicodedata.normalize("NFD", "La compañera llegó.")], "compañera")
    assert found.form(0) == "compañera"
    found = mini.word_layers(["La compañera llegó."], unicodedata.normalize("NFD", "compañera"))
    assert found.form(0) == "compañera"


def test_progress_counts_the_sentences_with_the_word_and_can_end_the_work(mini: BertEngine) -> None:
    calls: list[tuple[int, int]] = []
    mini.word_layers(SENTENCES, "banco", progress=lambda done, total: calls.append((done, total)))
    assert calls == [(0, 3), (1, 3), (2, 3), (3, 3)]

    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        mini.word_layers(SENTENCES, "banco", progress=stop)


def test_very_many_are_kept_in_half_precision(mini: BertEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = mini.word_layers(SENTENCES, "banco")
    monkeypatch.setattr(word_layers_module, "_EXACT_BYTES", exact.states.nbytes - 1)
    found: WordLayers = mini.word_layers(SENTENCES, "banco")
    assert (exact.states.dtype, found.states.dtype) == (np.float32, np.float16)
    assert found.vectors("concat_last_4").dtype == np.float32
    np.testing.assert_allclose(found.vectors("last"), exact.vectors("last"), rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize("word", ["", "  ", "\u200b"])
def test_a_word_of_nothing_is_refused(mini: BertEngine, word: str) -> None:
    with pytest.raises(InputError, match="no word yet"):
        mini.embed_word(SENTENCES, word)


def test_what_cannot_be_answered_is_refused(
    mini: BertEngine, tiny: Callable[..., BertEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match="none of these sentences"):
        mini.embed_word(SENTENCES, "queso")
    with pytest.raises(InputError, match="none of these sentences"):
        mini.embed_word([], "queso")
    with pytest.raises(InputError, match="beyond the model's"):
        tiny("bert").embed_word(["el sol " * 60 + "banco"], "banco")
    for layers in (13, -1, "13", "first", None, 1.5):
        with pytest.raises(InputError, match="choose a layer from 0 to 12"):
            mini.embed_word(SENTENCES, "banco", layers=layers)  # type: ignore[arg-type]
    with pytest.raises(TextTooLongError):
        mini.embed_word(["banco " * 20_000], "banco")
    monkeypatch.setattr(word_layers_module, "MOST_OCCURRENCES", 5)
    with pytest.raises(InputError, match="6 times"):
        mini.embed_word(SENTENCES, "banco")


def test_an_engine_without_heads_answers_without_them(mini: BertEngine) -> None:
    whole = mini.word_layers(SENTENCES, "banco").states
    without = mini.without_heads([(3, head) for head in range(12)]).word_layers(SENTENCES, "banco").states
    np.testing.assert_array_equal(whole[:4], without[:4])
    assert np.abs(whole[4] - without[4]).max() > 0.01
