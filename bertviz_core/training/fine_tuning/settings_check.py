"""Can a model learn this data with these settings?"""

from __future__ import annotations

from math import isfinite

from bertviz_core.errors import N_, InputError
from bertviz_core.results import (
    METHODS,
    TEST,
    TRAIN,
    VALIDATION,
    LearningData,
    LearningSettings,
    ModelInfo,
)
from bertviz_core.training.fine_tuning.task_losses import labels_of

LEAST_TOKENS = 8
_PARTS = {
    TRAIN: N_("No example is left to learn from. Bring more, or part them otherwise."),
    VALIDATION: N_("No example is left to validate with. Bring more, or part them otherwise."),
    TEST: N_("No example is left to measure with. Bring more, or part them otherwise."),
}
_WHOLE = {
    "epochs": (1, 100),
    "batch_size": (1, 256),
    "seed": (0, 2**31 - 1),
    "patience": (0, 100),
    "lora_rank": (1, 256),
}
_SHARES = {"warmup": (0.0, 0.9), "weight_decay": (0.0, 1.0)}
_LEAST_RATE, _MOST_RATE = 1e-7, 1e-2


def check_settings(settings: LearningSettings, info: ModelInfo, data: LearningData) -> None:
    """Refuse what cannot be learned, or not so.

    Raises:
        InputError: Names the setting and its bounds, or what the data lacks.
    """
    if settings.method not in METHODS:
        raise InputError("“{method}” is no way to learn.", method=settings.method)
    bounds = {
        **_WHOLE,
        **_SHARES,
        "last_layers": (1, info.layers),
        "max_tokens": (LEAST_TOKENS, info.max_tokens),
    }
    for name, (least, most) in bounds.items():
        _require_within(name, getattr(settings, name), least, most, whole=name not in _SHARES)
    _require_within("learning_rate", settings.learning_rate, _LEAST_RATE, _MOST_RATE, whole=False)
    if settings.class_weights and data.task == "question":
        raise InputError("Answers have no classes that could weigh more.")
    if settings.method == "last_layers" and info.family == "albert":
        raise InputError(
            "All layers of this model share their weights, so that the last ones cannot learn alone. Choose "
            "all weights or LoRA."
        )
    _require_data(data)


def _require_within(name: str, value: float, least: float, most: float, *, whole: bool) -> None:
    fits = isfinite(value) and least <= value <= most and (isinstance(value, int) or not whole)
    if not fits or isinstance(value, bool):
        raise InputError(
            "“{setting}” is {value}; it must be from {least} to {most}.",
            setting=name,
            value=value,
            least=least,
            most=most,
        )


def _require_data(data: LearningData) -> None:
    for part, count in enumerate(data.counts):
        if not count:
            raise InputError(_PARTS[part])
    if data.task == "question":
        return
    if len(data.labels) < 2:
        raise InputError("There is one class only, so there is nothing to learn. Bring at least two.")
    said = set(labels_of(data.examples))
    if unknown := said - set(data.labels):
        raise InputError("“{label}” is not among the classes of the data.", label=min(unknown))
