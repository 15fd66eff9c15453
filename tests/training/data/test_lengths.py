"""Tokens are counted as the model reads them, without an end."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.results import (
    Answer,
    Examples,
    LearningData,
    QuestionExample,
    TaggedExample,
    Task,
    TextExample,
)
from bertviz_core.training.data import lengths
from bertviz_core.training.data.lengths import token_lengths

TEXTS = "el gato", "the cat sat on the mat. the cat sat.", "o gato dorme"


def data_of(examples: Examples, task: Task = "sentence") -> LearningData:
    parts = np.zeros(len(examples), dtype=np.int8)
    return LearningData(task=task, name="x", examples=examples, labels=("a",), parts=parts, seed=0)


def texts(*rows: str, pair: str | None = None) -> tuple[TextExample, ...]:
    return tuple(TextExample(text=row, pair=pair, label="a") for row in rows)


def test_texts_and_pairs_have_the_tokens_that_are_shown_elsewhere(engine: BertEngine) -> None:
    found = token_lengths(engine, data_of((*texts(*TEXTS), *texts(*TEXTS, pair="the mat"))))
    encodings = [*(engine.encode(t) for t in TEXTS), *(engine.encode(t, "the mat") for t in TEXTS)]
    assert not any(encoding.truncated for encoding in encodings)
    assert found.tolist() == [len(encoding) for encoding in encodings]


def test_words_and_questions_are_counted_too(mini: BertEngine) -> None:
    tagged = TaggedExample(tokens=("Ana", "vive", "en", "Lugo"), tags=("B-PER", "O", "O", "B-LOC"))
    asked = QuestionExample(question="Who?", context="Ana is.", answers=(Answer(text="Ana", start=0),))
    assert token_lengths(mini, data_of((tagged,), "tagging"))[0] == len(mini.encode("Ana vive en Lugo"))
    assert token_lengths(mini, data_of((asked,), "question"))[0] == len(mini.encode("Who?", "Ana is."))


def test_what_the_model_cannot_read_whole_is_counted_all_the_same(mini: BertEngine) -> None:
    rows = texts("hola " * 3000, "hola " * 9000, "\u200b", "\x07")
    # The second is longer than any text may be: its first 20,000 characters count.
    assert token_lengths(mini, data_of(rows)).tolist() == [6002, 8002, 2, 2]


def test_of_many_some_are_drawn_by_the_seed(mini: BertEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "MOST_MEASURED", 5)
    data = data_of(texts(*("hola " * n for n in range(1, 31))))
    found = token_lengths(mini, data)
    assert len(set(found.tolist())) == 5
    assert found.tolist() == token_lengths(mini, data).tolist()
