"""Tables of sentences as people save them."""

import pytest

from bertviz_core.errors import InputError
from bertviz_core.ui.words.sentence_lines import MOST_LINES
from bertviz_core.ui.words.sentence_table import table_of_file

ROWS = [
    ("Saqué dinero del banco.", "dinero"),
    ("Me senté, cansado, en el banco.", "asiento"),
    ("NA", "dinero"),
    ("El banco cerró.", "dinero"),
    ("Un banco de madera.", "asiento"),
]


def table(rows, separator=";"):
    return "\r\n".join(separator.join(row) for row in rows)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [";", "\t"])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("heading", [None, ("frase", "sentido")])
def test_columns_are_found_out(encoding, separator, turned, heading):
    rows = [heading, *ROWS] if heading else ROWS
    rows = [row[::-1] for row in rows] if turned else rows
    read = table_of_file(table(rows, separator).encode(encoding), "a.CSV")
    assert (read.sentence_column, read.sense_column) == ((1, 0) if turned else (0, 1))
    assert read.heading == (heading is not None)
    assert list(read.pairs(read.sentence_column, read.sense_column)) == ROWS


def test_text_is_read_line_by_line():
    read = table_of_file(b"Uno dos. | a\n\nTres, cuatro.\nCinco | b", "a.txt")
    assert read.pairs(0, 1) == (("Uno dos.", "a"), ("Tres, cuatro.", ""), ("Cinco", "b"))
    assert not read.heading


@pytest.mark.parametrize("heading", [0, 1])
@pytest.mark.parametrize("more", [0, 1])
def test_what_is_beyond_the_limit_is_told(heading, more):
    rows = [("frase", "sentido")] * heading + ROWS * (MOST_LINES // len(ROWS)) + ROWS[:more]
    read = table_of_file(table(rows).encode(), "a.csv")
    assert (read.heading, read.cut) == (bool(heading), bool(more))
    assert len(read.pairs(0, 1)) == MOST_LINES


def test_one_column_and_rows_of_different_length():
    read = table_of_file(b"uno dos tres\ncuatro cinco seis\n", "a.csv")
    assert (read.sense_column, read.pairs(0, None)) == (
        None,
        (("uno dos tres", ""), ("cuatro cinco seis", "")),
    )
    read = table_of_file(b"uno\ta\tx\ndos\n\t\t\ntres\tb", "a.tsv")
    assert [len(row) for row in read.rows] == [3, 3, 3]


@pytest.mark.parametrize(("data", "name"), [(b"", "a.csv"), (b" \n ", "a.txt"), (b"\x00\x01\x02", "a.csv")])
def test_what_holds_no_sentence_is_refused(data, name):
    with pytest.raises(InputError):
        table_of_file(data, name)
