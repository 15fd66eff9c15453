"""Random words and their mean cosine: drawn by the seed, compared pair by pair in plain loops."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pytest
from plain_pass import plain_states

from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.results import RandomWords
from bertviz_core.samples.stories import stories, story_languages

SENTENCES = (
    "Saqué dinero del banco y me senté en el banco de la plaza.",
    "La compañera hacía la cama cerca del río.",
    "The man went to the store, and 1000 $ <b>.",
    "12 !",
)


def cosine(first: np.ndarray, second: np.ndarray) -> float:
    first, second = first.astype(np.float64), second.astype(np.float64)
    return float(first @ second / np.linalg.norm(first) / np.linalg.norm(second))


def plain_vectors(engine: BertEngine, sentence: str) -> list[tuple[str, np.ndarray]]:
    """Return each word of a sentence with the mean of its pieces (layers + 1, hidden) in a plain pass."""
    encoding = engine.encode(sentence)
    states = plain_states(engine, sentence)
    found = []
    for match in re.finditer(r"[a-zA-Zà-ÿ]+", sentence):
        rows = [
            row
            for row, (start, end) in enumerate(encoding.spans)
            if start < end and start < match.end() and end > match.start()
        ]
        found.append((match.group(), states[:, rows].mean(axis=1)))
    return found


def test_every_word_is_drawn_where_all_are_asked_for(engine: BertEngine) -> None:
    drawn = engine.random_words(SENTENCES, count=1000)
    expected = [
        (number, word, vector)
        for number, sentence in enumerate(SENTENCES)
        for word, vector in plain_vectors(engine, sentence)
    ]
    assert drawn.words == tuple(word for _, word, _ in expected)
    assert drawn.sentence_index.tolist() == [number for number, *_ in expected]
    for row, (*_, vector) in enumerate(expected):
        np.testing.assert_allclose(drawn.states[:, row], vector, rtol=2e-3, atol=2e-3)


def test_mean_cosine_is_that_of_different_words_of_different_sentences(engine: BertEngine) -> None:
    drawn = engine.random_words(SENTENCES, count=12, seed=3)
    pairs = [
        (a, b)
        for a, b in combinations(range(12), 2)
        if drawn.words[a].lower() != drawn.words[b].lower()
        and drawn.sentence_index[a] != drawn.sentence_index[b]
    ]
    assert 0 < len(pairs) < 66
    for centred in (False, True):
        expected = []
        for states in drawn.states.astype(np.float64):
            moved = states - states.mean(axis=0) if centred else states
            expected.append(np.mean([cosine(moved[a], moved[b]) for a, b in pairs]))
        np.testing.assert_allclose(drawn.anisotropy[int(centred)], expected, atol=2e-4)


def test_a_word_and_the_mean_of_its_sentence(engine: BertEngine) -> None:
    drawn = engine.random_words(SENTENCES, count=1000)
    for kind, origins in enumerate((np.zeros_like(drawn.means), drawn.means)):
        expected = []
        for sentence in SENTENCES[:3]:
            words = np.stack([vector for _, vector in plain_vectors(engine, sentence)], axis=1)
            expected.append(
                [
                    np.mean([cosine(word - origin, layer.mean(axis=0) - origin) for word in layer])
                    for layer, origin in zip(words, origins, strict=True)
                ]
            )
        np.testing.assert_allclose(drawn.in_sentence[kind], np.mean(expected, axis=0), atol=3e-3)


def test_words_of_the_stories_of_every_language(mini: BertEngine) -> None:
    calls: list[tuple[int, int]] = []
    drawn = mini.random_words(progress=lambda done, total: calls.append((done, total)))
    written = [s for code in story_languages() for story in stories(code) for s in story.sentences]
    assert len(drawn) == 300
    assert drawn.states.dtype == np.float16
    assert all(word in written[n] for word, n in zip(drawn.words, drawn.sentence_index, strict=True))
    third = len(written) / 3
    assert all(((drawn.sentence_index // third) == part).sum() > 60 for part in range(3))
    assert calls[-1][0] == calls[-1][1] == len(calls)


def test_centring_takes_the_cone_away(mini: BertEngine) -> None:
    drawn = mini.random_words(count=150)
    assert drawn.anisotropy[0].max() > 0.2
    assert np.abs(drawn.anisotropy[1]).max() < 0.03
    assert (drawn.in_sentence[1] < drawn.in_sentence[0]).all()


def test_the_seed_draws(mini: BertEngine) -> None:
    def drawn(seed: int) -> RandomWords:
        return mini.random_words(SENTENCES, count=8, seed=seed)

    assert drawn(1).words == drawn(1).words
    assert drawn(1).words != drawn(2).words


def test_without_two_sentences_there_is_no_pair(mini: BertEngine) -> None:
    drawn = mini.random_words(["La cama.", "la LA"], count=9)
    assert not np.isnan(drawn.anisotropy).any()
    assert np.isnan(mini.random_words(["La cama."]).anisotropy).all()


@pytest.mark.parametrize("count", [1, 1001])
def test_what_cannot_be_drawn_is_refused(mini: BertEngine, count: int) -> None:
    with pytest.raises(InputError, match="Choose 2 to 1000"):
        mini.random_words(SENTENCES, count=count)
    with pytest.raises(InputError, match="too few words"):
        mini.random_words(["12 !", "Hola."])
    with pytest.raises(InputError, match="too few words"):
        mini.random_words([])
