"""Files put together of two encodings, and texts that were encoded twice; and what merely looks like them."""

from __future__ import annotations

import io
import json
import random

import openpyxl
import pytest

from bertviz_core.samples.sets import film_reviews
from bertviz_core.training.data.tables import read_table
from bertviz_core.training.data.text_file import read_text

REVIEWS = [review.text for review in film_reviews() if not review.text.isascii()]
SPANISH = ["Me gustó mucho, ¿no?", "El niño comió.", "Mañana será otro día.", "Sí — “claro”.", "SEÑOR, ÁNGEL"]
PORTUGUESE = ["O pão não está bom.", "Vou à praça.", "Coração de mãe.", "É ótimo…", "AMANHÃ É SÁBADO"]
OLD = ["cp1252", "mac-roman", "cp850", "iso8859-15"]


def twice(text: str, encoding: str = "cp1252", errors: str = "strict") -> str:
    """Encode in UTF-8 and read it otherwise, signs that are open in Windows as browsers read them."""
    try:
        return text.encode().decode(encoding, errors)
    except UnicodeDecodeError:
        return "".join(bytes([byte]).decode(encoding, "ignore") or chr(byte) for byte in text.encode())


@pytest.mark.parametrize("encoding", OLD)
@pytest.mark.parametrize("share", [0.1, 0.33, 0.5, 0.8])
def test_each_line_is_read_in_its_own_encoding(encoding: str, share: float) -> None:
    draw = random.Random(7)
    lines = [line for line in REVIEWS[:300] if line.encode(encoding, "ignore").decode(encoding) == line]
    old = {place for place in range(len(lines)) if draw.random() < share}
    data = b"\r\n".join(
        line.encode(encoding if place in old else "utf-8") for place, line in enumerate(lines)
    )
    for mark in (b"", b"\xef\xbb\xbf"):
        read = read_text(mark + data)
        wrong = [
            (line, found) for line, found in zip(lines, read.text.split("\r\n"), strict=True) if line != found
        ]
        assert len(wrong) < 0.02 * len(lines), wrong[:5]
        (note,) = read.notes
        assert note.kind == "encoding" and note.fields["count"] == len(old)
        assert read.encoding == "utf-8"


def test_one_line_and_one_column_in_another_encoding() -> None:
    data = b"text,label\n" + "".join(f"mañana, ¿sí? {n}|x\n" for n in range(9)).encode() + b"A\xf1o|y"
    assert read_text(data).text.endswith("Año|y")
    rows = b"".join(f"mañana {n},".encode() + "sí\n".encode("cp1252") for n in range(9))
    assert read_text(rows).text == "".join(f"mañana {n},sí\n" for n in range(9))


def test_letters_cut_in_half_are_not_taken_for_others() -> None:
    cut = [f"{line} caf".encode() + b"\xc3" for line in SPANISH]
    read = read_text(b"\n".join([*(line.encode() for line in PORTUGUESE), *cut]))
    assert read.text.count("\ufffd") == len(cut) and read.notes == ()


@pytest.mark.parametrize("encoding", OLD)
@pytest.mark.parametrize("lines", [SPANISH, PORTUGUESE, REVIEWS[:200]])
def test_a_file_in_one_old_encoding_stays_one(encoding: str, lines: list[str]) -> None:
    text = "\n".join(line for line in lines if line.encode(encoding, "ignore").decode(encoding) == line)
    assert read_text(text.encode(encoding)).text == text


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "mac-roman", "cp850"])
@pytest.mark.parametrize(
    "lines", [SPANISH, PORTUGUESE, REVIEWS, ["Genial 😀", "Это хорошо", "日本語"], ["ñandú"]]
)
@pytest.mark.parametrize("times", [1, 2])
def test_what_was_encoded_twice_is_put_right(encoding: str, lines: list[str], times: int) -> None:
    if (encoding != "cp1252" and "日本語" in lines) or (encoding in ("mac-roman", "cp850") and times == 2):
        pytest.skip("only what Western programs wrote in these")
    text = wrong = "\n".join(lines)
    for _ in range(times):
        wrong = twice(wrong, encoding)
    read = read_text(wrong.encode())
    assert read.text == text
    (note,) = read.notes
    assert note.kind == "encoding" and not note.doubtful and note.option == "--encoding utf-8"
    assert str(note.fields["after"]) in text
    assert read_text(wrong.encode(), encoding="utf-8").text == wrong


def test_some_lines_that_were_encoded_twice_are_put_right_among_others() -> None:
    lines = [twice(line) if place % 3 == 0 else line for place, line in enumerate(REVIEWS)]
    assert read_text("\n".join(lines).encode()).text == "\n".join(REVIEWS)


def test_a_space_that_lost_its_kind_spoils_no_line() -> None:
    lines = ["NÃ£o vou Ã praia", "Vou Ã  escola amanhÃ£", "CoraÃ§Ã£o"]
    assert read_text("\n".join(lines).encode()).text.startswith("Não vou Ã praia\nVou")


@pytest.mark.parametrize("form", ["json", "xlsx"])
def test_cells_are_put_right_where_lines_are_none(form: str) -> None:
    rows = [(twice(text), ("pos", "neg")[n % 2]) for n, text in enumerate([*SPANISH, *PORTUGUESE])]
    if form == "json":
        data = "\n".join(json.dumps({"text": a, "label": b}) for a, b in rows).encode()
    else:
        book, file = openpyxl.Workbook(), io.BytesIO()
        for row in [("text", "label"), *rows]:
            book.active.append(row)  # type: ignore[union-attr]
        book.save(file)
        data = file.getvalue()
    table = read_table(data, f"x.{form}")
    assert [row[0] for row in table.rows] == [*SPANISH, *PORTUGUESE]
    assert [note.kind for note in table.notes] == ["encoding"]
    assert [row[0] for row in read_table(data, f"x.{form}", encoding="utf-8").rows] == [
        row[0] for row in rows
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ["“MANHÔ, disse.", "A “IRMÔ chegou.", "«CAFÉ»", "VOILÀ…", "“SÔ"],
        ["Le cœur de l’été : déjà vu", "ÉÉ", "À – Â", "Ã", "Â"],
        ["50 £ ou 60 €", "½ kg", "25 °C", "© 2024", "№ 5"],
        ["Naïve café", "Łódź", "Ærø", "smørrebrød", "ß"],
        ["Это хорошо", "Гірко", "日本語", "عربي", "ñ"],
        ["—él—", "“élite”", "…área", "«ñandú»", "norte–último"],
        ["ã", "irmãº", "Ê»", "Í¡", "Ð"],
    ],
)
def test_texts_that_look_a_little_like_it_stay(lines: list[str]) -> None:
    read = read_text("\n".join(lines).encode())
    assert read.text == "\n".join(lines) and read.notes == ()


def test_one_sign_alone_is_told_only() -> None:
    read = read_text("AÃ\x80;pos".encode())
    assert read.text == "AÃ\x80;pos" and read.notes[0].doubtful


def test_texts_about_such_letters_stay_and_are_told() -> None:
    lines = [*REVIEWS[:60], "Sale gustÃ³ en lugar de lo que escribo", "y tambiÃ©n aparece espaÃ±ol"]
    read = read_text("\n".join(lines).encode())
    assert read.text == "\n".join(lines)
    (note,) = read.notes
    assert note.doubtful and "gustÃ³" in str(note)
    assert read_text("Pone Ã© donde va é, y Ã± donde va ñ.\nUna «Ã©» suelta.".encode()).notes == ()
