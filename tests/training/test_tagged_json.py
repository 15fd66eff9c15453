"""Tagged sentences in rows of JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.tagged_sentences import read_tagged_file

WORDS, TAGS = ["Ana", "Gil", "vive", "en", "Lugo"], ["B-PER", "I-PER", "O", "O", "B-LOC"]
SPEECH = ["PROPN", "PROPN", "VERB", "ADP", "PROPN"]
ROW: dict[str, Any] = {"id": "0", "tokens": WORDS, "ner_tags": TAGS}


def lines(row: Any, times: int = 12) -> str:
    return "\n".join([json.dumps(row)] * times)


@pytest.mark.parametrize(
    "text",
    [
        lines(ROW),
        json.dumps([ROW] * 12, indent=1),
        json.dumps({"data": [ROW] * 12}),
        json.dumps({"tokens": [WORDS] * 12, "ner_tags": [TAGS] * 12}),
        lines({"words": WORDS, "labels": TAGS}),
        lines({"tokens": WORDS, "pos_tags": SPEECH, "ner_tags": TAGS}),
        lines({"tokens": WORDS, "upos": SPEECH, "ner_tags": TAGS, "chunk_tags": [1, 2, 3, 4, 5]}),
        lines([[word, tag] for word, tag in zip(WORDS, TAGS, strict=True)]),
    ],
    ids="lines list data columns words speech upos pairs".split(),
)
def test_rows_of_words_and_tags_are_read(text: str) -> None:
    file = read_tagged_file(text)
    assert {(s.tokens, s.tags) for s in file.sentences} == {(tuple(WORDS), tuple(TAGS))}
    assert len(file.sentences) == 12 and file.scheme == "bio2"


def test_other_tags_are_chosen_by_their_name() -> None:
    text = lines({"tokens": WORDS, "pos_tags": SPEECH, "ner_tags": TAGS})
    file = read_tagged_file(text)
    assert (file.tags, file.tag_choices) == ("ner_tags", ("pos_tags", "ner_tags"))
    assert "ner_tags" in str(file.notes[0]) and file.notes[0].option == "--tags NAME"
    assert read_tagged_file(text, tags="pos_tags").sentences[0].tags == tuple(SPEECH)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"tokens": WORDS, "ner_tags": [1, 2, 0, 0, 3]}, "numbers"),
        ({"text": "Ana vive", "label": [[0, 3, "PER"]]}, "“tokens”"),
        ({"tokens": WORDS, "ner_tags": TAGS[:2]}, "“tokens”"),
        ({"a": 1}, "“tokens”"),
    ],
)
def test_what_is_missing_is_told(row: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_tagged_file(lines(row))


def test_words_that_are_brackets_are_no_json() -> None:
    assert read_tagged_file("[ O\nAna B-PER\n] O\n\n" * 12).sentences[0].tokens == ("[", "Ana", "]")
    assert read_tagged_file("{ O\nAna B-PER\n\n" * 12).sentences[0].tokens == ("{", "Ana")
