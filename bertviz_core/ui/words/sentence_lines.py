"""Sentences as they are typed: one a line, its sense after a bar or a tab."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bertviz_core.analysis.texts.lines import text_lines
from bertviz_core.label_forms import clean_label

MOST_LINES, MOST_CHARACTERS = 5_000, 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceLines:
    """What was read."""

    sentences: tuple[str, ...]
    senses: tuple[str, ...]
    """Of each sentence; empty where none is given."""
    cut: bool
    """There was more than is read."""


def read_lines(text: str) -> SentenceLines:
    """Read sentences with their senses; lines without a sentence are left out."""
    rows = [split_line(line) for line in text_lines(text[:MOST_CHARACTERS])]
    rows = [(sentence, sense) for sentence, sense in rows if sentence]
    kept = rows[:MOST_LINES]
    return SentenceLines(
        sentences=tuple(sentence for sentence, _ in kept),
        senses=tuple(sense for _, sense in kept),
        cut=len(rows) > MOST_LINES or len(text) > MOST_CHARACTERS,
    )


def split_line(line: str) -> tuple[str, str]:
    """Return the sentence of a line, and its sense: what stands after the last tab, or the last ` | `."""
    line = f" {line.strip(' ')} "
    sign = "\t" if "\t" in line else " | " if " | " in line else None
    sentence, _, sense = line.rpartition(sign) if sign else (line, "", "")
    return " ".join(sentence.split()), clean_label(sense)


def write_lines(rows: Iterable[tuple[str, str]]) -> str:
    """Write sentences with their senses as they are typed."""
    return "\n".join(f"{text} | {sense}".rstrip() if sense or " | " in text else text for text, sense in rows)
