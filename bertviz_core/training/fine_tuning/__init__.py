"""Fine-tuning: a copy of a pretrained model learns one task."""

from __future__ import annotations

from bertviz_core.training.fine_tuning.fine_tune import fine_tune
from bertviz_core.training.fine_tuning.model_card import write_card
from bertviz_core.training.fine_tuning.prediction import PredictedExamples, predict
from bertviz_core.training.fine_tuning.run_size import memory_bytes, step_count
from bertviz_core.training.fine_tuning.settings_check import check_settings
from bertviz_core.training.fine_tuning.usual_settings import usual_settings

__all__ = [
    "PredictedExamples",
    "check_settings",
    "fine_tune",
    "memory_bytes",
    "predict",
    "step_count",
    "usual_settings",
    "write_card",
]
