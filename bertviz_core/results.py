"""What the engine answers with: frozen dataclasses of plain Python and NumPy, never torch.

Every array is a copy that owns its memory, so a result keeps no model or graph alive and can be
cached, pickled and sent to a chart as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """What a loaded checkpoint is and can do, read from its config and from how it loaded."""

    id: str
    """The id it was asked for by: `mini`, a hub id, or a folder."""
    name: str
    """Short name to show."""
    family: str
    """`bert`, `distilbert`, `roberta`, `xlm-roberta`, `albert` or `electra`."""
    layers: int
    heads: int
    hidden_size: int
    vocab_size: int
    max_tokens: int
    """Longest input in tokens, special tokens included (the model's own limit)."""
    parameters: int
    languages: tuple[str, ...]
    """ISO 639-1 codes; empty when the checkpoint does not say."""
    lowercases: bool
    """The tokenizer lowers case (an "uncased" model)."""
    strips_accents: bool
    """The tokenizer removes accents: `hacia` and `hacía` become the same."""
    has_mlm_head: bool
    has_nsp_head: bool
    has_segments: bool
    """The model has segment (token type) embeddings for more than one sentence."""
    mask_token: str | None
    licence: str | None
    source: str
    """Where the weights came from: `bundled`, `hub` or `folder`."""
    revision: str | None = None
    """Commit of the hub, where known; part of every cache key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """One text, or a pair, as the model reads it: n tokens, special tokens included."""

    text: str
    """The text as it was read: composed letters (NFC), every blank as the model's own mask token."""
    pair: str | None
    tokens: tuple[str, ...]
    """The vocabulary's own pieces, for instance `banco`, `##s`, `[SEP]`."""
    surfaces: tuple[str, ...]
    """What stands in the text for each token (case, accents, emoji kept); a special token's own name."""
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
    def labels(self) -> tuple[str, ...]:
        """What to show for each token: as it stands in the text, `##` before a WordPiece continuation."""
        pieces = zip(self.tokens, self.surfaces, strict=True)
        return tuple(
            "##" + surface if token.startswith("##") and not surface.startswith("##") else surface
            for token, surface in pieces
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionMaps:
    """Attention of every head over one input; rows are queries and sum to 1."""

    model: str
    encoding: Encoding
    weights: NDArray[np.float32]  # (layers, heads, query, key)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedWord:
    """The ranked answers for one blank."""

    index: int
    """Place of the [MASK] among `MaskedWords.encoding.tokens`, 0-based."""
    predictions: tuple[Prediction, ...]
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedWords:
    """Answers for every blank of a text, each predicted with all blanks hidden at once."""

    model: str
    text: str
    """The text as the model saw it: `[mask]`, `<mask>` and `___` are its own mask token."""
    encoding: Encoding
    masks: tuple[MaskedWord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSentence:
    """Does the second text follow the first (Devlin et al. 2019, section 3.1)?"""

    model: str
    encoding: Encoding
    is_next: float
    not_next: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedModel:
    """A model that is offered by name; nothing of it is loaded yet."""

    id: str
    name: str
    family: str = ""
    """Empty where only loading can tell."""
    languages: tuple[str, ...] = ()
    source: str = "hub"
    note: str = ""
    """One English sentence, a message of the catalogues."""
