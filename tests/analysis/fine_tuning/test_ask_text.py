"""Classes of texts, held against the task's network of transformers run by itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from tiny_checkpoints import FAMILIES, MAX_TOKENS, SENTENCES
from transformers import AutoModelForSequenceClassification

from bertviz_core import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.results import Encoding

PAIRS = [
    ("Saqué dinero del banco", "me senté en la plaza"),
    ("glad😊 $5 <b>", "The man went"),
    (" ".join(SENTENCES), " ".join(SENTENCES[:2])),
]

Fine = Callable[..., BertEngine]


def by_transformers(engine: BertEngine, encoding: Encoding) -> NDArray[np.float64]:
    """Return the probabilities that transformers' own class gives to the same input."""
    network = AutoModelForSequenceClassification.from_pretrained(engine.info.id, dtype=torch.float32).eval()
    inputs = {"input_ids": torch.from_numpy(encoding.ids)[None]}
    if engine.info.has_segments:
        inputs["token_type_ids"] = torch.from_numpy(encoding.segment_ids)[None]
    with torch.no_grad():
        return network(**inputs).logits[0].double().softmax(-1).numpy()


@pytest.mark.parametrize("family", FAMILIES)
def test_classes_of_a_text_equal_transformers(family: str, fine: Fine) -> None:
    engine = fine(family)
    for text in (*SENTENCES, "glad😊 flag 🇪🇸", " ".join(SENTENCES)):
        answer = engine.classify(text)
        assert answer.probabilities == pytest.approx(by_transformers(engine, answer.encoding), abs=1e-5)
        assert answer.probabilities.sum() == pytest.approx(1)
        assert answer.label == answer.labels[int(answer.probabilities.argmax())] == answer.ranked()[0][0]


@pytest.mark.parametrize("family", FAMILIES)
def test_classes_of_a_pair_equal_transformers(family: str, fine: Fine) -> None:
    engine = fine(family, "pair")
    for first, second in PAIRS:
        answer = engine.classify(first, second)
        assert answer.encoding.pair == second
        assert answer.probabilities == pytest.approx(by_transformers(engine, answer.encoding), abs=1e-5)


@pytest.mark.parametrize("family", FAMILIES)
def test_many_texts_have_the_classes_of_each_alone(family: str, fine: Fine) -> None:
    engine = fine(family)
    texts = [" ".join(words.split()[: 1 + number % 9]) for number, words in enumerate(SENTENCES * 8)]
    done: list[tuple[int, int]] = []
    found = engine.classify_many([*texts, PAIRS[0]], progress=lambda *seen: done.append(seen))
    alone = [engine.classify(text).probabilities for text in texts]
    assert found == pytest.approx(np.array([*alone, engine.classify(*PAIRS[0]).probabilities]), abs=1e-5)
    assert found.dtype == np.float32
    assert done[-1] == (41, 41) and [seen for seen, _ in done] == sorted({seen for seen, _ in done})


def test_a_text_that_is_cut_is_shown_as_cut(fine: Fine) -> None:
    answer = fine().classify(" ".join(SENTENCES * 3))
    assert answer.encoding.truncated and len(answer.encoding) == MAX_TOKENS and answer.encoding.cut


@pytest.mark.parametrize("text", ["", " \n", "\u200b"])
def test_nothing_has_no_class(text: str, fine: Fine) -> None:
    with pytest.raises(InputError):
        fine().classify(text)
    with pytest.raises(InputError):
        fine().classify_many(["words", text])


def test_rows_without_text_can_be_skipped(fine: Fine) -> None:
    found = fine().classify_many(["", "the man", "\u200b"], skip_unreadable=True)
    assert np.isnan(found).all(axis=1).tolist() == [True, False, True]
    assert fine().classify_many([]).shape == (0, 3)


def test_a_row_longer_than_may_be_read_is_cut(fine: Fine, settings: Callable[..., None]) -> None:
    settings(max_characters="20")
    long = "the man went to the store and the sun"
    found = fine().classify_many([long, (long, long)])
    wanted = [fine().classify(long[:20]), fine().classify(long[:20], long[:20])]
    np.testing.assert_allclose(found, [answer.probabilities for answer in wanted], atol=1e-5)


@pytest.mark.parametrize("second", [None, "", "  ", "\u200b"])
def test_a_model_of_pairs_wants_two_texts(second: str | None, fine: Fine) -> None:
    with pytest.raises(InputError, match="second"):
        fine(task="pair").classify("the man", second)
    with pytest.raises(InputError, match="second"):
        fine(task="pair").classify_many([("the man", second)])


def test_heads_can_be_off(fine: Fine) -> None:
    engine = fine()
    off = engine.without_heads([(layer, 0) for layer in range(engine.info.layers)])
    assert off.task == engine.task
    change = np.abs(off.classify(SENTENCES[0]).probabilities - engine.classify(SENTENCES[0]).probabilities)
    assert change.max() > 1e-4


def test_other_questions_are_answered_as_ever(fine: Fine) -> None:
    engine = fine("roberta")
    maps = engine.attention(SENTENCES[0])
    assert maps.weights.sum(axis=-1) == pytest.approx(1, abs=1e-5)
    assert not engine.info.has_mlm_head and not engine.info.has_nsp_head
