"""Words with which programs say that a cell holds nothing."""

from __future__ import annotations

import pytest

from bertviz_core.results import PreparedData
from bertviz_core.training.data.headings import guess_columns
from bertviz_core.training.data.tables import read_table
from bertviz_core.training.data.text_sets import text_data


def learned(word: str, *, in_text: bool = False) -> PreparedData:
    rows = [[f"texto {'abcdefghijklmnopqrst'[n]}", ("pos", "neg")[n % 2]] for n in range(20)]
    for row in rows[::5]:
        row[not in_text] = word
    table = read_table("\n".join(["text\tlabel", *map("\t".join, rows)]).encode(), "x.tsv")
    columns = guess_columns(table.columns, table.rows, "sentence")
    return text_data(table, task="sentence", columns=columns, name="x")


@pytest.mark.parametrize("word", ["NULL", "nan", "NaN", "<NA>", "(null)"])
@pytest.mark.parametrize("in_text", [False, True])
def test_what_only_programs_write_is_empty_and_told(word: str, in_text: bool) -> None:
    prepared = learned(word, in_text=in_text)
    assert prepared.data.labels == ("neg", "pos") and len(prepared.notes.blank) == 4
    (note,) = prepared.decisions
    assert word in str(note) and "4" in str(note)


@pytest.mark.parametrize("word", ["NA", "N/A", "None", "null"])
def test_what_may_be_a_class_is_asked_about(word: str) -> None:
    prepared = learned(word)
    assert word in prepared.data.labels
    (note,) = prepared.decisions
    assert note.doubtful and word in str(note)


@pytest.mark.parametrize("word", ["none", "ninguno", "nulo"])
def test_words_of_people_are_classes(word: str) -> None:
    assert word in learned(word).data.labels and not learned(word).decisions
