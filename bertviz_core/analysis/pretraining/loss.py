"""The loss of one input with drawn tokens: masked words and next sentence (Devlin et al. 2019, A.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from torch import Tensor

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.results import MaskedBatch, Prediction, PretrainingLoss, TokenLoss

_VALUES_AT_ONCE = 2**20
"""Log probabilities held at the same moment: a vocabulary of 250,000 entries is large."""


def pretraining_loss(passes: ForwardPasses, reader: TextReader, batch: MaskedBatch) -> PretrainingLoss:
    """Ask for every drawn token, and for the pair where there is one, what the right answer costs."""
    encoding = replace(batch.encoding, ids=batch.ids)
    hidden = passes.run(encoding).hidden[-1]
    tokens = tuple(_token_losses(passes, reader, batch, hidden))
    is_next = next_sentence = None
    if asks_pair(passes, batch):
        scores = passes.log_probabilities(lambda runner: runner.pair_scores(hidden[:1]))[0]
        is_next = float(scores[0].exp())
        next_sentence = -float(scores[pair_label(batch)])
    return PretrainingLoss(
        model=batch.model, batch=batch, tokens=tokens, is_next=is_next, next_sentence=next_sentence
    )


def asks_pair(passes: ForwardPasses, batch: MaskedBatch) -> bool:
    """Tell whether there is a pair, and a head that was trained on pairs."""
    return batch.is_next is not None and passes.model.info.has_nsp_head


def pair_label(batch: MaskedBatch) -> int:
    """Return the head's class: 0 means "is next"."""
    return 0 if batch.is_next else 1


def pair_scores(network: Any, states: Tensor) -> Tensor:
    """Return the head's scores (inputs, 2) for states (inputs, tokens, hidden)."""
    scores: Tensor = network.cls.seq_relationship(network.base_model.pooler(states))
    return scores


def _token_losses(
    passes: ForwardPasses, reader: TextReader, batch: MaskedBatch, hidden: Tensor
) -> Iterator[TokenLoss]:
    places = list(batch.drawn)
    step = max(1, _VALUES_AT_ONCE // passes.model.info.vocab_size)
    for start in range(0, len(places), step):
        some = places[start : start + step]
        rows = passes.log_probabilities(lambda runner, some=some: runner.word_scores(hidden[some]))  # type: ignore[misc]
        for place, row in zip(some, rows, strict=True):
            right = int(batch.labels[place])
            yield TokenLoss(
                index=place,
                right=_prediction(reader, row, right),
                first=_prediction(reader, row, int(row.argmax())),
                loss=-float(row[right]),
            )


def _prediction(reader: TextReader, row: Tensor, token_id: int) -> Prediction:
    """Return one entry of log probabilities (vocabulary,)."""
    value = row[token_id]
    return Prediction(
        token=reader.readable(token_id),
        token_id=token_id,
        probability=float(value.exp()),
        rank=int((row > value).sum()) + 1,
    )
