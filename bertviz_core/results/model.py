"""What a model is, loaded or only listed."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.texts.note import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """What a loaded checkpoint is and can do, read from its config and from how it loaded."""

    id: str
    """The id it was asked for by: `mini`, a hub id, `run:` and the id of a run, or a folder."""
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
    """Where the weights came from: `bundled`, `run` (fine-tuned here), `hub` or `folder`."""
    revision: str | None = None
    """Commit of the hub, or fingerprint of fine-tuned weights, where known; part of every cache key."""
    notes: tuple[Note, ...] = ()
    """What its files left open or said wrongly, and how it is read therefore."""


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
