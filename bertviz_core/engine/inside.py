"""Questions about how a layer works: what goes in, what each step makes of it, what comes out."""

from __future__ import annotations

from bertviz_core.analysis.inside.input import input_embeddings
from bertviz_core.analysis.inside.positions import position_embeddings
from bertviz_core.analysis.inside.positions_swap import swapped_words
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import InputEmbeddings, PositionEmbeddings, SwappedWords


class InsideQuestions(BaseEngine):
    """Every number on the way from a sentence to its vectors."""

    def input_embeddings(self, text: str, pair: str | None = None) -> InputEmbeddings:
        """Return the embeddings of the tokens, their sum and its LayerNorm: what enters layer 1.

        Args:
            text: The text.
            pair: A second text.
        """
        return input_embeddings(self._passes, self.encode(text, pair))

    def position_embeddings(self) -> PositionEmbeddings:
        """Return the learned vectors of all positions of a text, and the cosines between them."""
        return position_embeddings(self._passes)

    def swapped_words(self, text: str, first: int, second: int, *, pair: str | None = None) -> SwappedWords:
        """Let two words change places, and return how far each word's state is from itself before.

        Args:
            text: The text.
            first: A token of one word.
            second: A token of another word of the same text.
            pair: A second text.

        Raises:
            InputError: There are no such two words, or they are of different texts.
        """
        return swapped_words(self._passes, self.encode(text, pair), first, second)
