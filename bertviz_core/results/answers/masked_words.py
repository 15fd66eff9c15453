"""What the model puts in a blank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bertviz_core.results.texts.encoding import Encoding
from bertviz_core.results.texts.note import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """One entry of a ranked list for a blank."""

    token: str
    """Readable piece: word-boundary markers (`Ġ`, `▁`) removed, `##` of a continuation kept."""
    token_id: int
    probability: float
    rank: int
    """1 for the most probable entry of the whole vocabulary."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """How probable one given word is in a blank, also when the vocabulary splits it."""

    word: str
    pieces: tuple[str, ...]
    probability: float
    """Product over the pieces, each filled after the ones to its left (one [MASK] a piece)."""
    rank: int | None
    """Rank in the vocabulary for a word of one piece, None for several pieces."""
    piece_probabilities: tuple[float, ...] = ()
    """What each piece contributes to the product."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnscoredWord:
    """A word that was to be scored and could not be, with the reason."""

    word: str
    template: str
    """An English sentence with fields in `{braces}`, as errors have it."""
    fields: Mapping[str, object]

    def __str__(self) -> str:
        """Return the reason in English, filled in."""
        return self.template.format(**self.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedWord:
    """The ranked answers for one blank."""

    index: int
    """Place of the [MASK] among `MaskedWords.encoding.tokens`, 0-based."""
    predictions: tuple[Prediction, ...]
    candidates: tuple[Candidate, ...] = ()
    unscored: tuple[UnscoredWord, ...] = ()
    """Candidates left out on request, where they cannot be scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedWords:
    """Answers for every blank of a text, each predicted with all blanks hidden at once."""

    model: str
    text: str
    """The text as the model saw it: `[mask]`, `<mask>` and `___` are its own mask token."""
    encoding: Encoding
    masks: tuple[MaskedWord, ...]
    notes: tuple[Note, ...] = ()
    """What was decided while the text was read."""
