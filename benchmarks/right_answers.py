"""Whether what visitors were shown is what the engine says of the same text alone."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.attention_payload import read_payload
from benchmarks.visitor_questions import Question
from bertviz_core.ui.examples import ATTENTION_EXAMPLES, MASKED_EXAMPLES

if TYPE_CHECKING:
    from bertviz_core import BertEngine

TOLERANCE = 2e-5
"""Of a probability: padding and batches change float32 sums by less."""


@dataclass(slots=True)
class Comparison:
    """Answers that were compared with those of the engine alone."""

    compared: int = 0
    differing: list[str] = field(default_factory=list)
    """What is not the same, one sentence an answer."""


def compare(kept: Iterable[tuple[Question, list[bytes]]], engine: BertEngine) -> Comparison:
    """Compare kept answers: attention, words for blanks, the next sentence; others are passed over."""
    comparison = Comparison()
    for question, pictures in kept:
        differences = list(_differences(question, pictures, engine))
        if not differences:
            continue
        comparison.compared += 1
        if wrong := [difference for difference in differences if difference]:
            comparison.differing.append(f"{question.page or 'home'}/{question.view}: {wrong[0]}")
    return comparison


def _differences(question: Question, pictures: list[bytes], engine: BertEngine) -> Iterator[str]:
    """Compare one answer; of each picture say what differs, nothing where it is the same."""
    asked = _asked(question)
    for raw in pictures:
        element = ForwardMsg.FromString(raw).delta.new_element
        if element.WhichOneof("type") == "bidi_component":
            if element.bidi_component.component_name == "attention_view":
                yield attention_difference(element.bidi_component.bytes, asked["attention"], engine)
            continue
        chart, spec = element.plotly_chart.id, element.plotly_chart.spec
        if chart.endswith("-next_bars"):
            yield next_sentence_difference(spec, question.parameters, engine)
        elif "-bars_" in chart and question.view in ("", "fill"):
            yield bars_difference(spec, asked["masked"], int(chart.rpartition("_")[2]), engine)


def _asked(question: Question) -> dict[str, str]:
    """Return the texts that the pictures must be about."""
    if question.page:
        return dict.fromkeys(("attention", "masked"), question.parameters.get("text", ""))
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
    alone = engine.fill_mask(text, top_k=len(bars) + 5).masks[blank - 1].predictions
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
    shown = numbers(json.loads(spec)["data"][0]["x"])
    if np.abs(shown - np.array([alone.is_next, alone.not_next])).max() > TOLERANCE:
        return f"{shown} for “{asked['first']}” and “{asked['second']}”, alone {alone.is_next:.6f}"
    return ""


def numbers(values: Any) -> NDArray[np.float64]:
    """Read numbers as Plotly writes them: a list, or bytes."""
    if isinstance(values, list):
        return np.array(values, dtype=np.float64)
    return np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"]).astype(np.float64)
