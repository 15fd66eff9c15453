"""Lines whose cells stand in quotation marks, as R and table programs write them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CELLS = {mark: rf"{mark}(?:[^{mark}\\]|\\.|{mark}{mark})*{mark}" for mark in "\"'"}
_NEARLY_ALL = 0.95


def unquoted_lines(lines: Sequence[str]) -> list[str]:
    """Return lines without the quotation marks that nearly all have, around cells or around the line.

    Tabs part the cells of such lines then; a quotation mark that is a word of its own stays one.
    """
    read = list(lines)
    rows = [line for line in read if line and not line.startswith("#")]
    for mark, cell in _CELLS.items():
        whole = re.compile(cell)
        if _are_nearly_all(rows, whole):
            return [_content(line, mark) if whole.fullmatch(line) else line for line in read]
        if _are_nearly_all(rows, re.compile(rf"(?:.*[ \t])?{cell}(?:[ \t].*)?")):
            tabs = any("\t" in line for line in rows)
            part = re.compile(r"[^\t]+" if tabs else rf"{cell}(?![^ ])|[^ ]+")
            return [line if line.startswith("#") else _unquoted(line, mark, part) for line in read]
    return read


def _are_nearly_all(rows: Sequence[str], form: re.Pattern[str]) -> bool:
    return bool(rows) and sum(form.fullmatch(row) is not None for row in rows) >= _NEARLY_ALL * len(rows)


def _unquoted(line: str, mark: str, part: re.Pattern[str]) -> str:
    whole = re.compile(_CELLS[mark])
    cells = [cell.strip(" ") for cell in part.findall(line)]
    return "\t".join(_content(cell, mark) if whole.fullmatch(cell) else cell for cell in cells)


def _content(cell: str, mark: str) -> str:
    return re.sub(rf"\\(.)|{mark}({mark})", lambda found: found[1] or found[2], cell[1:-1])
