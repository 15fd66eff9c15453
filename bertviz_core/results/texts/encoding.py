"""A text as the model reads it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """One text, or a pair, as the model reads it: n tokens, special tokens included."""

    text: str
    """The text as it was read: composed letters (NFC), every blank as the model's own mask token."""
    pair: str | None
    tokens: tuple[str, ...]
    """The vocabulary's own pieces, for instance `banco`, `##s`, `[SEP]`."""
    surfaces: tuple[str, ...]
    """What stands in the text for each token (case, accents, emoji kept); a special token's own name. Empty
    for the later pieces of a character that became several, and for a word boundary alone: joined, they are
    what was typed."""
    ids: NDArray[np.int64]  # (n,)
    segment_ids: NDArray[np.int64]  # (n,) zeros where the model has no segments
    sequence_ids: NDArray[np.int64]  # (n,) 0 first text, 1 second, -1 special token: from the tokenizer
    positions: NDArray[np.int64]  # (n,) 0-based place in the input
    word_ids: NDArray[np.int64]  # (n,) word number within its own text, -1 for special tokens
    spans: NDArray[np.int64]  # (n, 2) character offsets into `text` or `pair`, (0, 0) for special tokens
    special: NDArray[np.bool_]  # (n,) added by the tokenizer: [CLS], [SEP]; not a typed [MASK]
    unknown: NDArray[np.bool_]  # (n,) the vocabulary has no piece for it
    truncated: bool
    cut: str = ""
    """The end of the text (or of both texts, one a line) that did not fit; empty when all of it did."""

    def __len__(self) -> int:
        """Number of tokens, special tokens included."""
        return len(self.tokens)

    @property
    def in_unknown_words(self) -> NDArray[np.bool_]:
        """Tell for each token (n,) whether its word has a piece that the vocabulary does not know."""
        unknown = self.unknown.copy()
        for place in np.flatnonzero(self.unknown & (self.word_ids >= 0)):
            same_text = self.sequence_ids == self.sequence_ids[place]
            unknown |= same_text & (self.word_ids == self.word_ids[place])
        return unknown & ~self.special

    @property
    def labels(self) -> tuple[str, ...]:
        """What to show for each token: as it stands in the text, `##` before a WordPiece continuation.

        A piece that goes on with the character before it shows as `⋯`, a word boundary alone as the
        vocabulary has it.
        """
        pieces = zip(self.tokens, self.surfaces, self.spans.tolist(), strict=True)
        return tuple(_label(token, surface, start < end) for token, surface, (start, end) in pieces)


def _label(token: str, surface: str, stands_for_some: bool) -> str:
    if not surface:
        return "⋯" if stands_for_some else token
    return "##" + surface if token.startswith("##") and not surface.startswith("##") else surface
