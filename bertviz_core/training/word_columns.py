"""What the columns of a file are: where its words stand, and what the others are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bertviz_core.errors import InputError

CONLLU = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
CONLL_2012 = tuple(
    "document part number form xpos parse predicate frameset sense speaker ner coreference".split()
)
CONLL_2009 = tuple(
    "number form lemma plemma xpos ppos features pfeatures head phead deprel pdeprel fillpred pred".split()
)
"""Both without the columns of predicates, of which each sentence has as many as it has predicates."""

LAST = "column"
"""Names the last column of any file."""

_NUMBER = re.compile(r"[0-9]{1,18}(?:([-.])[0-9]{1,18})?")
_NEARLY_ALL = 0.99

Line = tuple[int, list[str]]
"""Number of a line, and its cells."""
Rows = list[tuple[str, str]]
"""Words, each with its tag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """What the columns of a file are."""

    width: int
    numbered: bool = False
    """The first one counts the words of each sentence."""
    names: tuple[str, ...] = ()
    """Of the columns, in small letters; none where they have none."""

    @property
    def of_2012(self) -> bool:
        """Tell whether it is a file of CoNLL-2012."""
        return self.names == CONLL_2012

    @property
    def of_2009(self) -> bool:
        """Tell whether it is a file of CoNLL-2009."""
        return self.names == CONLL_2009

    @property
    def by_name(self) -> bool:
        """Tell whether tags are chosen by the names of columns, where it is no treebank."""
        return bool(self.names) and "id" not in self.names and "upos" not in self.names

    @property
    def word(self) -> int:
        """Return the place of the word."""
        if "form" in self.names:
            return self.names.index("form")
        return 1 if self.numbered and self.width > 2 else 0


def find_columns(sentences: Sequence[Sequence[Line]], names: Sequence[str], tags: str = "") -> Columns:
    """Find out whether words are numbered, as in CoNLL-U, and what the columns are called.

    Args:
        sentences: The lines of each.
        names: As the file says, if it does.
        tags: What is asked for; the name of a column of CoNLL-U says that ten columns are those.
    """
    width = len(sentences[0][0][1]) if sentences else 0
    counted = sum(_is_counted(sentence) for sentence in sentences)
    numbered = width > 2 and (counted > 0.9 * len(sentences) or _are_numbers(sentences))
    lowered = tuple(name.lower().rpartition(":")[2] for name in names)
    asked = tags.strip().lower() in CONLLU
    if not lowered and width == len(CONLLU) and (numbered or asked):
        lowered = CONLLU
    return Columns(width=width, numbered=numbered, names=lowered if len(lowered) == width else ())


def _is_counted(sentence: Sequence[Line]) -> bool:
    """Tell whether the lines begin with 1, 2, 3…, ranges and empty nodes between them."""
    found = [_NUMBER.fullmatch(cells[0]) for _, cells in sentence]
    if not all(found):
        return False
    whole = [int(number[0]) for number in found if number and number[1] is None]
    return bool(whole) and whole[0] in (0, 1) and whole == list(range(whole[0], whole[0] + len(whole)))


def _are_numbers(sentences: Sequence[Sequence[Line]]) -> bool:
    """Tell whether nearly all lines begin with a number and a word: those run on, or some are missing."""
    lines = [cells for sentence in sentences for _, cells in sentence]
    numbers = sum(_NUMBER.fullmatch(cells[0]) is not None for cells in lines)
    words = sum(any(map(str.isalpha, cells[1])) for cells in lines)
    return numbers >= _NEARLY_ALL * len(lines) and 2 * words > len(lines) and _rise(sentences)


def _rise(sentences: Sequence[Sequence[Line]]) -> bool:
    """Tell whether the numbers of nearly all sentences of several lines rise."""
    several = [[_number(cells[0]) for _, cells in sentence] for sentence in sentences if len(sentence) > 1]
    rising = sum(all(a < b for a, b in pairwise(numbers)) for numbers in several)
    return bool(several) and rising > 0.9 * len(several)


def _number(cell: str) -> tuple[int, ...]:
    """Return the parts of a number; a range stands before its words, an empty node behind one."""
    first, sign, second = cell.partition("-")
    if sign and second.isdecimal():
        return int(first), -1, int(second)
    return tuple(int(part) for part in cell.split(".") if part.isdecimal())


def only_words(
    sentences: Sequence[Sequence[Line]], columns: Columns
) -> tuple[list[list[Line]], tuple[int, int]]:
    """Leave out lines that are no words: ranges, whose words follow, and empty nodes; count both."""
    if not columns.numbered and "id" not in columns.names:
        return [list(sentence) for sentence in sentences], (0, 0)
    kept, counts = [], {"-": 0, ".": 0}
    for sentence in sentences:
        own = []
        parted = not any(cells[0].isdecimal() for _, cells in sentence)  # 2-1, 2-2…: sentence and word
        for line, cells in sentence:
            found = _NUMBER.fullmatch(cells[0])
            if found is None and columns.numbered:
                raise InputError(
                    "Line {line} does not begin with the number of a word, as the lines before it do: "
                    "“{text}”. Put a blank line between sentences.",
                    line=line,
                    text=" ".join(cells)[:60],
                )
            if found and found[1] and not parted:
                counts[found[1]] += 1
            else:
                own.append((line, cells))
        kept.append(own)
    return kept, (counts["-"], counts["."])
