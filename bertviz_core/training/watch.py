"""Who looks on while a model learns; known to those who never import torch."""

from __future__ import annotations

from typing import Protocol

from bertviz_core.results import LearningPoint


class Watch(Protocol):
    """Is told how the learning goes, and ends it."""

    def point(self, point: LearningPoint) -> None:
        """Take what is known after a step; after an interruption, steps after the checkpoint come again."""

    def progress(self, step: int, steps: int, seconds: float, seconds_left: float | None) -> None:
        """Take how far it is, after every step."""

    def should_stop(self) -> bool:
        """Tell whether to end after this step with the best so far; what it raises ends it without."""
