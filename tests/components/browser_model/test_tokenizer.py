"""The tokenizer in JavaScript reads a text as the engine does, or leaves it to the server."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer

from benchmarks.browser_model_in_node import read_texts
from benchmarks.strange_texts import strange_texts
from bertviz_core.analysis.attention.heads_statistics import punctuation
from bertviz_core.components.attention.payload import word_groups
from bertviz_core.components.browser_model.letters import TABLE, letters_script
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.models.catalogue import BUNDLED_FOLDER
from bertviz_core.results import Encoding

TEXTS = 2_000
LONGEST = 128


def document(encoding: Encoding) -> dict[str, Any]:
    groups, words = word_groups(encoding)
    return {
        "text": encoding.text,
        "pair": encoding.pair,
        "tokens": list(encoding.tokens),
        "surfaces": list(encoding.surfaces),
        "labels": list(encoding.labels),
        "ids": encoding.ids.tolist(),
        "segments": encoding.segment_ids.tolist(),
        "sentences": encoding.sequence_ids.tolist(),
        "wordIds": encoding.word_ids.tolist(),
        "spans": encoding.spans.tolist(),
        "special": encoding.special.tolist(),
        "unknown": encoding.unknown.tolist(),
        "punctuation": punctuation(encoding).tolist(),
        "wordOf": groups,
        "wordLabels": words,
    }


def read_by_engine(engine: BertEngine, text: str, pair: str | None) -> dict[str, Any] | None:
    try:
        encoding = engine.encode(text, (pair or "").strip() or None)
    except InputError:
        return None
    return None if len(encoding) > LONGEST else document(encoding)


def test_it_reads_strange_texts_as_the_engine_does(mini: BertEngine) -> None:
    vocabulary = (BUNDLED_FOLDER / "vocab.txt").read_text(encoding="utf-8").splitlines()
    texts = list(strange_texts(TEXTS, vocabulary))
    left = 0
    for (text, pair), found in zip(texts, read_texts(texts), strict=True):
        expected = read_by_engine(mini, text, pair)
        if found is None:
            left += expected is not None
            certain = all(unicodedata.category(letter) not in ("Cn", "Cs") for letter in text + (pair or ""))
            assert expected is None or not certain, (text, pair)
        else:
            assert found == expected, (text, pair)
    assert left < TEXTS / 10


def test_its_table_is_what_this_unicode_makes() -> None:
    if f"Unicode {unicodedata.unidata_version}." not in TABLE.read_text(encoding="utf-8"):
        pytest.skip(f"the table is of another Unicode than {unicodedata.unidata_version}")
    tokenizer = Tokenizer.from_file(str(BUNDLED_FOLDER / "tokenizer.json"))
    assert letters_script(tokenizer) == Path(TABLE).read_text(encoding="utf-8")
