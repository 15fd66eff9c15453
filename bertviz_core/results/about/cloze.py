"""How often a model puts a word in a blank that a person would accept."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.about.by_language import of_language


@dataclass(frozen=True, slots=True, kw_only=True)
class ClozeItem:
    """A sentence with one blank, and what the model made of it."""

    language: str
    sentence: str
    accepted: tuple[str, ...]
    rank: int | None
    """Best rank of an accepted word; None where the vocabulary has none of them in one piece."""
    answers: tuple[str, ...]
    """The most probable words, the first one first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClozeScores:
    """The answers for all sentences."""

    items: tuple[ClozeItem, ...]

    def share(self, top: int, language: str | None = None) -> float:
        """Return the share of sentences with an accepted word among the `top` first ones."""
        items = of_language(self.items, language)
        return sum(item.rank is not None and item.rank <= top for item in items) / len(items)
