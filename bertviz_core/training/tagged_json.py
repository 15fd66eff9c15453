"""Tagged sentences as rows of JSON, as the `datasets` library writes them: lists of words and of tags."""

from __future__ import annotations

import unicodedata
from typing import Any

from bertviz_core.errors import InputError
from bertviz_core.training.data.json_rows import json_documents
from bertviz_core.training.data.text_file import readable
from bertviz_core.training.word_columns import Line

_WORDS = ("tokens", "words", "token", "word", "forms", "form", "palabras", "palavras", "sentence", "text")
_USUAL = ("ner_tags", "tags", "labels", "ner", "entities", "etiquetas")
"""Names of lists of tags, the usual ones first; others come behind."""

Sentences = tuple[list[list[Line]], tuple[str, ...]]


def json_sentences(text: str) -> Sentences | None:
    """Return the rows of each sentence, and what their columns are called; None where the text is no JSON.

    Raises:
        InputError: It is JSON without words and tags, or its tags are numbers.
    """
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        rows: list[Any] = json_documents(text)
    except InputError:  # words may be brackets
        return None
    rows = [_of_pairs(row) if isinstance(row, list) else row for row in rows]
    if not rows or not all(isinstance(row, dict) for row in rows):
        raise _no_words()
    lists = [name for name in rows[0] if all(isinstance(row.get(name), list) for row in rows)]
    word = next((name for name in _WORDS if name in lists), "")
    if not word:
        raise _no_words()
    tags = [name for name in lists if name != word and all(len(row[name]) == len(row[word]) for row in rows)]
    if not tags:
        raise _no_words()
    tags = [name for name in tags if any(isinstance(tag, str) for row in rows for tag in row[name])]
    if not tags:
        raise InputError(
            "The tags of this file are numbers, and nothing says what they mean. Write their names into it "
            "(B-PER, O…)."
        )
    tags.sort(key=lambda name: _USUAL.index(name) if name in _USUAL else len(_USUAL), reverse=True)
    sentences = [
        [
            (number, [_cell(cell) for cell in cells])
            for cells in zip(row[word], *(row[name] for name in tags), strict=True)
        ]
        for number, row in enumerate(rows, start=1)
        if row[word]
    ]
    return sentences, ("form", *map(_column, tags))


def _of_pairs(row: list[Any]) -> dict[str, Any] | None:
    """Return a row of pairs of a word and its tag as two lists."""
    if row and all(isinstance(pair, list) and len(pair) == 2 for pair in row):
        return {"tokens": [word for word, _ in row], "tags": [tag for _, tag in row]}
    return None


def _cell(value: object) -> str:
    return unicodedata.normalize("NFC", readable(value if isinstance(value, str) else str(value)))


def _column(name: str) -> str:
    """Return the name of a column; those by which treebanks are known are of treebanks."""
    lowered = name.lower()
    return f"{lowered}_tags" if lowered in ("id", "form", "upos", "feats", "misc", "ner") else lowered


def _no_words() -> InputError:
    return InputError(
        "This JSON file holds no tagged sentences as they are read here: a row for each, in it “tokens” "
        "with a list of words and “ner_tags” with a list of as many tags."
    )
