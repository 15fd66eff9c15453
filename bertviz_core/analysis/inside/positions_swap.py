"""Two words of a text change places: what tells the model so, but for their positions?

Self-attention treats its tokens as a set: without positions, whatever order they come in, each gets the same
state (Vaswani et al. 2017, section 3.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.inside.positions import first_row
from bertviz_core.analysis.passes.network import Network
from bertviz_core.errors import InputError
from bertviz_core.results import Encoding, SwappedWords

Words = tuple[tuple[int, ...], ...]


def swapped_words(network: Network, encoding: Encoding, first: int, second: int) -> SwappedWords:
    """Run a text in two orders, with position embeddings and with zeros in their place.

    The tokens themselves change places, so that both orders have the same pieces.

    Args:
        network: The model's.
        encoding: The text.
        first: A token of one word.
        second: A token of another word of the same text.

    Raises:
        InputError: There are no such two words, or they are of different texts.
    """
    words = _words(encoding)
    one, other = sorted((_word_at(words, encoding, first), _word_at(words, encoding, second)))
    same_text = encoding.sequence_ids[words[one][0]] == encoding.sequence_ids[words[other][0]]
    if one == other or not same_text:
        raise InputError("Choose two different words of the same sentence: they change places.")
    order = _order(words, one, other)
    places = {token: place for place, token in enumerate(order)}
    moved = tuple(tuple(places[token] for token in word) for word in words)
    ids = np.stack([encoding.ids, encoding.ids[order]])
    segments = np.stack([encoding.segment_ids] * 2)
    with_positions = network.states(ids, segments)
    without = network.states_of(_words_without_positions(network, ids), segments)
    return SwappedWords(
        model=network.model.info.id,
        encoding=encoding,
        words=words,
        moved=moved,
        first=one,
        second=other,
        with_positions=_cosines(with_positions, words, moved),
        without_positions=_cosines(without, words, moved),
        largest_difference=float((without[-1, 0, order] - without[-1, 1]).abs().max()),
    )


def _words(encoding: Encoding) -> Words:
    """Return the tokens of each word; special tokens stand alone."""
    groups: dict[tuple[int, int], list[int]] = {}
    for token, (sequence, word) in enumerate(zip(encoding.sequence_ids, encoding.word_ids, strict=True)):
        alone = bool(encoding.special[token]) or word < 0
        groups.setdefault((-1, token) if alone else (int(sequence), int(word)), []).append(token)
    return tuple(tuple(tokens) for tokens in groups.values())


def _word_at(words: Words, encoding: Encoding, token: int) -> int:
    """Return the number of the ordinary word that a token belongs to."""
    for number, tokens in enumerate(words):
        if token in tokens and not encoding.special[token]:
            return number
    raise InputError("There is no such word: this text has {count} tokens. Choose one.", count=len(encoding))


def _order(words: Words, one: int, other: int) -> list[int]:
    """Return the tokens of the text in the order in which two words have changed places."""
    numbers = list(range(len(words)))
    numbers[one], numbers[other] = other, one
    return [token for number in numbers for token in words[number]]


def _words_without_positions(network: Network, ids: NDArray[np.int64]) -> Tensor:
    """Return embeddings of tokens (2, n, e) to which the network adds positions that are taken away here.

    What is left of a position is its rounding, below a millionth of the numbers.
    """
    first = first_row(network.model)
    rows = torch.arange(first, first + ids.shape[1])

    def subtract(whole: Any) -> Tensor:
        tables = whole.base_model.embeddings
        words: Tensor = tables.word_embeddings(torch.from_numpy(ids)) - tables.position_embeddings(rows)
        return words

    return network.ask(subtract, values=lambda words: words)


def _cosines(
    states: Tensor, words: Sequence[Sequence[int]], moved: Sequence[Sequence[int]]
) -> NDArray[np.float32]:
    """Return the cosines (layers + 1, words) between both orders."""
    pairs = [
        torch.cosine_similarity(
            states[:, 0, list(own)].double().mean(dim=1),
            states[:, 1, list(other)].double().mean(dim=1),
            dim=-1,
        )
        for own, other in zip(words, moved, strict=True)
    ]
    return torch.stack(pairs, dim=1).float().numpy()
