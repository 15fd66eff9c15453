"""What becomes of one answer when each head alone is switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import torch
from torch import Tensor

from bertviz_core.analysis.forward import ForwardPasses
from bertviz_core.analysis.head_switch import HeadSwitch, head_masks
from bertviz_core.analysis.masked_words import find_blanks
from bertviz_core.analysis.next_sentence import require_whole, sentence_probabilities
from bertviz_core.analysis.tokens import TextReader
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.results import Encoding, HeadEffects

MOST_TOKENS = 128
"""Every head costs a pass: 144 of them, at this length, take some ten seconds."""


def masked_word_effects(
    passes: ForwardPasses, reader: TextReader, *, encoding: Encoding, blank: int, layers: Iterable[int]
) -> HeadEffects:
    """Follow the most probable word of one blank.

    Raises:
        InputError: There is no such blank or no such layer.
        TextTooLongError: The text has more than `MOST_TOKENS` tokens.
    """
    blanks = find_blanks(encoding, reader)
    if blank not in range(len(blanks)):
        raise InputError("There is no such blank: the text has {count}. Choose one.", count=len(blanks))
    place = blanks[blank]
    whole = passes.word_probabilities(passes.run(encoding).hidden[-1, place])
    word = int(whole.argmax())
    return _effects(
        passes,
        encoding,
        layers=tuple(layers),
        at=place,
        answer=reader.readable(word),
        probability=lambda states: passes.word_probabilities(states)[:, word],
    )


def next_sentence_effects(passes: ForwardPasses, encoding: Encoding, *, layers: Iterable[int]) -> HeadEffects:
    """Follow the probability that the second text is the next one.

    Raises:
        InputError: There is no such layer.
        TextTooLongError: The pair does not fit, or has more than `MOST_TOKENS` tokens.
    """
    require_whole(passes, encoding)
    return _effects(
        passes,
        encoding,
        layers=tuple(layers),
        at=0,
        answer="",
        probability=lambda states: sentence_probabilities(passes, states)[:, 0],
    )


def _effects(
    passes: ForwardPasses,
    encoding: Encoding,
    *,
    layers: tuple[int, ...],
    at: int,
    answer: str,
    probability: Callable[[Tensor], Tensor],
) -> HeadEffects:
    """Read the probability off the last layer's state at one place, (inputs, hidden) -> (inputs,)."""
    if len(encoding) > MOST_TOKENS:
        raise TextTooLongError(
            "Every head in turn is switched off for texts of up to {limit} tokens only; "
            "this one has {count}. Shorten it.",
            limit=MOST_TOKENS,
            count=len(encoding),
        )
    heads = passes.model.info.heads
    one_by_one = [(layer, head) for layer in layers for head in range(heads)]
    without = torch.cat(
        [probability(states) for states in _states_without_each(passes, encoding, one_by_one, at=at)]
    )
    return HeadEffects(
        model=passes.model.info.id,
        encoding=encoding,
        index=at,
        answer=answer,
        probability=float(probability(passes.run(encoding).hidden[-1, at][np.newaxis])),
        layers=layers,
        without=without.numpy().reshape(len(layers), heads),
    )


def _states_without_each(
    passes: ForwardPasses, encoding: Encoding, heads: list[tuple[int, int]], *, at: int
) -> Iterator[Tensor]:
    """Yield the last layer's states (inputs, hidden) at one place, an input for each head that is off."""
    step = min(passes.batch_size(len(encoding)), passes.model.info.heads)
    for start in range(0, len(heads), step):
        others = [passes.without([head]).heads_off for head in heads[start : start + step]]
        ids, segments = (np.tile(row, (len(others), 1)) for row in (encoding.ids, encoding.segment_ids))
        switch = HeadSwitch(head_masks(passes.model.info, others))
        yield passes.last_hidden(ids, segments, at=at, switch=switch)
