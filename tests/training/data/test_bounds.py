"""What reading takes hangs on the size of a file, not on how its cells stand."""

from __future__ import annotations

import tracemalloc

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.data.separated import MOST_COLUMNS
from bertviz_core.training.data.tables import read_table
from bertviz_core.ui.sentence_file import sentences_of_file
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
    assert peak(read, SMALL[name].encode(), name) < 40_000_000


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
