"""The model card says, in every language, what was measured."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bertviz_core.evaluation.document import bundled_evaluation, evaluation_document
from bertviz_core.models.catalogue import BUNDLED_FOLDER

CARDS = sorted(BUNDLED_FOLDER.glob("MODEL_CARD*.md"))
NUMBER = re.compile(r"\d+[.,]\d+")
LANGUAGES = ("es", "en", "pt")


def tables(card: Path) -> list[list[str]]:
    """Return the lines of each table below its heading."""
    found: list[list[str]] = []
    before = ""
    for line in card.read_text(encoding="utf-8").splitlines():
        if line.startswith("| ---"):
            found.append([])
        elif line.startswith("|") and found and before.startswith("|"):
            found[-1].append(line)
        before = line
    return found


def numbers(line: str) -> list[float]:
    return [float(number.replace(",", ".")) for number in NUMBER.findall(line)]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    evaluation = bundled_evaluation("mini")
    assert evaluation is not None
    return evaluation_document(evaluation)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_the_tables_are_the_measurements(card: Path, document: dict[str, Any]) -> None:
    held_out, written, senses = tables(card)
    files = document["held_out"]
    measures = ("accuracy", "perplexity", "word_accuracy", "split_word_accuracy", "next_sentence")
    for line, measure in zip(held_out, measures, strict=True):
        digits = 0.051 if measure == "perplexity" else 0.00051
        assert numbers(line)[-3:] == pytest.approx([file[measure] for file in files], abs=digits), line
    groups = ("all", *LANGUAGES)
    pairs = document["next_sentence"]
    wanted = [[document["cloze"]["top"][group][top] for group in groups] for top in ("1", "5", "10")]
    wanted += [[pairs[measure][group] for group in groups] for measure in ("accuracy", "confidence")]
    for data in ("film_reviews", "spam"):
        scores = {score["language"]: score for score in document["classes"] if score["data"] == data}
        wanted.append([scores[group][kind] for group in groups for kind in ("cls", "mean")])
    for line, values in zip(written, wanted, strict=True):
        assert numbers(line) == pytest.approx(values, abs=0.0051), line
    told = [value for line in senses for value in numbers(line)]
    words = {(word["word"], word["language"]): word for word in document["senses"]}
    assert len(told) == 3 * len(words)
    for line in senses:
        for cells in re.findall(r"\| (\w+)(?: \((\w\w)\))?[^|]*\|([^|]+)\|([^|]+)\|([^|]+)(?=\|)", line):
            name, code, *values = cells
            word = next(w for key, w in words.items() if key[0] == name and code in ("", key[1]))
            best = max(word["accuracy"])
            wanted_values = [word["accuracy"][0], best, word["accuracy_last_four"]]
            assert [numbers(value)[0] for value in values] == pytest.approx(wanted_values, abs=0.0051), line
            assert f"({word['best_layer']})" in values[1]


def test_there_is_a_card_in_every_language_with_the_same_parts() -> None:
    assert [card.name for card in CARDS] == ["MODEL_CARD.es.md", "MODEL_CARD.md", "MODEL_CARD.pt.md"]
    parts = [re.findall(r"^(#+) ", card.read_text(encoding="utf-8"), re.MULTILINE) for card in CARDS]
    assert parts[0] == parts[1] == parts[2]
    commands = [re.findall(r"^    python .*$", card.read_text(encoding="utf-8"), re.M) for card in CARDS]
    assert commands[0] == commands[1] == commands[2]
