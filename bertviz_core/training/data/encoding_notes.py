"""What is said about the encoding of a file: a line that shows it, and what that is in another one."""

from __future__ import annotations

import re

from bertviz_core.errors import N_
from bertviz_core.results import Note
from bertviz_core.training.data.encodings import FoundEncoding, encoding_name
from bertviz_core.training.data.two_encodings import InTwoEncodings

_SHOWN = 60
"""Characters of a line that is told as an example."""


def two_encodings_note(parts: InTwoEncodings) -> Note:
    """Say how many lines are in another encoding, with one of them."""
    first = re.search(r"[^\x00-\x7f]", parts.first)
    begin = max(0, (first.start() if first else 0) - _SHOWN // 2)
    return Note(
        kind="encoding",
        template=N_(
            "The file is UTF-8 but for some lines ({count}), which are read as {encoding}: “{line}”."
        ),
        fields={
            "count": parts.lines,
            "encoding": encoding_name(parts.found.name),
            "line": parts.first[begin : begin + _SHOWN].strip(),
        },
        remedy=N_("Where these letters are wrong, choose another encoding."),
        option="--encoding NAME",
        doubtful=parts.found.doubtful,
    )


def seven_bits_note(text: str) -> Note:
    """Say that a text was UTF-7, with a line of it."""
    line = next(line for line in text.split("\n") if not line.isascii())
    return Note(
        kind="encoding",
        template=N_("The file is UTF-7, in which “{written}” is “{line}”."),
        fields={
            "written": line[:_SHOWN].strip().encode("utf-7").decode("ascii"),
            "line": line[:_SHOWN].strip(),
        },
        remedy=N_("Where these letters are wrong, choose another encoding."),
        option="--encoding utf-8",
    )


def encoding_note(found: FoundEncoding, data: bytes) -> Note:
    """Say which encoding was taken, with a line that shows it, and which else it could be."""
    read, otherwise = _shown(data, found.name, found.other if found.doubtful else "")
    fields: dict[str, object] = {
        "encoding": encoding_name(found.name),
        "percent": round(100 * found.certainty),
        "line": read,
    }
    template = N_("The file is no UTF-8; it is read as {encoding} (certain to {percent}%): “{line}”.")
    if otherwise != read:
        fields |= {"other": encoding_name(found.other), "otherwise": otherwise}
        template = N_(
            "The file is no UTF-8; it is read as {encoding} (certain to {percent}%): “{line}”. As {other} "
            "it would be “{otherwise}”."
        )
    return Note(
        kind="encoding",
        template=template,
        fields=fields,
        remedy=N_("Where these letters are wrong, choose another encoding."),
        option=f"--encoding {found.other or 'NAME'}",
        doubtful=found.doubtful,
    )


def _shown(data: bytes, name: str, other: str) -> tuple[str, str]:
    """Return a part of a line as it is read, and in another encoding: the first one in which these differ."""
    first = None
    for line in re.finditer(rb"[^\r\n]*[\x80-\xff][^\r\n]*", data):
        read = line[0].decode(name, "replace")
        otherwise = line[0].decode(other or name, "replace")
        if other and read == otherwise:
            first = first or (read, read)
            continue
        signs = zip(read, otherwise, strict=False)
        place = next((number for number, (one, two) in enumerate(signs) if one != two), None)
        if place is None:
            place = next((number for number, sign in enumerate(read) if sign > "\x7f"), 0)
        begin = max(0, place - _SHOWN // 2)
        return read[begin : begin + _SHOWN].strip("\ufeff"), otherwise[begin : begin + _SHOWN]
    read, otherwise = first or ("", "")
    return read[:_SHOWN], otherwise[:_SHOWN]
