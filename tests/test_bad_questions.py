"""Whatever an engine is asked, there is an answer or a sentence that says why not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from bad_inputs import BAD_INPUTS, GROWTH, NUMBERS, SENTENCES, TEXTS, growth
from hypothesis import given
from hypothesis import strategies as st

from bertviz_core.engine import BertEngine
from bertviz_core.errors import BertScopeError

NO_QUESTIONS = {
    "attention_change",  # of two engines, as are the next two
    "state_change",
    "weight_change",
    "guess_tokens",  # of encodings that were made here
    "pretraining_loss",
    "tally_draws",
    "take_steps",
    "word_geometry",
}
PLACES = st.lists(NUMBERS, max_size=3)
HEADS = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=3)
LINES = st.lists(TEXTS, max_size=4)
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), max_size=3)


def or_text(*names: str) -> st.SearchStrategy[str]:
    return st.sampled_from(names) | TEXTS


ARGUMENTS: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("text", "first", "second", "question", "context"), TEXTS),
    **dict.fromkeys(("pair", "word", "label", "inflected"), st.none() | TEXTS),
    **dict.fromkeys(("layer", "head", "blank", "top_k", "beams", "steps", "count", "seed"), NUMBERS),
    **dict.fromkeys(("queries", "keys", "places"), PLACES),
    **dict.fromkeys(("end_sentence", "match_case", "skip_unreadable", "skip_unscorable"), st.booleans()),
    "heads": HEADS,
    "sentences": LINES,
    "rows": PAIRS,
    "pairs": PAIRS,
    "texts": LINES,
    "path": LINES,
    "candidates": st.none() | LINES,
    "language": or_text("es"),
    "mask": or_text("causal", "none"),
    "pooling": or_text("cls", "mean"),
    "strategy": or_text("token", "whole_word", "span"),
    "within_words": or_text("original", "left_to_right"),
    "layers": or_text("last", "concat_last_4", "static") | NUMBERS,
    "rate": st.floats() | st.just(0.15),
    "span": st.none() | st.tuples(NUMBERS, NUMBERS),
    "take": st.just(lambda *_: None),
    "progress": st.none(),
}
OWN: dict[tuple[str, str], st.SearchStrategy[Any]] = {
    ("swapped_words", "first"): NUMBERS,
    ("swapped_words", "second"): NUMBERS,
    ("masked_word_effects", "layers"): st.none() | PLACES,
    ("next_sentence_effects", "layers"): st.none() | PLACES,
    ("attribute_masked_word", "word"): st.none() | TEXTS | NUMBERS,
    ("read_blanks", "blank"): st.none() | NUMBERS,
    ("random_words", "sentences"): st.none() | LINES,
    ("substitutes", "places"): st.lists(st.tuples(TEXTS, st.tuples(NUMBERS, NUMBERS)), max_size=3),
    ("order_influence", "word"): NUMBERS,
    ("tag", "text"): TEXTS | LINES,
    ("nearest_words", "word"): TEXTS,
    ("embed_word", "word"): TEXTS,
    ("word_layers", "word"): TEXTS,
}
TASKS = {"classify": "sentence", "classify_many": "sentence", "attribute_class": "sentence"}
TASKS |= {"tag": "tagging", "answer": "question"}
QUESTIONS = sorted(
    name
    for name, of in inspect.getmembers(BertEngine, inspect.isfunction)
    if not name.startswith("_") and name not in NO_QUESTIONS
)


def arguments(question: str) -> st.SearchStrategy[dict[str, Any]]:
    names = list(inspect.signature(getattr(BertEngine, question)).parameters)[1:]
    return st.fixed_dictionaries({name: OWN.get((question, name), ARGUMENTS.get(name)) for name in names})


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_or_a_sentence(
    question: str, tiny: Callable[..., BertEngine], fine: Callable[..., BertEngine]
) -> None:
    engine = fine(task=TASKS[question]) if question in TASKS else tiny("bert")

    @BAD_INPUTS
    @given(asked=arguments(question))
    def ask(asked: dict[str, Any]) -> None:
        try:
            getattr(engine, question)(**asked)
        except BertScopeError as error:
            assert str(error)

    ask()


def test_nothing_is_left_behind(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("bert")

    def ask() -> None:
        for number in range(60):
            for text in SENTENCES:
                engine.fill_mask(f"{text} {number % 30} [MASK]", top_k=3)
                engine.head_statistics(f"{text} {number % 30}")

    assert growth(ask) < GROWTH
