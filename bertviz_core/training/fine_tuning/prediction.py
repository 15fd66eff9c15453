"""What a saved fine-tuned model says of examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from bertviz_core.models.checkpoint import check_folder
from bertviz_core.models.damaged_files import damage_told
from bertviz_core.models.loading import load_checkpoint
from bertviz_core.models.positions import number_by_place
from bertviz_core.results import LearningData
from bertviz_core.training.fine_tuning.answer_windows import answer_windows
from bertviz_core.training.fine_tuning.row_batches import RowPadder
from bertviz_core.training.fine_tuning.row_maker import RowMaker
from bertviz_core.training.fine_tuning.saved_model import read_facts
from bertviz_core.training.fine_tuning.tagged_rows import tagged_rows
from bertviz_core.training.fine_tuning.task_network import task_class
from bertviz_core.training.fine_tuning.training_rows import text_row
from bertviz_core.training.fine_tuning.validation import find_answers, run_network
from bertviz_core.training.tagged_sentences import OUTSIDE


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictedExamples:
    """What a model says, in the order of the examples."""

    said: tuple[str, ...] | tuple[tuple[str, ...], ...]
    """The label of each text, the tags of each sentence's words, or each answer."""
    probabilities: NDArray[np.float32] | None
    """(n, labels) of texts."""


def predict(
    model_folder: Path,
    examples: Sequence[Any],
    data: LearningData,
    *,
    step: Callable[[], None] | None = None,
) -> PredictedExamples:
    """Ask a saved model about examples.

    Args:
        model_folder: As `fine_tune` leaves it.
        examples: Of the kind of the data's task; what is right in them is not looked at.
        data: Names task and labels.
        step: Called after every input; what it raises ends the work.

    Raises:
        UnreadableModelError: The folder is damaged.
    """
    model = _SavedModel(model_folder, data, step or (lambda: None))
    if data.task == "question":
        return PredictedExamples(said=model.answers(examples), probabilities=None)
    if data.task == "tagging":
        return PredictedExamples(said=model.tags(examples), probabilities=None)
    probabilities = model.probabilities(examples)
    said = tuple(data.labels[number] for number in probabilities.argmax(axis=1).tolist())
    return PredictedExamples(said=said, probabilities=probabilities)


class _SavedModel:
    """A task network with the tokenizer beside it."""

    def __init__(self, folder: Path, data: LearningData, step: Callable[[], None]) -> None:
        checkpoint = check_folder(folder.name, folder, source="folder")
        pretrained = load_checkpoint(checkpoint)
        self._data, self._step = data, step
        self._maker = RowMaker(pretrained, max_tokens=_learned_length(folder) or pretrained.info.max_tokens)
        self._padder = RowPadder(
            pad_id=pretrained.network.config.pad_token_id or 0,
            has_segments=pretrained.info.has_segments,
            by_token=data.task == "tagging",
        )
        first_position = pretrained.first_position
        del pretrained
        with damage_told(folder.name):
            self._network = task_class(checkpoint.family, data.task).from_pretrained(
                folder,
                attn_implementation="eager",
                dtype=torch.float32,
                use_safetensors=True,
                local_files_only=True,
                trust_remote_code=False,
            )
        if first_position is not None:
            number_by_place(self._network, first_position)

    def probabilities(self, examples: Sequence[Any]) -> NDArray[np.float32]:
        """Return (n, labels) for texts."""
        rows = [text_row(self._maker, number, example, 0) for number, example in enumerate(examples)]
        said = np.zeros((len(rows), len(self._data.labels)), dtype=np.float32)

        def take(number: int, scores: NDArray[np.float32]) -> None:
            shares = np.exp(scores.astype(np.float64) - scores.max())
            said[number] = shares / shares.sum()
            self._step()

        run_network(self._network, rows, self._padder, self._data.task, take)
        return said

    def tags(self, examples: Sequence[Any]) -> tuple[tuple[str, ...], ...]:
        """Return the tags of each sentence's words; `O`, or the first label, of words that cannot be read."""
        labels = self._data.labels
        unread = OUTSIDE if OUTSIDE in labels else labels[0]
        said = [[unread] * len(example.tokens) for example in examples]
        found = [
            row
            for number, example in enumerate(examples)
            for row in tagged_rows(self._maker, number, example, labels)
        ]

        def take(number: int, scores: NDArray[np.float32]) -> None:
            row = found[number]
            best = scores[row.pieces].argmax(axis=-1)
            for word, tag in zip(row.words.tolist(), best.tolist(), strict=True):
                said[row.row.example][word] = labels[tag]
            self._step()

        run_network(self._network, [row.row for row in found], self._padder, "tagging", take)
        return tuple(map(tuple, said))

    def answers(self, examples: Sequence[Any]) -> tuple[str, ...]:
        """Return the best answer of each question, over all of its context."""
        windows = [
            window
            for number, example in enumerate(examples)
            for window in answer_windows(self._maker, number, example)
        ]
        found = find_answers(self._network, windows, self._padder, step=self._step)
        return tuple(found.get(number, ("", 0.0))[0] for number in range(len(examples)))


def _learned_length(folder: Path) -> int | None:
    """Return the length in tokens at which the texts were cut that the model learned from."""
    settings = read_facts(folder).get("settings")
    length = settings.get("max_tokens") if isinstance(settings, dict) else None
    return length if isinstance(length, int) and length > 0 else None
