"""The sets to learn a task from: balanced, without repetitions, and not solved by counting words."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "bertviz_core" / "samples"
# The pairs of a label in each language.
COUNTS = {
    "paraphrases": {"es": 57, "en": 46, "pt": 26},
    "entailment": {"es": 21, "en": 21, "pt": 11},
}
LABELS = {
    "paraphrases": ("same", "different"),
    "entailment": ("entailment", "neutral", "contradiction"),
}
SETS = pytest.mark.parametrize("name", list(COUNTS))


def pairs(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def share(first: str, second: str) -> float:
    """Say how many of the words of two texts stand in both."""
    one, other = set(words(first)), set(words(second))
    return len(one & other) / len(one | other)


def questions() -> list[tuple[dict[str, Any], str, dict[str, Any]]]:
    """Read the questions, each with its entry and its paragraph."""
    data = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))["data"]
    return [
        (entry, paragraph["context"], question)
        for entry in data
        for paragraph in entry["paragraphs"]
        for question in paragraph["qas"]
    ]


@SETS
def test_labels_are_balanced_in_every_language(name: str) -> None:
    assert Counter((row["language"], row["label"]) for row in pairs(name)) == {
        (language, label): n for language, n in COUNTS[name].items() for label in LABELS[name]
    }


@SETS
def test_lines_have_four_fields_without_stray_blanks(name: str) -> None:
    lines = (FOLDER / f"{name}.tsv").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    fields = [line.split("\t") for line in lines]
    assert fields[0] == ["language", "label", "first", "second"]
    assert {len(line) for line in fields} == {4}
    assert all(field and field == " ".join(field.split()) for line in fields for field in line)


@SETS
def test_sentences_are_short_and_end(name: str) -> None:
    for row in pairs(name):
        for text in (row["first"], row["second"]):
            assert 2 <= len(words(text)) <= 18, text
            assert re.match(r"[¿¡]?[A-ZÁÉÍÓÚ]", text) and text[-1] in ".?!", text


@SETS
def test_no_pair_stands_twice_or_the_other_way_round(name: str) -> None:
    rows = pairs(name)
    found = {frozenset((row["first"].lower(), row["second"].lower())) for row in rows}
    assert all(len(pair) == 2 for pair in found)
    assert len(found) == len(rows)


def test_a_first_sentence_of_a_paraphrase_stands_once_a_label() -> None:
    rows = pairs("paraphrases")
    assert len({(row["first"], row["label"]) for row in rows}) == len(rows)
    assert len({row["second"] for row in rows}) == len(rows)


@pytest.mark.parametrize("language", list(COUNTS["paraphrases"]))
def test_shared_words_do_not_tell_paraphrases_apart(language: str) -> None:
    shares: dict[str, list[float]] = defaultdict(list)
    for row in pairs("paraphrases"):
        if row["language"] == language:
            shares[row["label"]].append(share(row["first"], row["second"]))
    same, different = shares["same"], shares["different"]
    # How often a pair of the same meaning shares more words than one of another: 0.5 is chance.
    above = [(a > b) + (a == b) / 2 for a in same for b in different]
    assert 0.42 <= sum(above) / len(above) <= 0.58
    # Both labels have pairs with nearly all words in common and pairs with nearly none.
    for values in (same, different):
        assert sum(value >= 0.7 for value in values) >= len(values) / 8
        assert sum(value <= 0.3 for value in values) >= len(values) / 8


def test_the_labels_of_a_topic_do_not_exclude_each_other() -> None:
    rows = pairs("entailment")
    assert len({(row["first"], row["second"]) for row in rows}) == len(rows)
    equal = []
    for language in COUNTS["entailment"]:
        labels = [row["label"] for row in rows if row["language"] == language]
        topics = [labels[start : start + 3] for start in range(0, len(labels), 3)]
        equal += [one == other for topic in topics for one, other in combinations(topic, 2)]
    # By chance one in three.
    assert 0.28 <= sum(equal) / len(equal) <= 0.38


def test_negations_stand_under_every_label() -> None:
    negations = {
        "no",
        "ni",
        "nadie",
        "ningún",
        "ninguna",
        "not",
        "nobody",
        "never",
        "none",
        "não",
        "ninguém",
        "nem",
    }
    for name, labels in LABELS.items():
        found = Counter(row["label"] for row in pairs(name) if negations & {*words(row["second"])})
        assert all(found[label] >= 5 for label in labels), found


def test_there_are_paragraphs_and_questions_in_every_language() -> None:
    found = questions()
    contexts = Counter(
        language for language, _ in {(entry["language"], context) for entry, context, _ in found}
    )
    assert contexts == {"es": 10, "en": 9, "pt": 5}
    asked = Counter(context for _, context, _ in found)
    assert sum(asked.values()) >= 90
    assert all(3 <= n <= 5 for n in asked.values())
    assert all(40 <= len(context.split()) <= 90 for context in asked)


def test_the_questions_have_the_form_of_squad() -> None:
    written = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))
    assert written.keys() == {"version", "data"}
    assert all(entry.keys() == {"title", "language", "paragraphs"} for entry in written["data"])
    titles = [entry["title"] for entry in written["data"]]
    assert len(set(titles)) == len(titles)
    for _, _, question in questions():
        assert question.keys() == {"id", "question", "answers"}
        assert question["answers"]
        assert all(answer.keys() == {"text", "answer_start"} for answer in question["answers"])


def test_every_answer_stands_where_it_is_said_to_and_is_made_of_whole_words() -> None:
    for _, context, question in questions():
        for answer in question["answers"]:
            start, text = answer["answer_start"], answer["text"]
            end = start + len(text)
            assert context[start:end] == text
            assert text == text.strip(" .,;:")
            assert not context[start - 1 : start].isalnum()
            assert not context[end : end + 1].isalnum()
            assert 1 <= len(text.split()) <= 12


def test_no_question_or_identity_stands_twice() -> None:
    found = questions()
    assert len({question["id"] for _, _, question in found}) == len(found)
    assert len({question["question"] for _, _, question in found}) == len(found)
    assert all(question["question"].endswith("?") for _, _, question in found)
    assert all(
        question["question"].startswith("¿") == (entry["language"] == "es") for entry, _, question in found
    )
    for _, _, question in found:
        texts = [answer["text"] for answer in question["answers"]]
        assert len(set(texts)) == len(texts)


def test_questions_ask_who_what_when_where_why_and_how_many() -> None:
    kinds = {
        "who": r"\b(quién|who|quem)\b",
        "what": r"\b((?<!por )qué|what|o que|quais)\b",
        "when": r"\b(cuándo|when|quando|qué día)\b",
        "where": r"\b(dónde|where|onde)\b",
        "why": r"\b(por qué|why|por que)\b",
        "how many": r"\b(cuánt[oa]s?|how (many|long|often)|quant[oa]s?)\b",
    }
    for language in ("es", "en", "pt"):
        asked = [
            question["question"].lower()
            for entry, _, question in questions()
            if entry["language"] == language
        ]
        for kind, pattern in kinds.items():
            assert sum(bool(re.search(pattern, text)) for text in asked) >= 3, (language, kind)
