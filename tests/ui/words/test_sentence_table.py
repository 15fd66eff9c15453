"""Tables of sentences as people save them."""

import io
import json

import openpyxl
import pytest

from bertviz_core.errors import InputError
from bertviz_core.ui.sentence_file import sentences_of_file
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


def found_pairs(data, name="a.csv", **said):
    read = table_of_file(data if isinstance(data, bytes) else data.encode(), name, **said)
    return read.heading, list(read.pairs(read.sentence_column, read.sense_column))


@pytest.mark.parametrize(
    "error",
    ["#N/A", "#N/D", "#¡DESBORDAMIENTO!", "#¿NOMBRE?", "#ERROR!", "########", "Err:503", "Loading...", "​"],
)
def test_what_a_table_program_could_not_calculate_is_no_sense(error):
    rows = [("frase", "sentido"), *ROWS, ("Pintan el banco.", error), ("El banco, aquí.", error)]
    assert found_pairs(table(rows)) == (True, [*ROWS, ("Pintan el banco.", ""), ("El banco, aquí.", "")])
    notes = table_of_file(table(rows).encode(), "a.csv").notes
    assert ("errors" in [note.kind for note in notes]) == (error.isprintable())


def test_what_only_looks_like_an_error_is_a_sense():
    rows = [("El banco cerró.", "#dinero"), ("Un banco alto.", "Error"), ("Mi banco.", "#dinero")]
    assert found_pairs(table([*rows, rows[1]])) == (False, [*rows, rows[1]])


@pytest.mark.parametrize("other", ["caja​", "caj\u00ada", " caja ", "caja\u00a0", "\ufeffcaja"])
@pytest.mark.parametrize("form", ["a.csv", "a.tsv", "a.txt"])
def test_senses_that_look_the_same_are_one(other, form):
    separator = {"a.csv": ";", "a.tsv": "\t", "a.txt": " | "}[form]
    rows = [
        ("Saqué dinero del banco.", "caja"),
        ("Me siento en el banco.", "asiento"),
        ("El banco cerró.", other),
    ]
    _, pairs = found_pairs("\n".join(separator.join(row) for row in [*rows, rows[1]]), form)
    assert [sense for _, sense in pairs] == ["caja", "asiento", "caja", "asiento"]


SMALL = [
    ("Abre la llave", "grifo"),
    ("Perdí la llave", "puerta"),
    ("Una llave inglesa", "tuerca"),
    ("Cierra la llave", "grifo"),
    ("Cambié la llave de casa", "puerta"),
    ("Mi llave de tuercas", "tuerca"),
]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("separator", [" | ", ";", "\t"])
@pytest.mark.parametrize("heading", [None, ("frase", "sentido"), ("Oración original", "Sentido")])
def test_small_files_keep_their_senses(count, separator, heading):
    name = "a.txt" if separator == " | " else "a.csv"
    if name == "a.txt":
        heading = None
    rows = SMALL[:count]
    text = "\n".join(separator.join(row) for row in ([heading, *rows] if heading else rows))
    assert found_pairs(text, name) == (heading is not None, rows)


def test_a_sense_after_a_bar_is_one_however_long_or_rare():
    rows = [("La llave", "pieza de metal que abre una puerta"), ("Otra llave", ""), ("Mi llave", "de paso")]
    text = "\n".join(" | ".join(row).rstrip("| ") for row in rows)
    assert found_pairs(text, "a.txt") == (False, rows)
    assert found_pairs(f"frase | sentido\n{text}", "a.txt") == (True, rows)
    assert found_pairs(text.encode("utf-16"), "a.txt") == (False, rows)


def test_a_first_sentence_of_two_words_is_no_heading():
    rows = [("Mi banco", "otro"), ("El banco cerró pronto", "dinero"), ("Un banco de madera", "asiento")]
    assert found_pairs(table([*rows, ("El banco abrió hoy", "dinero")]))[0] is False


def test_numbers_of_rows_are_no_senses():
    read = table_of_file(table([(f"Frase con banco {n}", str(n)) for n in range(8)]).encode(), "a.csv")
    assert read.sense_column is None


def test_a_column_that_is_called_so_holds_senses_though_most_are_missing():
    rows = [("El banco cerró.", "dinero"), ("Un banco alto.", "#N/A"), ("Mi banco.", "")]
    wanted = [(sentence, sense.strip("#N/A")) for sentence, sense in rows]
    assert found_pairs(table([("frase", "sentido"), *rows])) == (True, wanted)


def test_other_tables_are_read_with_their_senses():
    book = openpyxl.Workbook()
    for row in [("frase", "sentido"), *ROWS]:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    rows = [{"sentido": sense, "frase": sentence} for sentence, sense in ROWS]
    for content, name in ((file.getvalue(), "a.xlsx"), (json.dumps(rows).encode(), "a.json")):
        read = table_of_file(content, name)
        assert list(read.pairs(read.sentence_column, read.sense_column)) == ROWS
        assert sentences_of_file(content, name).sentences == tuple(sentence for sentence, _ in ROWS)
