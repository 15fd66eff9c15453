"""Questions to the next-sentence head."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.answers.next_sentence import next_sentence, require_next_sentence_head
from bertviz_core.analysis.next_sentence.many_pairs import Progress, next_sentences
from bertviz_core.analysis.next_sentence.order import sentence_order
from bertviz_core.analysis.next_sentence.why import attribute_next_sentence
from bertviz_core.analysis.next_sentence.why_attention import AttentionBetweenCollector
from bertviz_core.analysis.texts.input_text import require_visible
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import (
    AttentionBetween,
    Attribution,
    NextSentence,
    SentenceOrder,
)


class NextSentenceQuestions(BaseEngine):
    """Whether texts follow each other, and why; without a trained head all raise `MissingHeadError`.

    All but `attention_between`, which asks no head.
    """

    def next_sentence(self, first: str, second: str) -> NextSentence:
        """Return the probability that the second text follows the first.

        Raises:
            MissingHeadError: The checkpoint has no trained next-sentence head.
            TextTooLongError: Both texts together are over the model's length.
        """
        require_next_sentence_head(self._passes)
        require_visible(second)
        return next_sentence(self._passes, self.encode(first, second))

    def next_sentences(
        self,
        pairs: Iterable[tuple[str, str]],
        *,
        skip_unreadable: bool = False,
        progress: Progress | None = None,
    ) -> NDArray[np.float32]:
        """Return for each of n pairs (n,) the probability that its second text follows its first.

        Args:
            pairs: The texts, at most 1,000 pairs.
            skip_unreadable: Answer NaN for a pair that is empty or does not fit instead of raising its error.
            progress: Called after each batch with the pairs answered and all pairs.

        Raises:
            MissingHeadError: The checkpoint has no trained next-sentence head.
            InputError: There are too many pairs, or a text has nothing in it.
            TextTooLongError: A pair is over the model's length.
        """
        require_next_sentence_head(self._passes)
        return next_sentences(
            self._passes, self.encode, pairs=pairs, skip_unreadable=skip_unreadable, progress=progress
        )

    def sentence_order(self, sentences: Sequence[str]) -> SentenceOrder:
        """Return whether each sentence follows each other one, and the order that this makes most probable.

        Raises:
            MissingHeadError: The checkpoint has no trained next-sentence head.
            InputError: There are fewer than 2 sentences or more than 12, or one is blank.
            TextTooLongError: Two of them together are over the model's length.
        """
        require_next_sentence_head(self._passes)
        return sentence_order(self._passes, self.encode, sentences)

    def attribute_next_sentence(self, first: str, second: str, *, steps: int = 50) -> Attribution:
        """Return how much each token adds to the log odds that the second text follows the first.

        Args:
            first: The first text.
            second: The second text.
            steps: Passes along the path from masked words to the words, at most; fewer where the scores add
                up with fewer.

        Raises:
            MissingHeadError: The checkpoint has no trained next-sentence head.
            TextTooLongError: Both texts together have more than 128 tokens.
        """
        require_next_sentence_head(self._passes)
        require_visible(second)
        return attribute_next_sentence(self._passes, self._reader, self.encode(first, second), steps=steps)

    def attention_between(self, first: str, second: str) -> AttentionBetween:
        """Return the shares of attention of `[CLS]` to both texts, and of each text to the other one."""
        require_visible(second)
        encoding = self.encode(first, second)
        collector = AttentionBetweenCollector(encoding, model=self.info.id)
        self._passes.stream_attention(encoding, collector.take)
        return collector.result()
