"""How long does a person wait for this model?"""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING

import torch

from bertviz_core.results import Speed

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

TOKENS = 20
RUNS = 25
_SENTENCE = "Mi hermana lee un libro junto al río y luego vuelve a casa con su perro cuando cae la noche"


def speed(engine: BertEngine, *, loading_s: float | None = None) -> Speed:
    """Time passes over 20 tokens through all heads; how long loading took is what the caller saw."""
    text = sentence_of(engine, TOKENS)
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        encoding = engine.attention_layers(text, take=lambda layer, weights: None)
        times.append(time.perf_counter() - start)
    return Speed(
        loading_s=loading_s,
        tokens=len(encoding),
        sentence_ms=1000 * median(times),
        threads=torch.get_num_threads(),
    )


def sentence_of(engine: BertEngine, tokens: int) -> str:
    """Return a sentence as long as it can be within so many tokens of this model."""
    return max(
        (text for end in range(1, len(_SENTENCE) + 1) if (text := _SENTENCE[:end].strip())),
        key=lambda text: _fitting_length(engine, text, tokens),
    )


def _fitting_length(engine: BertEngine, text: str, tokens: int) -> tuple[int, int]:
    length = len(engine.encode(text))
    return (length, len(text)) if length <= tokens else (0, 0)
