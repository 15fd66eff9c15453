"""Files of office programs that are no tables, or none that can be read here: each told by its name."""

from __future__ import annotations

import zipfile
from io import BytesIO

from bertviz_core.errors import InputError

COMPOUND, ZIP = b"\xd0\xcf\x11\xe0", b"PK\x03\x04"
"""How files of Office begin: until 2003, and those with a password; since then."""

_OLD_WORKBOOK, _PASSWORD = b"\x09\x08\x10\x00\x00\x06\x05\x00", b"\x2f\x00"
"""The first record of a workbook, of 20 bytes, and the one behind it where it is encrypted."""

_STRICT = b"purl.oclc.org/ooxml/spreadsheetml"
_LOOKED_AT = 100_000
"""Bytes of a part."""


def is_office_file(data: bytes) -> bool:
    """Tell whether a file is one that office programs save."""
    return data.startswith((COMPOUND, ZIP))


def require_workbook(data: bytes) -> None:
    """Refuse what is no workbook of Excel as it is saved since 2007.

    Raises:
        InputError: With what the file is, and what to do.
    """
    if data.startswith(COMPOUND):
        raise _of_compound(data)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            _require_workbook_in(archive)
    except (zipfile.BadZipFile, NotImplementedError, OSError, RuntimeError, EOFError):
        return  # who reads it says so


def _of_compound(data: bytes) -> InputError:
    """Return what is raised for a compound file, by the names of the streams in it."""

    def holds(name: str) -> bool:
        return name.encode("utf-16-le") in data

    place = data.find(_OLD_WORKBOOK)
    if holds("EncryptedPackage") or (place >= 0 and data.startswith(_PASSWORD, place + 20)):
        return _with_password()
    if holds("WordDocument") or holds("PowerPoint Document"):
        return _no_table()
    return InputError("This is an Excel file of the old kind (.xls). Save it as .xlsx or CSV.")


def _require_workbook_in(archive: zipfile.ZipFile) -> None:
    names = set(archive.namelist())
    if _begins(archive, names, "mimetype").startswith(b"application/vnd.oasis.opendocument"):
        if b"encryption-data" in _begins(archive, names, "META-INF/manifest.xml"):
            raise _with_password()
        raise InputError(
            "This is an OpenDocument file (.ods, as LibreOffice saves it), which is not read here. Save it "
            "as .xlsx or CSV."
        )
    if {"word/document.xml", "ppt/presentation.xml"} & names:
        raise _no_table()
    if "xl/workbook.bin" in names or any(name.endswith(".iwa") for name in names):
        raise InputError(
            "This is a table of another kind (.xlsb of Excel, or .numbers of Apple), which is not read here. "
            "Save it as .xlsx or CSV."
        )
    if _STRICT in _begins(archive, names, "xl/workbook.xml"):
        raise InputError(
            "This Excel file was saved as “Strict Open XML”, which is not read here. Save it as an ordinary "
            "Excel workbook (.xlsx) or CSV."
        )
    if names and "[Content_Types].xml" not in names:
        raise InputError(
            "This is a ZIP archive, not a table. Unpack it, and choose the file in it: .xlsx, CSV or JSON."
        )


def _begins(archive: zipfile.ZipFile, names: set[str], name: str) -> bytes:
    """Return how a part begins; nothing where there is none of this name."""
    if name not in names:
        return b""
    with archive.open(name) as part:
        return part.read(_LOOKED_AT)


def _with_password() -> InputError:
    return InputError(
        "This table is protected by a password, so it cannot be read. Open it, take the password off, and "
        "save it again, or save it as CSV."
    )


def _no_table() -> InputError:
    return InputError(
        "This is a text document or a presentation, not a table. Save the table in it as .xlsx or CSV."
    )
