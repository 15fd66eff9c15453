"""Do the vectors of an ambiguous word tell its senses apart, and after which layer?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.sense_scores import mean_silhouette, nearest_neighbour_accuracy
from bertviz_core.evaluation.steps import Step, nothing
from bertviz_core.results import Encoding, WordSenses
from bertviz_core.samples.sets import SenseSentence, sense_sentences

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

_LAST = 4


def sense_scores(
    engine: BertEngine, sentences: Sequence[SenseSentence] | None = None, *, step: Step = nothing
) -> tuple[WordSenses, ...]:
    """Compare the occurrences of each written word, one language apart from another."""
    words: dict[tuple[str, str], list[SenseSentence]] = {}
    for sentence in sense_sentences() if sentences is None else sentences:
        words.setdefault((sentence.language, sentence.word), []).append(sentence)
    return tuple(_compare(engine, of_word, step) for of_word in words.values())


def word_vectors(
    engine: BertEngine, sentences: Sequence[SenseSentence], *, step: Step = nothing
) -> NDArray[np.float64]:
    """Return the vectors of the word (layers + 1, sentences, hidden), each the mean of its pieces."""
    vectors: dict[int, NDArray[np.float64]] = {}

    def take(number: int, encoding: Encoding, states: NDArray[np.float32]) -> None:
        pieces = pieces_of(encoding, sentences[number].word)
        vectors[number] = states[:, pieces].mean(axis=1, dtype=np.float64)
        step()

    engine.hidden_states((sentence.sentence for sentence in sentences), take=take)
    return np.stack([vectors[number] for number in range(len(sentences))], axis=1)


def pieces_of(encoding: Encoding, word: str) -> NDArray[np.int64]:
    """Return the places of the pieces of a word, or of its plural, where it first stands in a text."""
    found = re.search(rf"\b{re.escape(word)}(?:e?s)?\b", encoding.text, flags=re.IGNORECASE)
    start, end = found.span() if found else (0, 0)
    starts, ends = encoding.spans.T
    return np.flatnonzero((starts < end) & (ends > start) & ~encoding.special)


def _compare(engine: BertEngine, sentences: Sequence[SenseSentence], step: Step) -> WordSenses:
    senses = np.array([sentence.sense for sentence in sentences])
    layers = word_vectors(engine, sentences, step=step)
    last_four = np.concatenate(list(layers[1:][-_LAST:]), axis=1)
    return WordSenses(
        word=sentences[0].word,
        language=sentences[0].language,
        senses=tuple(dict.fromkeys(senses.tolist())),
        sentences=len(sentences),
        majority=max(Counter(senses.tolist()).values()) / len(sentences),
        accuracy=tuple(nearest_neighbour_accuracy(vectors, senses) for vectors in layers),
        silhouette=tuple(mean_silhouette(vectors, senses) for vectors in layers),
        accuracy_last_four=nearest_neighbour_accuracy(last_four, senses),
        silhouette_last_four=mean_silhouette(last_four, senses),
    )
