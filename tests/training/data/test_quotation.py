"""Cells in quotation marks of every kind, behind spaces too; and texts in which such signs are signs."""

from __future__ import annotations

import random

import pytest

from bertviz_core.training.data.tables import TextTable, read_table
from bertviz_core.ui.fine_tuning.ask_upload import label_column, read_asked

TEXTS = [
    "Me gustó mucho, de verdad", "Una maravilla", "El mejor café, señor", "Rápido; barato", "Reí y lloré",
    "Dijo que vendría, y vino", "Muy buena, muy", "Nada", "Sin duda", "Otra, y otra", "Bien", "Mal",
]  # fmt: skip
ROWS = [(text, ("pos", "neg")[n % 2]) for n, text in enumerate(TEXTS)]


def read(lines: list[str], name: str = "x.csv", **named: str) -> TextTable:
    return read_table("\n".join(lines).encode(), name, **named)


def kinds(table: TextTable) -> list[str]:
    return [note.kind for note in table.notes]


@pytest.mark.parametrize("heading", [True, False])
@pytest.mark.parametrize("sign", [",", ";", "|"])
@pytest.mark.parametrize(
    "form", ['{b}{s} "{t}"', '"{t}"{s} {b}', '"{t}" {s} "{b}"', ' "{t}"{s}  "{b}" ', '{b} {s}"{t}"']
)
def test_spaces_beside_quotation_marks_are_passed(form: str, sign: str, heading: bool) -> None:
    names = form.format(t="text", b="label", s=sign).replace('"', "")
    turned = form.index("{b}") < form.index("{t}")
    table = read([names] * heading + [form.format(t=t, b=b, s=sign) for t, b in ROWS])
    found = [tuple(cell.strip() for cell in (row[::-1] if turned else row)) for row in table.rows]
    assert found == ROWS
    assert table.separator == sign and not table.ragged


def test_quoted_marks_and_lines_stand_behind_spaces_too() -> None:
    table = read(["label, text", *['pos, "dijo ""hola"", y\nse fue"', 'neg, "otra, más"'] * 4])
    assert set(table.rows) == {("pos", 'dijo "hola", y\nse fue'), ("neg", "otra, más")}
    assert "quotes" in kinds(table)


@pytest.mark.parametrize(
    "lines",
    [
        ["text;label", *(f'dijo, "hola", y {n};{n % 2}' for n in range(9))],
        ["label,text", *(f'{n % 2}, "Titanic" es buena {n}' for n in range(9))],
        ["text\tlabel", *(f'a, "b, c", d {n}\t{n % 2}' for n in range(9))],
    ],
)
def test_marks_behind_spaces_within_texts_stay(lines: list[str]) -> None:
    table = read(lines)
    assert "quotes" not in kinds(table)
    assert all('"' in "".join(row) for row in table.rows) and len(table.columns) == 2


@pytest.mark.parametrize("mark", ["'", "`"])
@pytest.mark.parametrize(
    "form", ["{m}{t}{m},{m}{b}{m}", "{m}{t}{m},{b}", "{b},{m}{t}{m}", "{m}{b}{m}, {m}{t}{m}"]
)
@pytest.mark.parametrize("heading", ["quoted", "plain", "none"])
def test_cells_between_other_marks_lose_them(mark: str, form: str, heading: str) -> None:
    names = form.format(m=mark if heading == "quoted" else "", t="text", b="label")
    turned = form.index("{b}") < form.index("{t}")
    table = read([names] * (heading != "none") + [form.format(m=mark, t=t, b=b) for t, b in ROWS])
    assert [row[::-1] if turned else row for row in table.rows] == ROWS
    assert "quotes" in kinds(table)


@pytest.mark.parametrize("inner", ["don't, really", "don''t, really", "don\\'t, really"])
def test_an_apostrophe_within_such_a_cell_is_one(inner: str) -> None:
    lines = ["'text','label'", *(f"'It is {n}, {inner}','{('pos', 'neg')[n % 2]}'" for n in range(12))]
    assert read(lines).rows[0] == ("It is 0, don't, really", "pos")


@pytest.mark.parametrize(
    "lines",
    [
        ["text,label", *(f"'tis {n},x" for n in range(12))],
        ["text,label", *(f"the boys' {n} ',x" for n in range(12))],
        ["text,label", *(f"'a' or 'b' {n},x" for n in range(12))],
        ["text,label", "'@ana dijo',x", "'tis,y", "c,x", "d,y"],
        ["text,label", *(f"\"'hola', dijo {n}\",x" for n in range(12))],
        ["text,label", "'uno',x", *(f"dos {n},y" for n in range(12))],
    ],
)
def test_apostrophes_of_texts_stay(lines: list[str]) -> None:
    table = read(lines)
    assert "quotes" not in kinds(table)
    assert sum("'" in row[0] for row in table.rows) == sum("'" in line for line in lines)


def test_a_name_that_ends_in_tsv_says_nothing_where_commas_part_the_cells() -> None:
    lines = ["text,label", *(f'"{text}",{label}' for text, label in ROWS)]
    assert list(read(lines, "x.tsv").rows) == ROWS
    assert list(read([line.replace(",", "\t") for line in ["a b,c", "d,e"]], "x.tsv").rows[0]) == ["a b", "c"]
    alone = ["Hola, qué tal", "Vino, vio", "Así, pues", "Bien, gracias"] * 3
    assert len(read(alone, "x.tsv").columns) == 1


@pytest.mark.parametrize(
    "page",
    [
        "<html><body><table><tr><td>a</td></tr></table></body></html>",
        "\n<!DOCTYPE html>\n<html lang='es'><p>404</p></html>",
        "<table border=1><tr><th>text</th></tr><tr><td>a</td></tr></table>",
        '<meta charset="utf-8"><table><tr><td>a</td></tr></table>\n',
        '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><a/></Workbook>',
        "MIME-Version: 1.0\nContent-Type: multipart/related\n\nContent-Type: text/html\n",
    ],
)
@pytest.mark.parametrize("name", ["x.xls", "x.csv", "x.tsv"])
def test_a_web_page_is_told_whatever_its_name(page: str, name: str) -> None:
    from bertviz_core.errors import InputError

    with pytest.raises(InputError, match="web page"):
        read([page], name)


def test_texts_with_tags_are_no_web_page() -> None:
    lines = ["text,label", *(f"<p>hola <b>{n}</b></p>,{n % 2}" for n in range(9))]
    assert read(lines).rows[0][0] == "<p>hola <b>0</b></p>"
    assert read([line for line in lines if line[0] == "<"]).rows[0][0] == "<p>hola <b>0</b></p>"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", ["train.txt", "train.csv", "train.ft"])
def test_lines_of_fasttext_are_labels_and_texts(end: str, name: str) -> None:
    draw = random.Random(1)
    rows = [(f"{draw.choice(TEXTS)} {n}", label) for n, (_, label) in enumerate(ROWS)]
    table = read_table(end.join(f"__label__{b} {t}" for t, b in rows).encode(), name)
    assert list(table.rows) == rows and table.columns == ("text", "label") and kinds(table) == ["form"]
    asked = read_asked(end.join(f"__label__{b} {t}" for t, b in rows).encode(), "x.txt")
    assert asked.rows == table.rows and label_column(asked, ["pos", "neg"]) == 1


def test_other_uses_of_such_labels_stay() -> None:
    assert read(["text,label", "a,__label__pos", "b,__label__neg"]).rows[0] == ("a", "__label__pos")
    assert read(["__label__pos,a", "__label__neg,b", "c,d"]).rows[0] == ("__label__pos", "a")
