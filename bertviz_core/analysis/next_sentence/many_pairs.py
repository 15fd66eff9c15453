"""Does the second text follow the first, for many pairs at once?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.answers.next_sentence import require_whole, sentence_probabilities
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.input_text import require_visible
from bertviz_core.errors import InputError
from bertviz_core.results import Encoding

MOST_PAIRS = 1000
"""A minute or so of short sentences with a model of the size of `mini`."""

Progress = Callable[[int, int], None]
"""Called with the pairs answered and all pairs."""

ReadPair = Callable[[str, str], Encoding]
"""Encodes a pair of texts."""

PairInput = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Ids (tokens,) and segments (tokens,) of one pair."""


def next_sentences(
    passes: ForwardPasses,
    read: ReadPair,
    *,
    pairs: Iterable[tuple[str, str]],
    skip_unreadable: bool,
    progress: Progress | None,
) -> NDArray[np.float32]:
    """Return the probability (n,) of "is next" for each of n pairs, NaN for a pair that is skipped.

    Raises:
        InputError: There are more than `MOST_PAIRS`, or a text has nothing in it and is not skipped.
        TextTooLongError: A pair does not fit and is not skipped.
    """
    pairs = list(pairs)
    if len(pairs) > MOST_PAIRS:
        raise InputError(
            "At most {limit} pairs of sentences are answered at once; these are {count}. Use fewer.",
            limit=MOST_PAIRS,
            count=len(pairs),
        )
    inputs: dict[int, PairInput] = {}
    for number, pair in enumerate(pairs):
        try:
            inputs[number] = whole_input(passes, read, pair)
        except InputError:
            if not skip_unreadable:
                raise
    is_next = np.full(len(pairs), np.nan, dtype=np.float32)
    done = len(pairs) - len(inputs)
    for batch, states in batched_states(passes, inputs):
        is_next[batch] = sentence_probabilities(passes, states)[:, 0].numpy()
        done += len(batch)
        if progress is not None:
            progress(done, len(pairs))
    return is_next


def whole_input(passes: ForwardPasses, read: ReadPair, pair: tuple[str, str]) -> PairInput:
    """Return what the network reads of a pair.

    Raises:
        InputError: A text has nothing in it.
        TextTooLongError: The pair does not fit.
    """
    first, second = pair
    require_visible(second)
    encoding = read(first, second)
    require_whole(passes, encoding)
    return encoding.ids, encoding.segment_ids


def batched_states(
    passes: ForwardPasses, inputs: Mapping[int, PairInput]
) -> Iterator[tuple[list[int], Tensor]]:
    """Yield the numbers of pairs that are run together, and their states (pairs, hidden) of [CLS].

    Those of a batch have one length: padding would need a mask, and would change the last digits.
    """
    by_length: defaultdict[int, list[int]] = defaultdict(list)
    for number, (ids, _) in inputs.items():
        by_length[len(ids)].append(number)
    for tokens, numbers in sorted(by_length.items()):
        step = passes.batch_size(tokens)
        for start in range(0, len(numbers), step):
            batch = numbers[start : start + step]
            ids, segments = (np.stack([inputs[number][part] for number in batch]) for part in (0, 1))
            yield batch, passes.last_hidden(ids, segments, at=0)
