"""Questions about pretraining: a batch, its loss, and steps of a copy."""

from __future__ import annotations

from dataclasses import replace

from bertviz_core.analysis.answers.masked_words import require_masked_word_head
from bertviz_core.analysis.pretraining.batch import Masking, mask_encoding, tally_draws
from bertviz_core.analysis.pretraining.loss import pretraining_loss
from bertviz_core.analysis.pretraining.step import OnStep, Schedule, take_steps
from bertviz_core.analysis.texts.input_text import require_visible
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import (
    DrawTally,
    MaskedBatch,
    PretrainingLoss,
    PretrainingSteps,
    SentencePair,
    Strategy,
)


class PretrainingQuestions(BaseEngine):
    """How the model was pretrained, done again with a text."""

    def prepare_batch(
        self,
        text: str | SentencePair,
        *,
        rate: float = 0.15,
        strategy: Strategy = "token",
        span: tuple[int, int] | None = None,
        seed: int = 0,
    ) -> MaskedBatch:
        """Draw tokens of a text, or of a pair, and hide them as in pretraining; special tokens never.

        Args:
            text: A text, or a pair with its label.
            rate: Share of the tokens that is drawn, from 0.05 to 0.6; one at least.
            strategy: `token`, `whole_word` (all pieces of a word or none) or `span` (chosen words as a unit).
            span: First and last token of the unit where the strategy is `span`; `rate` is not used then.
            seed: The same seed makes the same batch.

        Raises:
            InputError: A setting is out of bounds, nothing can be hidden, or the model has no mask token.
        """
        masking = Masking(rate=rate, strategy=strategy, span=span, seed=seed)
        if isinstance(text, str):
            return mask_encoding(self._reader, self.encode(text), masking, model=self.info.id)
        require_visible(text.second)
        encoding = self.encode(text.first, text.second)
        batch = mask_encoding(self._reader, encoding, masking, model=self.info.id)
        return replace(batch, is_next=text.is_next)

    def tally_draws(self, batch: MaskedBatch, *, draws: int = 200) -> DrawTally:
        """Draw the tokens of a batch again and again, in the same way; count what becomes of the drawn ones.

        The seed of the batch does not count: the tally is the same for all that are drawn alike.
        """
        span = (batch.drawn[0], batch.drawn[-1]) if batch.strategy == "span" else None
        masking = Masking(rate=batch.rate, strategy=batch.strategy, span=span)
        return tally_draws(self._reader, batch.encoding, masking, draws=draws)

    def pretraining_loss(self, batch: MaskedBatch) -> PretrainingLoss:
        """Return what each drawn token of a batch costs, and its pair where the model has that head.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
        """
        require_masked_word_head(self._passes)
        return pretraining_loss(self._passes, self._reader, batch)

    def take_steps(
        self,
        batch: MaskedBatch,
        *,
        steps: int = 5,
        learning_rate: float = 1e-4,
        on_step: OnStep | None = None,
    ) -> PretrainingSteps:
        """Take AdamW steps on a batch with a copy of the model, which itself stays as it is.

        Args:
            batch: What is learned.
            steps: From 1 to 20.
            learning_rate: From 1e-6 to 1e-2.
            on_step: Called after each step with its number and the total loss before it.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
            InputError: A setting is out of bounds, the model is too large, or the loss is no number any more.
            TextTooLongError: The batch has more than 128 tokens.
        """
        require_masked_word_head(self._passes)
        schedule = Schedule(steps=steps, learning_rate=learning_rate)
        return take_steps(self._passes, self._reader, batch, schedule, on_step=on_step)
