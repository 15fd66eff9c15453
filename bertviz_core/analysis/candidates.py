"""How probable given words are in a blank, also words that the vocabulary splits.

A word of k pieces is scored with k blanks in place of one, filled from left to right: the product of
p(piece 1), p(piece 2 | piece 1), … A word the vocabulary cannot write at all has probability 0.
Words of different numbers of pieces answer slightly different questions (the blank's length is
given away), so their probabilities do not add up to 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.forward import ForwardPasses
from bertviz_core.analysis.input_text import clean_text, is_blank
from bertviz_core.analysis.tokens import TextReader
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.results import Candidate, Encoding
from bertviz_core.settings import get_settings


def score_candidates(
    passes: ForwardPasses,
    reader: TextReader,
    *,
    encoding: Encoding,
    probabilities: Mapping[int, Tensor],
    words: Sequence[str],
) -> dict[int, tuple[Candidate, ...]]:
    """Return the candidates of each blank, in the order the words were given.

    Args:
        passes: The model.
        reader: Its tokenizer.
        encoding: The text with its blanks.
        probabilities: For each blank's index the whole vocabulary's probabilities (vocabulary,).
        words: The candidates; one that is blank is an error.

    Raises:
        InputError: Too many candidates, an empty one, or one of too many pieces.
        TextTooLongError: The text with a candidate's pieces is longer than the model can read.
    """
    words = [_check_word(word) for word in words]
    if len(words) > get_settings().max_candidates:
        raise InputError(
            "At most {most} candidates can be scored at once.", most=get_settings().max_candidates
        )
    scored = {}
    for blank, row in probabilities.items():
        pieces = [_pieces(word, encoding, blank, reader) for word in words]
        long_scores = _score_split_words(passes, reader, encoding=encoding, blank=blank, words=pieces)
        scored[blank] = tuple(
            _candidate(word, ids, reader, whole=row, split=long_scores.get(ids))
            for word, ids in zip(words, pieces, strict=True)
        )
    return scored


def _check_word(word: str) -> str:
    if is_blank(word):
        raise InputError("A candidate is empty. Write one word for each.")
    return clean_text(word, mask_token=None, max_characters=get_settings().max_characters).strip()


def _pieces(word: str, encoding: Encoding, blank: int, reader: TextReader) -> tuple[int, ...]:
    ids = tuple(reader.pieces(word, after_space=_after_space(encoding, blank)))
    limit = get_settings().max_candidate_pieces
    if len(ids) > limit:
        raise InputError(
            "The candidate “{word}” is {pieces} pieces long; at most {limit} can be scored.",
            word=word,
            pieces=len(ids),
            limit=limit,
        )
    if len(encoding) + len(ids) - 1 > reader.max_tokens:
        raise TextTooLongError(
            "With the candidate “{word}” the text is longer than the model's {limit} tokens. Shorten it.",
            word=word,
            limit=reader.max_tokens,
        )
    return ids


def _after_space(encoding: Encoding, blank: int) -> bool:
    """Tell whether a word in the blank brings its own space: one is there and no token stands for it."""
    start, before = encoding.spans[blank, 0], encoding.spans[blank - 1]
    space_is_token = not encoding.special[blank - 1] and before[0] == before[1]
    return start > 0 and encoding.text[start - 1].isspace() and not space_is_token


def _candidate(
    word: str, ids: tuple[int, ...], reader: TextReader, *, whole: Tensor, split: float | None
) -> Candidate:
    pieces = tuple(reader.vocabulary_piece(token_id) for token_id in ids)
    if not ids or any(reader.is_unknown(token_id) for token_id in ids):
        return Candidate(word=word, pieces=pieces, probability=0.0, rank=None)
    if split is not None:
        return Candidate(word=word, pieces=pieces, probability=split, rank=None)
    probability = whole[ids[0]]
    rank = int((whole > probability).sum()) + 1
    return Candidate(word=word, pieces=pieces, probability=float(probability), rank=rank)


def _score_split_words(
    passes: ForwardPasses,
    reader: TextReader,
    *,
    encoding: Encoding,
    blank: int,
    words: Sequence[tuple[int, ...]],
) -> dict[tuple[int, ...], float]:
    """Score the words of two and more pieces, those of one length in one batch a step."""
    scores: dict[tuple[int, ...], float] = {}
    for length in sorted({len(word) for word in words if len(word) > 1}):
        group = sorted({word for word in words if len(word) == length})
        ids, segments = _with_blanks(encoding, blank, length, copies=len(group), mask_id=reader.mask_id)
        totals = np.ones(len(group))
        for step in range(length):
            hidden = passes.last_hidden(ids, segments)[:, blank + step]
            wanted = [word[step] for word in group]
            totals *= passes.word_probabilities(hidden)[range(len(group)), wanted].numpy()
            ids[:, blank + step] = wanted
        scores.update(zip(group, totals.tolist(), strict=True))
    return scores


def _with_blanks(
    encoding: Encoding, blank: int, length: int, *, copies: int, mask_id: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return ids and segments (copies, tokens + length - 1) with `length` blanks in place of one."""
    ids = np.insert(encoding.ids, blank, [mask_id] * (length - 1))
    segments = np.insert(encoding.segment_ids, blank, [encoding.segment_ids[blank]] * (length - 1))
    return np.tile(ids, (copies, 1)), np.tile(segments, (copies, 1))
