"""Questions about how a layer works: what goes in, what each step makes of it, what comes out."""

from __future__ import annotations

from bertviz_core.analysis.inside.input import input_embeddings
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import InputEmbeddings


class InsideQuestions(BaseEngine):
    """Every number on the way from a sentence to its vectors."""

    def input_embeddings(self, text: str, pair: str | None = None) -> InputEmbeddings:
        """Return the embeddings of the tokens, their sum and its LayerNorm: what enters layer 1.

        Args:
            text: The text.
            pair: A second text.
        """
        return input_embeddings(self._passes, self.encode(text, pair))
