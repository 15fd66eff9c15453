"""Tables as people save them are read as they were written."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest

from bertviz_core.errors import InputError
from bertviz_core.results import Task
from bertviz_core.training.data.headings import Columns, guess_columns
from bertviz_core.training.data.tables import read_table
from bertviz_core.training.data.text_sets import text_data

ROWS = [
    ("mensaje", "etiqueta"),
    ("¡Ganaste, ñandú! 5 € gratis; pulsa", "spam"),
    ('Dijo "ven", y fui', "ham"),
    ("NA", "ham"),
    ("null", "spam"),
    ("1,5", "ham"),
]


def written(separator: str, encoding: str = "utf-8") -> bytes:
    import csv

    file = io.StringIO()
    csv.writer(file, delimiter=separator).writerows(ROWS)
    return file.getvalue().encode(encoding)


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_separator_encoding_and_heading_are_found_out(separator: str, encoding: str) -> None:
    table = read_table(written(separator, encoding), "x.csv")
    assert table.columns == ROWS[0]
    assert table.rows == tuple(ROWS[1:])
    assert table.has_header
    assert table.separator == separator


def test_tab_separated_texts_may_begin_with_a_quotation_mark() -> None:
    lines = ["label\ttext", 'good\t"Los relojes" me gustó', 'bad\t"Nada', "bad\tnunca", "good\ta"]
    table = read_table("\n".join(lines).encode(), "x.tsv")
    assert [row[1] for row in table.rows] == ['"Los relojes" me gustó', '"Nada', "nunca", "a"]


def test_a_quoted_cell_may_hold_lines() -> None:
    table = read_table(b'text,label\n"a\nb",x\nc,y\nd,x\n', "x.csv")
    assert table.rows == (("a\nb", "x"), ("c", "y"), ("d", "x"))


def test_commas_of_sentences_part_nothing() -> None:
    table = read_table("Hola, qué tal\nBien\nVino, vio, venció\nNada".encode(), "x.csv")
    assert len(table.columns) == 1


def test_rows_of_other_widths_are_counted_and_kept() -> None:
    table = read_table(b"text,label\na,x\nb,c,y\nd\ne,y\nf,x", "x.csv")
    assert table.ragged == 2
    assert table.rows[1:3] == (("b", "c,y"), ("d", ""))


@pytest.mark.parametrize("bad", ['"hola 7,1', '"hola 7" y,1', '"Hola, "tú" 7",1', '",1'])
@pytest.mark.parametrize("place", [3, 700])
def test_an_open_quotation_mark_swallows_no_rows(bad: str, place: int) -> None:
    lines = [f'"Hola, ""tú"" {n}",{n % 2}' for n in range(1500)]
    lines[place] = bad
    table = read_table("\n".join(["text,label", *lines]).encode(), "x.csv")
    assert len(table.rows) == 1500
    assert table.ragged == 0
    assert table.rows[place][1] == "1"
    others = [row for number, row in enumerate(table.rows) if number != place]
    assert others == [(f'Hola, "tú" {n}', str(n % 2)) for n in range(1500) if n != place]


def test_two_open_quotation_marks_do_not_join_what_stands_between() -> None:
    lines = [f"hola {n}\t{n % 2}" for n in range(60)]
    lines[5], lines[30] = '"hola 5\t1', '"\t0'
    table = read_table("\n".join(["text\tlabel", *lines]).encode(), "x.tsv")
    assert len(table.rows) == 60
    assert table.rows[5] == ('"hola 5', "1")
    assert table.rows[30] == ('"', "0")


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl"])
def test_only_line_ends_part_rows(sign: str, form: str) -> None:
    texts = [f"a{sign}b {n}" for n in range(12)]
    if form == "jsonl":
        lines = [json.dumps({"text": text, "label": "x"}, ensure_ascii=False) for text in texts]
    else:
        separator = "," if form == "csv" else "\t"
        lines = [f"text{separator}label", *(f"{text}{separator}x" for text in texts)]
    table = read_table("\n".join(lines).encode(), f"x.{form}")
    assert [row[0] for row in table.rows] == texts


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_in_every_way(end: str) -> None:
    table = read_table(end.join(["text;label", "a, b;x", "c;y", ""]).encode(), "x.csv")
    assert table.rows == (("a, b", "x"), ("c", "y"))


def test_excels_line_that_names_the_separator_is_followed() -> None:
    table = read_table(b"sep=|\r\ntext|label\r\na;b;c|x\r\nd;e;f|y\r\n", "x.csv")
    assert (table.separator, table.columns) == ("|", ("text", "label"))
    assert table.rows == (("a;b;c", "x"), ("d;e;f", "y"))


def test_columns_in_which_nothing_stands_are_left_out() -> None:
    lines = ["text;label;;;", *(f"hola {n};{n % 2};;;" for n in range(20))]
    table = read_table("\n".join(lines).encode(), "x.csv")
    assert table.columns == ("text", "label")
    assert table.has_header


def test_empty_rows_are_counted_and_need_no_room(settings: Callable[..., None]) -> None:
    settings(max_rows="4")
    table = read_table(b"text,label\n\na,x\n,\n \nb,y\nc,x\nd,y\n\n\n", "x.csv")
    assert [row[0] for row in table.rows] == list("abcd")
    assert table.empty == 3
    assert not table.more


def test_signs_in_another_encoding_do_not_spoil_the_others() -> None:
    lines = "text|label\n" + "".join(f"mañana, ¿sí? {n}|x\n" for n in range(9))
    for more, read in ((b"caf\xe9|y", "café"), (b"caf\xc3|y", "caf\ufffd")):
        table = read_table(lines.encode() + more, "x.csv")
        assert (table.encoding, table.damaged) == ("utf-8", int(read[-1] == "\ufffd"))
        assert all("mañana, ¿sí?" in row[0] for row in table.rows[:-1])
        assert table.rows[-1][0] == read


def test_halves_of_signs_become_signs_that_can_be_written() -> None:
    table = read_table(rb'{"text": "a\ud83d b", "\udc00": "c\ud83d\ude00"}', "x.jsonl")
    assert "".join(table.rows[0] + table.columns).encode()
    assert "😀" in table.rows[0][1]


def test_a_cell_as_long_as_a_book_is_told() -> None:
    with pytest.raises(InputError, match="characters"):
        read_table(b"text,label\n" + b"a" * 1_000_001 + b",x\nb,y", "x.csv")


@pytest.mark.parametrize("form", ["lines", "list"])
def test_json_objects_are_rows(form: str) -> None:
    rows = [{"text": "NA", "label": 1}, {"text": "b", "label": True, "more": None}, {"label": "c"}]
    text = json.dumps(rows) if form == "list" else "\n".join(map(json.dumps, rows))
    table = read_table(text.encode(), "x.jsonl")
    assert table.columns == ("text", "label", "more")
    assert table.rows == (("NA", "1", ""), ("b", "true", ""), ("", "c", ""))


def test_names_of_columns_are_all_different() -> None:
    table = read_table(b"text,text,,label\na,b,c,d\ne,f,g,h", "x.csv", has_header=True)
    assert len(set(table.columns)) == 4


def test_no_more_rows_are_read_than_are_allowed(settings: Callable[..., None]) -> None:
    settings(max_rows="5")
    table = read_table(b"text,label\n" + b"a,b\n" * 9, "x.csv")
    assert len(table.rows) == 5
    assert table.more


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", "x.csv"),
        (b"\n \n", "x.csv"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(200)), "x.csv"),
        (b"PK\x03\x04 no zip", "x.xlsx"),
        (b"\xd0\xcf\x11\xe0 old", "x.xls"),
        (b"{", "x.jsonl"),
        (b"[" * 100_000, "x.json"),
        (b"[]", "x.json"),
        (b'{"a": 1}\n[2]', "x.jsonl"),
        (b"1\n2", "x.jsonl"),
    ],
)
def test_what_is_no_table_is_told(data: bytes, name: str) -> None:
    with pytest.raises(InputError) as told:
        read_table(data, name)
    assert len(str(told.value)) > 20


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("text,label\na b c,x\nd e f,y", True),
        ("esto es un texto largo,spam\notro texto,ham\nmás,spam\nc,ham\nd,spam\ne,ham\nf,ham", False),
        ("opinión,valor\nbuena,1\nmala,-1\nb,1\nc,-1\nd,1\ne,1\nf,-1", True),
        ("buena,1\nmala,-1\nb,1\nc,-1\nd,1\ne,1\nf,-1", False),
        ("buena,y\nmala,n\nb,y\nc,n\nd,y\ne,n", False),
        ("text,text,label\na,b,x\nc,d,y", True),
    ],
)
def test_the_first_row_is_a_heading_where_it_looks_like_one(rows: str, expected: bool) -> None:
    assert read_table(rows.encode(), "x.csv").has_header is expected


@pytest.mark.parametrize(
    ("names", "rows", "task", "expected"),
    [
        (("id", "label", "text"), [("1", "a", "x y"), ("2", "b", "z")], "sentence", Columns(text=2, label=1)),
        (
            ("1", "2"),
            [("una frase larga", "1"), ("otra frase", "0"), ("y", "1")],
            "sentence",
            Columns(text=0, label=1),
        ),
        (
            ("1", "2"),
            [("0", "una frase larga"), ("1", "otra frase"), ("0", "y")],
            "sentence",
            Columns(text=1, label=0),
        ),
        (
            ("premise", "hypothesis", "label"),
            [("a b", "c d e", "x"), ("f", "g", "y")],
            "pair",
            Columns(text=0, pair=1, label=2),
        ),
        (
            ("a", "b", "c"),
            [("same", "a b c", "d e"), ("different", "f g", "h i"), ("same", "j", "k")],
            "pair",
            Columns(text=1, pair=2, label=0),
        ),
    ],
)
def test_columns_are_guessed(names: tuple[str, ...], rows: list, task: str, expected: Columns) -> None:
    assert guess_columns(names, rows, task) == expected


def test_a_column_of_one_label_is_still_the_label() -> None:
    rows = [(f"offer {n} wins money", "spam") for n in range(12)]
    assert guess_columns(("1", "2"), rows, "sentence") == Columns(text=0, label=1)


@pytest.mark.parametrize("task", ["sentence", "pair"])
def test_a_table_of_one_column_is_told_as_such(task: Task) -> None:
    table = read_table(b"a text\nanother one\na third", "x.csv")
    with pytest.raises(InputError, match="1 columns were found"):
        text_data(table, task=task, columns=Columns(text=0, label=0), name="x")
