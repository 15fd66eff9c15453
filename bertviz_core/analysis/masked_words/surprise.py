"""How probable each token of a text is when it is hidden from the model.

Each token in turn is replaced by the mask, and its log probability read there (Salazar et al. 2020, "Masked
Language Model Scoring"). A word of several pieces looks too probable that way, because its other pieces
give it away; hiding the pieces to the right within the word as well mends that (Kauf & Ivanova 2023, "A
Better Way to Do Masked Language Model Scoring").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import N_, InputError, TextTooLongError
from bertviz_core.results import Encoding, Note, Prediction, PseudoLikelihood, WithinWords

MOST_TOKENS = 128
"""Every token costs a pass over the whole text: some ten seconds at this length, a minute at twice it."""

_BATCH_TOKENS = 512
"""Tokens of one batch: larger ones fall out of the processor's caches and take a fifth longer."""

_HEAD_VALUES = 4_000_000
"""Numbers the head computes at once: tokens times vocabulary, 32 MB in double precision."""


def pseudo_log_likelihood(
    passes: ForwardPasses,
    reader: TextReader,
    *,
    encoding: Encoding,
    within_words: WithinWords,
    places: Iterable[int] | None,
) -> PseudoLikelihood:
    """Score the tokens at some places, or all of them; special tokens and typed blanks are left out.

    So are words that the vocabulary does not know: the unknown token, read in their place, stands for all of
    them at once.

    Raises:
        InputError: There is no such place or no such way to hide a word, or nothing can be scored.
        TextTooLongError: The text has more than `MOST_TOKENS` tokens.
    """
    _require_length(passes, encoding)
    if within_words not in get_args(WithinWords):
        raise InputError(
            "Words can be hidden in these ways: {ways}. Choose one of them.",
            ways=", ".join(get_args(WithinWords)),
        )
    scorable = ~encoding.special & (encoding.ids != reader.mask_id) & ~encoding.in_unknown_words
    if not scorable.any():
        raise _nothing_to_score(encoding)
    asked = range(len(encoding)) if places is None else sorted(set(places))
    if not all(place in range(len(encoding)) for place in asked):
        raise InputError("There is no such token: the text has {count}. Choose one.", count=len(encoding))
    scored = np.zeros(len(encoding), dtype=np.bool_)
    scored[[place for place in asked if scorable[place]]] = True
    return _score(passes, reader, encoding=encoding, scored=scored, within_words=within_words)


def _nothing_to_score(encoding: Encoding) -> InputError:
    if encoding.in_unknown_words.any():
        return InputError(
            "The model's vocabulary knows no word of this text, so that nothing has a score. Write other "
            "words, or choose another model."
        )
    return InputError("The text is of blanks only, and a blank has no score. Write a word beside them.")


def _unknown_note(answer: PseudoLikelihood) -> tuple[Note, ...]:
    """Say which words have no score."""
    words = dict.fromkeys(word.text for word in answer.unknown_words)
    if not words:
        return ()
    return (
        Note(
            kind="unknown",
            template=N_(
                "Not in the model's vocabulary: {words}. What is not known has no score and is left out of "
                "the sums."
            ),
            fields={"words": ", ".join(words)},
            remedy=N_("Write it otherwise, or choose a model that knows it."),
        ),
    )


def _require_length(passes: ForwardPasses, encoding: Encoding) -> None:
    if encoding.truncated or len(encoding) > MOST_TOKENS:
        raise TextTooLongError(
            "Every token is hidden in turn, which is done for texts of up to {limit} tokens only. "
            "Shorten the text.",
            limit=min(MOST_TOKENS, passes.model.info.max_tokens),
        )


def _score(
    passes: ForwardPasses,
    reader: TextReader,
    *,
    encoding: Encoding,
    scored: NDArray[np.bool_],
    within_words: WithinWords,
) -> PseudoLikelihood:
    """Hide the scored tokens one by one, in batches that bound the memory of network and head."""
    log_probabilities = np.full(len(encoding), np.nan)
    ranks = np.zeros(len(encoding), dtype=np.int64)
    expected: list[Prediction | None] = [None] * len(encoding)
    places = np.flatnonzero(scored)
    most = min(_BATCH_TOKENS // len(encoding), _HEAD_VALUES // passes.model.info.vocab_size)
    step = max(1, min(most, passes.batch_size(len(encoding))))
    for start in range(0, len(places), step):
        batch = places[start : start + step]
        ids = hidden_copies(encoding, batch, mask_id=reader.mask_id, within_words=within_words)
        segments = np.tile(encoding.segment_ids, (len(batch), 1))
        states = passes.last_hidden(ids, segments, at=batch)
        scores = passes.word_log_probabilities(states)  # (batch, vocabulary)
        rows, right = range(len(batch)), encoding.ids[batch].tolist()
        own = scores[rows, right]
        log_probabilities[batch] = own.numpy()
        ranks[batch] = (scores > own[:, np.newaxis]).sum(dim=1).numpy() + 1
        best = scores.topk(2)
        for place, ids_found, values in zip(
            batch.tolist(), best.indices.tolist(), best.values.exp().tolist(), strict=True
        ):
            other = int(ids_found[0] == encoding.ids[place])  # the best one may be the token itself
            expected[place] = Prediction(
                token=reader.readable(ids_found[other]),
                token_id=ids_found[other],
                probability=values[other],
                rank=other + 1,
            )
    answer = PseudoLikelihood(
        model=passes.model.info.id,
        encoding=encoding,
        within_words=within_words,
        log_probabilities=log_probabilities,
        scored=scored,
        ranks=ranks,
        expected=tuple(expected),
    )
    return replace(answer, notes=_unknown_note(answer))


def hidden_copies(
    encoding: Encoding, places: NDArray[np.int64], *, mask_id: int, within_words: WithinWords
) -> NDArray[np.int64]:
    """Return a copy of the ids for each place (places, tokens), that token replaced by the mask.

    Left to right within words, the later pieces of its word are replaced in that copy too.
    """
    ids = np.tile(encoding.ids, (len(places), 1))
    columns = np.arange(len(encoding))
    hidden = columns == places[:, np.newaxis]
    if within_words == "left_to_right":
        same_text = encoding.sequence_ids == encoding.sequence_ids[places, np.newaxis]
        same_word = encoding.word_ids == encoding.word_ids[places, np.newaxis]
        hidden |= same_text & same_word & (columns > places[:, np.newaxis])
    ids[hidden] = mask_id
    return ids
