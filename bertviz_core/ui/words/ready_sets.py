"""The written sets of sentences, by their names in the address."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bertviz_core.samples.sets import sense_sentences

FIRST = {"es": "es-banco", "en": "en-bank", "pt": "pt-banco"}
"""The set with which a visitor begins, by interface language: one word, whose two senses everybody knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadySet:
    """Sentences of one word in all its senses."""

    language: str
    word: str
    rows: tuple[tuple[str, str], ...]
    """Sentence and sense."""

    @property
    def senses(self) -> tuple[str, ...]:
        """Return its senses in the order in which they were written."""
        return tuple(dict.fromkeys(sense for _, sense in self.rows))


@cache
def ready_sets() -> dict[str, ReadySet]:
    """Return the written sets by name: language and word."""
    rows: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for row in sense_sentences():
        rows.setdefault((row.language, row.word), []).append((row.sentence, row.sense))
    return {
        f"{language}-{word}": ReadySet(language=language, word=word, rows=tuple(own))
        for (language, word), own in rows.items()
    }
