"""Questions to the head of a fine-tuned model: the class of a text, the tags of its words, an answer in it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.text_classes import Progress, Row, classify_many, text_classes
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import TaskInfo, TextClasses


class FineTunedQuestions(BaseEngine):
    """What a fine-tuned model learned to say; without its head all raise `MissingHeadError`."""

    @property
    def task(self) -> TaskInfo | None:
        """What the model was fine-tuned for; None where it was not, or for something that cannot be asked."""
        head = self._passes.model.head
        return None if head is None else head.info

    def classify(self, text: str, pair: str | None = None) -> TextClasses:
        """Return the probability of every class; what does not fit into the model is cut and shown as cut.

        Args:
            text: The text.
            pair: The second text of a pair.

        Raises:
            MissingHeadError: The model was not fine-tuned to tell classes of texts apart.
            InputError: The model compares two texts and there is one.
        """
        return text_classes(self._passes, self.encode(text, pair))

    def classify_many(
        self,
        rows: Iterable[Row],
        *,
        skip_unreadable: bool = False,
        progress: Progress | None = None,
    ) -> NDArray[np.float32]:
        """Return the probabilities (rows, classes) of many texts or pairs; long ones are cut.

        Args:
            rows: Texts, or pairs of them.
            skip_unreadable: Answer NaN for a row without text instead of raising its error.
            progress: Called with the rows that are done and all of them; what it raises ends the work.

        Raises:
            MissingHeadError: The model was not fine-tuned to tell classes of texts apart.
            InputError: A text has nothing in it, or the second one of a pair is missing.
        """
        return classify_many(
            self._passes, self.encode, rows, skip_unreadable=skip_unreadable, progress=progress
        )
