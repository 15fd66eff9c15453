"""One head of a pass whose attention is closed by a mask, as in encoders, decoders and between the two.

A forbidden score becomes minus infinity before the softmax (Vaswani et al. 2017, section 3.2.3). The mask
holds in every layer; the weights of the model stay those that it learned with the mask of its training.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.one_head import head_vectors, require_head
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.results import MASKS, Encoding, Mask, MaskedAttention

MOST_TOKENS = 64
"""More cells than those of so many tokens cannot be read."""

PADDING = 3
"""So many padding tokens come after a text under the mask `padding`."""


def masked_attention(
    passes: ForwardPasses, reader: TextReader, encoding: Encoding, *, layer: int, head: int, mask: Mask
) -> MaskedAttention:
    """Run a text with a mask in every layer, and return scores and weights of one head.

    Raises:
        InputError: The model has no such layer or head, there is no such mask, or a single token to look at.
        TextTooLongError: The text has more than 64 tokens, or than the model reads, padding included.
    """
    info = passes.model.info
    require_head(info, layer, head)
    if mask not in MASKS:
        raise InputError(
            "There is no mask “{mask}”. Choose one of {masks}.", mask=mask, masks=", ".join(MASKS)
        )
    padding = PADDING if mask == "padding" else 0
    _require_short(encoding, reader, min(MOST_TOKENS, info.max_tokens) - padding)
    if padding:
        encoding = _padded(encoding, reader, passes.model.config.pad_token_id or 0)
    second = second_side(encoding) if mask == "cross" else None
    allowed = allowed_keys(mask, len(encoding), second=second, padding=padding)
    vectors = head_vectors(passes, _states(passes, encoding, mask, allowed), layer=layer, head=head)
    scores = vectors.queries @ vectors.keys.T * vectors.scale
    closed = scores.masked_fill(~torch.from_numpy(allowed), -torch.inf)
    return MaskedAttention(
        model=info.id,
        encoding=encoding,
        layer=layer,
        head=head,
        mask=mask,
        allowed=allowed,
        scores=scores.numpy(),
        weights=closed.softmax(dim=-1).numpy(),
        second=second,
        padding=padding,
    )


def allowed_keys(
    mask: Mask, tokens: int, *, second: int | None = None, padding: int = 0
) -> NDArray[np.bool_]:
    """Return which keys each query may see, (query, key).

    Args:
        mask: `full`: all of them. `causal`: itself and those before it. `padding`: all but padding.
            `cross`: those of the first side, as an encoder's tokens do and as a decoder's look at them.
        tokens: How many there are.
        second: Where the second side begins.
        padding: How many of the last are padding.
    """
    allowed = np.ones((tokens, tokens), dtype=np.bool_)
    if mask == "causal":
        allowed = np.tril(allowed)
    elif mask == "padding":
        allowed[:, tokens - padding :] = False
    elif mask == "cross":
        allowed[:, second:] = False
    return allowed


def second_side(encoding: Encoding) -> int:
    """Return where the second side begins: the second text, or the word in the middle of the only one.

    Raises:
        InputError: Nothing stands before it.
    """
    if encoding.pair is not None:
        first = int(np.flatnonzero(encoding.sequence_ids == 1)[0])
    else:
        ordinary = np.flatnonzero(encoding.sequence_ids == 0)
        middle = int(ordinary[len(ordinary) // 2])
        # From the beginning of its word on.
        first = int(ordinary[encoding.word_ids[ordinary] == encoding.word_ids[middle]][0])
    if first == 0:
        raise InputError("Two sides need two words. Write a longer sentence, or a second one.")
    return first


def _require_short(encoding: Encoding, reader: TextReader, most: int) -> None:
    if encoding.truncated or len(encoding) > most:
        raise TextTooLongError(
            "The text has {count} tokens, and masks are drawn for {limit} at most. Shorten it.",
            count=reader.count(encoding.text, encoding.pair),
            limit=most,
        )


def _padded(encoding: Encoding, reader: TextReader, padding_id: int) -> Encoding:
    """Return the encoding with padding tokens after it."""
    tokens = len(encoding)
    names = (reader.vocabulary_piece(padding_id),) * PADDING

    def longer(values: NDArray[np.int64], value: int) -> NDArray[np.int64]:
        return np.concatenate([values, np.full((PADDING, *values.shape[1:]), value)])

    return replace(
        encoding,
        tokens=encoding.tokens + names,
        surfaces=encoding.surfaces + names,
        ids=longer(encoding.ids, padding_id),
        segment_ids=longer(encoding.segment_ids, 0),
        sequence_ids=longer(encoding.sequence_ids, -1),
        positions=np.arange(tokens + PADDING),
        word_ids=longer(encoding.word_ids, -1),
        spans=longer(encoding.spans, 0),
        special=np.append(encoding.special, [True] * PADDING),
        unknown=np.append(encoding.unknown, [False] * PADDING),
    )


def _states(passes: ForwardPasses, encoding: Encoding, mask: Mask, allowed: NDArray[np.bool_]) -> Tensor:
    """Return the states (layers + 1, tokens, hidden) of a pass under a mask."""
    if mask == "full":
        return passes.run(encoding).hidden
    added = torch.zeros(allowed.shape).masked_fill_(
        ~torch.from_numpy(allowed), torch.finfo(torch.float32).min
    )
    states = passes.states(
        encoding.ids[np.newaxis], encoding.segment_ids[np.newaxis], mask=added[np.newaxis, np.newaxis]
    )
    return states[:, 0]
