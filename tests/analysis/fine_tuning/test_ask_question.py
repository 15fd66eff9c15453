"""Answers to questions, held against plain loops over the scores of transformers' own network."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import fine_tuned_checkpoints
import numpy as np
import pytest
import torch
from tiny_checkpoints import FAMILIES, MAX_TOKENS, SENTENCES
from transformers import AutoModelForQuestionAnswering

from bertviz_core import BertEngine, load_engine
from bertviz_core.errors import InputError, MissingHeadError, TextTooLongError
from bertviz_core.results import Encoding

Fine = Callable[..., BertEngine]
QUESTION, CONTEXT = "where", "The man went to the store and bought milk."


def plain_spans(engine: BertEngine, windows: list[Encoding]) -> dict[tuple[int, int], float]:
    """Return the score of every span in characters, one at a time."""
    network = AutoModelForQuestionAnswering.from_pretrained(engine.info.id, dtype=torch.float32).eval()
    found: dict[tuple[int, int], float] = {}
    for window in windows:
        inputs = {"input_ids": torch.from_numpy(window.ids)[None]}
        if engine.info.has_segments:
            inputs["token_type_ids"] = torch.from_numpy(window.segment_ids)[None]
        with torch.no_grad():
            output = network(**inputs)
        starts, ends = output.start_logits[0].double().tolist(), output.end_logits[0].double().tolist()
        places = range(len(window))
        context = [n for n in places if window.sequence_ids[n] == 1 and np.diff(window.spans[n])[0] > 0]
        for first in context:
            for last in context:
                if first <= last < first + 30:
                    span = int(window.spans[first, 0]), int(window.spans[last, 1])
                    score = starts[first] + ends[last]
                    found[span] = max(found.get(span, -math.inf), score)
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_the_best_spans_equal_a_plain_search(family: str, fine: Fine) -> None:
    engine = fine(family, "question")
    answer = engine.answer(QUESTION, CONTEXT, top_k=5)
    scores = plain_spans(engine, [engine.encode(QUESTION, CONTEXT)])
    total = sum(math.exp(score) for score in scores.values())
    best = sorted(scores.items(), key=lambda item: -item[1])[:5]
    assert [a.probability for a in answer.answers] == pytest.approx(
        [math.exp(score) / total for _, score in best], abs=1e-5
    )
    for found in answer.answers:
        assert found.text == CONTEXT[found.start : found.end]
        assert math.exp(scores[found.start, found.end]) / total == pytest.approx(found.probability, abs=1e-5)
    assert answer.windows == 1


def test_a_long_text_is_read_in_windows_that_overlap(fine: Fine) -> None:
    engine = fine("bert", "question")
    context = " ".join(SENTENCES * 4)
    answer = engine.answer(QUESTION, context, top_k=3)
    windows = list(engine._reader.read_windows(QUESTION, context, size=MAX_TOKENS))
    assert answer.windows == len(windows) > 3
    covered = {place for window in windows for place, end in window.spans[window.sequence_ids == 1].tolist()}
    whole = engine._reader._tokenizer.encode(context, add_special_tokens=False)
    assert covered >= {start for start, _ in whole.offsets}
    for one, next_one in pairwise(windows):
        assert next_one.spans[next_one.sequence_ids == 1][0, 0] < one.spans[one.sequence_ids == 1][-1, 1]
    scores = plain_spans(engine, windows)
    total = sum(math.exp(score) for score in scores.values())
    best = sorted(scores.values(), reverse=True)[:3]
    assert [a.probability for a in answer.answers] == pytest.approx(
        [math.exp(score) / total for score in best], abs=1e-5
    )


def test_windows_are_as_long_as_what_it_learned_from(tmp_path: Path) -> None:
    own = {"task": "question", "settings": {"max_tokens": 20}}
    folder = fine_tuned_checkpoints.build(tmp_path, task="question", own=own)
    assert load_engine(str(folder)).answer(QUESTION, CONTEXT + " " + SENTENCES[3]).windows > 1


@pytest.mark.parametrize(("question", "context"), [("", "man"), ("who", ""), ("who", "\u200b"), (" ", " ")])
def test_nothing_is_no_question(question: str, context: str, fine: Fine) -> None:
    with pytest.raises(InputError):
        fine("bert", "question").answer(question, context)


def test_bounds_are_kept(fine: Fine, mini: BertEngine) -> None:
    engine = fine("bert", "question")
    for top_k in (0, 51):
        with pytest.raises(InputError):
            engine.answer(QUESTION, CONTEXT, top_k=top_k)
    assert len(engine.answer(QUESTION, "man", top_k=50).answers) == 1
    with pytest.raises(TextTooLongError, match="question"):
        engine.answer("the " * 40, CONTEXT)
    with pytest.raises(MissingHeadError):
        mini.answer(QUESTION, CONTEXT)
