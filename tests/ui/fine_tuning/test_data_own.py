"""What a visitor brings is looked at before it takes the place of what was chosen."""

from __future__ import annotations

import json

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.data.headings import Columns
from bertviz_core.ui.fine_tuning.data_own import MOST_BYTES, own_file

ROWS = [f"texto {n};{'spam' if n % 2 else 'ham'}" for n in range(40)]


def table(rows: list[str]) -> bytes:
    return "\n".join(["text;label", *rows]).encode()


def test_a_mended_file_of_the_same_name_and_size_is_another_one() -> None:
    first = own_file(table(ROWS), "x.csv", "sentence")
    mended = own_file(table([*ROWS[:-1], "texto 39;ham "]), "x.csv", "sentence")
    assert len(first.data) == len(mended.data)
    assert first.key != mended.key
    assert first.key == own_file(table(ROWS), "x.csv", "sentence").key
    assert first.key != first.with_header(False).key


@pytest.mark.parametrize("name", ["x.csv", "another.csv"])
def test_a_set_has_the_same_fingerprint_under_every_name(name: str) -> None:
    prepared = own_file(table(ROWS), name, "sentence").prepared(4)
    assert prepared.data.fingerprint == own_file(table(ROWS), "y", "sentence").prepared(4).data.fingerprint
    assert prepared.data.name == name


def test_columns_and_heading_can_be_chosen_otherwise() -> None:
    own = own_file(table(ROWS), "x.csv", "sentence")
    assert own.with_header(False).table.rows[0] == ("text", "label")  # type: ignore[union-attr]
    with pytest.raises(InputError, match="40 different labels"):
        own.with_columns(Columns(text=1, label=0)).prepared(0)
    with pytest.raises(InputError, match="“label” is chosen twice"):
        own.with_columns(Columns(text=1, label=1)).prepared(0)


def test_a_column_is_not_both_texts_of_a_pair() -> None:
    rows = [f"a {n};b {n};{'xy'[n % 2]}" for n in range(40)]
    own = own_file("\n".join(["one;two;label", *rows]).encode(), "x.csv", "pair")
    assert own.columns == Columns(text=0, pair=1, label=2)
    with pytest.raises(InputError, match="“two” is chosen twice"):
        own.with_columns(Columns(text=1, pair=1, label=2)).prepared(0)


def test_files_without_columns_to_choose_are_checked_at_once() -> None:
    for name, task in (("x.conll", "tagging"), ("x.json", "question")):
        with pytest.raises(InputError):
            own_file(b"hola\n", name, task)  # type: ignore[arg-type]
    sentences = "\n".join(f"Ana{n} B-PER\nvive O\n" for n in range(12))
    assert len(own_file(sentences.encode("cp1252"), "x.conll", "tagging").prepared(0).data.examples) == 12
    paragraphs = [
        {"context": f"Ana {n} vive.", "qas": [{"question": f"¿{k}?", "answers": [{"text": "Ana"}]}]}
        for n in range(4)
        for k in range(4)
    ]
    document = json.dumps({"data": [{"paragraphs": paragraphs}]})
    own = own_file(document.encode("utf-16"), "x.json", "question")
    assert own.prepared(0).notes.mended


def test_a_file_that_is_too_large_is_told_before_it_is_read() -> None:
    with pytest.raises(InputError, match="MB"):
        own_file(b"a" * (MOST_BYTES + 1), "x.csv", "sentence")


def test_only_written_sets_have_names_of_their_own() -> None:
    from bertviz_core.ui.fine_tuning.data_choice import shown_name

    assert shown_name("mine.csv") == "mine.csv"
    assert shown_name("spam (train)") == "spam (train)"  # a set of the Hub
    assert shown_name("film_reviews (pt)").endswith("(Português)")
    assert "_" not in shown_name("film_reviews")
