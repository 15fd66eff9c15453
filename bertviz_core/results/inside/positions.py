"""Vectors of positions, and what becomes of words that change places, with and without them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PositionEmbeddings:
    """One vector for each position, e dimensions each; those of n positions."""

    positions: NDArray[np.float32]  # (n, e)
    likeness: NDArray[np.float32]  # (n, n): cosines


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SwappedWords:
    """One text in two orders: w words, special tokens among them, two of which have changed places.

    A cosine is that of a word's state in one order with its state in the other; of a word of several pieces
    the means over its pieces are compared.
    """

    model: str
    encoding: Encoding
    """The text as it was given."""
    words: tuple[tuple[int, ...], ...]
    """The tokens of each word, in the order of the text."""
    moved: tuple[tuple[int, ...], ...]
    """Where these tokens stand in the other order."""
    first: int
    """Number of the word that has changed places with `second`."""
    second: int
    with_positions: NDArray[np.float32]  # (layers + 1, w): cosines; 0 is what enters layer 1
    without_positions: NDArray[np.float32]  # (layers + 1, w): the same, position embeddings all zero
    largest_difference: float
    """Between any two numbers of the last states of a word in both orders, without positions."""
