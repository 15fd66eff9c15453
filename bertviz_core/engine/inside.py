"""Questions about how a layer works: what goes in, what each step makes of it, what comes out."""

from __future__ import annotations

from bertviz_core.analysis.inside.by_hand import layer_steps
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import LayerSteps


class InsideQuestions(BaseEngine):
    """Every number on the way from a sentence to its vectors."""

    def layer_steps(self, text: str, pair: str | None = None, *, layer: int) -> LayerSteps:
        """Return every number of one layer, from the states that enter it to those that leave it.

        Args:
            text: The text.
            pair: A second text.
            layer: 0-based.

        Raises:
            InputError: The model has no such layer.
            TextTooLongError: The text, or both together, have more than 48 tokens.
        """
        return layer_steps(self._passes, self.encode(text, pair), layer=layer)
