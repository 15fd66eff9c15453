"""Questions about attention: what heads look at, and how alike they are."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.attention import attention_layer, attention_maps
from bertviz_core.analysis.attention_between import AttentionBetweenCollector
from bertviz_core.analysis.attention_capture import TakeLayer
from bertviz_core.analysis.attention_rollout import attention_rollout
from bertviz_core.analysis.head_search import HeadSearch
from bertviz_core.analysis.head_similarity import HeadRowsCollector
from bertviz_core.analysis.head_statistics import HeadStatisticsCollector
from bertviz_core.analysis.input_text import require_visible
from bertviz_core.analysis.query_key import query_key
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import (
    AttentionBetween,
    AttentionMaps,
    AttentionRollout,
    Encoding,
    HeadMatch,
    HeadSimilarity,
    HeadStatistics,
    QueryKey,
)


class AttentionQuestions(BaseEngine):
    """What heads attend to in a text or a pair."""

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

    def attention_between(self, first: str, second: str) -> AttentionBetween:
        """Return the shares of attention of `[CLS]` to both texts, and of each text to the other one."""
        require_visible(second)
        collector = AttentionBetweenCollector(self.encode(first, second), model=self.info.id)
        self.attention_layers(first, second, take=collector.take)
        return collector.result()
