"""Settings that suit a model and its data: small models learn with larger steps, and more of them."""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np

from bertviz_core.results import LearningData, LearningSettings, Method, ModelInfo

_SMALL = 60_000_000
"""Weights; BERT-base has 110 million."""
_SEEN = 2_000
"""Examples that a small model sees in all."""
_FEW = 200
"""Of so few examples smaller batches make more steps."""
_RATES: dict[Method, tuple[float, float]] = {
    "full": (2e-4, 5e-5),
    "last_layers": (5e-4, 1e-4),
    "lora": (1e-3, 3e-4),
}
"""Of small models and of others. For all weights of others the paper takes 2e-5 to 5e-5, 2 to 4 epochs."""
_LETTERS_OF_A_TOKEN = 3.5
_LONGEST = 256
_LONG = 128
"""Longer texts take so much memory that smaller batches suit them."""


def usual_settings(info: ModelInfo, data: LearningData, *, method: Method = "full") -> LearningSettings:
    """Return what is tried first with this model and data."""
    rows, small = max(1, data.counts[0]), info.parameters < _SMALL
    max_tokens = min(info.max_tokens, _length(data))
    return LearningSettings(
        method=method,
        epochs=min(12, max(3, ceil(_SEEN / rows))) if small else (4 if rows < 1_000 else 3),
        batch_size=16 if rows >= _FEW and max_tokens <= _LONG else 8,
        learning_rate=_RATES[method][not small],
        max_tokens=max_tokens,
        last_layers=min(2, info.layers),
    )


def _length(data: LearningData) -> int:
    """Return tokens in which nearly all texts fit, as far as their letters tell."""
    letters = np.percentile([_letters(example) for example in data.examples], 95)
    tokens = letters / _LETTERS_OF_A_TOKEN + 8
    return int(min(_LONGEST, max(32, 32 * ceil(tokens / 32))))


def _letters(example: Any) -> int:
    texts = (
        [" ".join(example.tokens)]
        if hasattr(example, "tokens")
        else [example.question, example.context]
        if hasattr(example, "question")
        else [example.text, example.pair or ""]
    )
    return sum(map(len, texts))
