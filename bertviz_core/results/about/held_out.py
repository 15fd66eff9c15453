"""How well a model restores what is hidden from it in a text it was not trained on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOutScores:
    """Scores on one file."""

    file: str
    """Its name without folder."""
    paragraphs: int
    accuracy: float
    """Share of the hidden tokens that are the model's first answer."""
    perplexity: float
    tokens: int
    """Hidden tokens."""
    word_accuracy: float
    """Share of the hidden words of which every piece is the model's first answer."""
    words: int
    """Hidden words."""
    split_word_accuracy: float | None
    """The same for words of several pieces alone; None where there are none."""
    split_words: int
    next_sentence: float | None
    """Accuracy on neighbouring paragraphs; None without the head or without such paragraphs."""
    pairs: int
