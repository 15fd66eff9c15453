from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from bertviz_core.engine import BertEngine
from bertviz_core.errors import MissingHeadError
from bertviz_core.results import MaskedBatch, SentencePair

FIRST, SECOND = "La mujer sale de la plaza hacia el río.", "The man went to the store."
PAIRS = [SentencePair(first=FIRST, second=SECOND, is_next=is_next) for is_next in (True, False)]


def library_output(engine: BertEngine, batch: MaskedBatch) -> object:
    """Run the library's own model on the batch, with its own loss."""
    network = engine._passes.model.network
    inputs = {"input_ids": torch.tensor(batch.ids[None]), "labels": torch.tensor(batch.labels[None])}
    if engine.info.has_segments:
        inputs["token_type_ids"] = torch.tensor(batch.encoding.segment_ids[None])
    if engine.info.has_nsp_head and batch.is_next is not None:
        inputs["next_sentence_label"] = torch.tensor([0 if batch.is_next else 1])
    with torch.no_grad():
        return network(**inputs)


@pytest.mark.parametrize("pair", PAIRS, ids=["is next", "not next"])
@pytest.mark.parametrize("name", ["mini", "bert", "bert-uncased"])
def test_the_sum_is_the_loss_of_bert_for_pretraining(
    name: str, pair: SentencePair, mini: BertEngine, tiny: Callable[..., BertEngine]
) -> None:
    engine = mini if name == "mini" else tiny(name)
    batch = engine.prepare_batch(pair, rate=0.4, seed=3)
    loss = engine.pretraining_loss(batch)
    assert loss.total == pytest.approx(float(library_output(engine, batch).loss), rel=1e-4)
    assert loss.next_sentence is not None and loss.is_next is not None
    assert np.exp(-loss.next_sentence) == pytest.approx(
        loss.is_next if pair.is_next else 1 - loss.is_next, rel=1e-4
    )


def test_a_model_without_the_pair_head_pays_for_words_alone(engine: BertEngine) -> None:
    batch = engine.prepare_batch(PAIRS[0] if not engine.info.has_nsp_head else FIRST, rate=0.4, seed=1)
    loss = engine.pretraining_loss(batch)
    assert loss.next_sentence is None and loss.is_next is None
    assert loss.total == loss.masked_words
    if engine.info.family == "bert":
        return
    assert loss.total == pytest.approx(float(library_output(engine, batch).loss), rel=1e-4)


def test_each_token_is_scored_as_in_a_plain_loop(engine: BertEngine) -> None:
    batch = engine.prepare_batch(FIRST, rate=0.5, seed=2)
    loss = engine.pretraining_loss(batch)
    output = library_output(engine, batch)
    logits = output.prediction_logits if hasattr(output, "prediction_logits") else output.logits
    assert [token.index for token in loss.tokens] == list(batch.drawn)
    for token in loss.tokens:
        row = logits[0, token.index].softmax(-1)
        right = int(batch.labels[token.index])
        assert token.right.token_id == right
        assert token.right.probability == pytest.approx(float(row[right]), rel=1e-3)
        assert token.loss == pytest.approx(-float(row[right].log()), rel=1e-3, abs=1e-5)
        assert token.right.rank == 1 + sum(1 for value in row.tolist() if value > float(row[right]))
        assert token.first.token_id == int(row.argmax()) and token.first.rank == 1


def test_a_model_without_a_masked_word_head_is_refused(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("bert", "BertModel")
    batch = engine.prepare_batch(FIRST)
    with pytest.raises(MissingHeadError):
        engine.pretraining_loss(batch)
    with pytest.raises(MissingHeadError):
        engine.take_steps(batch)
