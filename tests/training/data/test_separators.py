"""The sign that parts cells is found out from whole rows, by the labels beside the texts."""

from __future__ import annotations

import csv
import io

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.data.tables import TextTable, read_table


def read(rows: list[str], name: str = "x.csv", separator: str | None = None) -> TextTable:
    return read_table("\n".join(rows).encode(), name, separator=separator)


def faces(good: str, bad: str, label: str = "{text},{label}") -> list[str]:
    return [
        label.format(
            text=f"Me gustó {n} {good}" if n % 2 else f"Fatal {n} {bad}", label=("neg", "pos")[n % 2]
        )
        for n in range(60)
    ]


@pytest.mark.parametrize(
    ("rows", "sign"),
    [
        (faces(";)", ";("), ","),
        (faces(":|", ":|"), ","),
        (faces(";D", ";P"), ","),
        (faces(";-)", ";-("), ","),
        (faces(",)", ",("), ","),
        (faces(";)", ";(", "{label},{text}"), ","),
        (faces(";D", ";P", "{label},{text}"), ","),
        (faces(",)", ",(", "{text};{label}"), ";"),
        (faces("; dos", "; tres"), ","),
        (faces(", dos", ", tres", "{text};{label}"), ";"),
        (faces(", dos", ", tres", "{text}|{label}"), "|"),
        (faces(",dos;tres", ",cuatro;cinco", "{text}\t{label}"), "\t"),
        (faces("; dos", "; tres", "{text}, {label}"), ","),
        (["text,label", *faces("; dos", "; tres")], ","),
        (faces(";sí", ";sí"), ","),
        ([f"{n},a; b,pos" if n % 2 else f"{n},c; d,neg" for n in range(60)], ","),
    ],
)
def test_labels_tell_which_sign_parts_cells(rows: list[str], sign: str) -> None:
    table = read(rows)
    assert table.separator == sign
    assert {row[-1].strip() for row in table.rows} & {"pos", "neg"} or table.rows[0][0] in ("pos", "neg")
    assert not table.ragged


def test_two_likely_readings_are_both_told_and_either_can_be_named() -> None:
    rows = [f"{'pos' if n % 2 else 'neg'},uno dos {n}; {'yes' if n % 3 else 'no'}" for n in range(60)]
    (note,) = read(rows).notes
    assert note.kind == "separator"
    assert note.doubtful
    assert "[pos,uno dos 59] [yes]" in str(note) and "[pos] [uno dos 59; yes]" in str(note)
    for sign, name in ((",", "comma"), (";", ";"), (";", "semicolon")):
        table = read(rows, separator=name)
        assert (table.separator, table.notes) == (sign, ())
    assert read(["a#x", "b#y"], separator="#").rows == (("a", "x"), ("b", "y"))


TEXTS = [f"Una frase con {n} palabras" for n in range(24)]
AUTHORS = ("Lorca, Federico", "Borges, Jorge Luis")


def with_labels(sign: str, labels: tuple[str, ...], heading: str = "", begin: str = "") -> list[str]:
    rows = [f"{begin}{text}{sign}{labels[n % len(labels)]}" for n, text in enumerate(TEXTS)]
    return [heading.replace(";", sign), *rows] if heading else rows


@pytest.mark.parametrize(
    ("sign", "labels", "heading", "doubtful"),
    [
        (";", ("1,0", "4,5"), "texto;nota", False),
        (";", ("1,0", "4,5"), "", False),
        (";", ("1,0", "-4,5 %", "3"), "opinión;valor", False),
        ("|", ("1,0", "4,5"), "", False),
        ("\t", ("1,0", "4,5"), "", False),
        (";", ("ocio,cine", "hotel,comida"), "texto;temas", False),
        (";", ("ocio,cine", "hotel,comida,mar", "ocio"), "texto;temas", False),
        (",", ("ocio;cine", "hotel;comida"), "", True),
        (";", ("ocio,cine", "ocio,mar"), "texto;temas", False),
        (",", ("a|b", "b|c"), "resenha;assunto", False),
        (",", ("a|b", "b|c"), "", True),
        (";", AUTHORS, "frase;autor", False),
        (";", AUTHORS, "", True),
        ("\t", AUTHORS, "", False),
        ("|", AUTHORS, "frase;autor", False),
    ],
)
def test_labels_may_hold_another_separator(
    sign: str, labels: tuple[str, ...], heading: str, doubtful: bool
) -> None:
    table = read(with_labels(sign, labels, heading), "x.txt")
    assert table.separator == sign
    assert {row[-1] for row in table.rows} == set(labels)
    assert table.columns == (tuple(heading.split(";")) if heading else ("1", "2"))
    assert any(note.doubtful for note in table.notes) == doubtful


def test_decimal_commas_of_many_values_do_not_part_cells() -> None:
    rows = [f"{text};{n},{n % 3};{('pos', 'neg')[n % 2]}" for n, text in enumerate(TEXTS)]
    assert read(rows).separator == ";"
    rows = [f'"{n}";"Una frase, dos y {n}";{n % 2},0' for n in range(24)]
    assert read(['"";"texto";"nota"', *rows]).columns[1:] == ("texto", "nota")


def test_labels_in_front_may_hold_another_separator() -> None:
    rows = [f"{('ocio;cine', 'hotel;comida')[n % 2]},{text}" for n, text in enumerate(TEXTS)]
    assert read(["temas,texto", *rows]).columns == ("temas", "texto")
    rows = [f"{('1,0', '4,5')[n % 2]};{text}" for n, text in enumerate(TEXTS)]
    assert read(rows).rows[0] == ("1,0", TEXTS[0])


@pytest.mark.parametrize("written", ["", "ab", '"', "\n", "x", "7"])
def test_what_cannot_part_cells_is_refused(written: str) -> None:
    if not written:
        assert read(["a,x", "b,y"], separator=written).separator == ","
        return
    with pytest.raises(InputError, match="cannot part cells"):
        read(["a,x", "b,y"], separator=written)


@pytest.mark.parametrize("place", [48, 49, 50, 51, 199, 200])
@pytest.mark.parametrize(
    "cell", ["uno\ndos", "uno\r\n\r\ndos", "\n".join("abcdefgh"), "uno\tdos\ntres;cuatro"]
)
def test_a_cell_with_line_breaks_changes_nothing_wherever_it_stands(place: int, cell: str) -> None:
    rows = [[f"texto {n}, otro", ("pos", "neg")[n % 2]] for n in range(260)]
    rows[place][0] = cell
    for sign in ",;":
        file = io.StringIO()
        csv.writer(file, delimiter=sign).writerows(rows)
        table = read_table(file.getvalue().encode(), "x.csv")
        assert table.separator == sign
        assert [list(row) for row in table.rows] == rows


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        (r'"Dijo \"hola\" ayer",pos', 'Dijo "hola" ayer'),
        (r'"\"Hola\", dijo",pos', '"Hola", dijo'),
        (r'"Dijo \"hola\"",pos', 'Dijo "hola"'),
        (r'"C:\\casa \"x\" a\b",pos', r'C:\casa "x" a\b'),
    ],
)
def test_backslashes_before_quotation_marks_go_where_a_database_wrote_them(line: str, cell: str) -> None:
    rows = [f'"otro \\"{n}\\" más",{("pos", "neg")[n % 2]}' for n in range(9)]
    assert read(["text,label", *rows, line]).rows[-1] == (cell, "pos")
    assert read([line, *rows]).rows[0] == (cell, "pos")


@pytest.mark.parametrize("cell", ['a\n"\\', "C:\\casa\\", "a \\ b", '\\"', 'Dijo \\"hola\\"', "\\\\"])
def test_backslashes_of_a_text_stay(cell: str) -> None:
    file = io.StringIO()
    csv.writer(file).writerows([["text", "label"], [cell, "pos"], ["otro", "neg"], ['un "más"', "neg"]])
    assert read_table(file.getvalue().encode(), "x.csv").rows[0] == (cell, "pos")
