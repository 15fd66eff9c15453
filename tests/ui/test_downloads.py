"""Tables as CSV: what a visitor typed is never a formula to the program that opens them."""

from __future__ import annotations

import csv
import io

import pytest

from bertviz_core.training.data.tables import read_table
from bertviz_core.ui import downloads
from bertviz_core.ui.downloads import csv_text, download_button


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize(
    "text", ["=1", "+a", "-a", "@x", "\t=1", "\ra", " =1", "\n=1", "=HYPERLINK(1)", "-1+2", "'=1", "''@x"]
)
def test_what_looks_like_a_formula_is_made_a_text_in_cells_and_headings(text: str) -> None:
    assert cells(csv_text([text], [[text, 1]])) == [[f"'{text}"], [f"'{text}", "1"]]


@pytest.mark.parametrize(
    "text", ["", "a=1", "1-1", "'a=1'", "¿=?", "-", "=", "-0.5", "+1", "-2.5e-07", "##s"]
)
def test_other_texts_and_numbers_stay_as_they_are(text: str) -> None:
    assert cells(csv_text(["a"], [[text, -0.5]])) == [["a"], [text, "-0.5"]]


def saved(monkeypatch: pytest.MonkeyPatch, name: str, data: object) -> bytes | str:
    """Return what a button gives to the browser."""
    given: list[object] = []
    monkeypatch.setattr(downloads.st, "download_button", lambda _label, data, **_: given.append(data))
    download_button("Save", name, data)  # type: ignore[arg-type]
    (file,) = given
    return file() if callable(file) else file  # type: ignore[return-value]


@pytest.mark.parametrize("later", [False, True])
def test_tables_begin_with_a_mark_that_tells_excel_the_encoding(
    monkeypatch: pytest.MonkeyPatch, later: bool
) -> None:
    text = csv_text(["texto"], [["¿Qué?"]])
    file = saved(monkeypatch, "a.csv", (lambda: text) if later else text)
    assert file == b"\xef\xbb\xbf" + text.encode()
    assert saved(monkeypatch, "a.json", "{}") == "{}"


TEXTS = [
    "¿Qué, ñandú?",
    "=1+1",
    "'=1",
    "''=1",
    "-a",
    "- Hola -",
    "@ana dijo",
    "'@ana dijo'",
    "\t=x",
    "+1",
    "-0.5",
]


@pytest.mark.parametrize("marked", [True, False])
def test_what_was_written_is_read_again_unchanged(monkeypatch: pytest.MonkeyPatch, marked: bool) -> None:
    texts = [text for text in TEXTS if marked or text != "'@ana dijo'"]
    rows = [(text, f"-{n % 2}x") for n, text in enumerate(texts)]
    text = csv_text(["text", "label"], rows)
    file = saved(monkeypatch, "a.csv", text) if marked else text.encode()
    table = read_table(file, "a.csv")  # type: ignore[arg-type]
    assert table.rows == tuple(rows)
    assert [note.kind for note in table.notes] == ["apostrophes"]


def test_apostrophes_of_other_files_stay() -> None:
    assert read_table(b"text,label\n'=1,x\n=2,y\n", "a.csv").rows == (("'=1", "x"), ("=2", "y"))
    assert read_table(b"text,label\n'@ana dijo',x\n'tis,y\n", "a.csv").rows == (
        ("'@ana dijo'", "x"),
        ("'tis", "y"),
    )
