"""Tags of words, held against the task's network of transformers run by itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from tiny_checkpoints import FAMILIES, MAX_TOKENS, SENTENCES
from transformers import AutoModelForTokenClassification

from bertviz_core import BertEngine
from bertviz_core.analysis.fine_tuning.ask_tags import find_entities, find_words
from bertviz_core.errors import InputError, MissingHeadError
from bertviz_core.models.tag_labels import read_tag_labels
from bertviz_core.results import Entity

Fine = Callable[..., BertEngine]


@pytest.mark.parametrize("family", FAMILIES)
def test_tags_equal_transformers_at_the_first_piece_of_each_word(family: str, fine: Fine) -> None:
    engine = fine(family, "tagging")
    network = AutoModelForTokenClassification.from_pretrained(engine.info.id, dtype=torch.float32).eval()
    for text in (SENTENCES[3], "María-José vio 2 gatos: ¡qué 😊!"):
        answer = engine.tag(text)
        encoding = answer.encoding
        inputs = {"input_ids": torch.from_numpy(encoding.ids)[None]}
        if engine.info.has_segments:
            inputs["token_type_ids"] = torch.from_numpy(encoding.segment_ids)[None]
        with torch.no_grad():
            expected = network(**inputs).logits[0].double().softmax(-1).numpy()
        for number, (start, end) in enumerate(answer.spans.tolist()):
            assert encoding.text[start:end] == answer.words[number]
            place = next(
                n
                for n in range(len(encoding))
                if not encoding.special[n]
                and encoding.spans[n, 1] > encoding.spans[n, 0]
                and encoding.spans[n, 0] < end
                and encoding.spans[n, 1] > start
            )
            assert answer.probabilities[number] == pytest.approx(expected[place], abs=1e-5)
        assert answer.tags == tuple(answer.labels[row.argmax()] for row in answer.probabilities)


def test_words_may_be_given(fine: Fine) -> None:
    engine = fine("bert", "tagging")
    given, found = engine.tag(["the", "man", "went", "."]), engine.tag("the man went .")
    assert given.words == found.words == ("the", "man", "went", ".")
    assert np.array_equal(given.probabilities, found.probabilities)
    assert given.word_index.tolist() == [0, 1, 2, 3]


def test_words_that_no_token_is_of_have_no_tag(fine: Fine) -> None:
    answer = fine("bert", "tagging").tag(["the", "\u200b", "man"])
    assert answer.words == ("the", "man") and answer.word_index.tolist() == [0, 2]


def test_words_beyond_the_length_have_no_tag_and_the_cut_is_shown(fine: Fine) -> None:
    words = ["the"] * (MAX_TOKENS + 5)
    answer = fine("bert", "tagging").tag(words)
    assert len(answer.words) == MAX_TOKENS - 2
    assert answer.encoding.truncated and answer.encoding.cut.split() == ["the"] * 7


@pytest.mark.parametrize("text", ["", [], ["\u200b"], ["[", "mask", "]"], ["e\u0301l"]])
def test_what_is_no_text_of_words_is_refused(text: str | list[str], fine: Fine) -> None:
    with pytest.raises(InputError):
        fine("bert", "tagging").tag(text)


def test_another_task_is_told(fine: Fine, mini: BertEngine) -> None:
    with pytest.raises(MissingHeadError, match="another task"):
        fine("bert", "sentence").tag("the man")
    with pytest.raises(MissingHeadError, match="not fine-tuned"):
        mini.tag("the man")


def test_words_and_signs_are_found() -> None:
    text = "O'Hara, vit-on l’été: 3.5 $!"
    words = [text[start:end] for start, end in find_words(text)]
    assert words == ["O'Hara", ",", "vit-on", "l’été", ":", "3", ".", "5", "$", "!"]


def test_entities_are_read_as_the_scorer_of_conll_reads_them() -> None:
    labels = ("O", "B-LOC", "I-LOC", "B-PER", "I-PER")
    tags = ["B-LOC", "I-LOC", "B-LOC", "O", "I-PER", "I-PER", "I-LOC", "B-PER", "I-LOC"]
    probabilities = np.array(
        [[0.9 - n / 100 if label == tag else 0.01 for label in labels] for n, tag in enumerate(tags)]
    )
    spans = np.array([[4 * n, 4 * n + 3] for n in range(len(tags))])
    found = find_entities(read_tag_labels(labels), probabilities, spans)
    places = [(entity.kind, entity.first, entity.last) for entity in found]
    assert places == [
        ("LOC", 0, 1),
        ("LOC", 2, 2),
        ("PER", 4, 5),
        ("LOC", 6, 6),
        ("PER", 7, 7),
        ("LOC", 8, 8),
    ]
    assert found[2] == Entity(kind="PER", first=4, last=5, start=16, end=23, probability=pytest.approx(0.85))


def test_classes_of_words_are_no_entities() -> None:
    labels = read_tag_labels(("NOUN", "VERB"))
    assert find_entities(labels, np.array([[0.9, 0.1], [0.2, 0.8]]), np.zeros((2, 2), int)) == ()
