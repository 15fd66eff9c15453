"""Do the vectors of an ambiguous word tell its senses apart, and after which layer?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.sense_scores import mean_silhouette, nearest_neighbour_accuracy
from bertviz_core.evaluation.steps import Step, nothing
from bertviz_core.results import WordSenses, combine_layers
from bertviz_core.samples.sets import SenseSentence, sense_sentences

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine


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
) -> NDArray[np.floating]:
    """Return the vectors of one word (layers + 1, sentences, hidden), each the mean of its pieces."""
    found = engine.word_layers(
        (sentence.sentence for sentence in sentences),
        sentences[0].word,
        inflected=sentences[0].language,
        progress=lambda done, total: step() if done else None,
    )
    _, first = np.unique(found.sentence_index, return_index=True)
    return found.states[:, first]


def _compare(engine: BertEngine, sentences: Sequence[SenseSentence], step: Step) -> WordSenses:
    senses = np.array([sentence.sense for sentence in sentences])
    layers = word_vectors(engine, sentences, step=step)
    last_four = combine_layers(layers, "concat_last_4")
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
