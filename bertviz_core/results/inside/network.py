"""The whole network as a tree of parts, with the parameters of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

PartKind = Literal[
    "model",
    "embeddings",
    "word_embeddings",
    "position_embeddings",
    "segment_embeddings",
    "projection",
    "layer",
    "attention",
    "head",
    "query",
    "key",
    "value",
    "output",
    "output_bias",
    "norm",
    "feed_forward",
    "widen",
    "narrow",
    "pooler",
    "masked_words",
    "next_sentence",
    "other",
    "weights",
]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ParameterPart:
    """A part of a network; one without parts of its own is a matrix or a vector, with its bias."""

    kind: PartKind
    number: int | None = None
    """1-based, among parts of its kind."""
    name: str = ""
    """Of its weights in the files of the model; empty for what is made of parts."""
    shape: tuple[int, ...] = ()
    """Of its weights: (out, in) of a matrix; empty for what is made of parts."""
    bias: int = 0
    """Parameters of the bias that is added to what the matrix makes."""
    parameters: int
    """All of them, those of its parts or of its weights and bias."""
    times: int = 1
    """By so many layers it is used, one after the other."""
    children: tuple[ParameterPart, ...] = ()

    @property
    def slug(self) -> str:
        """Return its name among its neighbours, as addresses have it."""
        return self.kind if self.number is None else f"{self.kind}-{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ParameterParts:
    """All parameters of a network, each counted once."""

    model: str
    whole: ParameterPart
    tied: tuple[tuple[str, str], ...]
    """Names of weights that are the same ones as others, counted there: (this, as that)."""

    def walk(self, path: Sequence[str]) -> tuple[ParameterPart, ...]:
        """Return the whole and the parts that a path of slugs leads through, as far as it leads anywhere."""
        parts = [self.whole]
        for slug in path:
            found = next((child for child in parts[-1].children if child.slug == slug), None)
            if found is None:
                break
            parts.append(found)
        return tuple(parts)

    def leaves(self) -> Iterator[ParameterPart]:
        """Return all matrices and vectors, in their order."""
        waiting = [self.whole]
        while waiting:
            part = waiting.pop()
            waiting.extend(reversed(part.children))
            if not part.children:
                yield part


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PartValues:
    """The numbers of one matrix or vector, without its bias."""

    shape: tuple[int, ...]
    corner: NDArray[np.float32]  # (rows, columns): the first ones
    counts: NDArray[np.int64]  # (bins,): how many numbers lie in each
    edges: NDArray[np.float32]  # (bins + 1,)
    mean: float
    deviation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigLine:
    """One line of a model's config."""

    key: str
    value: str
    """As JSON writes it, cut where it is long."""
