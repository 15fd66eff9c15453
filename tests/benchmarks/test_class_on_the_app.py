"""A small class on the app as it is served: nothing goes wrong, and what would be wrong is found."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import replace

import pytest
from own_loop import run
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.app_under_test import RunningApp, running_app
from benchmarks.browser_tab import Tab
from benchmarks.front_end import Shown
from benchmarks.plotly_numbers import numbers
from benchmarks.right_answers import compare
from benchmarks.visitor_questions import MIX, Question
from benchmarks.visitor_texts import Texts
from benchmarks.visitors import ClassPlan, visit
from bertviz_core.engine import BertEngine

QUESTIONS = (
    Question("attention", "explore", "es", {"text": "El gato duerme en la cama"}),
    Question("masked_words", "fill", "es", {"text": "El gato duerme en la [MASK]"}),
    Question("next_sentence", "pair", "es", {"first": "Tengo hambre.", "second": "Voy a comer."}),
    Question("masked_words", "surprise", "es", {"text": "El gato duerme en la cama"}),
)
"""The last one is compared with the page alone, the others with the engine."""

OTHERS = (
    {"text": "El perro duerme en la cama"},
    {"text": "El perro duerme en la [MASK]"},
    {"first": "Tengo sed."},
    {"text": "El perro duerme en la cama"},
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BERTSCOPE_DATA_FOLDER", str(tmp_path_factory.mktemp("runs")))
        with running_app() as started:
            started.wait_until_ready()
            yield started


@pytest.fixture(scope="module")
def answers(app: RunningApp) -> list[Shown]:
    """Ask one thing of each kind that is compared."""

    async def ask() -> list[Shown]:
        shown = []
        for question in QUESTIONS:
            tab = Tab(app.url, "es-ES")
            await tab.open()
            await tab.follow_link(question.page, question.link)
            answer = await tab.answer(keep=True)
            tab.close()
            assert not answer.troubles
            shown.append(answer.shown)
        return shown

    return run(ask())


def test_a_class_on_all_pages_meets_with_no_error(app: RunningApp, mini: BertEngine) -> None:
    # Of this name they are on all pages but home and the workshop, by links and clicks, and soon answered.
    plan = ClassPlan(page=MIX, visitors=3, questions=3, seconds=600, gap=0.5, leave=0.25, run="class 44459")
    diary = run(visit(app.url, plan))
    assert not diary.troubles, diary.examples
    assert len(diary.first) == 4 and diary.later and diary.left == 2  # one left and came back
    assert any(question.parameters for question, _ in diary.kept) and len(diary.seen) == 8
    comparison = compare(diary.kept, mini)
    assert comparison.compared == len(diary.kept) and not comparison.differing, comparison.differing


def test_right_answers_do_not_differ(answers: list[Shown], mini: BertEngine) -> None:
    comparison = compare(zip(QUESTIONS, answers, strict=True), mini)
    assert comparison.compared == len(QUESTIONS) and not comparison.differing, comparison.differing


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_the_answer_to_another_question_differs(answers: list[Shown], mini: BertEngine, number: int) -> None:
    other = replace(QUESTIONS[number], parameters={**QUESTIONS[number].link, **OTHERS[number]})
    assert compare([(other, answers[number])], mini).differing


def test_a_weight_or_a_probability_that_is_a_little_wrong_differs(
    answers: list[Shown], mini: BertEngine
) -> None:
    attention, masked, pair, surprise = (
        {place: with_a_wrong_number(raw) for place, raw in shown.items()} for shown in answers
    )
    comparison = compare(zip(QUESTIONS, (attention, masked, pair, surprise), strict=True), mini)
    assert len(comparison.differing) == len(QUESTIONS)


@pytest.mark.parametrize("tokens", [3, 40, 512])
def test_texts_are_as_long_as_asked_for(mini: BertEngine, tokens: int) -> None:
    texts = Texts("seed", "es", tokens)
    assert mini.token_count(texts.sentence()) == tokens
    blank = texts.sentence(blank=True)
    assert mini.token_count(blank) == tokens and blank.count("[MASK]") == 1


def with_a_wrong_number(raw: bytes) -> bytes:
    """Change one number of an attention view, and the first of each chart."""
    message = ForwardMsg.FromString(raw)
    element = message.delta.new_element
    if element.WhichOneof("type") == "bidi_component" and element.bidi_component.bytes:
        element.bidi_component.bytes = with_a_wrong_weight(element.bidi_component.bytes)
    elif element.WhichOneof("type") == "plotly_chart":
        chart = json.loads(element.plotly_chart.spec)
        values = chart["data"][0]
        axis = "x" if len(values["x"]) and chart["data"][0].get("orientation") == "h" else "y"
        values[axis] = (numbers(values[axis]) + 1e-3).tolist()
        element.plotly_chart.spec = json.dumps(chart)
    changed: bytes = message.SerializeToString()
    return changed


def with_a_wrong_weight(payload: bytes) -> bytes:
    """Change a weight of the first head by four steps."""
    begin = 4 + int.from_bytes(payload[:4], "little")
    header = json.loads(payload[4:begin])
    length = header["blocks"][0]["bytes"]
    weights = bytearray(zlib.decompress(payload[begin : begin + length]))
    weights[0] ^= 4
    block = zlib.compress(bytes(weights))
    header["blocks"][0]["bytes"] = len(block)
    text = json.dumps(header).encode()
    return len(text).to_bytes(4, "little") + text + block + payload[begin + length :]
