r"""Backslashes as databases write them are read; those of texts stay."""

from __future__ import annotations

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.data.tables import TextTable, read_table

TEXTS = [f"uno {n}\ndos\ttres; c:\\x, \\ fin" for n in range(12)]
ROWS = [("texto", "clase"), *((text, ("pos", "neg")[n % 2]) for n, text in enumerate(TEXTS))]


def outfile(sign: str, mark: str = "", end: str = "\n") -> bytes:
    """Write rows as `SELECT … INTO OUTFILE` does: with a backslash before what would be mistaken."""

    def cell(text: str) -> str:
        for special in ("\\", sign, "\n", mark):
            text = text.replace(special, f"\\{special}") if special else text
        return f"{mark}{text}{mark}"

    return "".join(sign.join(map(cell, row)) + end for row in ROWS).encode()


def read(*rows: str) -> TextTable:
    return read_table("\n".join(rows).encode(), "x.tsv")


@pytest.mark.parametrize(("sign", "mark"), [("\t", ""), (",", ""), (";", ""), (",", '"'), ("\t", '"')])
def test_what_a_database_escaped_is_read(sign: str, mark: str) -> None:
    # A backslash before a letter is one of the text: MySQL doubles it.
    table = read_table(outfile(sign, mark), "x.txt")
    assert table.columns == ROWS[0] and not table.ragged
    assert list(table.rows) == ROWS[1:]
    assert [note.kind for note in table.notes] == ["escapes"]


def test_breaks_in_two_signs_and_nothing() -> None:
    rows = [rf"Hola {n}\nadiós {n}" + "\t" + ("pos", "neg", r"\N")[n % 3] for n in range(12)]
    table = read("texto\tclase", *rows)
    assert table.rows[:3] == (("Hola 0\nadiós 0", "pos"), ("Hola 1\nadiós 1", "neg"), ("Hola 2\nadiós 2", ""))
    assert [note.kind for note in table.notes] == ["escapes"]


def test_nothing_beside_other_backslashes() -> None:
    rows = [rf"Una ruta {n} C:\datos\nuevo" + "\t" + ("pos", r"\N")[n % 2] for n in range(12)]
    table = read("texto\tclase", *rows)
    assert table.rows[1] == (r"Una ruta 1 C:\datos\nuevo", "")
    assert [note.kind for note in table.notes] == ["missing"]


@pytest.mark.parametrize("text", [r"C:\nuevo\temp {}", r"$\nabla \times {}$", "fin {}\\", r"¯\_(ツ)_/¯ {}"])
def test_backslashes_of_texts_stay(text: str) -> None:
    rows = [("pos", "neg")[n % 2] + "\t" + text.format(n) for n in range(12)]
    table = read("clase\ttexto", *rows)
    assert table.rows[1] == ("neg", text.format(1)) and len(table.rows) == 12
    assert table.notes == ()


def test_statements_are_no_table() -> None:
    with pytest.raises(InputError, match="SQL"):
        read("-- MySQL dump", "CREATE TABLE t (a text);", "INSERT INTO `t` VALUES ('a','b'),('c','d');")
