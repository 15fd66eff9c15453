"""What reading takes hangs on the size of a file, not on how its cells stand."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training import tagged_webanno
from bertviz_core.training.data import list_cells, nested_cells
from bertviz_core.training.data.separated import MOST_COLUMNS
from bertviz_core.training.data.tables import read_table
from bertviz_core.training.data.text_file import LARGEST_TEXT_FILE
from bertviz_core.training.tagged_sentences import read_tagged_file
from bertviz_core.ui.sentence_file import sentences_of_file
from bertviz_core.ui.words import sentence_table
from bertviz_core.ui.words.sentence_table import table_of_file

WIDE = "\n".join(["a,b"] * 6_000 + ["x," * 300_000])
RAGGED = "\n".join("ab," * count + "x" for count in range(1, 1_000))
SMALL = {
    "wide.csv": WIDE,
    "ragged.csv": RAGGED,
    "one_line.csv": "ab," * 300_000,
    "marks.csv": '"a\n' * 20_000,
    "empty.csv": "a,b\n" + "\n" * 50_000 + "c,d",
    "cells.csv": ("abcd," * 300 + "\n") * 200,
    "objects.json": "[" + "{}," * 100_000 + "{}]",
    "wide_first.tsv": "x" + "\t" * 900_000 + "\n" + "a b\n" * 2_000,
    "one_column.json": json.dumps({"a": ["x"] * 20_000, **{f"b{place}": [] for place in range(199)}}),
}


def peak(read: object, data: bytes, name: str) -> int:
    tracemalloc.start()
    try:
        read(data, name)  # type: ignore[operator]
    except InputError:
        pass
    finally:
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return found


@pytest.mark.parametrize("name", list(SMALL))
@pytest.mark.parametrize("read", [read_table, table_of_file, sentences_of_file])
def test_a_small_file_takes_little_memory(read: object, name: str) -> None:
    assert peak(read, SMALL[name].encode(), name) < 50_000_000


def test_what_stands_behind_the_last_column_is_kept_in_it() -> None:
    table = read_table((",".join(map(str, range(500))) + "\n" + ",".join("x" * 500)).encode(), "x.csv")
    assert len(table.columns) == MOST_COLUMNS
    assert table.rows[-1][-1].count("x") == 301


def test_a_table_ends_at_a_million_cells() -> None:
    table = read_table(("a,b,c,d,e,f,g,h,i,j," * 10 + "k\n").encode() * 12_000, "x.csv")
    assert table.more
    assert len(table.rows) * len(table.columns) <= 1_000_100


@pytest.mark.parametrize("line", ["palabra " * 150_000, "ab," * 400_000])
def test_a_line_without_an_end_is_told_or_read(line: str) -> None:
    with pytest.raises(InputError, match="characters"):
        read_table(f"text,label\n{line}\nb,y".encode(), "x.csv")


@pytest.mark.parametrize("read", [table_of_file, sentences_of_file])
def test_a_file_that_no_field_would_take_is_refused_before_it_is_read(read) -> None:
    data = b"\n" * ((LARGEST_TEXT_FILE << 20) + 1)
    assert peak(read, data, "x.txt") < 1_000_000
    with pytest.raises(InputError, match="10 MB"):
        read(data, "x.txt")


def test_sentences_are_looked_for_in_as_many_characters_as_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    monkeypatch.setattr(sentence_table, "split_line", lambda line: looked.append(line) or (line, ""))
    with pytest.raises(InputError):
        table_of_file(b"\n" * 3_000_000, "x.txt")
    assert len(looked) <= 1_000_001


@pytest.mark.parametrize("begin", ["\"['a'+{}]\"", "\"{{'a'+{}}}\""])
def test_cells_that_only_look_like_lists_or_objects_are_not_all_looked_into(
    begin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    read = list_cells.loaded_cell

    def counted(cell: str) -> object:
        looked.append(cell)
        return read(cell)

    monkeypatch.setattr(list_cells, "loaded_cell", counted)
    monkeypatch.setattr(nested_cells, "loaded_cell", counted)
    rows = "".join(f"hola {number},{begin.format(number)}\n" for number in range(1_000))
    read_table(f"text,label\n{rows}".encode(), "x.csv")
    assert len(looked) < 250


def test_layers_of_webanno_are_as_many_as_columns_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    tags = tagged_webanno._tags
    monkeypatch.setattr(tagged_webanno, "_tags", lambda cells: looked.append(len(cells)) or tags(cells))
    layers = "#T_SP=x|" + "|".join(f"v{number}" for number in range(5_000))
    rows = "".join(f"{number}-1\t0-1\ta\tX\tY\n" for number in range(50))
    with pytest.raises(InputError):
        read_tagged_file(f"#FORMAT=WebAnno TSV 3.3\n{layers}\n\n{rows}")
    assert sum(looked) <= 50 * MOST_COLUMNS
