"""How far fine-tuning moved what heads attend to.

The measure is the one by which Clark et al. (2019, section 6) compare two heads, the Jensen-Shannon
divergence of two rows of attention; here both rows are of one head, before and after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.fine_tuning.before_after_shape import require_same_shape
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.heap import give_back_freed
from bertviz_core.errors import InputError
from bertviz_core.results import AttentionChange, Encoding

Progress = Callable[[int, int], None]
"""Called with what is done and all of it; what it raises ends the work."""

KEPT_BYTES = 20_000_000
"""Rows of one text that are kept for comparison; of a long text some tokens are compared, evenly spread."""

Encode = Callable[[str, str | None], Encoding]
"""Makes tokens of a text or pair."""

_SMALLEST = np.finfo(np.float64).tiny


def attention_change(
    before: ForwardPasses,
    after: ForwardPasses,
    encodings: Sequence[Encoding],
    *,
    progress: Progress | None = None,
) -> AttentionChange:
    """Return how far each head moved over some inputs, one of them at a time in memory.

    Raises:
        InputError: One model did not come from the other.
    """
    require_same_shape(before.model.info, after.model.info)
    sums = np.zeros((before.model.info.layers, before.model.info.heads))
    for done, encoding in enumerate(encodings, start=1):
        sums += _of_one(before, after, encoding)
        if progress:
            progress(done, len(encodings))
    give_back_freed()
    return AttentionChange(
        before=before.model.info.id,
        after=after.model.info.id,
        texts=len(encodings),
        divergence=sums / len(encodings),
    )


def readable_texts(
    encode: Encode, texts: Iterable[tuple[str, str | None]]
) -> dict[tuple[str, str | None], Encoding]:
    """Return the encodings of the texts of which the model can read something."""
    read = {}
    for text in texts:
        with suppress(InputError):
            read[text] = encode(*text)
    return read


def row_divergence(before: NDArray[np.floating], after: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the Jensen-Shannon divergence in bits of rows (..., key) that sum to 1.

    With H the entropy, that of two rows p and q is `H((p + q) / 2) - (H(p) + H(q)) / 2`.
    """
    p, q = before.astype(np.float64), after.astype(np.float64)
    bits = _entropy((p + q) / 2) - (_entropy(p) + _entropy(q)) / 2
    return np.asarray(np.clip(bits, 0, 1))


def _of_one(before: ForwardPasses, after: ForwardPasses, encoding: Encoding) -> NDArray[np.float64]:
    """Return the mean divergence of each head's rows (layers, heads) over one input."""
    info, tokens = before.model.info, len(encoding)
    affordable = max(1, KEPT_BYTES // (4 * info.layers * info.heads * tokens))
    queries = np.unique(np.linspace(0, tokens - 1, min(tokens, affordable)).round().astype(np.int64))
    kept: dict[int, NDArray[np.float32]] = {}
    found = np.zeros((info.layers, info.heads))

    def keep(layer: int, weights: NDArray[np.float32]) -> None:  # (heads, query, key)
        kept[layer] = weights[:, queries]

    def compare(layer: int, weights: NDArray[np.float32]) -> None:
        found[layer] = row_divergence(kept.pop(layer), weights[:, queries]).mean(axis=1)

    before.stream_attention(encoding, keep)
    after.stream_attention(encoding, compare)
    return found


def _entropy(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the entropy of each row in bits; 0 log 0 counts as 0."""
    return np.asarray(-(rows * np.log2(np.maximum(rows, _SMALLEST))).sum(axis=-1))
