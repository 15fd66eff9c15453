"""Words in context: what batches gain, and the memory they take."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import thousand_sentences
from benchmarks.measurement import Measurement


def measure() -> Iterator[Measurement]:
    """Embed a thousand sentences."""
    yield thousand_sentences.speedup()
    yield thousand_sentences.peak_memory()
