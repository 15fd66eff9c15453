"""The lines of files of CoNLL: what is a sentence, and what its columns are called."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bertviz_core.analysis.texts.input_text import is_blank
from bertviz_core.errors import InputError
from bertviz_core.training.quoted_lines import unquoted_lines
from bertviz_core.training.word_columns import CONLL_2009, CONLL_2012, Line

_DOCUMENT = "-DOCSTART-"
_HEADINGS = {"tag", "tags", "label", "labels", "ner", "ner_tag", "ner_tags", "etiqueta"}
_FIRST_HEADINGS = {"token", "tokens", "word", "words", "form", "palabra", "palavra"}
_NUMBER_HEADINGS = {"id", "idx", "index"}
_COMMENT = re.compile(r"# \S+ = ")
_NAMES = re.compile(r"#\s*global\.columns\s*=\s*(.+)")
_BLANKS = " \t"
_WORD_NUMBER = re.compile(r"[0-9]+(?:[-.][0-9]+)?")
_HEAD = re.compile(r"[0-9]+|_")
_NEARLY_ALL = 0.95
_BEGIN_OF_2012 = re.compile(r"#\s*begin document\b")


def sentences_of(text: str) -> tuple[list[list[Line]], tuple[str, ...]]:
    """Return the lines of each sentence without comments, documents and headings, and names of columns."""
    lines = unquoted_lines([line.strip(_BLANKS) for line in re.split(r"\r\n?|\n", text)])
    tabs = any("\t" in line for line in lines)
    counted = _counts_words(lines, tabs=tabs)
    of_2012 = any(_BEGIN_OF_2012.match(line) for line in lines)
    names = next((found[1].split() for line in lines if (found := _NAMES.fullmatch(line))), [])
    names = [*CONLL_2012] if of_2012 else names
    of_2009 = not names and tabs and _is_of_2009(lines)
    names = [*CONLL_2009] if of_2009 else names
    sentences: list[list[Line]] = [[]]
    columns = 0
    for number, line in enumerate(lines, start=1):
        if _is_comment(line, tabs=tabs, counted=counted):
            continue
        cells = [] if of_2012 and line.startswith("#") else _cells(line, tabs=tabs)
        if of_2012 and len(cells) >= len(
            CONLL_2012
        ):  # a column for each predicate stands before the last one
            cells = [*cells[: len(CONLL_2012) - 1], cells[-1]]
        if of_2009:
            cells = cells[: len(CONLL_2009)]
        if is_blank(line) or not any(cells) or cells[0] == _DOCUMENT:
            if sentences[-1]:
                sentences.append([])
            continue
        _require_columns(number, line, cells, columns)
        columns = columns or len(cells)
        if sentences == [[]] and _is_heading(cells):
            if cells[0].lower() in _NUMBER_HEADINGS:
                names = cells
            sentences[-1] = []
            columns = 0  # R writes no name above the numbers of rows
            continue
        sentences[-1].append((number, cells))
    return [sentence for sentence in sentences if sentence], tuple(names)


def _cells(line: str, *, tabs: bool) -> list[str]:
    """Return the cells of a line: only tabs and plain spaces part them, no-break spaces belong to a word."""
    return [cell.strip(" ") for cell in line.split("\t")] if tabs else re.split("[ \t]+", line)


def _counts_words(lines: Sequence[str], *, tabs: bool) -> bool:
    """Tell whether nearly all lines that are no comments begin with the number of a word."""
    rows = [_cells(line, tabs=tabs) for line in lines if line and not line.startswith("#")]
    counted = sum(len(cells) > 2 and _WORD_NUMBER.fullmatch(cells[0]) is not None for cells in rows)
    return bool(rows) and counted >= _NEARLY_ALL * len(rows)


def _is_of_2009(lines: Sequence[str]) -> bool:
    """Tell whether all lines have the columns of CoNLL-2009: two of heads, and Y before a predicate."""
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return bool(rows) and all(
        len(cells) >= len(CONLL_2009)
        and cells[0].isdecimal()
        and all(_HEAD.fullmatch(cell) for cell in cells[8:10])
        and cells[12] in ("Y", "_")
        for cells in rows
    )


def _is_comment(line: str, *, tabs: bool, counted: bool) -> bool:
    if not line.startswith("#"):
        return False
    return counted or _COMMENT.match(line) is not None or (tabs and "\t" not in line)


def _require_columns(number: int, line: str, cells: Sequence[str], columns: int) -> None:
    if len(cells) < 2 or is_blank(cells[0]) or not cells[-1]:
        raise InputError(
            "Line {line} has a word without a tag, or a tag without a word: “{text}”. Write a word and "
            "its tag in each line, with a tab or a space between them.",
            line=number,
            text=line[:60],
        )
    if columns and len(cells) != columns:
        raise InputError(
            "Line {line} has {cells} columns, the lines before it have {columns}: “{text}”. Write a word "
            "and its tag in each line; a word holds no space.",
            line=number,
            cells=len(cells),
            columns=columns,
            text=line[:60],
        )


def _is_heading(cells: Sequence[str]) -> bool:
    return (
        cells[-1].lower() in _HEADINGS
        or cells[0].lower() in _FIRST_HEADINGS
        or (cells[0].lower() in _NUMBER_HEADINGS and len(cells) > 2)
    )
