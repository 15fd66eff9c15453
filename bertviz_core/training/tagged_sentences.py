"""Tagged sentences of visitors: files in the form of CoNLL, a line a word, and treebanks (CoNLL-U)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bertviz_core.analysis.texts.input_text import is_blank
from bertviz_core.analysis.texts.label_forms import joined_names, near_labels
from bertviz_core.errors import InputError
from bertviz_core.results import Note
from bertviz_core.samples.tagging import TaggedSentence
from bertviz_core.training.data.class_names import near_note
from bertviz_core.training.tag_columns import (
    LAST,
    MOST_TAGS,
    ChosenTags,
    Line,
    Rows,
    choose_tags,
    find_columns,
)
from bertviz_core.training.tag_schemes import OUTSIDE, SCHEMES, class_of, read_scheme

__all__ = [
    "ENDINGS",
    "LEAST_SENTENCES",
    "MOST_CHARACTERS",
    "MOST_SENTENCES",
    "MOST_TAGS",
    "OUTSIDE",
    "SCHEMES",
    "TaggedFile",
    "TaggedSentence",
    "read_tagged",
    "read_tagged_file",
]

ENDINGS = ("conll", "conllu", "conllup", "txt", "tsv", "iob", "bio", "iob2")
LEAST_SENTENCES, MOST_SENTENCES = 10, 2_000
MOST_CHARACTERS = 4_000_000

_DOCUMENT = "-DOCSTART-"
_HEADINGS = {"tag", "tags", "label", "labels", "ner", "ner_tag", "ner_tags", "etiqueta"}
_FIRST_HEADINGS = {"token", "tokens", "word", "words", "form", "palabra", "palavra"}
_NUMBER_HEADINGS = {"id", "idx", "index"}
_COMMENT = re.compile(r"# \S+ = ")
_NAMES = re.compile(r"#\s*global\.columns\s*=\s*(.+)")
_BLANKS = " \t"
_WORD_NUMBER = re.compile(r"[0-9]+(?:[-.][0-9]+)?")
_NEARLY_ALL = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedFile:
    """The sentences of a file, and how it was read."""

    sentences: tuple[TaggedSentence, ...]
    tags: str
    """Which tags were taken: `upos`, `xpos`, the name of a feature, or the number of a column."""
    tag_choices: tuple[str, ...]
    """What `tags` may be for this file."""
    scheme: str
    """One of `SCHEMES`."""
    has_near_classes: bool = False
    """Some classes differ only in how they are written."""
    notes: tuple[Note, ...] = ()


def read_tagged(
    text: str, *, language: str = "", tags: str = "", scheme: str = ""
) -> tuple[TaggedSentence, ...]:
    """Read the sentences of a file as `read_tagged_file` does."""
    return read_tagged_file(text, language=language, tags=tags, scheme=scheme).sentences


def read_tagged_file(
    text: str, *, language: str = "", tags: str = "", scheme: str = "", join_classes: bool = False
) -> TaggedFile:
    """Read a file of CoNLL: word in the first column, tag in the last, a blank line between sentences.

    Columns are parted by tabs or spaces. Tags may be of one of `SCHEMES`; names of classes are entities where
    words beside them are `O`, and otherwise classes of words, such as parts of speech. Files whose first
    column counts the words have them in the second one; CoNLL-U is known by its ten columns.

    Args:
        text: Of the file.
        language: Of the sentences.
        tags: `upos`, `xpos`, another column by its name or number, a feature, or `column` for the last one;
            what is usual in such a file when left out.
        scheme: How tags say where entities are, one of `SCHEMES`; found out when left out.
        join_classes: Classes that differ only in case or in the writing of a number are one.

    Raises:
        InputError: A word has no tag, all have the same, or there are too few or too many sentences or tags;
            or there are no such tags, or they are not of this scheme.
    """
    if len(text) > MOST_CHARACTERS:
        raise InputError(
            "The file has more than {most} characters. Leave some sentences out.", most=MOST_CHARACTERS
        )
    found, names = _sentences(unicodedata.normalize("NFC", text.removeprefix("\ufeff")))
    chosen = choose_tags(found, find_columns(found, names), tags)
    _require_a_set(chosen)
    written = [[tag for _, tag in sentence] for sentence in chosen.sentences]
    asked = scheme or ("classes" if chosen.of_words else "")
    read = read_scheme(written, asked)
    counts = Counter(class_of(tag, read.scheme) for of_words in read.tags for tag in of_words)
    if join_classes and near_labels(counts):
        read = read_scheme(written, asked, names=joined_names(counts))
    sentences = tuple(
        TaggedSentence(language=language, tokens=tuple(word for word, _ in sentence), tags=of_words)
        for sentence, of_words in zip(chosen.sentences, read.tags, strict=True)
    )
    said = () if chosen.of_words and not scheme else (read.note,)
    return TaggedFile(
        sentences=sentences,
        tags=chosen.tags,
        tag_choices=chosen.choices,
        scheme=read.scheme,
        has_near_classes=bool(near_labels(counts)),
        notes=(*chosen.notes, *said, *near_note(counts, joined=join_classes)),
    )


def _sentences(text: str) -> tuple[list[list[Line]], tuple[str, ...]]:
    """Return the lines of each sentence without comments, documents and headings, and names of columns."""
    lines = [line.strip(_BLANKS) for line in re.split(r"\r\n?|\n", text)]
    tabs = any("\t" in line for line in lines)
    counted = _counts_words(lines, tabs=tabs)
    names = next((found[1].split() for line in lines if (found := _NAMES.fullmatch(line))), [])
    sentences: list[list[Line]] = [[]]
    columns = 0
    for number, line in enumerate(lines, start=1):
        if _is_comment(line, tabs=tabs, counted=counted):
            continue
        cells = _cells(line, tabs=tabs)
        if is_blank(line) or cells[0] == _DOCUMENT:
            if sentences[-1]:
                sentences.append([])
            continue
        _require_columns(number, line, cells, columns)
        columns = columns or len(cells)
        if sentences == [[]] and _is_heading(cells):
            if cells[0].lower() in _NUMBER_HEADINGS:
                names = cells
            sentences[-1] = []
            columns = len(cells)
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


def _require_a_set(chosen: ChosenTags) -> None:
    sentences: Sequence[Rows] = chosen.sentences
    if not LEAST_SENTENCES <= len(sentences) <= MOST_SENTENCES:
        raise InputError(
            "The file has {count} sentences; from {least} to {most} can be used. Put a blank line between "
            "sentences.",
            count=len(sentences),
            least=LEAST_SENTENCES,
            most=MOST_SENTENCES,
        )
    tags = {tag for sentence in sentences for _, tag in sentence}
    if len(tags) < 2:
        raise InputError(
            "All words have the same tag, “{tag}”, so there is nothing to learn. Tag at least two classes.",
            tag=next(iter(tags)),
        )
    if len(tags) > MOST_TAGS and chosen.tags != LAST:
        raise InputError(
            "There are {count} different tags in {tags}; at most {most} can be learned. Choose one of these: "
            "{choices}.",
            count=len(tags),
            tags=chosen.tags,
            most=MOST_TAGS,
            choices=", ".join(chosen.choices) or LAST,
        )
    if len(tags) > MOST_TAGS:
        raise InputError(
            "There are {count} different tags in the last column; at most {most} can be learned. Is the tag "
            "really in the last column?",
            count=len(tags),
            most=MOST_TAGS,
        )


def _is_heading(cells: Sequence[str]) -> bool:
    return (
        cells[-1].lower() in _HEADINGS
        or cells[0].lower() in _FIRST_HEADINGS
        or (cells[0].lower() in _NUMBER_HEADINGS and len(cells) > 2)
    )
