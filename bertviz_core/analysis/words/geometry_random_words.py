"""How alike the vectors of unrelated words are: anisotropy, the narrow cone in which they lie.

Ethayarajh 2019, "How Contextual are Contextualized Word Representations? Comparing the Geometry of BERT,
ELMo, and GPT-2 Embeddings".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.passes.many_texts import stream_states
from bertviz_core.analysis.passes.network import Network
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.analysis.vectors.cosines import unit_vectors
from bertviz_core.analysis.words.word_layers import Progress, pieces_of
from bertviz_core.errors import InputError
from bertviz_core.results import Encoding, RandomWords

FEWEST_WORDS, MOST_WORDS = 2, 1_000
WHOLE_SENTENCES = 60
"""In so many of the sentences every word is compared with the mean of all."""

_WORD = re.compile(r"[^\W\d_]+")


class _Word(NamedTuple):
    sentence: int
    text: str
    places: NDArray[np.int64]  # of its pieces among the tokens


def draw_random_words(
    network: Network,
    reader: TextReader,
    sentences: Iterable[str],
    *,
    count: int,
    seed: int,
    progress: Progress | None = None,
) -> RandomWords:
    """Draw words out of sentences, each place as likely as any other, and keep their states.

    Raises:
        InputError: The number or the seed is out of range, or the sentences hold fewer than two words.
    """
    if not FEWEST_WORDS <= count <= MOST_WORDS:
        raise InputError(
            "Choose {least} to {most} random words, not {count}.",
            least=FEWEST_WORDS,
            most=MOST_WORDS,
            count=count,
        )
    if seed < 0:
        raise InputError("The seed must be a whole number that is not negative.")
    encodings = [reader.read(text, has_segments=network.model.info.has_segments) for text in sentences]
    words = [word for number, encoding in enumerate(encodings) for word in _words_of(number, encoding)]
    if len(words) < FEWEST_WORDS:
        raise InputError("There are too few words to draw from. Give more sentences.")
    random = np.random.default_rng(seed)
    drawn = [words[row] for row in np.sort(random.permutation(len(words))[:count])]
    spoken = sorted({word.sentence for word in words})
    whole = set(random.permutation(spoken)[:WHOLE_SENTENCES].tolist())
    vectors = _vectors(network, encodings, [drawn, [w for w in words if w.sentence in whole]], progress)
    states = np.stack([vectors[word.sentence, word.places[0]] for word in drawn], axis=1)
    by_sentence: list[list[NDArray[np.float16]]] = [
        [vectors[word.sentence, word.places[0]] for word in words if word.sentence == sentence]
        for sentence in sorted(whole)
    ]
    means = states.mean(axis=1, dtype=np.float32)
    origins = np.zeros_like(means), means
    return RandomWords(
        model=network.model.info.id,
        words=tuple(word.text for word in drawn),
        sentence_index=np.array([word.sentence for word in drawn], dtype=np.int64),
        states=states,
        anisotropy=np.stack([_anisotropy(drawn, states, origin) for origin in origins]),
        in_sentence=np.stack([_in_sentence(by_sentence, origin) for origin in origins]),
    )


def _anisotropy(
    drawn: list[_Word], states: NDArray[np.float16], origins: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Return the mean cosine of words of different sentences, seen from the origins (layers + 1,)."""
    names = np.array([word.text.casefold() for word in drawn])
    sentences = np.array([word.sentence for word in drawn])
    compared = (names[:, np.newaxis] != names) & (sentences[:, np.newaxis] != sentences)
    if not compared.any():
        return np.full(len(states), np.nan)
    layers = (unit_vectors(vectors - origin) for vectors, origin in zip(states, origins, strict=True))
    return np.array([(units @ units.T)[compared].mean(dtype=np.float64) for units in layers])


def _words_of(number: int, encoding: Encoding) -> list[_Word]:
    found = ((match, pieces_of(encoding, match.span())) for match in _WORD.finditer(encoding.text))
    return [_Word(number, match.group(), places) for match, places in found if len(places)]


def _vectors(
    network: Network, encodings: list[Encoding], wanted: list[list[_Word]], progress: Progress | None
) -> dict[tuple[int, int], NDArray[np.float16]]:
    """Return the vectors (layers + 1, hidden) of words by their sentence and first piece."""
    by_sentence: dict[int, dict[int, NDArray[np.int64]]] = {}
    for word in (word for words in wanted for word in words):
        by_sentence.setdefault(word.sentence, {})[int(word.places[0])] = word.places
    numbers = sorted(by_sentence)
    kept: dict[tuple[int, int], NDArray[np.float16]] = {}
    done = 0

    def take(row: int, encoding: Encoding, states: NDArray[np.float32]) -> None:
        nonlocal done
        for first, places in by_sentence[numbers[row]].items():
            kept[numbers[row], first] = states[:, places].mean(axis=1).astype(np.float16)
        done += 1
        if progress:
            progress(done, len(numbers))

    stream_states(network, [encodings[number] for number in numbers], take)
    return kept


def _in_sentence(
    sentences: list[list[NDArray[np.float16]]], origins: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Return the mean cosine of words and their sentences' means, seen from the origins (layers + 1,)."""
    of_sentences = []
    for words in sentences:
        layers = np.stack(words, axis=1)  # (layers + 1, words, hidden)
        middles = layers.mean(axis=1, dtype=np.float32)
        cosines = [
            unit_vectors(vectors - origin) @ unit_vectors((middle - origin)[np.newaxis])[0]
            for vectors, middle, origin in zip(layers, middles, origins, strict=True)
        ]
        of_sentences.append([float(row.mean()) for row in cosines])
    return np.array(of_sentences).mean(axis=0)
