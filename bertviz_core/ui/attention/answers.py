"""Answers about attention, shared by views and visitors in bounded caches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.analysis.attention.heads_statistics import HeadStatisticsCollector
from bertviz_core.components.attention.payload import AttentionArrays, layer_block
from bertviz_core.components.attention.quantise import AttentionQuantiser
from bertviz_core.results import (
    AttentionRollout,
    HeadEffects,
    HeadMatch,
    HeadSimilarity,
    HeadStatistics,
    QueryKey,
)
from bertviz_core.ui.answers import model_key

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def attention_arrays(engine: BertEngine, text: str, *, pair: str | None = None) -> AttentionArrays:
    """Return the quantised attention of a text."""
    return _read_attention(engine, model_key(engine), text, pair)[0]


def attention_layer_block(engine: BertEngine, text: str, *, pair: str | None, layer: int) -> bytes:
    """Return the quantised weights of one layer, of a text too long to send all layers at once."""
    return _attention_layer_block(engine, model_key(engine), text, pair, layer)


def head_statistics(engine: BertEngine, text: str, *, pair: str | None = None) -> HeadStatistics:
    """Return what each head mostly does."""
    return _read_attention(engine, model_key(engine), text, pair)[1]


def head_similarity(engine: BertEngine, text: str, *, pair: str | None = None) -> HeadSimilarity:
    """Return how far apart the heads are."""
    return _head_similarity(engine, model_key(engine), text, pair)


def found_heads(
    engine: BertEngine, text: str, *, pair: str | None, queries: tuple[int, ...], keys: tuple[int, ...]
) -> tuple[HeadMatch, ...]:
    """Return the heads in which tokens at some positions look at those at others."""
    return _found_heads(engine, model_key(engine), (text, pair), queries, keys)


def hidden_tokens(
    engine: BertEngine, text: str, *, pair: str | None, places: tuple[int, ...]
) -> dict[int | None, float]:
    """Return for the tokens at some places how probable each is when it is hidden, in nats."""
    return _hidden_tokens(engine, model_key(engine), (text, pair), places)


def masked_word_effects(
    engine: BertEngine, text: str, *, pair: str | None, word: str | None, layers: tuple[int, ...]
) -> HeadEffects:
    """Return what each head of some layers alone does to a word in the first blank, the best one for None."""
    return _masked_word_effects(engine, model_key(engine), (text, pair), word, layers)


def next_sentence_effects(
    engine: BertEngine, text: str, *, pair: str, layers: tuple[int, ...]
) -> HeadEffects:
    """Return what each head of some layers alone does to the probability that the second text follows."""
    return _next_sentence_effects(engine, model_key(engine), text, pair, layers)


def attention_rollout(engine: BertEngine, text: str, *, pair: str | None = None) -> AttentionRollout:
    """Return how much of each input token is in each token after each layer."""
    return _attention_rollout(engine, model_key(engine), text, pair)


def query_key(engine: BertEngine, text: str, *, pair: str | None = None, layer: int, head: int) -> QueryKey:
    """Return the queries and keys of one head and how they become its weights."""
    return _query_key(engine, model_key(engine), text, pair, (layer, head))


# One pass for both. Entries reach 7 MB at 256 tokens (all layers), 2 MB at 512 (one layer).
@st.cache_resource(max_entries=8, show_spinner=False)
def _read_attention(
    _engine: BertEngine, model: str, text: str, pair: str | None
) -> tuple[AttentionArrays, HeadStatistics]:
    info, encoding = _engine.info, _engine.encode(text, pair)
    quantiser = AttentionQuantiser(encoding, info.layers, info.heads)
    statistics = HeadStatisticsCollector(encoding, model=info.id)

    def take(layer: int, weights: NDArray[np.float32]) -> None:
        quantiser.take(layer, weights)
        statistics.take(layer, weights)

    _engine.attention_layers(text, pair, take=take)
    return quantiser.arrays(), statistics.result()


@st.cache_resource(max_entries=12, show_spinner=False)
def _attention_layer_block(_engine: BertEngine, model: str, text: str, pair: str | None, layer: int) -> bytes:
    weights = _engine.attention_layer(text, pair, layer=layer)
    return layer_block(weights, _engine.encode(text, pair).sequence_ids)


@st.cache_resource(max_entries=20, show_spinner=False)
def _head_similarity(_engine: BertEngine, model: str, text: str, pair: str | None) -> HeadSimilarity:
    return _engine.head_similarity(text, pair)


@st.cache_resource(max_entries=100, show_spinner=False)
def _found_heads(
    _engine: BertEngine,
    model: str,
    texts: tuple[str, str | None],
    queries: tuple[int, ...],
    keys: tuple[int, ...],
) -> tuple[HeadMatch, ...]:
    return _engine.find_heads(*texts, queries=queries, keys=keys)


@st.cache_resource(max_entries=100, show_spinner=False)
def _hidden_tokens(
    _engine: BertEngine, model: str, texts: tuple[str, str | None], places: tuple[int, ...]
) -> dict[int | None, float]:
    likelihood = _engine.pseudo_log_likelihood(*texts, places=places).log_probabilities
    return {place: float(likelihood[place]) for place in places}


@st.cache_resource(max_entries=400, show_spinner=False)
def _masked_word_effects(
    _engine: BertEngine, model: str, texts: tuple[str, str | None], word: str | None, layers: tuple[int, ...]
) -> HeadEffects:
    return _engine.masked_word_effects(*texts, word=word, layers=layers)


@st.cache_resource(max_entries=400, show_spinner=False)
def _next_sentence_effects(
    _engine: BertEngine, model: str, text: str, pair: str, layers: tuple[int, ...]
) -> HeadEffects:
    return _engine.next_sentence_effects(text, pair, layers=layers)


# Entries reach 25 MB at 512 tokens.
@st.cache_resource(max_entries=1, show_spinner=False)
def _attention_rollout(_engine: BertEngine, model: str, text: str, pair: str | None) -> AttentionRollout:
    return _engine.attention_rollout(text, pair)


# Entries reach 2 MB at 512 tokens.
@st.cache_resource(max_entries=8, show_spinner=False)
def _query_key(
    _engine: BertEngine, model: str, text: str, pair: str | None, head: tuple[int, int]
) -> QueryKey:
    return _engine.query_key(text, pair, layer=head[0], head=head[1])
