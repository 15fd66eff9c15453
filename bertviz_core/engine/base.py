"""What every question starts from: one loaded model, its texts as tokens, its states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Self

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.answers.blank_reading import AskedText, read_blanks
from bertviz_core.analysis.answers.masked_words import require_masked_word_head
from bertviz_core.analysis.attention.off_states import hidden_change
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.many_texts import TakeStates, guess_tokens, stream_states
from bertviz_core.analysis.texts.input_text import is_sign
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.models.loading import LoadedModel
from bertviz_core.results import (
    BlankReading,
    Encoding,
    HiddenChange,
    ModelInfo,
    TokenGuesses,
)


class BaseEngine:
    """One loaded model and its tokenizer, whole or without some heads."""

    def __init__(self, model: LoadedModel) -> None:
        """Take a model as `load_engine` loads it."""
        self._reader = TextReader(
            model.tokenizer,
            mask_token=model.info.mask_token,
            unknown_token=model.unknown_token,
            own_tokens=model.own_tokens,
            max_tokens=model.info.max_tokens,
        )
        self._passes = ForwardPasses(model)

    @property
    def info(self) -> ModelInfo:
        """What the model is and can do."""
        return self._passes.model.info

    @property
    def passes(self) -> ForwardPasses:
        """The model's forward passes, for a process that computes them for others."""
        return self._passes

    def card(self, language: str = "en") -> str:
        """Return the model card that came with the checkpoint; empty without one.

        Args:
            language: ISO 639-1 code. Few checkpoints bring a translated card; the others show their only one.

        Returns:
            Markdown of whoever wrote it.
        """
        cards = self._passes.model.cards
        return cards.get(language) or cards.get("en", "")

    @property
    def mask_id(self) -> int:
        """The id of the mask token, -1 where the vocabulary has none."""
        return self._reader.mask_id

    def encode(self, text: str, pair: str | None = None) -> Encoding:
        """Return the tokens of a text or a pair; what does not fit is cut and shown as cut."""
        return self._reader.read(text, pair, has_segments=self.info.has_segments)

    def read_blanks(
        self, text: str, pair: str | None = None, *, end_sentence: bool = False, blank: int | None = None
    ) -> BlankReading:
        """Return what is read of a text, or a pair, whose blanks are asked about.

        Where the model's length does not hold the blanks, a part of the text around them is read.

        Args:
            text: A text, with blanks or without.
            pair: A second text.
            end_sentence: Read a blank that stands last as if the sentence ended after it, where the model
                expects a sign of punctuation there.
            blank: Which blank is asked about, from 0; None for all of them.
        """
        return read_blanks(self._passes, self._reader, AskedText(text, pair, end_sentence, blank))

    def _read_blank(
        self, text: str, pair: str | None, blank: int, word: str | None, end_sentence: bool
    ) -> BlankReading:
        """Read a text about one blank; whoever follows a sign there means it."""
        ends = end_sentence and not is_sign(word or "")
        return self.read_blanks(text, pair, end_sentence=ends, blank=blank)

    def token_count(self, text: str, pair: str | None = None) -> int:
        """Count the tokens of a text or a pair, special ones and those beyond the model's length too."""
        return self._reader.count(text, pair)

    def hidden_states(self, texts: Iterable[str | tuple[str, str]], *, take: TakeStates) -> None:
        """Hand over the hidden states of many texts, so that those of a few at a time are in memory.

        Args:
            texts: Texts, or pairs of them; those of one length in tokens are run in one batch.
            take: Called once for each text with its number among them, its encoding and its states
                (layers + 1, tokens, hidden), where 0 is the input embedding, in no particular order. It
                copies what it keeps.
        """
        inputs = ((text,) if isinstance(text, str) else text for text in texts)
        stream_states(self._passes, [self.encode(*texts_of_one) for texts_of_one in inputs], take)

    def guess_tokens(
        self, changed: Sequence[Encoding], answers: Sequence[NDArray[np.int64]]
    ) -> tuple[TokenGuesses, ...]:
        """Return what the masked-word head says at places of inputs in which tokens were hidden or changed.

        Args:
            changed: Encodings of this engine, `ids` replaced in some places.
            answers: For each of them (tokens,): the right id where one is wanted, a negative one elsewhere.

        Raises:
            MissingHeadError: The checkpoint has no trained masked-word head.
        """
        require_masked_word_head(self._passes)
        return guess_tokens(self._passes, changed, answers)

    @property
    def heads_off(self) -> tuple[tuple[int, int], ...]:
        """The heads (layer, head), 0-based and in order, without which this engine answers."""
        return self._passes.heads_off

    def without_heads(self, heads: Iterable[tuple[int, int]]) -> Self:
        """Return an engine on the same network that answers every question without these heads.

        The context vectors of a head that is off are zero (Michel et al. 2019, "Are Sixteen Heads Really
        Better than One?"). This engine goes on answering with all of its own.

        Args:
            heads: 0-based (layer, head); those that are off already stay off.

        Raises:
            InputError: The model has no such head.
        """
        engine = copy(self)
        engine._passes = self._passes.without(heads)
        return engine

    def hidden_change(
        self, heads: Iterable[tuple[int, int]], text: str, pair: str | None = None
    ) -> HiddenChange:
        """Return how far each token's hidden states move when these heads are switched off.

        Raises:
            InputError: The model has no such head.
        """
        return hidden_change(self._passes, self._passes.without(heads), self.encode(text, pair))
