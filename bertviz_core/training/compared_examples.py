"""Which examples of a data set a pretrained model and the fine-tuned one are compared on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import regex

from bertviz_core.analysis.texts.input_text import is_blank, readable_part
from bertviz_core.results import (
    TEST,
    LabelledPlace,
    LearningData,
    QuestionExample,
    TaggedExample,
    TextExample,
)
from bertviz_core.training.tagged_sentences import OUTSIDE

MOST_PLACES, MOST_TEXTS = 500, 24
LEAST_LETTERS, MOST_LETTERS = 4, 160
"""Of a word that is hidden, and of the text around it."""
_WORD = regex.compile(r"\b[^\W\d_]+\b")  # with marks, which are letters to it
_BLANK = re.compile(r"_{3}|[\[<]mask[\]>]", re.IGNORECASE)
_PREFIXES = ("B-", "I-")

Example = TextExample | TaggedExample | QuestionExample


def compared_places(data: LearningData, *, everything: bool = False) -> tuple[LabelledPlace, ...]:
    """Return the texts with their classes, or the words that are in entities with what they are.

    Where tags are classes of words, all words are returned; questions, which have no classes, with their
    language.

    Args:
        data: At most `MOST_PLACES` are taken, evenly spread.
        everything: Take those that were learned from too; the held-out ones only otherwise.
    """
    examples: Sequence[Example] = data.examples if everything else data.part(TEST)
    entities = any(label.startswith(_PREFIXES) for label in data.labels)
    places = [place for example in examples for place in _places(example, entities=entities)]
    return tuple(places[number] for number in _spread(len(places), MOST_PLACES))


def compared_texts(data: LearningData) -> tuple[tuple[str, str | None], ...]:
    """Return held-out texts and pairs, as the model reads them; at most `MOST_TEXTS`, evenly spread."""
    texts = [text_of(example) for example in data.part(TEST)]
    texts = [text for text in texts if not is_blank(text[0])]
    return tuple(texts[number] for number in _spread(len(texts), MOST_TEXTS))


def blanked_text(data: LearningData) -> str | None:
    """Return a short held-out text with its longest word hidden by `[MASK]`; None where there is none."""
    for text, _pair in compared_texts(data):
        line = " ".join(text.split())
        words = [found for found in _WORD.finditer(line) if len(found[0]) >= LEAST_LETTERS]
        if words and len(line) <= MOST_LETTERS and not _BLANK.search(line):
            start, end = max(words, key=lambda found: len(found[0])).span()
            return f"{line[:start]}[MASK]{line[end:]}"
    return None


def text_of(example: Example) -> tuple[str, str | None]:
    """Return what may be read of an example: words parted by spaces, a question before its context."""
    if isinstance(example, TaggedExample):
        return readable_part(" ".join(example.tokens)), None
    if isinstance(example, QuestionExample):
        return readable_part(example.question), readable_part(example.context)
    return readable_part(example.text), None if example.pair is None else readable_part(example.pair)


def _places(example: Example, *, entities: bool) -> Iterator[LabelledPlace]:
    text, pair = text_of(example)
    if isinstance(example, TextExample):
        yield LabelledPlace(text=text, pair=pair, label=example.label)
    elif isinstance(example, QuestionExample):
        yield LabelledPlace(text=text, pair=pair, label=example.language)
    else:
        start = 0
        for token, tag in zip(example.tokens, example.tags, strict=True):
            if not entities or tag != OUTSIDE:
                label = tag[2:] if entities and tag.startswith(_PREFIXES) else tag
                yield LabelledPlace(text=text, label=label, word=(start, start + len(token)))
            start += len(token) + 1


def _spread(count: int, most: int) -> list[Any]:
    """Choose numbers below `count`, all or at most so many."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(int)).tolist()
