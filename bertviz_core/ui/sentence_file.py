"""Sentences in a file of a visitor's: one a line, or in the first column of a table."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.analysis.texts.input_text import is_blank
from bertviz_core.training.data.text_file import decoded, is_table, table_rows

MOST_CHARACTERS, MOST_LINES = 200_000, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """What was read, without lines in which there is nothing."""

    sentences: tuple[str, ...]
    blank: int = 0
    """Lines left out because they are empty."""
    cut: bool = False
    """There was more than is read."""


def sentences_of_text(text: str) -> Sentences:
    """Return the lines of a text, at most `MOST_LINES`."""
    return _kept([" ".join(line.split()) for line in text.strip().splitlines()])


def sentences_of_file(data: bytes, name: str) -> Sentences:
    """Return the sentences of a text file, or the first column of a table (`.csv`, `.tsv`).

    Every cell is text: `NA`, `null` and numbers stay as they are written.

    Raises:
        InputError: The file is no text, or no table.
    """
    text = decoded(data)
    cut = len(text) > MOST_CHARACTERS
    if cut:  # the last line may have lost its end
        text = text[:MOST_CHARACTERS].rpartition("\n")[0] or text[:MOST_CHARACTERS]
    if not is_table(name):
        return _kept([" ".join(line.split()) for line in text.strip().splitlines()], cut=cut)
    return _kept([" ".join(row[0].split()) if row else "" for row in table_rows(text)], cut=cut)


def _kept(lines: list[str], *, cut: bool = False) -> Sentences:
    told = [line for line in lines if not is_blank(line)]
    return Sentences(
        sentences=tuple(told[:MOST_LINES]), blank=len(lines) - len(told), cut=cut or len(told) > MOST_LINES
    )
