"""Which columns of a file hold words and which their tags: CoNLL of any year, and CoNLL-U."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from bertviz_core.errors import InputError
from bertviz_core.label_forms import clean_label
from bertviz_core.results import Note
from bertviz_core.training.column_notes import columns_notes
from bertviz_core.training.word_columns import LAST, Columns, Line, Rows, only_words

MOST_TAGS = 60

NOTHING = "_"
"""What CoNLL-U writes where there is nothing, and the class of words without a feature."""

_OFFERED = ("upos", "xpos", "deprel")
_MOST_FEATURES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenTags:
    """The words of a file with the tags of one of its columns."""

    sentences: list[Rows]
    tags: str
    """How the choice is called: a name in small letters, a feature, the number of a column, or `LAST` where
    that is nothing to learn from."""
    choices: tuple[str, ...]
    """What else could be chosen, itself among them; one at most where nothing else has tags."""
    of_words: bool
    """They are classes of words by what they are, whatever letters they begin with."""
    notes: tuple[Note, ...]


def choose_tags(sentences: Sequence[Sequence[Line]], columns: Columns, tags: str = "") -> ChosenTags:
    """Return words and tags, those that are asked for or the usual ones of such a file.

    Args:
        sentences: The lines of each, all of one width.
        columns: What they are.
        tags: The name of a column, its number from 1 on, `LAST`, or the name of a feature.

    Raises:
        InputError: There are no such tags.
    """
    words, notes = only_words(sentences, columns)
    choices = _choices(words, columns)
    chosen = _chosen(tags, choices, words, columns)
    tag_of, clean = _reader(chosen, columns), cache(_clean_tag)
    rows = [
        [(_word(line, cells, columns), clean(tag_of(cells))) for line, cells in sentence]
        for sentence in words
    ]
    rows = [sentence for sentence in rows if sentence]
    if columns.names and all(word == NOTHING for sentence in rows for word, _ in sentence):
        raise InputError(
            "The words of this file were taken out: “_” stands for each of them. Bring a file with its words."
        )
    feature = chosen not in columns.names and chosen != LAST and not chosen.isdecimal()
    if feature and any(tag.startswith("B-") for sentence in rows for _, tag in sentence):
        rows = [[(word, "O" if tag == NOTHING else tag) for word, tag in sentence] for sentence in rows]
        feature = False
    return ChosenTags(
        sentences=rows,
        tags=chosen,
        choices=choices,
        of_words=feature or chosen in ("upos", "xpos", "deprel", "lemma", "feats"),
        notes=columns_notes(chosen, columns, notes),
    )


def _choices(words: Sequence[Sequence[Line]], columns: Columns) -> tuple[str, ...]:
    """Return what can be learned: columns with two tags at least and not too many."""
    rows = [cells for sentence in words for _, cells in sentence]

    def usable(values: set[str]) -> bool:
        return 2 <= len(values) <= MOST_TAGS

    if "upos" not in columns.names:
        behind = range(columns.word + 1, columns.width)
        places = [place for place in behind if usable({cells[place] for cells in rows})]
        return tuple(columns.names[place] if columns.by_name else str(place + 1) for place in places)
    places = [columns.names.index(name) for name in _OFFERED if name in columns.names]
    found = [columns.names[place] for place in places if usable({cells[place] for cells in rows})]
    features: dict[str, set[str]] = {}
    words_with: Counter[str] = Counter()
    for cells in rows:
        for name, value in _features(cells, columns):
            features.setdefault(name, set()).add(value)
            words_with[name] += 1
    for name, count in words_with.items():
        if count < len(rows):
            features[name].add(NOTHING)
    several = [name for name, values in features.items() if usable(values) and name != "SpaceAfter"]
    return (*found, *sorted(several)[:_MOST_FEATURES])


def _features(cells: Sequence[str], columns: Columns) -> list[tuple[str, str]]:
    found = []
    for column in ("feats", "misc"):
        if column in columns.names and (written := cells[columns.names.index(column)]) != NOTHING:
            parts = (part.partition("=") for part in written.split("|"))
            found += [(name, value) for name, sign, value in parts if sign and name]
    return found


def _chosen(tags: str, choices: tuple[str, ...], words: Sequence[Sequence[Line]], columns: Columns) -> str:
    """Return the name of what was asked for, or of what is usual."""
    if not tags:
        if columns.of_2012:
            return "ner"
        if columns.of_2009:
            return "xpos"
        if "upos" in columns.names:
            return choices[0] if choices else "upos"
        return choices[-1] if columns.numbered and choices else _called(columns.width, choices, columns)
    lowered = tags.strip().lower()
    if lowered == LAST:
        return _called(columns.width, choices, columns)
    if lowered in columns.names and lowered not in ("id", "form"):
        return lowered
    if lowered.isascii() and lowered.isdigit() and columns.word + 1 < int(lowered[:4]) <= columns.width:
        return _called(int(lowered), choices, columns)
    features = {name for sentence in words for _, cells in sentence for name, _ in _features(cells, columns)}
    for name in sorted(features):
        if name.lower() == lowered:
            return name
    raise InputError(
        "There are no tags “{tags}” in this file. Choose one of these: {choices}.",
        tags=tags,
        choices=", ".join(dict.fromkeys((*choices, LAST))),
    )


def _called(number: int, choices: tuple[str, ...], columns: Columns) -> str:
    """Return how a column is called, by its number from 1 on."""
    if columns.names:
        return columns.names[number - 1]
    return LAST if number == columns.width and str(number) not in choices else str(number)


def _reader(chosen: str, columns: Columns) -> Callable[[list[str]], str]:
    """Return what takes the tag out of the cells of a line."""
    if chosen == LAST:
        return lambda cells: cells[-1]
    if chosen in columns.names:
        place = columns.names.index(chosen)
        return lambda cells: cells[place]
    if chosen.isdecimal():
        number = int(chosen)
        return lambda cells: cells[number - 1]
    return lambda cells: dict(_features(cells, columns)).get(chosen, NOTHING)


def _clean_tag(tag: str) -> str:
    return sys.intern(clean_label(tag) or NOTHING)


def _word(line: int, cells: Sequence[str], columns: Columns) -> str:
    word = re.sub(" +", " ", cells[columns.word])
    if not word.strip():
        raise InputError(
            "Line {line} has a word without a tag, or a tag without a word: “{text}”. Write a word and "
            "its tag in each line, with a tab or a space between them.",
            line=line,
            text=" ".join(cells)[:60],
        )
    return sys.intern(word)  # one string for each different word: the file may be kept for long
