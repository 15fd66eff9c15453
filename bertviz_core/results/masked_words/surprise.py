"""How probable a model finds each token of a text, given all the others."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.answers.masked_words import Prediction
from bertviz_core.results.texts.encoding import Encoding
from bertviz_core.results.texts.note import Note

WithinWords = Literal["original", "left_to_right"]
"""What is hidden of a token's own word: the token alone, or with it the pieces to its right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredWord:
    """One word whose pieces were scored, or one of those pieces."""

    text: str
    """As it stands in the text."""
    tokens: tuple[int, ...]
    """Positions of its scored pieces."""
    log_probability: float
    """Sum over the pieces, in nats; NaN for a word that the vocabulary does not know."""

    @property
    def surprise(self) -> float:
        """How surprising it is, in bits: one more for every halving of the probability."""
        return abs(self.log_probability) / math.log(2)


@dataclass(frozen=True, slots=True, kw_only=True)
class PseudoLikelihood:
    """The pseudo-log-likelihood of a text or pair, token by token (Salazar et al. 2020)."""

    model: str
    encoding: Encoding
    within_words: WithinWords
    log_probabilities: NDArray[np.float64]  # (n,) in nats, NaN where nothing was scored
    scored: NDArray[np.bool_]  # (n,) no special token, typed blank or unknown word
    ranks: NDArray[np.int64]  # (n,) of the token in the whole vocabulary, 1 is best; 0 where not scored
    expected: tuple[Prediction | None, ...]
    """For each token the most probable entry other than itself; None where nothing was scored."""
    notes: tuple[Note, ...] = ()
    """What was decided while the text was read."""

    @property
    def total(self) -> float:
        """The pseudo-log-likelihood: the sum over the scored tokens, in nats."""
        return float(self.log_probabilities[self.scored].sum())

    @property
    def per_token(self) -> float:
        """The mean over the scored tokens, in nats; NaN where there is none."""
        count = int(self.scored.sum())
        return self.total / count if count else math.nan

    @property
    def perplexity(self) -> float:
        """The pseudo-perplexity: so many equally probable choices would be as hard to guess."""
        return float(np.exp(-np.float64(self.per_token)))

    @property
    def words(self) -> tuple[ScoredWord, ...]:
        """The scored pieces joined to words, in reading order."""
        return self._joined_words(self.scored)

    @property
    def unknown_words(self) -> tuple[ScoredWord, ...]:
        """The words that the vocabulary does not know, in reading order; their log probability is NaN."""
        return self._joined_words(self.encoding.in_unknown_words)

    @property
    def pieces(self) -> tuple[ScoredWord, ...]:
        """The scored pieces one by one, `##` before a WordPiece continuation."""
        return tuple(
            ScoredWord(
                text=self.encoding.labels[place],
                tokens=(place,),
                log_probability=float(self.log_probabilities[place]),
            )
            for place in np.flatnonzero(self.scored).tolist()
        )

    def by_token(self) -> list[dict[str, str | int | float]]:
        """Return what is known of each scored token, ready for a table or JSON."""
        return [
            {
                "token": self.encoding.tokens[place],
                "position": place,
                "log_probability": float(self.log_probabilities[place]),
                "rank": int(self.ranks[place]),
            }
            for place in np.flatnonzero(self.scored).tolist()
        ]

    def joined(self, other: Self) -> Self:
        """Return the scores of two parts of the same text as one."""
        return replace(
            self,
            log_probabilities=np.where(other.scored, other.log_probabilities, self.log_probabilities),
            scored=self.scored | other.scored,
            ranks=np.where(other.scored, other.ranks, self.ranks),
            expected=tuple(
                theirs or ours for ours, theirs in zip(self.expected, other.expected, strict=True)
            ),
        )

    def unscored(self) -> list[dict[str, str | int]]:
        """Return the words without a score that the vocabulary does not know, ready for a table or JSON."""
        return [
            {"text": word.text, "token": self.encoding.tokens[place], "position": place}
            for word in self.unknown_words
            for place in word.tokens
        ]

    def _joined_words(self, taken: NDArray[np.bool_]) -> tuple[ScoredWord, ...]:
        groups: dict[tuple[int, int], list[int]] = {}
        for place in np.flatnonzero(taken).tolist():
            word = int(self.encoding.word_ids[place])
            key = (int(self.encoding.sequence_ids[place]), word if word >= 0 else -1 - place)
            groups.setdefault(key, []).append(place)
        return tuple(self._word(places) for places in groups.values())

    def _word(self, places: list[int]) -> ScoredWord:
        first, last = places[0], places[-1]
        text = (self.encoding.pair or "") if self.encoding.sequence_ids[first] == 1 else self.encoding.text
        typed = text[self.encoding.spans[first, 0] : self.encoding.spans[last, 1]]
        return ScoredWord(
            text=typed or self.encoding.labels[first],
            tokens=tuple(places),
            log_probability=float(self.log_probabilities[places].sum()),
        )
