"""Everyday stories whose sentences have a recognisable order, in each language of the bundled model."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_FILE = Path(__file__).with_name("stories.tsv")


@dataclass(frozen=True, slots=True)
class Story:
    """A story of a few sentences."""

    language: str
    name: str
    """Tells it from the others of its language."""
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return the whole story."""
        return " ".join(self.sentences)


def stories(language: str) -> tuple[Story, ...]:
    """Return the stories of a language, `es`, `en` or `pt`; none of another."""
    return tuple(story for story in _stories() if story.language == language)


def story_languages() -> tuple[str, ...]:
    """Name the languages in which there are stories."""
    return tuple(dict.fromkeys(story.language for story in _stories()))


@lru_cache(maxsize=1)
def _stories() -> tuple[Story, ...]:
    with _FILE.open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    return tuple(Story(language, name, tuple(sentences)) for language, name, *sentences in rows)
