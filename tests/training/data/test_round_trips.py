"""What a program wrote is what is read: labels and texts survive every kind of file."""

from __future__ import annotations

import csv
import io
import json
import os
import re

import openpyxl
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bertviz_core.analysis.texts.input_text import is_blank
from bertviz_core.training.data.formulas import disarmed, is_disarmed
from bertviz_core.training.data.tables import read_table
from bertviz_core.training.data.text_file import read_text
from bertviz_core.ui.downloads import csv_text
from bertviz_core.ui.sentence_file import sentences_of_file
from bertviz_core.ui.words.sentence_lines import read_lines, write_lines

# The same examples each time; `BERTSCOPE_SEARCH=2000` looks for new ones.
SEARCH = int(os.environ.get("BERTSCOPE_SEARCH", "0"))
settings.register_profile(
    "readers",
    max_examples=SEARCH or 25,
    derandomize=not SEARCH,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("readers")

NO_TEXT = "".join(map(chr, [*range(9), *range(0x0E, 0x1C), 0x1F, 0xFEFF]))
LETTERS = st.characters(exclude_categories=["Cs"], exclude_characters=NO_TEXT)
TRICKY = st.sampled_from(
    [*"abñé½😀 ,;|\t\"'\\\n\r=-@+:()", "\u2028", "\x85", "\u0303", "\u200b", "\x0c", "pos", "; "]
)
# Bytes of UTF-8 that were read in another encoding are put right: see `test_two_encodings`.
TWICE = re.compile("[\xc2-\xf4][\x80-\xbf]")
TEXT = (
    st.lists(LETTERS | TRICKY, max_size=12)
    .map("".join)
    .filter(lambda text: text.strip() and text[0] != "#" and not TWICE.search(text))
)
LABEL = st.sampled_from(["pos", "neg", "NA", "null", "1", "true", "Sí", "muy bueno", "-1", "None"])
ROWS = st.lists(st.tuples(TEXT, LABEL), min_size=1, max_size=12)
HEADING = ("text", "label")


def as_csv(rows: list[tuple[str, str]], sign: str, quoting: int = csv.QUOTE_MINIMAL) -> bytes:
    file = io.StringIO()
    csv.writer(file, delimiter=sign, quoting=quoting).writerows([HEADING, *rows])  # type: ignore[arg-type]
    return file.getvalue().encode()


@pytest.mark.parametrize("sign", [",", ";", "|"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@given(rows=ROWS)
def test_tables_with_separators(sign: str, quoting: int, rows: list[tuple[str, str]]) -> None:
    rows = [(disarmed(text), disarmed(label)) for text, label in rows]
    table = read_table(b"\xef\xbb\xbf" + as_csv(rows, sign, quoting), "x.csv", separator=sign)
    armed = [tuple(cell[1:] if is_disarmed(cell) else cell for cell in row) for row in rows]
    assert list(table.rows) == armed
    assert table.columns == HEADING


@given(rows=ROWS)
def test_what_this_project_saves(rows: list[tuple[str, str]]) -> None:
    data = b"\xef\xbb\xbf" + csv_text(HEADING, rows).encode()
    table = read_table(data, "rows.csv")
    assert list(table.rows) == rows
    told = [" ".join(text.split()) for text, _ in rows if not is_blank(text)]
    assert sentences_of_file(data, "rows.csv").sentences == ("text", *told)


@given(rows=ROWS)
def test_json(rows: list[tuple[str, str]]) -> None:
    objects = [dict(zip(HEADING, row, strict=True)) for row in rows]
    for ascii_only in (True, False):
        lines = "\n".join(json.dumps(row, ensure_ascii=ascii_only) for row in objects)
        assert list(read_table(lines.encode(), "x.jsonl").rows) == rows
        assert list(read_table(json.dumps(objects, ensure_ascii=ascii_only).encode(), "x.json").rows) == rows
    frame = pd.DataFrame(rows, columns=list(HEADING))
    for orient in ("columns", "split", "index", "records"):
        assert list(read_table(frame.to_json(orient=orient).encode(), "x.json").rows) == rows


@given(rows=ROWS)
def test_excel(rows: list[tuple[str, str]]) -> None:
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    rows = [(ILLEGAL_CHARACTERS_RE.sub("", text).lstrip("=") or "a", label) for text, label in rows]
    rows = [
        (text if text.strip() and "\ufffe" not in text and "\uffff" not in text else "a", label)
        for text, label in rows
    ]
    book = openpyxl.Workbook()
    for row in [HEADING, *rows]:
        book.active.append(row)  # type: ignore[union-attr]
    file = io.BytesIO()
    book.save(file)
    table = read_table(file.getvalue(), "x.xlsx")
    assert list(table.rows) == [
        (text.replace("\r\n", "\n").replace("\r", "\n"), label) for text, label in rows
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@given(text=TEXT)
def test_texts_in_unicode(encoding: str, text: str) -> None:
    as_lines = text if "\n" in text else text.replace("\r", "\n")
    assert read_text(text.encode(encoding)).text == as_lines


@given(text=st.text(LETTERS | st.sampled_from("'=+-@\t "), max_size=8))
def test_no_two_texts_are_disarmed_alike(text: str) -> None:
    written = disarmed(text)
    assert (written[1:] if is_disarmed(written) else written) == text


@given(data=st.binary(max_size=400), name=st.sampled_from(["x.csv", "x.tsv", "x.json", "x.txt", "x.xlsx"]))
def test_any_bytes_are_read_or_refused_with_a_sentence(data: bytes, name: str) -> None:
    from bertviz_core.errors import InputError

    for begin in (b"", b"PK\x03\x04", b"\xff\xfe", b'{"a":', b"text,label\n"):
        try:
            read_table(begin + data, name)
        except InputError as told:
            assert len(str(told)) > 20


@given(rows=st.lists(st.tuples(st.text(st.sampled_from("abc |ñ"), max_size=9), st.text("xy", max_size=3))))
def test_sentences_with_their_senses(rows: list[tuple[str, str]]) -> None:
    rows = [(" ".join(text.split()), sense) for text, sense in rows]
    rows = [row for row in rows if row[0] and not row[0].startswith("|") and not row[0].endswith("|")]
    read = read_lines(write_lines(rows))
    assert list(zip(read.sentences, read.senses, strict=True)) == rows
