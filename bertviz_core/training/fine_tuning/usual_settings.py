"""Settings that suit a model and its data: small models learn with larger steps, and more of them."""

from __future__ import annotations

from bertviz_core.results import LearningData, LearningSettings, ModelInfo

_SMALL = 40_000_000
"""Weights of the encoder and its embeddings; BERT-base has 110 million."""


def usual_settings(info: ModelInfo, data: LearningData) -> LearningSettings:
    """Return what is tried first with this model and data."""
    small = info.parameters < _SMALL
    return LearningSettings(
        epochs=8 if small else 4,
        learning_rate=2e-4 if small else 5e-5,
        max_tokens=min(info.max_tokens, 128),
        last_layers=min(2, info.layers),
    )
