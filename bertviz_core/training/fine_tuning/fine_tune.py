"""Fine-tune a model: its encoder under a new head learns one task (Devlin et al. 2019, figure 4)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from bertviz_core.analysis.passes.heap import give_back_freed
from bertviz_core.errors import InputError
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.loading import LoadedModel, load_checkpoint
from bertviz_core.models.sources import find_checkpoint
from bertviz_core.results import (
    TRAIN,
    VALIDATION,
    LearnedModel,
    LearningData,
    LearningSettings,
    ValidationPoint,
)
from bertviz_core.training.fine_tuning.answer_windows import AnswerWindow, answer_windows
from bertviz_core.training.fine_tuning.learning_plan import LearningPlan, plan_learning
from bertviz_core.training.fine_tuning.row_batches import RowPadder
from bertviz_core.training.fine_tuning.row_maker import RowMaker, TaskRow
from bertviz_core.training.fine_tuning.run_checkpoint import CheckpointFolder, LearningState, load_weights
from bertviz_core.training.fine_tuning.saved_model import (
    finished_model,
    model_facts,
    pretraining_heads,
    save_model,
)
from bertviz_core.training.fine_tuning.settings_check import check_settings
from bertviz_core.training.fine_tuning.task_losses import balanced_weights
from bertviz_core.training.fine_tuning.task_network import choose_learning_weights, merged, new_network
from bertviz_core.training.fine_tuning.training_rows import training_rows
from bertviz_core.training.fine_tuning.validation import validate

if TYPE_CHECKING:
    from bertviz_core.training.fine_tuning.learning_trainer import LearningTrainer
    from bertviz_core.training.fine_tuning.learning_watch import LearningWatch
    from bertviz_core.training.watch import Watch


def fine_tune(
    model_id: str, data: LearningData, settings: LearningSettings, *, folder: Path, watch: Watch
) -> LearnedModel:
    """Let a copy of a pretrained model learn, and leave it in `folder/model`.

    On the way `folder/checkpoints` holds what is needed to go on: called again with the same model, data and
    settings, it does, and ends as it would have without the interruption. The same seed gives the same
    model, to the last bit with one thread.

    Args:
        model_id: As `load_engine` takes it.
        data: What is learned from, watched and, by others, measured.
        settings: How; see `usual_settings`.
        folder: Where this run works.
        watch: Told how it goes; what it raises ends the work, which can then be gone on with.

    Raises:
        InputError: The settings do not fit the model or the data, or the loss became no number.
        StorageError: The disk is full.
        ModelNotFoundError, UnsafeModelError, UnreadableModelError: As `load_engine`.
    """
    checkpoint = find_checkpoint(model_id)
    key = _run_key(checkpoint, data, settings)
    learned = finished_model(folder / "model", key)
    checkpoints = CheckpointFolder(folder / "checkpoints")
    if learned is None:
        with _random_numbers_kept():
            lesson, heads = _begin(checkpoint, data, settings)
            give_back_freed()  # the pretrained model is gone
            learned = _learn(lesson, checkpoints, key, watch)
        facts = model_facts(data, settings, base=model_id, key=key, learned=learned)
        save_model(merged(lesson.network), heads, checkpoint, folder / "model", facts)
    checkpoints.remove()
    return learned


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lesson:
    """All that is needed to learn."""

    data: LearningData
    settings: LearningSettings
    network: Any
    padder: RowPadder
    learned: list[TaskRow]
    watched: list[TaskRow]
    windows: list[AnswerWindow]
    """Of the watched questions."""
    plan: LearningPlan

    def validate(self) -> ValidationPoint:
        """Measure the network as it stands."""
        return validate(self.network, self.data, self.watched, self.windows, self.padder)


def _begin(
    checkpoint: Checkpoint, data: LearningData, settings: LearningSettings
) -> tuple[_Lesson, dict[str, Tensor]]:
    """Return all that is needed, and the pretrained model's heads, which are all that is kept of it."""
    pretrained = load_checkpoint(checkpoint)
    check_settings(settings, pretrained.info, data)
    heads = {name: weights.clone() for name, weights in pretraining_heads(pretrained).items()}
    return _prepare(checkpoint, pretrained, data, settings), heads


def _prepare(
    checkpoint: Checkpoint, pretrained: LoadedModel, data: LearningData, settings: LearningSettings
) -> _Lesson:
    maker = RowMaker(pretrained, max_tokens=settings.max_tokens)
    learned, watched = (training_rows(maker, data, part, seed=settings.seed) for part in (TRAIN, VALIDATION))
    if not learned or not watched:
        raise InputError("Nothing of this data can be read by the model. Choose another model or other data.")
    network = new_network(
        checkpoint, data.task, data.labels, seed=settings.seed, first_position=pretrained.first_position
    )
    examples: tuple[Any, ...] = data.examples
    watched_questions = [row.example for row in watched] if data.task == "question" else []
    return _Lesson(
        data=data,
        settings=settings,
        network=choose_learning_weights(network, checkpoint.family, settings),
        padder=row_padder(pretrained, data),
        learned=learned,
        watched=watched,
        windows=[window for n in watched_questions for window in answer_windows(maker, n, examples[n])],
        plan=plan_learning(len(learned), settings),
    )


def row_padder(model: LoadedModel, data: LearningData) -> RowPadder:
    """Return what makes the batches of a model and a task."""
    return RowPadder(
        pad_id=model.network.config.pad_token_id or 0,
        has_segments=model.info.has_segments,
        by_token=data.task == "tagging",
    )


def _learn(lesson: _Lesson, checkpoints: CheckpointFolder, key: str, watch: Watch) -> LearnedModel:
    """Learn from the first step or from the last checkpoint on; the network then has its best weights."""
    from bertviz_core.training.fine_tuning.learning_trainer import LearningTrainer, training_arguments

    trainer = LearningTrainer(
        lesson.network,
        lesson.learned,
        task=lesson.data.task,
        padder=lesson.padder,
        arguments=training_arguments(lesson.settings, checkpoints.folder),
    )
    if lesson.settings.class_weights:
        trainer.class_weights = torch.from_numpy(balanced_weights(lesson.data))
    state, path = checkpoints.newest(key) or (LearningState(key=key), None)
    callback = _callback(lesson, trainer, watch, checkpoints, state)
    trainer.add_callback(callback)
    if not callback.is_over:
        trainer.train(resume_from_checkpoint=str(path) if path else None)
    load_weights(lesson.network, checkpoints.best(state.best_step))
    return LearnedModel(
        steps=state.step,
        best_step=state.best_step,
        epochs=state.step / lesson.plan.steps_of_epoch,
        seconds=state.seconds,
        stopped=callback.stopped,
    )


def _callback(
    lesson: _Lesson,
    trainer: LearningTrainer,
    watch: Watch,
    checkpoints: CheckpointFolder,
    state: LearningState,
) -> LearningWatch:
    from bertviz_core.training.fine_tuning.learning_watch import LearningWatch

    return LearningWatch(
        trainer,
        plan=lesson.plan,
        patience=lesson.settings.patience,
        watch=watch,
        validate=lesson.validate,
        checkpoints=checkpoints,
        state=state,
    )


def _run_key(checkpoint: Checkpoint, data: LearningData, settings: LearningSettings) -> str:
    """Return what tells a run from others that may have left files in the same folder."""
    document = [checkpoint.model_id, checkpoint.revision, data.fingerprint, asdict(settings)]
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


@contextmanager
def _random_numbers_kept() -> Iterator[None]:
    """Let the random numbers of the process go on afterwards as if nothing had been learned."""
    import random

    import numpy as np

    kept = random.getstate(), np.random.get_state(), torch.random.get_rng_state()
    try:
        yield
    finally:
        random.setstate(kept[0])
        np.random.set_state(kept[1])
        torch.random.set_rng_state(kept[2])
