"""Questions about how a layer works: what goes in, what each step makes of it, what comes out."""

from __future__ import annotations

from collections.abc import Sequence

from bertviz_core.analysis.inside.by_hand import layer_steps
from bertviz_core.analysis.inside.input import input_embeddings
from bertviz_core.analysis.inside.masks import masked_attention
from bertviz_core.analysis.inside.network import parameter_parts
from bertviz_core.analysis.inside.network_config import config_lines
from bertviz_core.analysis.inside.network_values import part_values
from bertviz_core.analysis.inside.positions import position_embeddings
from bertviz_core.analysis.inside.positions_swap import swapped_words
from bertviz_core.engine.base import BaseEngine
from bertviz_core.results import (
    ConfigLine,
    InputEmbeddings,
    LayerSteps,
    Mask,
    MaskedAttention,
    ParameterParts,
    PartValues,
    PositionEmbeddings,
    SwappedWords,
)


class InsideQuestions(BaseEngine):
    """Every number on the way from a sentence to its vectors."""

    def input_embeddings(self, text: str, pair: str | None = None) -> InputEmbeddings:
        """Return the embeddings of the tokens, their sum and its LayerNorm: what enters layer 1.

        Args:
            text: The text.
            pair: A second text.
        """
        return input_embeddings(self._passes, self.encode(text, pair))

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

    def masked_attention(
        self, text: str, pair: str | None = None, *, layer: int, head: int, mask: Mask
    ) -> MaskedAttention:
        """Return scores and weights of one head of a pass in which every layer has a mask.

        Args:
            text: The text.
            pair: A second text; under the mask `cross` its tokens look at those of the first.
            layer: 0-based.
            head: 0-based.
            mask: `full` (an encoder), `causal` (a decoder), `padding` (a few padding tokens come after the
                text and nobody sees them), `cross` (from a decoder to an encoder: the second text, or the
                second half of the only one, looks at the first, which sees itself).

        Raises:
            InputError: The model has no such layer or head, there is no such mask, or no second side.
            TextTooLongError: The text has more than 64 tokens, or than the model reads, padding included.
        """
        encoding = self.encode(text, pair)
        return masked_attention(self._passes, self._reader, encoding, layer=layer, head=head, mask=mask)

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

    def parameter_parts(self) -> ParameterParts:
        """Return the parts of the network and the parameters of each, counted from the weights, each once."""
        return parameter_parts(self._passes.model)

    def part_values(self, path: Sequence[str]) -> PartValues:
        """Return the numbers of one matrix or vector: the first ones, and how all of them lie.

        Args:
            path: Slugs of the parts that lead there, for instance `layer-1`, `attention`, `head-2`, `query`.

        Raises:
            InputError: It leads nowhere, or to a part that is made of parts.
        """
        return part_values(self._passes.model, path)

    def config_lines(self) -> tuple[ConfigLine, ...]:
        """Return what the model's config says, 60 lines of 200 letters at most."""
        return config_lines(self._passes.model)
