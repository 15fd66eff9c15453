"""Encodings are found out, and told with their certainty and a line where they are in doubt."""

from __future__ import annotations

import codecs
import random

import pytest

from bertviz_core.errors import InputError
from bertviz_core.samples.sets import film_reviews
from bertviz_core.training.data.text_file import read_text

SPANISH = "El niño comió.\nMañana será otro día.\n¿Qué pasó, después?\n"
PORTUGUESE = "O pão não está bom.\nA avó foi à praça.\nCoração de mãe.\n"
ENGLISH = "He said “yes” – and left. It’s fine… café.\nThe man—who was late—went to the café.\n"
FRENCH = "Le cœur de l’été : déjà vu à l’école.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "mac-roman"])
def test_carriage_returns_alone_end_lines(encoding: str) -> None:
    text = "ni\u00f1o\r\nd\u00eda\n"
    assert read_text(text.encode(encoding)).text == text
    assert read_text(SPANISH.replace("\n", "\r").encode(encoding)).text == SPANISH
    named = read_text("no\rsé\r".encode(encoding), encoding=encoding)
    assert named.text == "no\nsé\n"


@pytest.mark.parametrize(
    "text", [SPANISH, PORTUGUESE, ENGLISH, FRENCH, "text,label\nÉl se fue,pos\nAño,neg\n"]
)
@pytest.mark.parametrize("encoding", ["cp1252", "mac-roman", "cp850", "iso8859-15"])
def test_what_was_written_on_another_system_is_read(text: str, encoding: str) -> None:
    try:
        data = text.encode(encoding)
    except UnicodeEncodeError:
        pytest.skip("this system could not write it")
    read = read_text(data)
    assert read.text == text
    (note,) = read.notes
    assert note.kind == "encoding"
    assert text.split("\n")[0][:10] in str(note) or note.fields["line"] in text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Это хороший фильм о любви и дружбе.\nПлохой и скучный фильм.\n", "cp1251"),
        ("Zażółć gęślą jaźń. Dzień dobry, proszę państwa.\n", "cp1250"),
        ("これは日本語のテキストです。とても面白い映画でした。\n", "cp932"),
        ("这是一部很好看的电影，我非常喜欢。\n", "gb18030"),
    ],
)
def test_other_scripts_are_read_and_told_as_doubtful(text: str, encoding: str) -> None:
    read = read_text(text.encode(encoding))
    assert read.text == text
    assert read.notes[0].doubtful


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize("encoding", ["cp1252", "mac-roman", "cp850"])
def test_short_texts_are_read_rightly_or_told_as_doubtful(lines: int, encoding: str) -> None:
    texts = [review.text for review in film_reviews() if not review.text.isascii()]
    draw = random.Random(lines)
    right = 0
    for _ in range(60):
        text = "\n".join(draw.sample(texts, lines))
        try:
            read = read_text(text.encode(encoding))
        except UnicodeEncodeError:
            continue
        assert read.text == text or read.notes[0].doubtful, (text, read)
        right += read.text == text
    assert right > 50


def test_a_doubtful_one_is_told_with_both_readings_and_can_be_named() -> None:
    data = "Año".encode("mac-roman")
    (note,) = read_text(data).notes
    assert note.doubtful
    assert "Año" in str(note)
    assert note.option.startswith("--encoding ")
    assert read_text(data, encoding="MacRoman").text == "Año"
    assert read_text(data, encoding="macintosh").text == "Año"
    assert read_text(data, encoding="cp1252").text == "A–o"
    assert read_text(data, encoding="MacRoman").notes == ()


@pytest.mark.parametrize("name", ["klingon", "", "base64", "zlib", "idna", "unicode_escape", "\0"])
def test_what_is_no_encoding_of_texts_is_refused(name: str) -> None:
    if not name:
        assert read_text(b"a", encoding=name).encoding == "utf-8"
        return
    with pytest.raises(InputError, match="no encoding"):
        read_text(b"a", encoding=name)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_unicode_is_certain_and_needs_no_word(encoding: str) -> None:
    read = read_text(SPANISH.encode(encoding))
    assert (read.text, read.notes) == (SPANISH, ())


def test_signs_that_are_not_in_the_encoding_are_told_apart() -> None:
    assert read_text(SPANISH.encode() + b"caf\xc3").text == f"{SPANISH}caf\ufffd"
    assert read_text(SPANISH.encode() + b"caf\xe2\x80").notes == ()
    assert read_text(SPANISH.encode("cp1252"), encoding="utf-8").text.count("\ufffd") == 9


@pytest.mark.parametrize(
    "data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", bytes(range(256)), codecs.BOM_UTF16_LE + b"\0"]
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="not text"):
        read_text(data)


@pytest.mark.parametrize("text", [PORTUGUESE, "Não é, 100\xa0% dos corações\n", "São Paulo\nlições\n"])
def test_dos_in_portugal_is_told_from_dos_elsewhere(text: str) -> None:
    assert read_text(text.encode("cp860")).text == text
    assert read_text(text.encode("cp850")).text == text


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "mac-roman"])
def test_a_space_before_a_sign_is_no_letter(encoding: str) -> None:
    text = "Sube 100\xa0% hoy\nBaja 5\xa0% más\n"
    assert read_text(text.encode(encoding)).text == text


def test_both_readings_differ_in_the_line_that_is_shown() -> None:
    (note,) = read_text(("café bueno\n" * 5 + "cuesta 5 €\n").encode("iso8859-15")).notes
    assert "“cuesta 5 €”" in str(note) and "“cuesta 5 ¤”" in str(note)


@pytest.mark.parametrize("text", [SPANISH, PORTUGUESE, FRENCH, "Sí 🦥 +1 – ¿no?\n"])
def test_utf_7_is_recognised(text: str) -> None:
    read = read_text(text.encode("utf-7"))
    assert (read.text, read.encoding) == (text, "utf-7")
    assert "UTF-7" in str(read.notes[0])


@pytest.mark.parametrize(
    "text",
    ["C++ y +AOk- son texto", "1+1=2, +34-600-123, a+AB-c +AB-", "+AOk- +hola-", "a+b+c", "+ABCD- +EFGH-"],
)
def test_a_plus_in_a_text_is_one(text: str) -> None:
    assert read_text(text.encode()).text == text
