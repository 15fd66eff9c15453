"""How well the vectors of an ambiguous word tell its senses apart."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WordSenses:
    """The occurrences of one word in written sentences, compared by cosine."""

    word: str
    language: str
    senses: tuple[str, ...]
    sentences: int
    majority: float
    """Accuracy of always saying the most frequent sense."""
    accuracy: tuple[float, ...]
    """Of the nearest neighbour, leave one out, after each layer; 0 is the input embedding."""
    silhouette: tuple[float, ...]
    """Mean silhouette of the senses (Rousseeuw 1987), after each layer: from -1 to 1."""
    accuracy_last_four: float
    """The same for the last four layers, one after the other in one long vector."""
    silhouette_last_four: float

    @property
    def best_layer(self) -> int:
        """Return the first layer with the highest accuracy."""
        return self.accuracy.index(max(self.accuracy))
