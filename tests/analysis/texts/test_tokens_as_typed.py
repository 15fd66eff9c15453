"""For every family and any text: what is shown, joined, is what was typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tiny_checkpoints import FAMILIES

from bertviz_core.analysis.texts.token_spans import is_visible
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.results import Encoding

ODD = (
    "½ﬁ…㎏Ⅷ™ﬃ¼²Å"
    "\u0303\u0301\ufe0f"
    "\u200d\u200c\u00ad\u2060"
    "👩👧😀🇪🇸🏽"
    "\ufffd\u0000\u0007\u2028\u3000\u00a0"
    "नमस्ते中国กาแฟ한국ß"
    "[]#_<>/"
)
letters = st.one_of(st.sampled_from(ODD), st.sampled_from("abcñéAÑ .,!"), st.characters(codec="utf-8"))
texts = st.text(letters, min_size=1, max_size=10)  # in bytes and with both ends within the model's length
any_text = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
    derandomize=True,
)


def read(engine: BertEngine, text: str, pair: str | None = None) -> Encoding:
    try:
        encoding = engine.encode(text, pair)
    except InputError:  # nothing in it that can be seen, or that the vocabulary knows
        assume(False)
        raise
    assume(not encoding.truncated)
    return encoding


def seen(text: str) -> str:
    return "".join(filter(is_visible, text))


def assert_as_typed(encoding: Encoding, text: str, sequence: int) -> None:
    rows = np.flatnonzero(encoding.sequence_ids == sequence)
    assert seen("".join(encoding.surfaces[row] for row in rows)) == seen(text)
    assert all(encoding.labels[row] for row in rows)
    starts, ends = encoding.spans[rows].T
    assert (starts <= ends).all()
    assert (np.diff(starts) >= 0).all()
    assert set(np.diff(encoding.word_ids[rows]).tolist()) <= {0, 1}
    for row, after in pairwise(rows):
        if (
            encoding.word_ids[row] != encoding.word_ids[after]
            and encoding.spans[after, 0] < encoding.spans[after, 1]
        ):
            assert encoding.spans[row, 1] <= encoding.spans[after, 0], "a word ends within a character"


@pytest.mark.parametrize("family", FAMILIES)
@any_text
@given(text=texts)
def test_what_is_shown_joined_is_what_was_typed(
    tiny: Callable[..., BertEngine], family: str, text: str
) -> None:
    engine = tiny(family)
    encoding = read(engine, text)
    mask = engine.info.mask_token or ""
    if mask not in encoding.text:  # blanks are written in the model's own way
        assert encoding.text == unicodedata.normalize("NFC", text)
    assert_as_typed(encoding, encoding.text, 0)


@pytest.mark.parametrize("family", FAMILIES)
@any_text
@given(first=texts, second=texts)
def test_both_texts_of_a_pair_are_what_was_typed(
    tiny: Callable[..., BertEngine], family: str, first: str, second: str
) -> None:
    encoding = read(tiny(family), first, second)
    assert_as_typed(encoding, encoding.text, 0)
    assume(encoding.pair is not None)
    assert_as_typed(encoding, encoding.pair or "", 1)
