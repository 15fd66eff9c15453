"""The larger sets of messages and film reviews: balanced, varied, and not solved by single words."""

from __future__ import annotations

import csv
import re
from collections import Counter
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path

import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline

FOLDER = Path(__file__).parents[2] / "bertviz_core" / "samples"
COLUMNS = ["language", "label", "text"]
SETS = ["spam", "film_reviews"]
# Rows of the added files.
COUNTS = {
    "spam": {
        ("es", "spam"): 38,
        ("es", "ham"): 52,
        ("en", "spam"): 36,
        ("en", "ham"): 48,
        ("pt", "spam"): 36,
        ("pt", "ham"): 48,
    },
    "film_reviews": {(language, label): 41 for language in ("es", "en", "pt") for label in ("good", "bad")},
}
LENGTHS = {"spam": (5, 45), "film_reviews": (12, 60)}
LABELS = {"spam": ("spam", "ham"), "film_reviews": ("good", "bad")}


def rows_of(name: str) -> list[dict[str, str]]:
    """Read a file as the sets are read: quotation marks in it are text."""
    with (FOLDER / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def all_rows(name: str) -> list[dict[str, str]]:
    return rows_of(name) + rows_of(f"{name}_more")


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def repeated_runs(rows: list[dict[str, str]], length: int) -> set[tuple[str, ...]]:
    """List the runs of words that stand in more than one text of a language."""
    seen: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        words = words_of(row["text"])
        seen.update({(row["language"], *words[at : at + length]) for at in range(len(words) - length + 1)})
    return {run for run, count in seen.items() if count > 1}


@pytest.mark.parametrize("name", SETS)
def test_a_line_is_three_fields_without_stray_space(name: str) -> None:
    content = (FOLDER / f"{name}_more.tsv").read_bytes()
    assert content.endswith(b"\n") and b"\r" not in content and not content.startswith(b"\xef\xbb\xbf")
    header, *lines = [line.split("\t") for line in content.decode().removesuffix("\n").split("\n")]
    assert header == COLUMNS
    assert all(len(line) == 3 for line in lines)
    assert all(field and field == " ".join(field.split()) for line in lines for field in line)
    assert [list(row.values()) for row in rows_of(f"{name}_more")] == lines


@pytest.mark.parametrize("name", SETS)
def test_languages_and_labels_are_balanced(name: str) -> None:
    assert Counter((row["language"], row["label"]) for row in rows_of(f"{name}_more")) == COUNTS[name]
    rows = all_rows(name)
    assert len(rows) >= 330
    assert all(
        0.3 <= count / len(rows) <= 0.36 for count in Counter(row["language"] for row in rows).values()
    )
    first, _ = LABELS[name]
    share = sum(row["label"] == first for row in rows) / len(rows)
    assert share == pytest.approx(0.45 if name == "spam" else 0.5, abs=0.02)


@pytest.mark.parametrize("name", SETS)
def test_texts_are_short_and_long(name: str) -> None:
    shortest, longest = LENGTHS[name]
    for label in LABELS[name]:
        lengths = [len(row["text"].split()) for row in rows_of(f"{name}_more") if row["label"] == label]
        assert shortest <= min(lengths) <= shortest + 5
        assert longest - 15 <= max(lengths) <= longest


@pytest.mark.parametrize("name", SETS)
def test_no_text_is_nearly_another_one(name: str) -> None:
    texts = [row["text"] for row in all_rows(name)]
    assert len({text.lower() for text in texts}) == len(texts)
    bags = {text: set(words_of(text)) for text in texts}
    for one, other in combinations(texts, 2):
        shared = len(bags[one] & bags[other]) / len(bags[one] | bags[other])
        assert shared < 0.4, (one, other)
        # The order of letters is looked at only where the words are at all alike: it is slow.
        if shared > 0.15:
            assert SequenceMatcher(None, one, other, autojunk=False).ratio() < 0.7, (one, other)


@pytest.mark.parametrize("name", SETS)
def test_no_phrase_of_four_words_stands_in_two_texts(name: str) -> None:
    assert repeated_runs(all_rows(name), 4) == set()


def test_a_message_names_no_address_or_telephone_that_could_belong_to_somebody() -> None:
    addresses = [
        (row["label"], address)
        for row in rows_of("spam_more")
        for address in re.findall(r"\b[\w-]+(?:\.[a-z][\w-]+)+", row["text"], flags=re.IGNORECASE)
    ]
    assert all(re.fullmatch(r"[\w-]+\.example\.(?:org|com|net)", address) for _, address in addresses)
    assert len({address for _, address in addresses}) == len(addresses)
    # An address by itself must not tell a message that nobody wanted.
    assert Counter(label for label, _ in addresses)["ham"] >= 10
    for row in rows_of("spam_more"):
        assert max((len(number) for number in re.findall(r"\d+", row["text"])), default=0) <= 5, row["text"]


@pytest.mark.parametrize(
    ("words", "label"),
    [
        (r"gratis|gr[aá]tis|free|premio|won|ganh\w+|gan[aó]\w*|descuento|desconto|discount", "spam"),
        (r"banco|bank|tarjeta|cart[aã]o|card|transferencia|pix|account|cuenta|conta", "spam"),
        (r"mamá|mum|mãe|papá|dad|pai|hijo|filh[oa]|son", "ham"),
    ],
)
def test_words_of_one_label_stand_in_the_other_too(words: str, label: str) -> None:
    holding = [
        row["label"] for row in rows_of("spam_more") if re.search(rf"\b(?:{words})\b", row["text"].lower())
    ]
    assert len(holding) >= 10
    assert 0.15 <= sum(found != label for found in holding) / len(holding)


@pytest.mark.parametrize(("name", "low", "high"), [("spam", 0.75, 0.9), ("film_reviews", 0.6, 0.8)])
def test_weighted_words_learn_something_and_leave_room(name: str, low: float, high: float) -> None:
    rows = all_rows(name)
    scores = [
        cross_val_score(
            make_pipeline(TfidfVectorizer(), LogisticRegression(C=10, max_iter=500)),
            [row["text"] for row in rows],
            [row["label"] for row in rows],
            cv=StratifiedKFold(5, shuffle=True, random_state=seed),
        ).mean()
        for seed in range(3)
    ]
    assert low < sum(scores) / len(scores) < high
