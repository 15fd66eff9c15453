"""Questions about attention: what heads look at, how alike they are, and what each does to an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.answers.masked_words import require_masked_word_head
from bertviz_core.analysis.answers.next_sentence import require_next_sentence_head
from bertviz_core.analysis.attention.explore import attention_layer, attention_maps
from bertviz_core.analysis.attention.flow import attention_rollout
from bertviz_core.analysis.attention.heads_search import HeadSearch
from bertviz_core.analysis.attention.heads_similarity import HeadRowsCollector
from bertviz_core.analysis.attention.heads_statistics import HeadStatisticsCollector
from bertviz_core.analysis.attention.off_effects import (
    FollowedWord,
    masked_word_effects,
    next_sentence_effects,
)
from bertviz_core.analysis.attention.query_key import query_key
from bertviz_core.analysis.passes.attention_capture import TakeLayer
from bertviz_core.analysis.texts.input_text import require_visible
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import (
    AttentionMaps,
    AttentionRollout,
    Encoding,
    HeadEffects,
    HeadMatch,
    HeadSimilarity,
    HeadStatistics,
    QueryKey,
)


class AttentionQuestions(BaseEngine):
    """What heads attend to in a text or a pair, and what becomes of an answer without each of them."""

    def attention(self, text: str, pair: str | None = None) -> AttentionMaps:
        """Return the attention of every head, rows are queries and sum to 1."""
        return attention_maps(self._passes, self.encode(text, pair))

    def attention_layers(self, text: str, pair: str | None = None, *, take: TakeLayer) -> Encoding:
        """Hand over the attention of one layer after the other, so that one at a time is in memory.

        Args:
            text: The text.
            pair: A second text.
            take: Called with each 0-based layer number and its weights (heads, query, key), in order,
                while the pass is running: it keeps what it needs and asks the engine nothing.
        """
        encoding = self.encode(text, pair)
        self._passes.stream_attention(encoding, take)
        return encoding

    def attention_layer(self, text: str, pair: str | None = None, *, layer: int) -> NDArray[np.float32]:
        """Return one layer's attention (heads, query, key), without a new pass where one is kept.

        Args:
            text: The text.
            pair: A second text.
            layer: 0-based.

        Raises:
            InputError: The model has no such layer.
        """
        return attention_layer(self._passes, self.encode(text, pair), layer)

    def head_statistics(self, text: str, pair: str | None = None) -> HeadStatistics:
        """Return what each head mostly does: entropy, distance, and shares of its attention."""
        collector = HeadStatisticsCollector(self.encode(text, pair), model=self.info.id)
        self.attention_layers(text, pair, take=collector.take)
        return collector.result()

    def head_similarity(self, text: str, pair: str | None = None) -> HeadSimilarity:
        """Return how far apart all heads are in what they attend to, with a flat map of them."""
        info = self.info
        rows = HeadRowsCollector(self.encode(text, pair), model=info.id, heads=info.layers * info.heads)
        self.attention_layers(text, pair, take=rows.take)
        return rows.result()

    def find_heads(
        self, text: str, pair: str | None = None, *, queries: Collection[int], keys: Collection[int]
    ) -> tuple[HeadMatch, ...]:
        """Return all heads, those first in which some tokens look most at some others.

        Args:
            text: The text.
            pair: A second text.
            queries: Positions of the tokens that look.
            keys: Positions of the tokens that are looked at.

        Raises:
            InputError: No position is given on one side, or one is not of this input.
        """
        search = HeadSearch(self.encode(text, pair), queries=queries, keys=keys)
        self.attention_layers(text, pair, take=search.take)
        return search.result()

    def attention_rollout(self, text: str, pair: str | None = None) -> AttentionRollout:
        """Return how much of each input token is in each token after each layer (Abnar & Zuidema 2020)."""
        return attention_rollout(self._passes, self.encode(text, pair))

    def query_key(self, text: str, pair: str | None = None, *, layer: int, head: int) -> QueryKey:
        """Return the queries and keys of one head and how they become its weights.

        Args:
            text: The text.
            pair: A second text.
            layer: 0-based.
            head: 0-based.

        Raises:
            InputError: The model has no such layer or head.
        """
        return query_key(self._passes, self.encode(text, pair), layer=layer, head=head)

    def masked_word_effects(
        self,
        text: str,
        pair: str | None = None,
        *,
        blank: int = 0,
        word: str | None = None,
        layers: Iterable[int] | None = None,
        end_sentence: bool = False,
    ) -> HeadEffects:
        """Return what each head alone does to one word of a blank: half a pass for each head and piece.

        Args:
            text: A text with one or more blanks.
            pair: A second text, read with the first; its blanks come after those of the first.
            blank: Which of them, from 0.
            word: The word to follow; the most probable one when left out.
            layers: 0-based layers whose heads are tried; all of them when left out.
            end_sentence: Read a blank that stands last as if the sentence ended after it, where the model
                expects a sign of punctuation there and the word is none.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: There is no such blank or no such layer, or the word cannot be scored.
            TextTooLongError: The text, or both together, have more than 128 tokens.
        """
        require_masked_word_head(self._passes)
        layers = range(self.info.layers) if layers is None else layers
        reading = self._read_blank(text, pair, blank, word, end_sentence)
        effects = masked_word_effects(
            self._passes,
            self._reader,
            encoding=reading.encoding,
            followed=FollowedWord(reading.number(blank), word),
            layers=layers,
        )
        return replace(effects, notes=reading.notes)

    def next_sentence_effects(
        self, first: str, second: str, *, layers: Iterable[int] | None = None
    ) -> HeadEffects:
        """Return what each head alone does to the probability that the second text follows the first.

        Args:
            first: The first text.
            second: The second text.
            layers: 0-based layers whose heads are tried; all of them when left out.

        Raises:
            MissingHeadError: The checkpoint has no trained next-sentence head.
            InputError: There is no such layer.
            TextTooLongError: Both texts together have more than 128 tokens.
        """
        require_next_sentence_head(self._passes)
        require_visible(second)
        layers = range(self.info.layers) if layers is None else layers
        return next_sentence_effects(self._passes, self.encode(first, second), layers=layers)
