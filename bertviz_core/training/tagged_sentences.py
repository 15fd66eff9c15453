"""Tagged sentences of visitors: files of CoNLL, a line a word, treebanks (CoNLL-U), and rows of JSON."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bertviz_core.errors import InputError
from bertviz_core.label_forms import joined_names, near_labels
from bertviz_core.results import Note
from bertviz_core.samples.tagging import TaggedSentence
from bertviz_core.training.data.class_names import near_note
from bertviz_core.training.tag_columns import (
    LAST,
    MOST_TAGS,
    ChosenTags,
    choose_tags,
)
from bertviz_core.training.tag_schemes import OUTSIDE, SCHEMES, class_of, read_scheme
from bertviz_core.training.tagged_json import json_sentences
from bertviz_core.training.tagged_lines import sentences_of
from bertviz_core.training.tagged_webanno import webanno_sentences
from bertviz_core.training.word_columns import Rows, find_columns

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

ENDINGS = ("conll", "conllu", "conllup", "txt", "tsv", "iob", "bio", "iob2", "json", "jsonl")
LEAST_SENTENCES, MOST_SENTENCES = 10, 2_000
MOST_CHARACTERS = 4_000_000


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
    column counts the words have them in the second one; CoNLL-U is known by its ten columns, CoNLL-2012 by
    its documents, CoNLL-2009 by its columns, WebAnno by its first line. Rows of JSON with lists of words and
    of tags are read too.

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
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
    found, names = json_sentences(text) or webanno_sentences(text) or sentences_of(text)
    chosen = choose_tags(found, find_columns(found, names, tags), tags)
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
