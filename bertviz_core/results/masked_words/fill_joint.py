"""Several blanks filled together."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.texts.encoding import Encoding
from bertviz_core.results.texts.note import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class JointFilling:
    """One word for every blank of a text, in reading order."""

    words: tuple[str, ...]
    """Readable pieces: word-boundary markers (`Ġ`, `▁`) removed, `##` of a continuation kept."""
    token_ids: tuple[int, ...]
    step_probabilities: tuple[float, ...]
    """Of each word, with the words before it filled in and the blanks after it still hidden."""
    probability: float
    """Product of the steps."""
    text: str
    """The first text with its blanks filled in; a continuation is joined to the word before it."""
    pair: str | None
    spans: tuple[tuple[int, int, int], ...]
    """Where each word stands: 0 for `text` or 1 for `pair`, and the characters from and up to which."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JointFillings:
    """The best fillings that a beam search from left to right found, the most probable one first."""

    model: str
    encoding: Encoding
    blanks: tuple[int, ...]
    """Places of the blanks among the tokens, 0-based."""
    beams: int
    fillings: tuple[JointFilling, ...]
    alone: JointFilling
    """The first word of each blank while all are hidden, put together and counted in the same way."""
    notes: tuple[Note, ...] = ()
    """What was decided while the text was read."""
