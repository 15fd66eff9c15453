"""What a worker does with a run: the model learns, then it is measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bertviz_core.jobs.run_folder import RunFolder
from bertviz_core.results import LearnedModel, LearningData, LearningReport, LearningRun
from bertviz_core.training.watch import Watch


class Lesson(Protocol):
    """How a run is worked on; both parts can be begun again after they broke off."""

    def learn(self, run: LearningRun, data: LearningData, folder: RunFolder, watch: Watch) -> LearnedModel:
        """Leave the model in `folder.model`, and on the way what is needed to go on in `folder.path`."""

    def measure(
        self, data: LearningData, folder: RunFolder, learned: LearnedModel, *, step: Callable[[], None]
    ) -> LearningReport:
        """Measure the model in `folder.model`; what the step raises ends it."""
