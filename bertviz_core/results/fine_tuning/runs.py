"""One fine-tuning: what was asked for, how it stands, how it went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bertviz_core.results.fine_tuning.data import Task
from bertviz_core.results.fine_tuning.learn_settings import LearningSettings
from bertviz_core.results.json_forms import IntArray, Number

Phase = Literal["waiting", "running", "done", "stopped", "failed"]
Stage = Literal["", "reading", "learning", "measuring"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationPoint:
    """What the model could do on the validation part at one moment."""

    loss: Number
    score: Number
    """Accuracy of texts, F1 of entities (accuracy of words where tags are no entities), F1 of answers."""
    confusion: IntArray | None = None
    """(labels, labels) of texts: a row is what is right, a column what was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningPoint:
    """What is known after one step."""

    step: int
    epoch: float
    seconds: float
    """Of work since the beginning, before and after interruptions."""
    loss: float | None = None
    """Mean over the steps since the last point."""
    learning_rate: float | None = None
    validation: ValidationPoint | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningRun:
    """What was asked for; it never changes but for its name."""

    id: str
    name: str
    owner: str
    """Names the browser that began it; empty for the command line."""
    created: str
    """ISO 8601 in UTC."""
    task: Task
    data_name: str
    fingerprint: str
    """Of the data with its split."""
    counts: tuple[int, int, int]
    """Examples to learn from, to watch, and to measure in the end."""
    labels: tuple[str, ...]
    model: str
    """Id of the pretrained model."""
    revision: str | None
    settings: LearningSettings
    versions: dict[str, str]
    """Of the libraries that matter."""
    uploaded: bool = False
    """Its model was brought as files: of how it learned only what they say is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why a run failed: a sentence fit to show a person, and the values of its fields."""

    template: str
    fields: dict[str, str | int | float]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStatus:
    """How a run stands at one moment."""

    phase: Phase
    stage: Stage = ""
    step: int = 0
    steps: int = 0
    seconds: float = 0.0
    """Of work since the beginning, before and after interruptions."""
    seconds_left: float | None = None
    ahead: int = 0
    """Runs that come before a waiting one."""
    best_step: int | None = None
    problem: Problem | None = None

    @property
    def open(self) -> bool:
        """Tell whether it still waits or runs."""
        return self.phase in ("waiting", "running")


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedModel:
    """How the learning ended that left a fine-tuned model."""

    steps: int
    best_step: int
    """After which the weights that were kept stood so."""
    epochs: float
    seconds: float
    """Of work, before and after interruptions."""
    stopped: bool
    """Somebody ended it before its last step."""
