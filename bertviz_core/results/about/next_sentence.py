"""How often a model tells a sentence that follows from one that does not."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.about.by_language import of_language


@dataclass(frozen=True, slots=True, kw_only=True)
class PairItem:
    """Two sentences, and how sure the model is that the second follows."""

    language: str
    first: str
    second: str
    is_next: bool
    probability: float
    """Of "is next"."""

    @property
    def right(self) -> bool:
        """Tell whether the more probable answer is the right one."""
        return (self.probability > 0.5) == self.is_next


@dataclass(frozen=True, slots=True, kw_only=True)
class PairScores:
    """The answers for all pairs."""

    items: tuple[PairItem, ...]

    def accuracy(self, language: str | None = None, *, is_next: bool | None = None) -> float:
        """Return the share of right answers, of all pairs or those of one language or one kind."""
        items = [i for i in of_language(self.items, language) if is_next in (None, i.is_next)]
        return sum(item.right for item in items) / len(items)

    def confidence(self, language: str | None = None) -> float:
        """Return the mean probability of the answer that was given, right or wrong."""
        items = of_language(self.items, language)
        return sum(max(item.probability, 1 - item.probability) for item in items) / len(items)
