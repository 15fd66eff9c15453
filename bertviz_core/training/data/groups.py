"""Which examples have to stay in one part, because one would give the other away."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from bertviz_core.analysis.texts.plain_letters import plain_letters
from bertviz_core.analysis.texts.whole_words import words_of
from bertviz_core.results import Examples, QuestionExample, TaggedExample, TextExample

MOST_CONNECTED = 0.3
"""Share of all pairs that may hang together; of more the second texts are too common to say anything."""


def alike(text: str) -> str:
    """Return what texts have in common that differ in case, spaces and punctuation only."""
    return " ".join(words_of(unicodedata.normalize("NFKC", plain_letters(text).text).casefold())) or text


def text_groups(examples: Sequence[TextExample]) -> list[str]:
    """Return a name for the group of each text or pair (n,).

    Texts that are alike are one group, and so are pairs that share a text in any place. Where many pairs
    would hang together, as they do with a few standard sentences in the second place, only pairs with the
    same first text, or turned around, are one group.
    """
    pairs = [(alike(example.text), alike(example.pair or "")) for example in examples]
    if all(example.pair is None for example in examples):
        return [first for first, _ in pairs]
    groups = connected(pairs)
    if max(Counter(groups).values(), default=0) > MOST_CONNECTED * len(pairs):
        firsts = {first for first, _ in pairs}
        groups = connected((first, second if second in firsts else first) for first, second in pairs)
    return groups


def shared_texts(examples: Examples, parts: Sequence[int]) -> int:
    """Count the texts that stand in more than one part, those that are alike as one.

    Of questions the texts with the answers count: a question may be asked about any text.
    """
    parts_of: dict[str, set[int]] = defaultdict(set)
    for number, part in enumerate(parts):
        for text in _texts(examples[number]):
            parts_of[alike(text)].add(part)
    return sum(len(found) > 1 for found in parts_of.values())


def _texts(example: TextExample | TaggedExample | QuestionExample) -> list[str]:
    if isinstance(example, TaggedExample):
        return [" ".join(example.tokens)]
    if isinstance(example, QuestionExample):
        return [example.context]
    return [text for text in (example.text, example.pair) if text is not None]


Name = TypeVar("Name", bound=Hashable)


def connected(pairs: Iterable[tuple[Name, Name]]) -> list[Name]:
    """Return for each pair the name of all texts that hang together with its own."""
    known: dict[Name, Name] = {}

    def name(text: Name) -> Name:
        while known.setdefault(text, text) != text:
            known[text] = text = known[known[text]]  # the way becomes shorter
        return text

    linked = list(pairs)
    for first, second in linked:
        known[name(second)] = name(first)
    return [name(first) for first, _ in linked]
