"""What a simple way learns from, and what it said."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import nan
from typing import Any

from bertviz_core.results import TEST, LearningData
from bertviz_core.training.task_scores import Predictions

Step = Callable[[], None]
"""Called after every text that a model read; what it raises ends the work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicted:
    """What one way said of the held-out examples."""

    method: str
    said: Predictions
    seconds: float | None
    chosen: str = ""
    cross_validated: float = nan


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds since it was made."""

    start: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Return how long it runs."""
        return time.perf_counter() - self.start


def learned_from(data: LearningData) -> tuple[Any, ...]:
    """Return all examples but the held-out ones: a simple way needs none to watch itself on."""
    return tuple(e for e, part in zip(data.examples, data.parts, strict=True) if part != TEST)


def nothing() -> None:
    """Tell nobody."""
