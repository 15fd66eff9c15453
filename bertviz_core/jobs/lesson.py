"""What a worker does with a run: the model learns, then it is measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bertviz_core.jobs.run_folder import RunFolder
from bertviz_core.results import LearnedModel, LearningData, LearningPoint, LearningReport, LearningRun


class Watch(Protocol):
    """Is told how the learning goes, and ends it."""

    def point(self, point: LearningPoint) -> None:
        """Take what is known after a step."""

    def progress(self, step: int, steps: int, seconds: float, seconds_left: float | None) -> None:
        """Take how far it is."""

    def should_stop(self) -> bool:
        """Tell whether to end after this step with the best so far; what it raises ends it without."""


class Lesson(Protocol):
    """How a run is worked on; both parts can be begun again after they broke off."""

    def learn(self, run: LearningRun, data: LearningData, folder: RunFolder, watch: Watch) -> LearnedModel:
        """Leave the model in `folder.model`, and on the way what is needed to go on in `folder.path`."""

    def measure(
        self, data: LearningData, folder: RunFolder, learned: LearnedModel, *, step: Callable[[], None]
    ) -> LearningReport:
        """Measure the model in `folder.model`; what the step raises ends it."""
