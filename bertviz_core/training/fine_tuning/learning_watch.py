"""Between Trainer and whoever watches: points of the curve, the best weights, checkpoints, the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from transformers import TrainerCallback

from bertviz_core.results import LearningPoint, ValidationPoint
from bertviz_core.training.fine_tuning.learning_plan import LearningPlan
from bertviz_core.training.fine_tuning.learning_trainer import LearningTrainer
from bertviz_core.training.fine_tuning.run_checkpoint import CheckpointFolder, LearningState, learning_weights
from bertviz_core.training.watch import Watch

CHECKPOINT_S = 30.0
AFTER_VALIDATION_S = 10.0
"""After a validation a checkpoint is written when the last one is so old."""
_SAVING_SHARE = 20
"""A checkpoint is followed by so many times the time it took before the next one."""


class LearningWatch(TrainerCallback):
    """Does after every step what is due."""

    def __init__(
        self,
        trainer: LearningTrainer,
        *,
        plan: LearningPlan,
        patience: int,
        watch: Watch,
        validate: Callable[[], ValidationPoint],
        checkpoints: CheckpointFolder,
        state: LearningState,
    ) -> None:
        """Go on from a state; the trainer's network is what `validate` measures."""
        self.state = state
        self.stopped = False
        """Somebody ended it before its last step."""
        self._trainer, self._plan, self._patience = trainer, plan, patience
        self._watch, self._validate, self._checkpoints = watch, validate, checkpoints
        trainer.losses = list(state.losses)
        self._before = state.seconds
        self._begin_step = state.step
        self._begin = self._kept = time.monotonic()
        self._saving = 0.0

    @property
    def is_over(self) -> bool:
        """Tell whether the last step is done, or nothing became better for too long."""
        waited = 0 < self._patience <= self.state.without_improvement
        return waited or self.state.step >= self._plan.steps

    def on_epoch_begin(self, args: Any, state: Any, control: Any, **others: Any) -> None:
        """Let the batches of this epoch be drawn."""
        self._trainer.set_epoch(state.global_step // self._plan.steps_of_epoch)

    def on_step_end(self, args: Any, state: Any, control: Any, **others: Any) -> None:
        """Report, validate, keep, and end when somebody wants it."""
        own = self.state
        own.step = state.global_step
        own.seconds = self._before + time.monotonic() - self._begin
        due = own.step in self._plan.validations
        if due or own.step % self._plan.between_points == 0:
            self._report(validate=due)
        done = own.step - self._begin_step
        left = (own.seconds - self._before) / done * (self._plan.steps - own.step)
        self._watch.progress(own.step, self._plan.steps, own.seconds, left)
        over = self.is_over
        try:
            self.stopped = self._watch.should_stop() and not over
        except BaseException:
            self._keep()
            raise
        if self.stopped and own.validated != own.step:
            self._report(validate=True)
        if over or self.stopped:
            control.should_training_stop = True
        elif self._is_due(validated=due):
            self._keep()

    def _report(self, *, validate: bool) -> None:
        own, losses = self.state, self._trainer.losses
        validation = self._validated() if validate else None
        point = LearningPoint(
            step=own.step,
            epoch=own.step / self._plan.steps_of_epoch,
            seconds=own.seconds,
            loss=sum(losses) / len(losses) if losses else None,
            learning_rate=self._trainer.learning_rate,
            validation=validation,
        )
        losses.clear()
        self._watch.point(point)

    def _validated(self) -> ValidationPoint:
        """Validate, and keep the weights if they are the best so far; the lower loss decides equal scores."""
        own, validation = self.state, self._validate()
        own.validated = own.step
        reached = (validation.score, -validation.loss)
        if own.best_step and not reached > own.best:
            own.without_improvement += 1
            return validation
        own.best, own.best_step, own.without_improvement = reached, own.step, 0
        self._checkpoints.keep_best(learning_weights(self._trainer.model), own.step)
        return validation

    def _is_due(self, *, validated: bool) -> bool:
        age = time.monotonic() - self._kept
        wanted = AFTER_VALIDATION_S if validated else CHECKPOINT_S
        return age >= max(wanted, _SAVING_SHARE * self._saving)

    def _keep(self) -> None:
        begin = time.monotonic()
        self.state.losses = list(self._trainer.losses)
        self._checkpoints.keep(self.state, self._trainer)
        self._kept = time.monotonic()
        self._saving = self._kept - begin
