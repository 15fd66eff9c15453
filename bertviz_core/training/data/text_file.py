"""Text files as people save them: the encoding is found out, and told where it is not plain."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace

from bertviz_core.errors import InputError
from bertviz_core.results import Note
from bertviz_core.training.data.encoded_twice import mended_lines
from bertviz_core.training.data.encoding_notes import encoding_note, seven_bits_note, two_encodings_note
from bertviz_core.training.data.encodings import (
    checked_encoding,
    find_encoding,
)
from bertviz_core.training.data.seven_bits import is_utf_7
from bertviz_core.training.data.two_encodings import UNREADABLE, in_two_encodings

LARGEST_TEXT_FILE = 10
"""In megabytes; the server takes larger files for the sake of models."""

LONGEST_CELL = 1_000_000

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # begins as the next one does
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1b\x1f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadText:
    """A file as text."""

    text: str
    encoding: str
    """As Python calls it."""
    notes: tuple[Note, ...] = ()
    """How the encoding was decided, where it is not UTF-8."""


def read_text(data: bytes, *, encoding: str | None = None) -> ReadText:
    """Return a file as text, with what was decided about its encoding.

    Lines of another encoding in a file of UTF-8 are read in theirs, and texts that were encoded twice are put
    right. Signs that are in no encoding, or not in the one that was named, become `UNREADABLE`. Carriage
    returns that alone end the lines, as in old Macintosh files, become line feeds.

    Args:
        data: What is in the file.
        encoding: Found out when left out: by a mark at the beginning, by the zeros of UTF-16, by whether it
            is UTF-8, or else by `find_encoding`.

    Raises:
        InputError: It is no text, or there is no such encoding.
    """
    if not encoding and not any(sign in data for sign in (b"\n", b"\0")):  # UTF-16 has a 0 in each line end
        data = data.replace(b"\r", b"\n")
    read = _read(data, encoding)
    return read if "\n" in read.text else replace(read, text=read.text.replace("\r", "\n"))


def _read(data: bytes, encoding: str | None) -> ReadText:
    if encoding:
        name = checked_encoding(encoding)
        text = data.decode(name, "replace").removeprefix("\ufeff")
        return ReadText(text=_required(text), encoding=name)
    if is_utf_7(data):
        text = _required(data.decode("utf-7"))
        return ReadText(text=text, encoding="utf-7", notes=(seven_bits_note(text),))
    if name := _plain_encoding(data):
        text = _required(data.decode(name))
        if text.isascii():
            return ReadText(text=text, encoding=name)
        lines = text.split("\n")
        if notes := mended_lines(lines):
            text = "\n".join(lines)
        return ReadText(text=text, encoding=name, notes=notes)
    _required(data[:1000].decode("latin-1"))
    mostly = _is_mostly_utf_8(data)
    if parts := in_two_encodings(data, mostly_utf_8=mostly):
        text = _required(parts.text.removeprefix("\ufeff"))
        return ReadText(text=text, encoding="utf-8", notes=(two_encodings_note(parts),))
    if mostly:
        text = data.decode("utf-8", "replace").removeprefix("\ufeff")
        return ReadText(text=_required(text), encoding="utf-8")
    found = find_encoding(data)
    text = _required(data.decode(found.name, "replace"))
    return ReadText(text=text, encoding=found.name, notes=(encoding_note(found, data),))


def require_size(data: bytes) -> None:
    """Refuse what a field of a page would not have taken: whoever sends a file past it is not bound by it.

    Raises:
        InputError: It has more than `LARGEST_TEXT_FILE` megabytes.
    """
    if len(data) > LARGEST_TEXT_FILE << 20:
        raise InputError("The file has more than {most} MB. Leave some rows out.", most=LARGEST_TEXT_FILE)


def decoded(data: bytes, *, encoding: str | None = None) -> str:
    """Return a file as text.

    Raises:
        InputError: It is no text, or there is no such encoding.
    """
    return read_text(data, encoding=encoding).text


def readable(text: str) -> str:
    """Replace halves of signs, which JSON can hold and no encoding writes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _plain_encoding(data: bytes) -> str:
    """Return an encoding that the bytes themselves tell; nothing where they do not."""
    for mark, name in _MARKS.items():
        if data.startswith(mark) and _is(data, name):
            return name
    if b"\0" in data[:200]:
        name = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
        return name if _is(data, name) else "latin-1"
    return "utf-8" if _is(data, "utf-8") else ""


def _is(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _is_mostly_utf_8(data: bytes) -> bool:
    """Tell whether most letters beyond ASCII are right as UTF-8, which by chance they hardly ever are."""
    text = data.decode("utf-8", "replace")
    wrong = text.count(UNREADABLE)
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return beyond_ascii - wrong > 2 * wrong


def _required(text: str) -> str:
    if _NO_TEXT.search(text):
        raise InputError("This file is not text. Choose a .txt or .csv file with a sentence a line.")
    return text
