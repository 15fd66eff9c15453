"""The features of tagged words: those of a plain pass, pieces found by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from plain_pass import plain_states

from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.samples.tagging import TaggedSentence, tagged_sentences
from bertviz_core.training import tagging_features
from bertviz_core.training.tagging_features import describe_tags, tagged_words

TEXTS = (
    "La compañera hacía la cama .",
    "Penguins live at the south of the world .",
    "Saqué dinero del banco y me senté .",
    "The man went to the store , and bought milk .",
    "a mulher sai da rua",
    "El ñandú corría hacia el sol .",
)


def sentences_of(texts: Sequence[str]) -> list[TaggedSentence]:
    """Tag words with `B-X` where they begin with a capital."""
    return [
        TaggedSentence(
            language="",
            tokens=tuple(text.split()),
            tags=tuple("B-X" if word[0].isupper() else "O" for word in text.split()),
        )
        for text in texts
    ]


def rows_by_hand(engine: BertEngine, text: str) -> list[int]:
    """Find the first token that covers a letter of each word, going through the letters one by one."""
    encoding = engine.encode(text)
    covering: dict[int, int] = {}
    for row, (start, end) in reversed(list(enumerate(encoding.spans.tolist()))):
        if not encoding.special[row]:
            covering.update(dict.fromkeys(range(start, end), row))
    rows, place = [], 0
    for word in text.split():
        place = text.index(word, place)
        rows.append(min(covering[letter] for letter in range(place, place + len(word)) if letter in covering))
        place += len(word)
    return rows


def check(engine: BertEngine, texts: Sequence[str]) -> None:
    found = tagged_words(engine, sentences_of(texts))
    expected = [plain_states(engine, text)[:, rows_by_hand(engine, text)] for text in texts]
    together = np.concatenate(expected, axis=1)
    assert found.states.dtype == np.float16
    np.testing.assert_allclose(found.states, together, rtol=2e-3, atol=2e-3)
    words = [word for text in texts for word in text.split()]
    assert found.tags.tolist() == ["B-X" if word[0].isupper() else "O" for word in words]
    assert found.sentence_index.tolist() == [n for n, text in enumerate(texts) for _ in text.split()]
    assert (found.data.sentences, found.data.words) == (len(texts), len(words))
    assert (found.data.unread_sentences, found.data.unread_words, found.data.unused_sentences) == (0, 0, 0)


def test_features_are_those_of_a_plain_pass(engine: BertEngine) -> None:
    check(engine, TEXTS * 2)


def test_features_of_the_bundled_model_too(mini: BertEngine) -> None:
    check(mini, [*TEXTS, *(" ".join(sentence.tokens) for sentence in tagged_sentences("es")[:8])])


def test_a_word_of_several_pieces_has_its_first(mini: BertEngine) -> None:
    text = "El ornitorrinco nada ."
    found = tagged_words(mini, sentences_of([text] * 10))
    pieces = [row for row, (start, end) in enumerate(mini.encode(text).spans) if 3 <= start and end <= 15]
    pieces = [row for row in pieces if not mini.encode(text).special[row]]
    assert len(pieces) > 1
    np.testing.assert_allclose(
        found.states[:, 1], plain_states(mini, text)[:, pieces[0]], rtol=2e-3, atol=2e-3
    )


def test_what_the_model_does_not_reach_is_left_out_and_counted(tiny) -> None:
    engine = tiny("bert")
    long = " ".join(["Banco", *["banco"] * 99])
    blank = TaggedSentence(language="", tokens=("\u200b",), tags=("O",))
    masked = TaggedSentence(language="", tokens=("El", "___", "sol"), tags=("B-X", "O", "O"))
    found = tagged_words(engine, [*sentences_of([*TEXTS, *TEXTS, long]), blank, masked])
    assert found.data.unread_sentences == 2
    assert found.data.unread_words == 100 - (engine.info.max_tokens - 2)
    assert found.data.sentences == 13
    assert (found.sentence_index == 12).sum() == engine.info.max_tokens - 2
    assert found.states.shape[1] == len(found.tags) == len(found.sentence_index) == found.data.words


def test_of_too_many_sentences_some_are_drawn(tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagging_features, "MOST_WORDS", 100)
    many = sentences_of(TEXTS * 20)
    found = tagged_words(tiny("bert"), many)
    assert 90 < found.data.words <= 100
    assert found.data.sentences + found.data.unused_sentences == 120
    again = tagged_words(tiny("bert"), many)
    np.testing.assert_array_equal(found.states, again.states)
    monkeypatch.setattr(tagging_features, "MOST_BYTES", 2 * 4 * 32 * 80)
    assert 70 < tagged_words(tiny("bert"), many).data.words <= 80


def test_counts_are_of_entities_or_of_tags(tiny) -> None:
    engine = tiny("bert")
    entity = [TaggedSentence(language="", tokens=("El", "sol"), tags=("B-X", "I-X"))] * 3
    data = tagged_words(engine, [*sentences_of(TEXTS * 2), *entity]).data
    assert data.has_entities
    assert data.entities == (("X", 2 * 5 + 3),)
    assert data.tags == (("O", 82), ("B-X", 13), ("I-X", 3))
    classes = [TaggedSentence(language="", tokens=("El", "sol"), tags=("DET", "NOUN"))] * 10
    data = tagged_words(engine, classes).data
    assert not data.has_entities
    assert dict(data.tags) == {"DET": 10, "NOUN": 10}


def test_too_few_or_equal_sentences_are_refused(tiny) -> None:
    with pytest.raises(InputError, match="9 of these sentences"):
        tagged_words(tiny("bert"), sentences_of(TEXTS * 2)[:9])
    with pytest.raises(InputError, match="same tag"):
        tagged_words(tiny("bert"), sentences_of(["el sol sale"] * 10))


def test_progress_counts_sentences_and_ends_the_work(mini: BertEngine) -> None:
    told: list[tuple[int, int]] = []
    tagged_words(mini, sentences_of(TEXTS * 2), progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 12) for done in range(1, 13)]

    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        tagged_words(mini, sentences_of(TEXTS * 2), progress=stop)


def test_classes_of_equal_counts_stand_in_the_order_of_their_names() -> None:
    counted = describe_tags([("B-PER", "O", "B-LOC"), ("B-ORG", "O", "O")])
    assert counted.entities == (("LOC", 1), ("ORG", 1), ("PER", 1))
    assert counted.tags == (("O", 3), ("B-LOC", 1), ("B-ORG", 1), ("B-PER", 1))
