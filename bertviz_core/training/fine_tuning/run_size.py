"""How much a run takes, before it begins."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from bertviz_core.results import TRAIN, LearningData, LearningSettings, ModelInfo, TaggedExample
from bertviz_core.training.fine_tuning.learning_plan import plan_learning

_NUMBER = 4  # bytes of a float32
_MARKS = 2
"""Tokens of a row that are no words: at its beginning and end."""
_PROCESS = 450_000_000
"""What the libraries take."""
_STATES = 20
"""Arrays of the size of a layer's states that are kept to go backwards; a wide one counts as several."""
_MAPS = 3
"""Arrays of the size of a layer's attention weights."""


def step_count(data: LearningData, settings: LearningSettings) -> int:
    """Return the steps of a run, where each word is one token; longer ones may cut sentences more often."""
    return plan_learning(sum(_row_counts(data, settings)), settings).steps


def _row_counts(data: LearningData, settings: LearningSettings) -> Iterator[int]:
    """Yield for each example how many rows are learned from: tagged sentences are cut where they are long."""
    words = max(1, settings.max_tokens - _MARKS)
    for example in data.part(TRAIN):
        yield max(1, ceil(len(example.tokens) / words)) if isinstance(example, TaggedExample) else 1


def memory_bytes(info: ModelInfo, settings: LearningSettings) -> int:
    """Return about how much memory the process of a run takes, where all texts are as long as allowed.

    Weights once more while they are read, of what learns gradients and both moments of AdamW, and what the
    backward pass needs of the layers that it goes through.
    """
    weights = info.parameters
    of_layers = 12 * info.layers * info.hidden_size**2
    share = min(1.0, settings.last_layers / info.layers)
    learning = {
        "full": weights,
        "last_layers": round(of_layers * share),
        "lora": round(16 * info.layers * info.hidden_size * settings.lora_rank),
    }[settings.method]
    deep = info.layers * (share if settings.method == "last_layers" else 1.0)
    tokens = settings.batch_size * min(settings.max_tokens, info.max_tokens)
    states = _STATES * tokens * info.hidden_size
    maps = _MAPS * tokens * min(settings.max_tokens, info.max_tokens) * info.heads
    return round(_PROCESS + _NUMBER * (2 * weights + 3 * learning + deep * (states + maps)))
