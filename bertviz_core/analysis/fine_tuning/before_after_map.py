"""How far fine-tuning moved vectors of texts and words (Merchant et al. 2020), and what became of classes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.fine_tuning.before_after_attention import Encode, Progress, readable_texts
from bertviz_core.analysis.fine_tuning.before_after_shape import require_same_shape
from bertviz_core.analysis.passes.heap import give_back_freed
from bertviz_core.analysis.passes.many_texts import stream_states
from bertviz_core.analysis.passes.network import Network
from bertviz_core.analysis.vectors.cosines import unit_vectors
from bertviz_core.analysis.vectors.sense_scores import mean_silhouette
from bertviz_core.errors import InputError
from bertviz_core.results import Encoding, LabelledPlace, StateChange

MOST_PLACES = 2_000


def state_change(
    networks: tuple[Network, Network],
    encode: Encode,
    places: Sequence[LabelledPlace],
    *,
    progress: Progress | None = None,
) -> StateChange:
    """Return the vectors of some places in both networks, each text read once by each of them.

    Args:
        networks: Before and after.
        encode: Makes tokens of a text or pair.
        places: Texts that cannot be read are left out, and words that the tokenizer drops or that lie beyond
            the model's length.
        progress: Told how many texts were read, of how many.

    Raises:
        InputError: One model did not come from the other, there are too many places, or none can be found.
    """
    before, after = (network.model.info for network in networks)
    require_same_shape(before, after)
    if len(places) > MOST_PLACES:
        raise InputError("At most {most} vectors can be compared at once.", most=MOST_PLACES)
    texts = dict.fromkeys((place.text, place.pair) for place in places)
    read = readable_texts(encode, texts)
    encodings = list(read.values())
    numbers = {text: number for number, text in enumerate(read)}
    found = [
        (place, numbers[place.text, place.pair], token)
        for place in places
        if (place.text, place.pair) in read
        and (token := _token(place, read[place.text, place.pair])) is not None
    ]
    if not found:
        raise InputError("None of these texts has anything to compare. Choose other ones.")
    tokens = [(number, token) for _, number, token in found]
    vectors = np.empty((2, before.layers + 1, len(found), before.hidden_size), dtype=np.float32)
    for side, network in enumerate(networks):
        _read(network, encodings, tokens, into=vectors[side], progress=_half(progress, side))
    give_back_freed()
    labels = np.array([place.label for place, *_ in found])
    return StateChange(
        before=before.id,
        after=after.id,
        places=tuple(place for place, *_ in found),
        vectors=vectors.astype(np.float16),
        cosine=np.array([mean_cosine(*layer) for layer in vectors.swapaxes(0, 1)]),
        silhouette=np.array([[mean_silhouette(layer, labels) for layer in side] for side in vectors]),
    )


def mean_cosine(before: NDArray[np.float32], after: NDArray[np.float32]) -> float:
    """Return the mean cosine of vectors (n, hidden) and their counterparts."""
    one, other = unit_vectors(before.astype(np.float64)), unit_vectors(after.astype(np.float64))
    return float(1 - ((one - other) ** 2).sum(axis=1).mean() / 2)  # exactly 1 for equal ones


def _token(place: LabelledPlace, encoding: Encoding) -> int | None:
    """Return the first token of a place: of the input, or of the word."""
    if place.word is None:
        return 0
    begin, end = place.word
    starts, ends = encoding.spans.T
    inside = (starts < end) & (ends > begin) & (starts < ends) & (encoding.sequence_ids == 0)
    pieces = np.flatnonzero(inside & ~encoding.special)
    return int(pieces[0]) if len(pieces) else None


def _read(
    network: Network,
    encodings: Sequence[Encoding],
    tokens: Sequence[tuple[int, int]],
    *,
    into: NDArray[np.float32],
    progress: Progress | None,
) -> None:
    """Write the states of tokens (number of the input, place in it) into (layers + 1, n, hidden)."""
    rows_of: dict[int, list[int]] = {}
    for row, (number, _) in enumerate(tokens):
        rows_of.setdefault(number, []).append(row)
    done = 0

    def take(number: int, encoding: Encoding, states: NDArray[np.float32]) -> None:
        nonlocal done
        rows = rows_of.get(number, [])
        into[:, rows] = states[:, [tokens[row][1] for row in rows]]
        done += 1
        if progress:
            progress(done, len(encodings))

    stream_states(network, encodings, take)


def _half(progress: Progress | None, side: int) -> Progress | None:
    """Report one of two equal parts of the work as what it is of the whole."""
    if progress is None:
        return None
    return lambda done, total: progress(side * total + done, 2 * total)
