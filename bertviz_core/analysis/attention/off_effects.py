"""What becomes of one answer when each head alone is switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.answers.candidates import CandidateScorer, with_blanks
from bertviz_core.analysis.answers.masked_words import answer_at, find_blank
from bertviz_core.analysis.answers.next_sentence import require_whole, sentence_probabilities
from bertviz_core.analysis.passes.each_head_off import KnownInput, each_head_off
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.input_text import check_word
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import TextTooLongError
from bertviz_core.results import Encoding, HeadEffects

MOST_TOKENS = 128
"""Every head costs half a pass: 144 of them, at this length, take some seconds."""


@dataclass(frozen=True, slots=True)
class FollowedWord:
    """The word whose probability is followed, and where."""

    blank: int = 0
    """Which of the blanks, from 0."""
    word: str | None = None
    """The most probable one when None."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """One probability that is read off a pass; a word of several pieces takes as many."""

    ids: NDArray[np.int64]  # (tokens,)
    segments: NDArray[np.int64]  # (tokens,)
    at: int
    probability: Callable[[Tensor], Tensor]
    """Of the last layer's states at that place, (inputs, hidden) -> (inputs,)."""


def masked_word_effects(
    passes: ForwardPasses,
    reader: TextReader,
    *,
    encoding: Encoding,
    followed: FollowedWord,
    layers: Iterable[int],
) -> HeadEffects:
    """Follow the probability of a word in one blank.

    Raises:
        InputError: There is no such blank or no such layer, or the word cannot be scored.
        TextTooLongError: The text has more than `MOST_TOKENS` tokens.
    """
    place = find_blank(encoding, reader, followed.blank)
    pieces: tuple[int, ...]
    if followed.word is None:
        best = int(answer_at(passes, encoding, place).argmax())
        answer, pieces = reader.readable(best), (best,)
    else:
        answer = check_word(followed.word)
        pieces = CandidateScorer(passes, reader, ()).written_pieces(answer, encoding, place)
    readings = _piece_readings(passes, encoding, place, pieces, mask_id=reader.mask_id)
    return _effects(passes, encoding, readings, layers=tuple(layers), answer=answer)


def next_sentence_effects(passes: ForwardPasses, encoding: Encoding, *, layers: Iterable[int]) -> HeadEffects:
    """Follow the probability that the second text is the next one.

    Raises:
        InputError: There is no such layer.
        TextTooLongError: The pair does not fit, or has more than `MOST_TOKENS` tokens.
    """
    require_whole(passes, encoding)
    reading = _Reading(
        encoding.ids, encoding.segment_ids, 0, lambda states: sentence_probabilities(passes, states)[:, 0]
    )
    return _effects(passes, encoding, [reading], layers=tuple(layers), answer="")


def _piece_readings(
    passes: ForwardPasses, encoding: Encoding, place: int, pieces: tuple[int, ...], *, mask_id: int
) -> list[_Reading]:
    """Fill a blank with pieces from left to right, as candidates are scored."""
    if len(pieces) == 1:
        ids, segments = encoding.ids[np.newaxis], encoding.segment_ids[np.newaxis]
    else:
        ids, segments = with_blanks(encoding, place, len(pieces), copies=1, mask_id=mask_id)
    readings = []
    for at, piece in enumerate(pieces, start=place):
        filled = ids[0].copy()
        filled[place:at] = pieces[: at - place]
        readings.append(_Reading(filled, segments[0], at, _probability_of(passes, piece)))
    return readings


def _probability_of(passes: ForwardPasses, token_id: int) -> Callable[[Tensor], Tensor]:
    return lambda states: passes.word_probability(states, token_id)


def _effects(
    passes: ForwardPasses,
    encoding: Encoding,
    readings: list[_Reading],
    *,
    layers: tuple[int, ...],
    answer: str,
) -> HeadEffects:
    """Multiply the probabilities that are read, with every head and without each."""
    longest = max(len(reading.ids) for reading in readings)
    if longest > MOST_TOKENS:
        raise TextTooLongError(
            "Every head in turn is switched off for texts of up to {limit} tokens only; "
            "this one has {count}. Shorten it.",
            limit=MOST_TOKENS,
            count=longest,
        )
    heads = passes.model.info.heads
    one_by_one = [(layer, head) for layer in layers for head in range(heads)]
    probabilities = torch.ones(1 + len(one_by_one))  # with every head, then without each
    for reading in readings:
        states = _states(passes, encoding, reading)
        without = each_head_off(
            passes, KnownInput(reading.ids, reading.segments, states), one_by_one, at=reading.at
        )
        probabilities *= reading.probability(torch.cat([states[-1:, reading.at], without]))
    return HeadEffects(
        model=passes.model.info.id,
        encoding=encoding,
        index=readings[0].at,
        answer=answer,
        probability=float(probabilities[0]),
        layers=layers,
        without=probabilities[1:].numpy().reshape(len(layers), heads),
    )


def _states(passes: ForwardPasses, encoding: Encoding, reading: _Reading) -> Tensor:
    """Return states (layers + 1, tokens, hidden) with every head; the pass over the text itself is kept."""
    if np.array_equal(reading.ids, encoding.ids):
        return passes.run(encoding).hidden
    return passes.states(reading.ids[np.newaxis], reading.segments[np.newaxis])[:, 0]
