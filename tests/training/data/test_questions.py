"""Questions in the form of SQuAD are read, and answers in a wrong place are found."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.data.questions import read_questions


def document(answers: list[dict[str, Any]] | None = None) -> str:
    """Write twelve questions about four texts, the first with other answers."""
    paragraphs = []
    for number in range(4):
        context = f"Ana {number} vive en Lugo y Eva vive en Vigo."
        qas: list[dict[str, Any]] = [
            {"question": f"¿Quién {n}?", "answers": [{"text": "Lugo", "answer_start": context.index("Lugo")}]}
            for n in range(3)
        ]
        paragraphs.append({"context": context, "qas": qas})
    if answers is not None:
        paragraphs[0]["qas"][0]["answers"] = answers
    return json.dumps({"data": [{"title": "x", "paragraphs": paragraphs}]})


def test_questions_are_read_with_their_answers() -> None:
    ready = read_questions(document(), name="x")
    assert len(ready.data.examples) == 12
    assert all(e.context[e.answers[0].start :].startswith("Lugo") for e in ready.data.examples)


@pytest.mark.parametrize("start", [-1, 0, 3, 10_000])
def test_an_answer_in_a_wrong_place_is_mended_where_it_stands_once(start: int) -> None:
    ready = read_questions(document([{"text": "Lugo", "answer_start": start}]), name="x")
    assert ready.notes.mended == (1,)
    assert ready.data.examples[0].answers[0].start == 14


@pytest.mark.parametrize(
    "answers", [[], [{"text": "vive", "answer_start": 0}], [{"text": "no", "answer_start": 0}]]
)
def test_a_question_whose_answer_cannot_be_found_is_left_out(answers: list[dict[str, Any]]) -> None:
    ready = read_questions(document(answers), name="x")
    assert ready.notes.unanswerable == (1,)
    assert len(ready.data.examples) == 11


@pytest.mark.parametrize("question", ["", " ", "\u200b"])
def test_a_question_in_which_nothing_can_be_seen_is_left_out(question: str) -> None:
    whole = json.loads(document())
    whole["data"][0]["paragraphs"][0]["qas"][1]["question"] = question
    ready = read_questions(json.dumps(whole), name="x")
    assert ready.notes.blank == (2,) and not ready.notes.unanswerable
    assert len(ready.data.examples) == 11


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"data": 3}', '{"data": [{"paragraphs": [{"context": 1, "qas": [{}]}]}]}', "[" * 9999],
)
def test_other_files_are_told(text: str) -> None:
    with pytest.raises(InputError, match="SQuAD"):
        read_questions(text, name="x")


def test_questions_about_one_text_are_refused() -> None:
    whole = json.loads(document())
    whole["data"][0]["paragraphs"] = whole["data"][0]["paragraphs"][:1] * 5
    for number, paragraph in enumerate(whole["data"][0]["paragraphs"]):
        whole["data"][0]["paragraphs"][number] = json.loads(json.dumps(paragraph))
        for question in whole["data"][0]["paragraphs"][number]["qas"]:
            question["question"] += str(number)
    with pytest.raises(InputError, match="texts"):
        read_questions(json.dumps(whole), name="x")


def test_a_place_beyond_all_numbers_is_told() -> None:
    with pytest.raises(InputError, match="SQuAD"):
        read_questions(document().replace('"answer_start": 14', '"answer_start": 1e999'), name="x")
