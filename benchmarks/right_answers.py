"""Whether what visitors were shown is what the engine says of the same text alone."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING, Any

import numpy as np
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.app_alone import TOLERANCE, app_difference
from benchmarks.attention_payload import read_payload
from benchmarks.front_end import KNOWN, Shown
from benchmarks.plotly_numbers import numbers
from benchmarks.visitor_questions import Question
from bertviz_core.analysis.vectors.umap_process import umap_process
from bertviz_core.ui.examples import ATTENTION_EXAMPLES, MASKED_EXAMPLES

if TYPE_CHECKING:
    from bertviz_core import BertEngine


_UMAP_S = 60.0
"""In which the process that draws UMAP maps gets ready."""


@dataclass(slots=True)
class Comparison:
    """Answers that were compared with those of the engine alone."""

    compared: int = 0
    differing: list[str] = field(default_factory=list)
    """What is not the same, one sentence an answer."""


def compare(kept: Iterable[tuple[Question, Shown]], engine: BertEngine) -> Comparison:
    """Compare answers with the engine where a page shows what it says, else with the page alone."""
    comparison, kept = Comparison(), list(kept)
    if any(question.page == "words" for question, _shown in kept):
        _await_umap()
    for question, shown in kept:
        comparison.compared += 1
        try:
            difference = _difference(question, shown, engine)
        except Exception as trouble:  # nothing that was measured gets lost by an answer that cannot be read
            difference = f"cannot be compared: {trouble!r}"
        if difference:
            comparison.differing.append(f"{question.page or 'home'}/{question.view}: {difference}")
    return comparison


def _await_umap() -> None:
    """Let maps be drawn here as on a server that has run for a minute, not by PCA at first."""
    until = time.monotonic() + _UMAP_S
    while umap_process.begin() == "warming" and time.monotonic() < until:
        time.sleep(0.1)


def _difference(question: Question, shown: Shown, engine: BertEngine) -> str:
    known = list(engine_differences(question, shown, engine))
    return next(filter(None, known), "") if known else app_difference(question, shown)


def engine_differences(question: Question, shown: Shown, engine: BertEngine) -> Iterator[str]:
    """Compare one answer; of each chart and view say what differs, nothing where it is the same."""
    asked = _asked(question)
    for raw in shown.values():
        if raw == KNOWN:
            continue
        element = ForwardMsg.FromString(raw).delta.new_element
        if element.WhichOneof("type") == "bidi_component":
            if element.bidi_component.component_name == "attention_view":
                yield attention_difference(element.bidi_component.bytes, asked["attention"], engine)
        if element.WhichOneof("type") != "plotly_chart":
            continue
        chart, spec = element.plotly_chart.id, element.plotly_chart.spec
        if chart.endswith("-next_bars"):
            yield next_sentence_difference(spec, question.link, engine)
        elif "-bars_" in chart and question.view in ("", "fill"):
            yield bars_difference(spec, asked["masked"], int(chart.rpartition("_")[2]), engine)


def _asked(question: Question) -> dict[str, str]:
    """Return the texts that the pictures must be about."""
    if question.page:
        return dict.fromkeys(("attention", "masked"), question.link.get("text", ""))
    return {
        "attention": ATTENTION_EXAMPLES[question.language][0],
        "masked": MASKED_EXAMPLES[question.language][0],
    }


def attention_difference(payload: bytes, text: str, engine: BertEngine) -> str:
    """Say what a payload for the browser gets wrong about a text; nothing where all is right.

    A weight may be one step of the payload away.
    """
    shown, alone = read_payload(payload), engine.attention(text)
    if shown.header["text"] != text:
        return f"shows “{shown.header['text']}” for “{text}”"
    if tuple(shown.header["tokens"]) != alone.encoding.tokens:
        return f"other tokens of “{text}”"
    if not shown.weights:
        return f"no weights of “{text}”"
    for layer, weights in shown.weights.items():
        steps_away = float((np.abs(weights - alone.weights[layer]) * shown.steps[layer]).max())
        if not steps_away <= 1:
            return f"layer {layer + 1} of “{text}” is {steps_away:.1f} steps away"
    return ""


def bars_difference(spec: str, text: str, blank: int, engine: BertEngine) -> str:
    """Say what a chart of the words for a blank, counted from 1, gets wrong."""
    bars = [
        (int(rank), unescape(token), probability)
        for trace in json.loads(spec)["data"]
        for (token, rank), probability in zip(trace.get("customdata", []), numbers(trace["x"]), strict=True)
    ]
    asked = engine.fill_mask(text, top_k=len(bars) + 5, end_sentence=True)
    alone = asked.masks[blank - 1].predictions
    if sorted(rank for rank, _, _ in bars) != list(range(1, len(bars) + 1)):
        return f"ranks are missing for “{text}”"
    for _, token, probability in bars:  # two that are as good as equal may change places
        known = [word.probability for word in alone if word.token == token]
        if not any(abs(probability - value) <= TOLERANCE for value in known):
            return f"“{token}” has {probability:.6f} in “{text}”, alone {known}"
    return ""


def next_sentence_difference(spec: str, asked: Any, engine: BertEngine) -> str:
    """Say what a chart of the next sentence gets wrong."""
    alone = engine.next_sentence(asked["first"], asked["second"])
    shown = numbers(json.loads(spec)["data"][0]["x"]).astype(float)
    if np.abs(shown - alone.is_next).max() > TOLERANCE:
        return f"{shown} for “{asked['first']}” and “{asked['second']}”, alone {alone.is_next:.6f}"
    return ""
