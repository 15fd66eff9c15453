"""Questions about what came before BERT, beside the model's own answers."""

from __future__ import annotations

from bertviz_core.analysis.history.order import order_influence
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import OrderInfluence


class HistoryQuestions(BaseEngine):
    """The model beside those that read in order."""

    def order_influence(self, text: str, word: int = 0) -> OrderInfluence:
        """Return how much a word matters for the state of every other one, in two LSTMs and in the model.

        Args:
            text: A sentence; words are what white space parts, and the first 64 are read.
            word: Place of the word, from 0.

        Raises:
            InputError: There are fewer than three words, none at this place, or a word of over 16 pieces.
            TextTooLongError: The text has more than 2,000 letters or 160 tokens.
        """
        return order_influence(self._passes, self._reader, text, word)
