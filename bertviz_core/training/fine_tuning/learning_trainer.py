"""transformers' Trainer, with batches, losses and checkpoints of our own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.utils.data import DataLoader
from transformers import PrinterCallback, Trainer, TrainingArguments

from bertviz_core.errors import InputError
from bertviz_core.results import LearningSettings, Task
from bertviz_core.training.fine_tuning.learning_linear import fast_learning
from bertviz_core.training.fine_tuning.row_batches import RowPadder, SeededBatches
from bertviz_core.training.fine_tuning.row_maker import TaskRow
from bertviz_core.training.fine_tuning.run_checkpoint import load_moments, load_random_state, load_weights
from bertviz_core.training.fine_tuning.task_losses import scores_of, task_loss


class LearningTrainer(Trainer):
    """Learns one task; whoever watches is a callback.

    Saving, logging and validating are left to the callback. Checkpoints hold no pickles, as Trainer's own do.
    """

    def __init__(
        self,
        network: Any,
        rows: Sequence[TaskRow],
        *,
        task: Task,
        padder: RowPadder,
        arguments: TrainingArguments,
    ) -> None:
        """Take the network that learns and the rows that it learns from."""
        super().__init__(model=network, args=arguments, train_dataset=rows, data_collator=padder)
        self.remove_callback(PrinterCallback)
        self.class_weights: Tensor | None = None
        self.losses: list[float] = []
        """Of the steps since somebody emptied the list."""
        self.learning_rate = 0.0
        """Of the last step."""
        self._task = task
        self._batches = SeededBatches(
            [len(row.ids) for row in rows],
            batch_size=arguments.per_device_train_batch_size,
            seed=arguments.seed,
        )

    def get_train_dataloader(self) -> DataLoader[Any]:
        """Return the batches of the epoch that is set."""
        return DataLoader(self.train_dataset, batch_sampler=self._batches, collate_fn=self.data_collator)  # type: ignore[arg-type]

    def set_epoch(self, epoch: int) -> None:
        """Choose whose batches are drawn next."""
        self._batches.epoch = epoch

    def training_step(self, model: Any, inputs: dict[str, Any], num_items_in_batch: Any = None) -> Tensor:
        """Compute the gradients of a batch and return its loss.

        Raises:
            InputError: The loss is no number any more.
        """
        with fast_learning():
            loss: Tensor = super().training_step(model, inputs, num_items_in_batch)
        if not torch.isfinite(loss):
            raise InputError(
                "The weights grew until the loss was no number any more. Choose a lower learning rate."
            )
        self.losses.append(loss.item())
        self.learning_rate = self._get_learning_rate()
        return loss

    def compute_loss(
        self, model: Any, inputs: dict[str, Any], return_outputs: bool = False, num_items_in_batch: Any = None
    ) -> Any:
        """Return the mean cross entropy of a batch, classes weighted where that is wanted."""
        targets = inputs.pop("labels")
        outputs = model(**inputs)
        loss = task_loss(scores_of(outputs, self._task), targets, self._task, self.class_weights)
        return (loss, outputs) if return_outputs else loss

    def _load_from_checkpoint(self, resume_from_checkpoint: str, model: Any = None) -> None:
        load_weights(self.model, Path(resume_from_checkpoint))

    def _load_optimizer_and_scheduler(self, checkpoint: str | None) -> None:
        if checkpoint is None or self.lr_scheduler is None:
            return
        rates = load_moments(self.model, self.optimizer, Path(checkpoint))
        state = {"last_epoch": self.state.global_step, "_last_lr": rates}
        self.lr_scheduler.load_state_dict({**self.lr_scheduler.state_dict(), **state})

    def _load_rng_state(self, checkpoint: str | None) -> None:
        if checkpoint is not None:
            load_random_state(Path(checkpoint))


def training_arguments(settings: LearningSettings, folder: Path) -> TrainingArguments:
    """Return the settings as Trainer takes them: AdamW, linear decay after the warm-up, clipped gradients."""
    return TrainingArguments(
        output_dir=str(folder),
        num_train_epochs=settings.epochs,
        per_device_train_batch_size=settings.batch_size,
        learning_rate=settings.learning_rate,
        lr_scheduler_type="linear",
        warmup_steps=settings.warmup,
        weight_decay=settings.weight_decay,
        max_grad_norm=1.0,
        optim="adamw_torch_fused",
        seed=settings.seed,
        use_cpu=True,
        use_cache=True,  # as the config of the model says
        dataloader_pin_memory=False,
        remove_unused_columns=False,
        logging_strategy="no",
        save_strategy="no",
        eval_strategy="no",
        report_to="none",
        disable_tqdm=True,
        log_level="error",
    )
