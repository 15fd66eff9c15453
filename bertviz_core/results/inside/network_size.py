"""How large an encoder of some size is: its parameters, its memory, what a token costs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderSize:
    """The sizes of a BERT encoder with pooler (Devlin et al. 2019).

    With vocabulary V, positions P, segments S, width H, feed-forward width F and L layers it has

        (V + P + S)·H + 2H  +  L·(4·(H² + H) + 2·H·F + F + H + 4H)  +  H² + H

    parameters: embeddings with their LayerNorm, layers, pooler. The heads share the width, so that their
    number changes nothing.
    """

    layers: int
    width: int
    heads: int
    wide: int
    """Width of the feed-forward part."""
    vocabulary: int
    positions: int = 512
    segments: int = 2

    @property
    def embeddings(self) -> int:
        """Return the parameters of the embeddings, LayerNorm included."""
        return (self.vocabulary + self.positions + self.segments + 2) * self.width

    @property
    def layer(self) -> int:
        """Return the parameters of one layer, both LayerNorms included."""
        attention = 4 * (self.width**2 + self.width)
        feed_forward = 2 * self.width * self.wide + self.wide + self.width
        return attention + feed_forward + 4 * self.width

    @property
    def parameters(self) -> int:
        """Return all parameters, those of the pooler included."""
        return self.embeddings + self.layers * self.layer + self.width**2 + self.width

    def multiplications(self, tokens: int) -> int:
        """Return the multiplications of a pass for each of so many tokens.

        Counted by hand, layers only: L·(4H² + 2HF) in the matrices, and 2·n·H in each layer for a token's
        scores with n keys and the sum of their values. With additions this is the 2N + 2·L·n·H of Kaplan et
        al. (2020, table 1), who leave out that sum.
        """
        matrices = 4 * self.width**2 + 2 * self.width * self.wide
        return self.layers * (matrices + 2 * tokens * self.width)
