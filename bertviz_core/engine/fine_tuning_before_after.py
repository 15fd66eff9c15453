"""Questions about what fine-tuning changed: a pretrained model beside the one that was made from it."""

from __future__ import annotations

from collections.abc import Sequence

from bertviz_core.analysis.fine_tuning.before_after_attention import (
    Progress,
    attention_change,
    readable_texts,
)
from bertviz_core.analysis.fine_tuning.before_after_map import state_change
from bertviz_core.analysis.fine_tuning.before_after_weights import weight_change
from bertviz_core.engine.base import BaseEngine
from bertviz_core.errors import InputError
from bertviz_core.results import AttentionChange, LabelledPlace, StateChange, WeightChange


class ChangeQuestions(BaseEngine):
    """Asked of the pretrained model; all raise `InputError` for a model that was not made from it."""

    def attention_change(
        self,
        after: BaseEngine,
        texts: Sequence[tuple[str, str | None]],
        *,
        progress: Progress | None = None,
    ) -> AttentionChange:
        """Return how far the attention of each head moved.

        Args:
            after: The fine-tuned model.
            texts: Texts and pairs to read, at least one; those that cannot be read are left out.
            progress: Called with the texts read and all of them; what it raises ends the work.
        """
        if not texts:
            raise InputError("There is no text yet. Write at least one.")
        read = readable_texts(self.encode, texts)
        encodings = [read[text] for text in texts if text in read]
        if not encodings:
            raise InputError("None of these texts has anything to compare. Choose other ones.")
        return attention_change(self._passes, after._passes, encodings, progress=progress)

    def state_change(
        self, after: BaseEngine, places: Sequence[LabelledPlace], *, progress: Progress | None = None
    ) -> StateChange:
        """Return how far the vectors of texts or words moved after each layer, and how their classes part.

        Args:
            after: The fine-tuned model.
            places: At most 2,000; texts and words that the model does not read are left out.
            progress: Called with the texts read and all of them, in both models together.
        """
        return state_change((self._passes, after._passes), self.encode, places, progress=progress)

    def weight_change(self, after: BaseEngine) -> WeightChange:
        """Return how far the weights moved, part by part."""
        return weight_change(self._passes.model, after._passes.model)
