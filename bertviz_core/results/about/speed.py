"""How quick a model is on this machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """Seconds and milliseconds as a person waits for them."""

    loading_s: float | None
    """Loading the model, the libraries being there; None where nobody looked."""
    tokens: int
    """Length of the sentence, special tokens included."""
    sentence_ms: float
    """Median of passes over it that hand out the attention of every head."""
    threads: int
    """Threads of a pass."""
