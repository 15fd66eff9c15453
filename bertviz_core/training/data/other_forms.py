"""Texts under the name of a table that are none: web pages, told by their name, and fastText's lines."""

from __future__ import annotations

import json
import re
from itertools import islice

from bertviz_core.errors import N_, InputError
from bertviz_core.results import Note
from bertviz_core.settings import get_settings
from bertviz_core.training.data.text_table import TextTable

_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL
)
_PART_OF_PAGE = re.compile(r"\s*<(?:head|meta|style|body|div|table)\b", re.IGNORECASE)
_OTHER = re.compile(r"\s*<\?(?:xml|mso-application)\b|MIME-Version:", re.IGNORECASE)
_SPREADSHEET = re.compile(r"office:spreadsheet|opendocument|text/html", re.IGNORECASE)
_STATEMENTS = re.compile(r"\s*(?:--|/\*|(?:CREATE|INSERT|DROP|SET|USE|BEGIN|START)\s)", re.IGNORECASE)
_INSERT = re.compile(
    r"^[ \t]*INSERT\s+(?:IGNORE\s+)?INTO\s[\s\S]{1,2000}?\bVALUES\b", re.IGNORECASE | re.MULTILINE
)
_STATEMENTS_LOOKED_AT = 200_000
_LOOKED_AT = 5_000
"""Characters at both ends."""

_LABEL = "__label__"
_LABELLED = re.compile(rf"\s*((?:{_LABEL}\S+\s+)+)(\S.*)")
_MOST_LABELS = 20
"""Of a line."""


def require_no_page(text: str) -> None:
    """Refuse web pages and XML of table programs, which open in those like a table, and statements of SQL.

    Raises:
        InputError: With what to do.
    """
    if _STATEMENTS.match(text) and _INSERT.search(text[:_STATEMENTS_LOOKED_AT]):
        raise InputError(
            "This file holds statements of a database (SQL), not a table. Export the table as CSV, and "
            "choose that file."
        )
    begin, end = text[:_LOOKED_AT], text[-_LOOKED_AT:].lower()
    page = _PAGE.match(begin) or (_PART_OF_PAGE.match(begin) and "</table>" in end and "<t" in begin)
    if page or (_OTHER.match(begin) and _SPREADSHEET.search(begin)):
        raise InputError(
            "This file is a web page (HTML) or XML, whatever its name says. Open it in a table program, and "
            "save it as .xlsx or CSV."
        )


def is_labelled(text: str) -> bool:
    """Tell whether lines are such as fastText learns from: each begins with its label, `__label__pos`."""
    return text.lstrip().startswith(_LABEL) and all(
        _LABELLED.fullmatch(line.rstrip("\r"))
        for line in islice(text.split("\n"), get_settings().max_rows)
        if line.strip()
    )


def labelled_lines(text: str) -> TextTable:
    """Read the lines that `is_labelled` knows; several labels of a line are one list."""
    most = get_settings().max_rows
    rows: list[tuple[str, str]] = []
    more = False
    for line in text.split("\n"):
        if not (found := _LABELLED.fullmatch(line.rstrip("\r"))):
            continue
        if len(rows) == most:
            more = True
            break
        labels = [label.removeprefix(_LABEL) for label in found[1].split()[:_MOST_LABELS]]
        rows.append(
            (found[2].strip(), labels[0] if len(labels) == 1 else json.dumps(labels, ensure_ascii=False))
        )
    note = Note(
        kind="form",
        template=N_("Each line begins with its label (__label__…), as fastText writes them."),
        remedy=N_("If these words belong to the texts, put a column for the label beside them."),
    )
    return TextTable(columns=("text", "label"), rows=tuple(rows), has_header=False, more=more, notes=(note,))
