"""The words that stand around the occurrences of one cluster more than around those of the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, zip_longest

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import WordLayers
from bertviz_core.samples.sets import cloze_sentences, film_reviews, sentence_pairs, spam_messages
from bertviz_core.samples.stories import stories, story_languages

MOST_WORDS = 5
NEAR = 10
"""Words on either side of an occurrence that are read."""

NEARNESS = 0.15
"""Of two words that stand in equally many sentences the nearer one is more typical."""

COMMON = 0.03
"""A word in a larger share of the sentences of a bundled language belongs to its grammar."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def typical_words(layers: WordLayers, labels: NDArray[np.int64]) -> tuple[tuple[str, ...], ...]:
    """Return the most typical context words of the clusters 0, 1, …, as they are written most often.

    A word counts for a cluster by how much more often, and how much closer, it stands near its occurrences
    than near those of other clusters, times its rarity (class-based tf-idf, Grootendorst 2022). What stands
    in many of the bundled texts is left out, as it belongs to the grammar of a language; such words of other
    languages count little, since all clusters have them.
    """
    own = {layers.form(occurrence).casefold() for occurrence in range(len(layers))}
    written: dict[str, Counter[str]] = {}
    near: list[dict[str, float]] = []
    for occurrence in range(len(layers)):
        near.append({})
        for word, distance in _words_near(layers, occurrence):
            if (folded := word.casefold()) not in own:
                written.setdefault(folded, Counter())[word] += 1
                near[-1].setdefault(folded, distance**-NEARNESS)
    rarity = {word: _rarity(word, sum(forms.values()), len(near)) for word, forms in written.items()}
    return tuple(
        tuple(written[word].most_common(1)[0][0] for word in words) for words in _ranked(near, labels, rarity)
    )


def _words_near(layers: WordLayers, occurrence: int) -> Iterator[tuple[str, int]]:
    """Yield the words around an occurrence, the nearest first, with how many words away they stand."""
    sentence = layers.sentence(occurrence)
    start, end = layers.spans[occurrence]
    before, after = _WORD.findall(sentence[:start])[::-1], _WORD.findall(sentence[end:])
    for distance, words in enumerate(islice(zip_longest(before, after), NEAR), start=1):
        yield from ((word, distance) for word in words if word)


def _ranked(
    near: list[dict[str, float]], labels: NDArray[np.int64], rarity: dict[str, float]
) -> Iterator[list[str]]:
    """Yield the first words of each cluster in turn."""
    everywhere = _sum(near)
    for cluster in range(int(labels.max(initial=-1)) + 1):
        members = np.flatnonzero(labels == cluster)
        others = max(len(near) - len(members), 1)
        inside = _sum(near[place] for place in members)
        scores = {
            word: rarity[word] * (weight / len(members) - (everywhere[word] - weight) / others)
            for word, weight in inside.items()
        }
        best = sorted(scores, key=lambda word: (-scores[word], word))
        yield [word for word in best[:MOST_WORDS] if scores[word] > 1e-9]


def _sum(near: Iterable[dict[str, float]]) -> dict[str, float]:
    """Add up the weights of each word."""
    weights: dict[str, float] = {}
    for words in near:
        for word, weight in words.items():
            weights[word] = weights.get(word, 0.0) + weight
    return weights


def _rarity(word: str, count: int, texts: int) -> float:
    """Return how telling a word is that stands in so many of so many texts."""
    shares = []
    for sentences, counts in _written_texts().values():
        if counts[word] > COMMON * sentences:
            return 0.0
        shares.append((count + counts[word]) / (texts + sentences))
    return float(np.log(1 / max(shares)) ** 2)


@cache
def _written_texts() -> dict[str, tuple[int, Counter[str]]]:
    """Return, by language, how many written sentences there are, and in how many each word stands."""
    sentences: dict[str, list[str]] = {}
    for cloze in cloze_sentences():
        sentences.setdefault(cloze.language, []).append(cloze.sentence)
    for pair in sentence_pairs():
        sentences.setdefault(pair.language, []).extend((pair.first, pair.second))
    for text in (*film_reviews(), *spam_messages()):
        sentences.setdefault(text.language, []).append(text.text)
    for language in story_languages():
        for story in stories(language):
            sentences.setdefault(language, []).extend(story.sentences)
    return {
        language: (len(own), Counter(word for text in own for word in set(_words(text))))
        for language, own in sentences.items()
    }


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
