"""How probable given words are in a blank, also words that the vocabulary splits.

A word of k pieces is scored with k blanks in place of one, filled from left to right: the product of
p(piece 1), p(piece 2 | piece 1), … A word that the vocabulary cannot write cannot be scored.
Words of different numbers of pieces answer slightly different questions (the blank's length is
given away), so their probabilities do not add up to 1.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from math import prod

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.input_text import check_word, is_sign
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.results import Candidate, Encoding, UnscoredWord
from bertviz_core.settings import get_settings

Candidates = Sequence[str] | Sequence[Sequence[str]]
"""One word, one list of words for every blank, or one list a blank."""


class CandidateScorer:
    """Scores given words in the blanks of a text."""

    def __init__(
        self, passes: ForwardPasses, reader: TextReader, candidates: Candidates, *, skip: bool = False
    ) -> None:
        """Take the candidates; with `skip`, those that cannot be scored are left out of the answers."""
        self._passes = passes
        self._reader = reader
        self._candidates = [candidates] if isinstance(candidates, str) else candidates
        self._skip = skip

    def asks_for_signs(self) -> bool:
        """Tell whether a candidate is of punctuation only."""
        lists = ([words] if isinstance(words, str) else words for words in self._candidates)
        return any(is_sign(word) for words in lists for word in words)

    def lists(self, blanks: int) -> list[Sequence[str]]:
        """Return the words to score in each of so many blanks.

        Raises:
            InputError: There are lists, and not one a blank, or one is too long.
        """
        lists = [[words] if isinstance(words, str) else words for words in self._candidates]
        if all(isinstance(words, str) for words in self._candidates):
            lists = [[word for words in lists for word in words]] * blanks
        if len(lists) != blanks:
            raise InputError(
                "The text has {blanks} blanks, and {lists} lists of candidates are given. Give one for each.",
                blanks=blanks,
                lists=len(lists),
            )
        most = get_settings().max_candidates
        if any(len(words) > most for words in lists):
            raise InputError("At most {most} candidates can be scored at once.", most=most)
        return lists

    def score(
        self, words: Sequence[str], encoding: Encoding, *, blank: int, whole: Tensor
    ) -> tuple[tuple[Candidate, ...], tuple[UnscoredWord, ...]]:
        """Return the candidates of one blank, in the order the words were given, and those left out.

        Args:
            words: The candidates.
            encoding: The text with its blanks.
            blank: Place of the blank among the tokens.
            whole: The whole vocabulary's probabilities there (vocabulary,).

        Raises:
            InputError: An empty candidate, one of too many pieces, or one that the vocabulary cannot write.
            TextTooLongError: The text with a candidate's pieces is longer than the model can read.
        """
        scorable: list[tuple[str, tuple[int, ...]]] = []
        unscored = []
        for word in words:
            try:
                checked = check_word(word)
                scorable.append((checked, self.written_pieces(checked, encoding, blank)))
            except InputError as error:
                if not self._skip:
                    raise
                unscored.append(UnscoredWord(word=word, template=error.template, fields=error.fields))
        split = self._score_split_words(encoding, blank, {ids for _, ids in scorable})
        scored = (self.candidate(word, ids, whole, split.get(ids)) for word, ids in scorable)
        return tuple(scored), tuple(unscored)

    def pieces(self, word: str, encoding: Encoding, blank: int) -> tuple[int, ...]:
        """Return the ids of the pieces that a checked word has in a blank, at a place among the tokens.

        Raises:
            InputError: It has too many, or one of them is a blank.
            TextTooLongError: The text with them is longer than the model can read.
        """
        ids = tuple(self._reader.pieces(word, after_space=_after_space(encoding, blank)))
        if self._reader.mask_id in ids:
            raise InputError("The candidate “{word}” has a blank in it. Write a whole word.", word=word)
        limit = get_settings().max_candidate_pieces
        if len(ids) > limit:
            raise InputError(
                "The candidate “{word}” is {pieces} pieces long; at most {limit} can be scored.",
                word=word,
                pieces=len(ids),
                limit=limit,
            )
        if len(encoding) + len(ids) - 1 > self._reader.max_tokens:
            raise TextTooLongError(
                "With the candidate “{word}” the text is longer than the model's {limit} tokens. Shorten it.",
                word=word,
                limit=self._reader.max_tokens,
            )
        return ids

    def written_pieces(self, word: str, encoding: Encoding, blank: int) -> tuple[int, ...]:
        """Return the pieces of a checked word, all of them in the vocabulary.

        Raises:
            InputError: The vocabulary cannot write the word, or see `pieces`.
            TextTooLongError: The text with them is longer than the model can read.
        """
        ids = self.pieces(word, encoding, blank)
        if not self.known(ids):
            raise InputError(
                "“{word}” cannot be scored: the model's vocabulary cannot write it. Choose another word.",
                word=word,
            )
        return ids

    def entry(self, word: str, encoding: Encoding, blank: int) -> int | None:
        """Return the vocabulary's single entry for a word in a blank, None where it has none."""
        try:
            ids = self.written_pieces(check_word(word), encoding, blank)
        except InputError:
            return None
        return ids[0] if len(ids) == 1 else None

    def known(self, ids: tuple[int, ...]) -> bool:
        """Tell whether the vocabulary can write a word of these pieces."""
        return bool(ids) and not any(self._reader.is_unknown(token_id) for token_id in ids)

    def candidate(
        self, word: str, ids: tuple[int, ...], whole: Tensor, split: tuple[float, ...] | None = None
    ) -> Candidate:
        """Return the score of a word, given the vocabulary's (vocabulary,) and those of several pieces."""
        pieces = tuple(self._reader.vocabulary_piece(token_id) for token_id in ids)
        parts, rank = split, None
        if parts is None:
            parts = (float(whole[ids[0]]),)
            rank = rank_of(ids[0], whole)
        return Candidate(
            word=word, pieces=pieces, probability=prod(parts), rank=rank, piece_probabilities=parts
        )

    def _score_split_words(
        self, encoding: Encoding, blank: int, words: Set[tuple[int, ...]]
    ) -> dict[tuple[int, ...], tuple[float, ...]]:
        """Score each piece of the words of two and more, those of one length in one batch a step."""
        scores: dict[tuple[int, ...], tuple[float, ...]] = {}
        for length in sorted({len(word) for word in words if len(word) > 1}):
            group = sorted(word for word in words if len(word) == length)
            ids, segments = with_blanks(
                encoding, blank, length, copies=len(group), mask_id=self._reader.mask_id
            )
            parts = np.empty((len(group), length))
            for step in range(length):
                hidden = self._passes.last_hidden(ids, segments, at=blank + step)
                wanted = [word[step] for word in group]
                parts[:, step] = self._passes.word_probabilities(hidden)[range(len(group)), wanted].numpy()
                ids[:, blank + step] = wanted
            scores.update(zip(group, map(tuple, parts.tolist()), strict=True))
        return scores


def rank_of(token_id: int, probabilities: Tensor) -> int:
    """Return the rank of an entry among the probabilities of a vocabulary (vocabulary,), 1 the best."""
    return int((probabilities > probabilities[token_id]).sum()) + 1


def _after_space(encoding: Encoding, blank: int) -> bool:
    """Tell whether a word in the blank brings its own space: one is there and no token stands for it."""
    start, before = encoding.spans[blank, 0], encoding.spans[blank - 1]
    space_is_token = not encoding.special[blank - 1] and before[0] == before[1]
    text = (encoding.pair or "") if encoding.sequence_ids[blank] == 1 else encoding.text
    return start > 0 and text[start - 1].isspace() and not space_is_token


def with_blanks(
    encoding: Encoding, blank: int, length: int, *, copies: int, mask_id: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return ids and segments (copies, tokens + length - 1) with `length` blanks in place of one."""
    ids = np.insert(encoding.ids, blank, [mask_id] * (length - 1))
    segments = np.insert(encoding.segment_ids, blank, [encoding.segment_ids[blank]] * (length - 1))
    return np.tile(ids, (copies, 1)), np.tile(segments, (copies, 1))
