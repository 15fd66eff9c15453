"""Tagged sentences of visitors: files in the form of CoNLL, a line a word, its tag in the last column."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence

from bertviz_core.errors import InputError
from bertviz_core.samples.tagging import TaggedSentence

LEAST_SENTENCES, MOST_SENTENCES = 10, 2_000
MOST_CHARACTERS = 4_000_000
MOST_TAGS = 60

OUTSIDE = "O"
_DOCUMENT = "-DOCSTART-"
_HEADINGS = {"tag", "tags", "label", "labels", "ner", "ner_tag", "ner_tags", "etiqueta"}
_FIRST_HEADINGS = {"token", "tokens", "word", "words", "form", "palabra", "palavra"}
_COMMENT = re.compile(r"# \S+ = ")
_BEGINS, _GOES_ON, _ENDS = set("BSU"), set("IEL"), set("ESLU")
"""First letters of BIO2, IOB1, BIOES and BILOU."""

Rows = list[tuple[str, str]]


def read_tagged(text: str, *, language: str = "") -> tuple[TaggedSentence, ...]:
    """Read a file of CoNLL: word in the first column, tag in the last, a blank line between sentences.

    Columns are parted by tabs or spaces. Tags may be BIO2, IOB1, BIOES, BILOU, or names of classes: these are
    entities where words beside them are `O`, and otherwise classes of words, such as parts of speech.

    Raises:
        InputError: A word has no tag, all have the same, or there are too few or too many sentences or tags.
    """
    if len(text) > MOST_CHARACTERS:
        raise InputError(
            "The file has more than {most} characters. Leave some sentences out.", most=MOST_CHARACTERS
        )
    sentences = list(_sentences(unicodedata.normalize("NFC", text.removeprefix("\ufeff"))))
    if sentences and _is_heading(*sentences[0][0]):
        sentences[0] = sentences[0][1:]
    sentences = [sentence for sentence in sentences if sentence]
    _require_a_set(sentences)
    known = {tag for sentence in sentences for _, tag in sentence}
    _require_one_form(known - {OUTSIDE})
    return tuple(
        TaggedSentence(
            language=language,
            tokens=tuple(token for token, _ in sentence),
            tags=_as_bio2([tag for _, tag in sentence], known),
        )
        for sentence in sentences
    )


def _sentences(text: str) -> Iterator[Rows]:
    """Yield the rows of each sentence; documents and comments are parted off."""
    lines = [line.strip() for line in re.split(r"\r\n?|\n", text)]
    tabs = any("\t" in line for line in lines)
    rows: Rows = []
    columns = 0
    for number, line in enumerate(lines, start=1):
        if _COMMENT.match(line) or (tabs and line.startswith("#") and "\t" not in line):
            continue
        cells = [cell.strip() for cell in line.split("\t")] if tabs else line.split()
        if not any(cells) or cells[0] == _DOCUMENT:
            if rows:
                yield rows
            rows = []
            continue
        if len(cells) < 2 or not cells[0] or not cells[-1]:
            raise InputError(
                "Line {line} has a word without a tag, or a tag without a word: “{text}”. Write a word and "
                "its tag in each line, with a tab or a space between them.",
                line=number,
                text=line[:60],
            )
        columns = columns or len(cells)
        if len(cells) != columns:
            raise InputError(
                "Line {line} has {cells} columns, the lines before it have {columns}: “{text}”. Write a word "
                "and its tag in each line; a word holds no space.",
                line=number,
                cells=len(cells),
                columns=columns,
                text=line[:60],
            )
        # One string for each different word: the file may be kept for long.
        rows.append((sys.intern(" ".join(cells[0].split())), sys.intern(cells[-1])))
    if rows:
        yield rows


def _require_a_set(sentences: Sequence[Rows]) -> None:
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
    if len(tags) > MOST_TAGS:
        raise InputError(
            "There are {count} different tags in the last column; at most {most} can be learned. Is the tag "
            "really in the last column?",
            count=len(tags),
            most=MOST_TAGS,
        )


def _require_one_form(tags: set[str]) -> None:
    """Refuse tags of which only some say where an entity begins."""
    prefixed = {tag for tag in tags if _is_prefixed(tag)}
    if prefixed and prefixed != tags:
        raise InputError(
            "Some tags say where an entity begins (“{prefixed}”), others do not (“{bare}”). Write all "
            "of them in one way.",
            prefixed=min(prefixed),
            bare=min(tags - prefixed),
        )


def _as_bio2(tags: Sequence[str], known: set[str]) -> tuple[str, ...]:
    """Return the tags of one sentence as BIO2, or as they are where they are classes of words.

    Args:
        tags: As written.
        known: All tags of the file.
    """
    if OUTSIDE not in known and not all(_is_prefixed(tag) for tag in known):
        return tuple(tags)
    prefixed = all(_is_prefixed(tag) for tag in known - {OUTSIDE})
    written, last = [], ""  # class of the entity that goes on
    for tag in tags:
        if tag == OUTSIDE:
            written.append(OUTSIDE)
            last = ""
            continue
        place, name = (tag[0], tag[2:]) if prefixed else ("I", tag)
        written.append(sys.intern(f"{'I' if name == last and place in _GOES_ON else 'B'}-{name}"))
        last = "" if place in _ENDS else name
    return tuple(written)


def _is_heading(first: str, last: str) -> bool:
    return last.lower() in _HEADINGS or first.lower() in _FIRST_HEADINGS


def _is_prefixed(tag: str) -> bool:
    return len(tag) > 2 and tag[1] in "-_" and tag[0] in _BEGINS | _GOES_ON
