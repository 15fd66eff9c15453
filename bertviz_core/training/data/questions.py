"""Questions as SQuAD writes them (Rajpurkar et al. 2016), or as rows: texts and the places of answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bertviz_core.analysis.texts.input_text import is_blank
from bertviz_core.errors import InputError
from bertviz_core.results import Answer, DataNotes, PreparedData, QuestionExample
from bertviz_core.training.data.answer_places import find_place, find_units
from bertviz_core.training.data.json_rows import loaded_json, table_rows
from bertviz_core.training.data.prepare import prepare_questions
from bertviz_core.training.data.text_file import readable

ALL = "all"
"""Stands for every language together."""


def read_questions(text: str, *, name: str, seed: int = 0, language: str = ALL) -> PreparedData:
    """Read questions and part them.

    Places may be counted in characters, UTF-16 units or bytes; which, most answers tell. One that does not
    stand where the file says is looked for: where it is not there once, and no occurrence is clearly the
    nearest, the answer is left out, and a question without answers with it.

    Raises:
        InputError: It is no such file, or there is too little in it.
    """
    try:
        entries = [entry for entry in _entries(_document(text)) if language in (ALL, entry[2])]
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise InputError(
            "This is no file of questions in the form of SQuAD: a JSON object with “data”, in it "
            "“paragraphs”, each with its “context” and its “qas”; or rows with “question”, “context” and "
            "“answers”. Choose another file, or another task."
        ) from error
    units, of_units = find_units((context, *answer) for _, context, _, given in entries for answer in given)
    examples: list[QuestionExample] = []
    blank: list[int] = []
    mended: list[int] = []
    unanswerable: list[int] = []
    for number, (question, context, code, given) in enumerate(entries, start=1):
        answers = []
        for answer, start in given:
            place, as_said = find_place(context, answer, start, units)
            if place is None:
                continue
            if not as_said:
                mended.append(number)
            answers.append(Answer(text=answer, start=place))
        if is_blank(question) or not answers:
            (blank if is_blank(question) else unanswerable).append(number)
            continue
        examples.append(
            QuestionExample(question=question, context=context, answers=tuple(answers), language=code)
        )
    notes = DataNotes(
        rows=len(entries),
        blank=tuple(blank),
        mended=tuple(dict.fromkeys(mended)),
        unanswerable=tuple(unanswerable),
    )
    prepared = prepare_questions(examples, name=name, seed=seed, notes=notes)
    return replace(prepared, decisions=(*of_units, *prepared.decisions))


def _document(text: str) -> Any:
    """Return the tree of SQuAD, or a list of rows as the `datasets` library writes them."""
    try:
        document = loaded_json(text)
    except ValueError:  # a row a line
        return [json.loads(line) for line in text.split("\n") if line.strip()]
    if isinstance(document, dict) and not _is_tree(document):
        return table_rows(document)
    return document


def _is_tree(document: dict[str, Any]) -> bool:
    entries = document.get("data")
    return isinstance(entries, list) and bool(entries) and "paragraphs" in entries[0]


def _entries(document: Any) -> Iterator[tuple[str, str, str, list[tuple[str, int]]]]:
    """Yield question, context, language and answers with their places."""
    if isinstance(document, list):
        for row in document:
            yield _text(row["question"]), _text(row["context"]), str(row.get("language") or ""), _answers(row)
        if not document:
            raise ValueError("no rows")
        return
    for entry in document["data"]:
        for paragraph in entry["paragraphs"]:
            for question in paragraph["qas"]:
                answers = _answers({"answers": question.get("answers", [])})
                language = str(entry.get("language", ""))
                yield _text(question["question"]), _text(paragraph["context"]), language, answers


def _answers(row: dict[str, Any]) -> list[tuple[str, int]]:
    """Return the answers of a row: a list of them, two lists in one object, or one beside its place."""
    given = row.get("answers", row.get("answer"))
    if given is None:
        return []
    if isinstance(given, str):
        return [(_text(given), int(row.get("answer_start", -1)))]
    if isinstance(given, dict):
        texts, starts = given["text"], given.get("answer_start")
        if isinstance(texts, str):
            texts, starts = [texts], [-1 if starts is None else starts]
        starts = [-1] * len(texts) if starts is None else starts
        return [(_text(text), int(start)) for text, start in zip(texts, starts, strict=True)]
    return [
        (_text(answer), -1) if isinstance(answer, str) else (_text(answer["text"]), _start(answer))
        for answer in given
    ]


def _start(answer: dict[str, Any]) -> int:
    return int(answer.get("answer_start", -1))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    return readable(value)
