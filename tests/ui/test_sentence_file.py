"""Sentences in the files that people have."""

import codecs

import pytest

from bertviz_core.errors import InputError
from bertviz_core.ui.sentence_file import (
    MOST_CHARACTERS,
    MOST_LINES,
    sentences_of_file,
    sentences_of_text,
)

SENTENCES = ("El niño comió.", "¿Qué pasó, después?", "NA", "null", "007")
TABLE = "".join(f"{sentence};{number};x\r\n" for number, sentence in enumerate(SENTENCES))


@pytest.mark.parametrize(
    "data",
    [
        TABLE.encode("cp1252"),
        TABLE.encode("utf-8"),
        TABLE.encode("utf-8-sig"),
        TABLE.encode("utf-16"),
        codecs.BOM_UTF16_BE + TABLE.encode("utf-16-be"),
        TABLE.encode("utf-16-le"),
    ],
    ids=["spanish-excel", "utf-8", "utf-8-mark", "utf-16", "utf-16-be", "utf-16-unmarked"],
)
def test_the_first_column_of_a_table_is_read_whatever_its_encoding(data):
    assert sentences_of_file(data, "frases.CSV").sentences == SENTENCES


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_separator_is_found_out(separator):
    rows = [("uno dos", "1"), ("tres", "2"), ("cuatro", "3")]
    data = "\n".join(separator.join(row) for row in rows).encode()
    assert sentences_of_file(data, "a.csv").sentences == ("uno dos", "tres", "cuatro")


def test_a_comma_in_some_sentences_is_only_a_comma():
    data = "Hola, qué tal\nBien\nAdiós, hasta luego, nos vemos\n".encode()
    assert sentences_of_file(data, "a.csv").sentences[2] == "Adiós, hasta luego, nos vemos"
    assert len(sentences_of_file(data, "a.csv").sentences) == 3


def test_a_comma_in_every_sentence_is_only_a_comma_too():
    data = "El hombre fue a la tienda, compró leche\nLuego, volvió\n".encode()
    told = sentences_of_file(data, "a.csv").sentences
    assert told == ("El hombre fue a la tienda, compró leche", "Luego, volvió")


def test_quoted_cells_may_hold_separators_and_line_ends():
    data = b'"Hola, dijo ""ella""",1\n"uno\ndos",2\n'
    assert sentences_of_file(data, "a.csv").sentences == ('Hola, dijo "ella"', "uno dos")


def test_a_text_file_keeps_every_sign_of_its_lines():
    data = b'uno; dos, "tres\ncuatro\tcinco\n'
    assert sentences_of_file(data, "a.txt").sentences == ('uno; dos, "tres', "cuatro cinco")


def test_blank_lines_are_left_out_and_counted_and_equal_ones_kept():
    read = sentences_of_text("\n\nuno\n \t\nuno\n\ndos\n\n")
    assert (read.sentences, read.blank, read.cut) == (("uno", "uno", "dos"), 2, False)
    assert sentences_of_text("uno\n\u200b\ndos\n\ufeff").blank == 2
    assert sentences_of_file(b"uno\n\n;\ndos\n", "a.csv").sentences == ("uno", ";", "dos")


def test_too_many_lines_are_cut_and_said():
    read = sentences_of_text("a\n" * (MOST_LINES + 1))
    assert len(read.sentences) == MOST_LINES
    assert read.cut
    assert not sentences_of_text("a\n" * MOST_LINES).cut


def test_a_file_that_is_too_long_loses_its_broken_end():
    line = "palabra " * 4000
    read = sentences_of_file((line + "\n").encode() * 8, "a.txt")
    assert read.cut
    assert set(read.sentences) == {line.strip()}
    assert 0 < sum(map(len, read.sentences)) <= MOST_CHARACTERS


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", bytes(range(256)), b"PK\x03\x04\x06"])
def test_what_is_no_text_is_refused(data):
    with pytest.raises(InputError, match=r"not text|cannot be read"):
        sentences_of_file(data, "a.csv")


def test_an_empty_file_has_no_sentences():
    assert sentences_of_file(b"", "a.csv").sentences == ()
    assert sentences_of_file(codecs.BOM_UTF8, "a.txt").sentences == ()


def test_a_table_of_one_endless_cell_is_read():
    (sentence,) = sentences_of_file(b"a" * 150_000, "one.csv").sentences
    assert len(sentence) == 150_000
