"""What a model puts in a blank when its tokens may look to one side only."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.answers.masked_words import MaskedWord
from bertviz_core.results.texts.encoding import Encoding
from bertviz_core.results.texts.note import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectedAnswers:
    """Answers for one blank, ranked over the whole vocabulary in each of four ways to read the text."""

    model: str
    encoding: Encoding
    index: int
    """Place of the blank among the tokens, 0-based."""
    left: MaskedWord
    """Every token attends to itself and to what stands before it."""
    right: MaskedWord
    """Every token attends to itself and to what stands after it."""
    joined: MaskedWord
    """The product of both, scaled to add up to 1: two readers of one side each, who meet only at the end."""
    both: MaskedWord
    """Every token attends to all: the model as it is."""
    notes: tuple[Note, ...] = ()
    """What was decided while the text was read."""
