"""What a model would put in the place of a word: the word hidden, in each of its contexts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.answers.masked_words import require_list_length, require_masked_word_head
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.many_texts import padded_batches
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.analysis.words.occurrences import Span
from bertviz_core.errors import InputError
from bertviz_core.results import Encoding, Substitutes

MOST_PLACES = 500
_LOOKED_AT = 40
"""Entries of the vocabulary, the most probable first, among which whole words are looked for."""
_SCORES = 4_000_000  # of the vocabulary at once: 16 MB


def substitutes(
    passes: ForwardPasses, reader: TextReader, places: Sequence[tuple[str, Span]], *, top_k: int
) -> Substitutes:
    """Return the most probable other words where a stretch of each text is replaced by one blank."""
    require_masked_word_head(passes)
    _require_places(places)
    require_list_length(top_k, _LOOKED_AT)
    hidden = [_hide(reader, text, span, has_segments=passes.model.info.has_segments) for text, span in places]
    own = [text[slice(*span)].casefold() for text, span in places]
    words: list[tuple[str, ...]] = [()] * len(places)
    probabilities: list[NDArray[np.float32]] = [np.zeros(0, np.float32)] * len(places)
    for batch in padded_batches(passes, [encoding for encoding, _ in hidden]):
        with batch.linear_layers():
            states = passes.last_states(batch.ids, batch.segments, mask=batch.mask)
        blanks = states[range(len(batch.numbers)), [hidden[row][1] for row in batch.numbers]]
        for row, (ids, shares) in zip(batch.numbers, _most_probable(passes, blanks), strict=True):
            kept = _whole_words(reader, ids, own[row])[:top_k]
            words[row] = tuple(name for _, name in kept)
            probabilities[row] = shares[[place for place, _ in kept]]
    return Substitutes(words=tuple(words), probabilities=tuple(probabilities))


def _require_places(places: Sequence[tuple[str, Span]]) -> None:
    if len(places) > MOST_PLACES:
        raise InputError("At most {most} places can be asked about at once.", most=MOST_PLACES)
    if not all(0 <= start < end <= len(text) for text, (start, end) in places):
        raise InputError("There is nothing at the place that is asked about. Name a stretch of the text.")


def _hide(reader: TextReader, text: str, span: Span, *, has_segments: bool) -> tuple[Encoding, int]:
    """Return the text with a blank for a stretch of it, and the place of the blank among its tokens."""
    start, end = span
    blank = reader.mask_token or ""
    encoding = reader.read(text[:start] + blank + text[end:], has_segments=has_segments)
    starts, ends = encoding.spans.T
    found = np.flatnonzero((encoding.ids == reader.mask_id) & (starts <= start) & (ends > start))
    if not len(found):
        raise InputError("The place that is asked about lies beyond what the model reads. Shorten the text.")
    return encoding, int(found[0])


def _most_probable(passes: ForwardPasses, states: Tensor) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
    """Yield ids and probabilities of the best entries for each of the states (blanks, hidden)."""
    vocabulary = passes.model.info.vocab_size
    for part in states.split(max(1, _SCORES // vocabulary)):
        best = passes.word_probabilities(part).topk(min(_LOOKED_AT, vocabulary))
        yield from zip(best.indices.tolist(), best.values.numpy(), strict=True)


def _whole_words(reader: TextReader, ids: Sequence[int], own: str) -> list[tuple[int, str]]:
    """Return place and name of the entries that begin a word of letters, the hidden one left out."""
    kept = []
    for place, token_id in enumerate(ids):
        name = reader.readable(token_id)
        begins = token_id not in reader.special_ids and not reader.continues_word(token_id)
        if begins and name.casefold() != own and any(map(str.isalpha, name)):
            kept.append((place, name))
    return kept
