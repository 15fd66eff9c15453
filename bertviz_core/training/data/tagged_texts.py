"""Words with their tags where texts are wanted: known by their lines, and read as the texts in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from bertviz_core.analysis.texts.lines import lines_with_ends
from bertviz_core.errors import N_
from bertviz_core.results import Note

KIND = "tagged"
"""Of the note, by which a table of such texts is known."""

_TREEBANK = re.compile(r"[0-9]+(?:[-.][0-9]+)?\t[^\t]+(?:\t[^\t]*){8}")
_TAGGED = re.compile(r"\S+(?:[ \t]+\S+)*[ \t]+(?:O|[BIESLUM]-\S+)")
_BEGINS = re.compile(r"[ \t]B-\S+$")
_TEXT = re.compile(r"#\s*text\s*=\s*(.*)")
_RANGE = re.compile(r"([0-9]+)-([0-9]+)")
_LOOKED_AT, _NEARLY_ALL = 2_000, 0.95
_LEAST = 5
"""Lines with a word."""


def tagged_texts(text: str) -> Iterator[str] | None:
    """Return the sentences of a treebank (CoNLL-U) or of CoNLL as texts; nothing where it is none of both.

    A treebank's own `# text` is taken where a sentence has it; else its words, parted as it says.
    """
    lines = [line.rstrip("\r\n") for line in islice(lines_with_ends(text), _LOOKED_AT)]
    words = [line for line in lines if line.strip() and not line.startswith("#")]
    if len(words) < _LEAST:
        return None
    if _are_nearly_all(words, _TREEBANK):
        return _of_treebank(text)
    entities = any(_BEGINS.search(line) for line in words)
    parted = entities and any(not line.strip() for line in lines)
    return _of_columns(text) if parted and _are_nearly_all(words, _TAGGED) else None


def tagged_note() -> Note:
    """Say how such a file is read."""
    return Note(
        kind=KIND,
        template=N_("This file holds words with their tags (CoNLL). Its sentences are read as texts."),
        remedy=N_("To learn the tags, choose the task for tags."),
        option="--task tagging",
    )


def _are_nearly_all(lines: list[str], form: re.Pattern[str]) -> bool:
    return sum(form.fullmatch(line) is not None for line in lines) >= _NEARLY_ALL * len(lines)


def _sentences(text: str) -> Iterator[list[str]]:
    sentence: list[str] = []
    for ended in lines_with_ends(text):
        line = ended.rstrip("\r\n")
        if line.strip():
            sentence.append(line)
        elif sentence:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _of_treebank(text: str) -> Iterator[str]:
    for sentence in _sentences(text):
        written = next((found[1] for line in sentence if (found := _TEXT.fullmatch(line))), "")
        if read := written.strip() or _joined(sentence):
            yield read


def _joined(sentence: list[str]) -> str:
    """Put the words of a sentence together, each that is written as one (`del`) once."""
    parts: list[str] = []
    covered = 0
    for line in sentence:
        cells = line.split("\t")
        if line.startswith("#") or len(cells) < 2 or "." in cells[0]:
            continue
        if of_several := _RANGE.fullmatch(cells[0]):
            covered = int(of_several[2])
        elif cells[0].isdecimal() and int(cells[0]) <= covered:
            continue
        parts.append(cells[1] + " " * ("SpaceAfter=No" not in cells[-1]))
    return "".join(parts).strip()


def _of_columns(text: str) -> Iterator[str]:
    for sentence in _sentences(text):
        rows = [re.split(r"[ \t]+", line.strip()) for line in sentence if not line.startswith("# ")]
        rows = [cells for cells in rows if cells[0] != "-DOCSTART-"]
        counted = all(len(cells) > 2 and cells[0].isdecimal() for cells in rows)
        if rows:
            yield " ".join(cells[counted] for cells in rows)
