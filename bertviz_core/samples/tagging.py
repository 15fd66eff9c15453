"""Sentences whose words are tagged with persons, places and organisations, written for this project."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

TAGGED_LANGUAGES = ("es", "en")
_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedSentence:
    """The words of a sentence, each with its tag."""

    language: str
    """Empty where it is not known."""
    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    """Of each word; entities as BIO2: the first word of one is `B-PER`, the others `I-PER`, the rest `O`."""


@cache
def tagged_sentences(language: str) -> tuple[TaggedSentence, ...]:
    """Read the sentences of one of `TAGGED_LANGUAGES`: a line a word, a blank line between sentences."""
    text = (_FOLDER / f"tagging_{language}.conll").read_text(encoding="utf-8")
    return tuple(_sentence(language, block) for block in text.strip("\n").split("\n\n"))


def _sentence(language: str, block: str) -> TaggedSentence:
    tokens, tags = zip(*(line.split("\t") for line in block.split("\n")), strict=True)
    return TaggedSentence(language=language, tokens=tokens, tags=tags)
