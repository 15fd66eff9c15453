from __future__ import annotations

from collections import Counter

import pytest

from bertviz_core.training.pretraining.vocabulary import (
    balanced_counts,
    build_vocabulary,
    converted_pieces,
    count_corpus,
    wordpiece_form,
)

PIECES = [
    "<s>",
    "<pad>",
    "</s>",
    "<unk>",
    "▁banco",
    "ban",
    "co",
    "▁que",
    "so",
    "s",
    "▁",
    "▁(",
    "(",
    ".",
    "▁a",
    "a,b",
]
SCORES = [0.0] * 4 + [-5.0, -6.0, -6.0, -4.0, -6.0, -5.0, -3.0, -7.0, -8.0, -3.0, -4.0, -9.0]


@pytest.mark.parametrize(
    ("piece", "form"),
    [
        ("▁banco", "banco"),
        ("ción", "##ción"),
        (".", "."),
        ("▁(", "("),
        ("▁", None),
        ("...", None),
        ("a,b", None),
    ],
)
def test_forms(piece: str, form: str | None) -> None:
    assert wordpiece_form(piece) == form


def test_the_more_frequent_of_two_pieces_with_one_form_wins() -> None:
    rows = converted_pieces(PIECES, SCORES)
    assert rows["("] == PIECES.index("▁(")
    assert rows["banco"] == PIECES.index("▁banco")


def test_single_letters_stand_in_both_forms() -> None:
    rows = converted_pieces(PIECES, SCORES)
    assert rows["##a"] == rows["a"] == PIECES.index("▁a")
    assert rows["s"] == rows["##s"] == PIECES.index("s")


def test_a_frequent_split_word_gets_an_entry_made_of_its_pieces() -> None:
    counts = {"banco": 50.0, "queso": 40.0, "que": 30.0, ".": 20.0}
    built = build_vocabulary(counts, converted_pieces(PIECES, SCORES), [3, 1, 0, 2, 3], pieces=20, words=1)
    assert built.entries[:5] == ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    place = built.entries.index("queso")
    assert built.rows[place] == (PIECES.index("▁que"), PIECES.index("so"))
    assert built.rows[built.entries.index("banco")] == (PIECES.index("▁banco"),)
    assert len(set(built.entries)) == len(built.entries)


def test_everyday_sentences_and_languages_are_weighed() -> None:
    long, short = ("uno dos " * 80, "dos"), ("pan",)
    everything, everyday = count_corpus([long, short])
    assert everyday == Counter({"pan": 1}) and everything["pan"] == 1
    weighed = balanced_counts(
        [(everything, everyday), (Counter({"bread": 5}), Counter({"bread": 5}))], everyday=0.3
    )
    assert sum(weighed.values()) == pytest.approx(2e6)
    assert weighed["bread"] == pytest.approx(1e6)
    assert weighed["pan"] > 0.3e6
