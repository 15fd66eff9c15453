"""Many inputs through a network, those of about the same length together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.passes.fast_linear import fast_linear
from bertviz_core.analysis.passes.network import Network
from bertviz_core.analysis.passes.padding import padded
from bertviz_core.results import Encoding, TokenGuesses

TakeStates = Callable[[int, Encoding, NDArray[np.float32]], None]
"""Gets the number of an input, its encoding, and its states (layers + 1, tokens, hidden); 0 is the input
embedding. The states are lent: what is kept of them has to be copied."""

_BATCH_TOKENS = 512  # larger batches are slower: what is between the layers leaves the processor's cache
_PASS_TOKENS = 24  # reading the weights once more costs as much as so many tokens
_SHORT_TOKENS = 256  # of a batch that runs without Python's lock, as those of the pass queue do
_SCORES = 4_000_000  # of the vocabulary at once: 16 MB


class PaddedBatch(NamedTuple):
    """Inputs that are run together, the shorter ones padded."""

    numbers: list[int]  # of the inputs
    ids: NDArray[np.int64]  # (inputs, longest)
    segments: NDArray[np.int64]  # (inputs, longest)
    mask: Tensor | None  # the same shape, 0 for padding

    def linear_layers(self) -> AbstractContextManager[object]:
        """Let this thread compute the linear layers in the way that is quicker for so many tokens."""
        return fast_linear() if self.ids.size > _SHORT_TOKENS else nullcontext()


def padded_batches(network: Network, encodings: Sequence[Encoding]) -> Iterator[PaddedBatch]:
    """Yield inputs that are run together, short ones first.

    A longer input joins a batch where the padding that it brings costs less than a pass of its own.
    """
    batch: list[int] = []
    for number in sorted(range(len(encodings)), key=lambda number: len(encodings[number])):
        longest = len(encodings[number])
        most = min(network.batch_size(longest), _BATCH_TOKENS // longest)
        if batch and (
            len(batch) >= most or (longest - len(encodings[batch[-1]])) * len(batch) > _PASS_TOKENS
        ):
            yield _padded(network, encodings, batch)
            batch = []
        batch.append(number)
    if batch:
        yield _padded(network, encodings, batch)


def _padded(network: Network, encodings: Sequence[Encoding], numbers: list[int]) -> PaddedBatch:
    rows = [(encodings[number].ids, encodings[number].segment_ids) for number in numbers]
    return PaddedBatch(numbers, *padded(rows, network.model.config.pad_token_id or 0))


def stream_states(network: Network, encodings: Sequence[Encoding], take: TakeStates) -> None:
    """Hand the states of each input to `take`, short inputs first, uncached."""
    for batch in padded_batches(network, encodings):
        with batch.linear_layers():  # states: (layers + 1, inputs, longest, hidden)
            states = network.states(batch.ids, batch.segments, mask=batch.mask)
        for place, number in enumerate(batch.numbers):
            take(number, encodings[number], states[:, place, : len(encodings[number])].numpy())


def guess_tokens(
    network: Network, encodings: Sequence[Encoding], answers: Sequence[NDArray[np.int64]]
) -> tuple[TokenGuesses, ...]:
    """Return what the masked-word head says where answers are wanted.

    Args:
        network: A model with that head.
        encodings: Inputs in which tokens are hidden or changed.
        answers: For each of them (tokens,): the right id where one is wanted, a negative number elsewhere.
    """
    found: dict[int, TokenGuesses] = {}
    for numbers in batches_of_one_length(network, [len(encoding) for encoding in encodings]):
        states = network.last_states(*_rows(encodings, numbers))  # (inputs, tokens, hidden)
        for place, number in enumerate(numbers):
            wanted = torch.from_numpy(answers[number] >= 0)
            right = torch.from_numpy(answers[number])[wanted]
            found[number] = _guesses(network, states[place][wanted], right)
    return tuple(found[number] for number in range(len(encodings)))


def _guesses(network: Network, states: Tensor, right: Tensor) -> TokenGuesses:
    best, probability = [], []
    step = max(1, _SCORES // network.model.info.vocab_size)
    for start in range(0, len(states), step):
        rows = slice(start, start + step)
        words = network.word_probabilities(states[rows])  # (places, vocabulary)
        best.append(words.argmax(dim=-1))
        probability.append(words.gather(1, right[rows, None])[:, 0])
    nothing = [torch.zeros(0)]
    return TokenGuesses(
        best=torch.cat(best or nothing).numpy().astype(np.int64),
        probability=torch.cat(probability or nothing).numpy().astype(np.float32),
    )


def batches_of_one_length(network: Network, lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield the numbers of inputs that are run together: of one length, as many as memory allows.

    Args:
        network: What runs them.
        lengths: Of each input in tokens.
    """
    by_length: dict[int, list[int]] = {}
    for number, length in enumerate(lengths):
        by_length.setdefault(length, []).append(number)
    for length, numbers in sorted(by_length.items()):
        step = max(1, min(network.batch_size(length), _BATCH_TOKENS // length))
        yield from (numbers[start : start + step] for start in range(0, len(numbers), step))


def _rows(
    encodings: Sequence[Encoding], numbers: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    ids = np.stack([encodings[number].ids for number in numbers])
    return ids, np.stack([encodings[number].segment_ids for number in numbers])
