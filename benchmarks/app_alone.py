"""The app with a single visitor, in this process: what it shows is what others must be shown under load."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.testing.v1 import AppTest

from benchmarks.app_under_test import PATIENCE_S, ROOT
from benchmarks.attention_payload import read_payload
from benchmarks.front_end import KNOWN, SHOWN, Shown
from benchmarks.plotly_numbers import numbers
from benchmarks.visitor_questions import Question
from bertviz_core.ui.visit_sentence import VISIT_SENTENCE, VisitSentence

TOLERANCE = 2e-5
"""Of a number in a chart, beside a part of it: padding and batches change float32 sums by less."""

_NUMBER = re.compile(r"#[0-9a-f]{6}\b|\d+(?:[.,]\d+)*")
"""In a text, a colour too: it says how large a number is."""


_ELSEWHERE = VisitSentence(text="Otra frase")


def app_difference(question: Question, shown: Shown) -> str:
    """Say what a visitor was shown otherwise than somebody alone; nothing where all is the same.

    Compared are charts, the attention view and texts of the page itself. Who wrote a sentence on another page
    before is offered it here, which moves what comes below.
    """
    difference = _from_alone(question, shown, before=None)
    if difference and question.page:
        return difference if _from_alone(question, shown, before=_ELSEWHERE) else ""
    return difference


def _from_alone(question: Question, shown: Shown, *, before: VisitSentence | None) -> str:
    alone = dict(_shown_alone(question, before))
    of_page = {place: raw for place, raw in shown.items() if place[0] == 0}
    for place, raw in of_page.items():
        if raw == KNOWN:
            continue
        element = ForwardMsg.FromString(raw).delta.new_element
        kind = element.WhichOneof("type")
        if kind == "bidi_component" and element.bidi_component.component_name != "attention_view":
            continue
        if place not in alone:
            return f"{kind} at {place} is not there alone"
        if alone[place][0] != kind:
            return f"{kind} at {place} is {alone[place][0]} alone"
        if difference := _difference(kind, getattr(element, kind), alone[place][1]):
            return f"{kind} at {place}: {difference}"
    for place, (kind, _) in alone.items():
        if place not in of_page and kind != "bidi_component":
            return f"{kind} at {place} is there alone only"
    return ""


def _shown_alone(
    question: Question, before: VisitSentence | None
) -> Iterator[tuple[tuple[int, ...], tuple[str, Any]]]:
    """Open a page as a visitor who comes by a link; yield what it shows by its places."""
    app = AppTest.from_file(str(ROOT / "pages" / "frame.py"), default_timeout=PATIENCE_S)
    app.session_state[VISIT_SENTENCE] = before
    app.query_params.update({**question.link, "lang": question.language})
    if question.page:
        app.switch_page(f"{question.page}.py")
    app.run()
    if app.exception:
        raise RuntimeError(f"{question} ends in an exception: {app.exception[0].message}")
    for place, node in _leaves(app.main, (0,)):
        kind = next((kind for kind in SHOWN if _is_a(node, kind)), None)
        if kind:
            yield place, (kind, node.proto)


def _leaves(node: Any, place: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Any]]:
    if hasattr(node, "children"):
        for number, child in node.children.items():
            yield from _leaves(child, (*place, number))
    else:
        yield place, node


def _is_a(node: Any, kind: str) -> bool:
    return node.type == kind or (kind == "markdown" and type(node.proto).__name__ == "Markdown")


def _difference(kind: str, shown: Any, alone: Any) -> str:
    if kind == "plotly_chart":
        return chart_difference(json.loads(shown.spec), json.loads(alone.spec))
    if kind == "bidi_component":
        return _payload_difference(shown.bytes, alone.bytes)
    return text_difference(shown.body, alone.body)


def _payload_difference(shown: bytes, alone: bytes) -> str:
    ours, theirs = read_payload(shown), read_payload(alone)
    if ours.header["text"] != theirs.header["text"] or ours.weights.keys() != theirs.weights.keys():
        return f"“{ours.header['text']}” instead of “{theirs.header['text']}”, or other layers"
    for layer, weights in ours.weights.items():
        away = np.abs(weights - theirs.weights[layer]) * np.minimum(ours.steps[layer], theirs.steps[layer])
        if away.max() > 1:
            return f"layer {layer + 1} is {away.max():.1f} steps away"
    return ""


def chart_difference(shown: Any, alone: Any, where: str = "figure") -> str:
    """Say where two figures differ: numbers by more than is rounded away, anything else at all."""
    if isinstance(shown, dict) and isinstance(alone, dict):
        if shown.keys() != alone.keys():
            return f"{where} has other parts"
        if "bdata" in shown:
            return _numbers_difference(numbers(shown), numbers(alone), where)
        parts = ((chart_difference(shown[name], alone[name], f"{where}.{name}")) for name in shown)
        return next(filter(None, parts), "")
    if isinstance(shown, list) and isinstance(alone, list):
        if len(shown) != len(alone):
            return f"{where} is {len(shown)} long, alone {len(alone)}"
        pairs = enumerate(zip(shown, alone, strict=True))
        return next(filter(None, (chart_difference(*pair, f"{where}.{i}") for i, pair in pairs)), "")
    if isinstance(shown, float | int) and isinstance(alone, float | int):
        return _numbers_difference(np.array([shown]), np.array([alone]), where)
    if isinstance(shown, str) and isinstance(alone, str):
        return text_difference(shown, alone, where)
    return "" if shown == alone else f"{where} is {shown!r}, alone {alone!r}"


def _numbers_difference(shown: Any, alone: Any, where: str) -> str:
    if shown.shape != alone.shape:
        return f"{where} has {shown.size} numbers, alone {alone.size}"
    if np.allclose(shown, alone, rtol=1e-3, atol=TOLERANCE, equal_nan=True):
        return ""
    worst = int(np.nanargmax(np.abs(shown - alone)))
    return f"{where} has {shown.flat[worst]:.6f}, alone {alone.flat[worst]:.6f}"


def text_difference(shown: str, alone: str, where: str = "text") -> str:
    """Say where two texts differ, beyond the last decimals of their numbers."""
    if shown == alone:
        return ""
    if _NUMBER.sub("0", shown) == _NUMBER.sub("0", alone):
        pairs = zip(_NUMBER.findall(shown), _NUMBER.findall(alone), strict=True)
        if all(_is_as_written(*pair) for pair in pairs):
            return ""
    return f"{where} is “{shown[:200]}”, alone “{alone[:200]}”"


def _is_as_written(one: str, other: str) -> bool:
    """Tell whether two written numbers are equal but for the last decimal, two colours but for a step."""
    if one.startswith("#") and other.startswith("#"):
        steps = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
        return all(abs(mine - theirs) <= 1 for mine, theirs in steps)
    decimals = [len(re.split("[.,]", f"{number}.")[1]) for number in (one, other)]
    if one == other or not decimals[0] or decimals[0] != decimals[1]:
        return one == other
    return abs(_read(one) - _read(other)) <= 1.01 * max(10.0 ** -decimals[0], 1e-4)


def _read(number: str) -> float:
    """Read a written number; what stands between thousands does not matter for a difference."""
    return float(number.replace(",", ".").replace(".", "", number.count(".") + number.count(",") - 1))
