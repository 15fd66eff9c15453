"""When a run does what: steps, points of its curve, validations."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from bertviz_core.results import LearningSettings

_POINTS = 50
_LEAST_VALIDATIONS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningPlan:
    """Decided by the rows and the settings alone, so that a run that goes on keeps to it."""

    steps_of_epoch: int
    steps: int
    between_points: int
    """Steps."""
    validations: frozenset[int]
    """Steps after which the model is validated: the ends of epochs, and some between where these are few."""


def plan_learning(rows: int, settings: LearningSettings) -> LearningPlan:
    """Return the plan for so many rows to learn from."""
    of_epoch = max(1, ceil(rows / settings.batch_size))
    each = min(of_epoch, ceil(_LEAST_VALIDATIONS / settings.epochs))
    ends = {
        epoch * of_epoch + round(of_epoch * part / each)
        for epoch in range(settings.epochs)
        for part in range(1, each + 1)
    }
    steps = of_epoch * settings.epochs
    return LearningPlan(
        steps_of_epoch=of_epoch,
        steps=steps,
        between_points=max(1, steps // _POINTS),
        validations=frozenset(ends),
    )
