"""What the columns of a file are: where its words stand, and what the others are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bertviz_core.errors import InputError

CONLLU = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
CONLL_2012 = tuple(
    "document part number form xpos parse predicate frameset sense speaker ner coreference".split()
)
"""Without the columns of predicates, of which each sentence has as many as it has predicates."""

LAST = "column"
"""Names the last column of any file."""

_NUMBER = re.compile(r"[0-9]+(?:([-.])[0-9]+)?")

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
    def by_name(self) -> bool:
        """Tell whether tags are chosen by the names of columns, where it is no treebank."""
        return bool(self.names) and "id" not in self.names and "upos" not in self.names

    @property
    def word(self) -> int:
        """Return the place of the word."""
        if "form" in self.names:
            return self.names.index("form")
        return 1 if self.numbered and self.width > 2 else 0


def find_columns(sentences: Sequence[Sequence[Line]], names: Sequence[str]) -> Columns:
    """Find out whether words are numbered, as in CoNLL-U, and what the columns are called.

    Args:
        sentences: The lines of each.
        names: As the file says, if it does.
    """
    width = len(sentences[0][0][1]) if sentences else 0
    counted = sum(_is_counted(sentence) for sentence in sentences)
    numbered = width > 2 and counted > 0.9 * len(sentences)
    lowered = tuple(name.lower().rpartition(":")[2] for name in names)
    if not lowered and numbered and width == len(CONLLU):
        lowered = CONLLU
    return Columns(width=width, numbered=numbered, names=lowered if len(lowered) == width else ())


def _is_counted(sentence: Sequence[Line]) -> bool:
    """Tell whether the lines begin with 1, 2, 3…; ranges and empty nodes are between them."""
    found = [_NUMBER.fullmatch(cells[0]) for _, cells in sentence]
    if not all(found):
        return False
    whole = [int(number[0]) for number in found if number and number[1] is None]
    return whole == list(range(1, len(whole) + 1)) or whole == list(range(len(whole)))


def only_words(
    sentences: Sequence[Sequence[Line]], columns: Columns
) -> tuple[list[list[Line]], tuple[int, int]]:
    """Leave out lines that are no words: ranges, whose words follow, and empty nodes; count both."""
    if not columns.numbered:
        return [list(sentence) for sentence in sentences], (0, 0)
    kept, counts = [], {"-": 0, ".": 0}
    for sentence in sentences:
        own = []
        for line, cells in sentence:
            found = _NUMBER.fullmatch(cells[0])
            if found is None:
                raise InputError(
                    "Line {line} does not begin with the number of a word, as the lines before it do: "
                    "“{text}”. Put a blank line between sentences.",
                    line=line,
                    text=" ".join(cells)[:60],
                )
            if found[1]:
                counts[found[1]] += 1
            else:
                own.append((line, cells))
        kept.append(own)
    return kept, (counts["-"], counts["."])
