"""The tagged sentences: well formed, balanced, varied, each written once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bertviz_core.samples.tagging import TAGGED_LANGUAGES, tagged_sentences

FOLDER = Path(__file__).parents[2] / "bertviz_core" / "samples"
CLASSES = ("PER", "LOC", "ORG")
TAGS = {"O", *(f"{place}-{name}" for place in "BI" for name in CLASSES)}

pytestmark = pytest.mark.parametrize("language", TAGGED_LANGUAGES)


def test_the_files_are_read_as_they_stand(language: str) -> None:
    lines = (FOLDER / f"tagging_{language}.conll").read_text(encoding="utf-8").split("\n")
    written = [
        line
        for sentence in tagged_sentences(language)
        for line in (*map("\t".join, zip(sentence.tokens, sentence.tags, strict=True)), "")
    ]
    assert written == lines
    assert {sentence.language for sentence in tagged_sentences(language)} == {language}


def test_tags_are_bio2_and_words_are_words(language: str) -> None:
    for sentence in tagged_sentences(language):
        assert 6 <= len(sentence.tokens) == len(sentence.tags) <= 20, sentence.tokens
        assert all(token and token == "".join(token.split()) for token in sentence.tokens)
        assert set(sentence.tags) <= TAGS
        for before, tag in zip(("O", *sentence.tags), sentence.tags, strict=False):
            assert not tag.startswith("I-") or before[2:] == tag[2:], sentence.tokens


def test_classes_are_balanced_and_some_entities_have_several_words(language: str) -> None:
    sentences = tagged_sentences(language)
    assert len(sentences) >= 150
    first, later = (
        Counter(tag[2:] for sentence in sentences for tag in sentence.tags if tag.startswith(place))
        for place in ("B-", "I-")
    )
    assert min(first[name] for name in CLASSES) >= 90
    assert max(first.values()) < 1.5 * min(first.values())
    assert min(later[name] for name in CLASSES) >= 20
    assert sum(set(sentence.tags) == {"O"} for sentence in sentences) >= 10


def test_no_sentence_stands_twice(language: str) -> None:
    sentences = tagged_sentences(language)
    assert len({" ".join(sentence.tokens).lower() for sentence in sentences}) == len(sentences)


def test_a_capital_letter_or_a_name_does_not_settle_the_class(language: str) -> None:
    seen: dict[str, set[str]] = {}
    for sentence in tagged_sentences(language):
        for token, tag in zip(sentence.tokens, sentence.tags, strict=True):
            seen.setdefault(token, set()).add(tag[2:])
    assert sum(len(classes - {""}) > 1 for classes in seen.values()) >= 8
    assert sum(token[0].isupper() and "" in classes for token, classes in seen.items()) >= 30
