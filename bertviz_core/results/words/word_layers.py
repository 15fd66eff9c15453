"""Where one word stands in many sentences, and its vector there after every layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from sys import getsizeof
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.vectors.layer_strategies import Layers, combine_layers

STATIC: Final = "static"
"""Names the word's rows of the embedding table, beside the layers and strategies."""

Vectors = Layers | Literal["static"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLayers:
    """The n occurrences of a word, in the order of the sentences and of the places in them."""

    model: str
    word: str
    sentences: tuple[str, ...]
    """All that were given, as they were read: composed letters (NFC)."""
    sentence_index: NDArray[np.int64]  # (n,)
    spans: NDArray[np.int64]  # (n, 2) character offsets into the sentence
    pieces: tuple[tuple[str, ...], ...]
    """Tokens of each occurrence."""
    states: NDArray[np.floating]
    """(layers + 1, n, hidden): the mean of its pieces after each layer; 0 is the input embedding.
    float32; float16 where that many would take too much memory."""
    static: NDArray[np.float32]
    """(n, embedding size): the mean of the pieces' rows of the embedding table, the same in every context."""
    without: tuple[int, ...]
    """Numbers of the sentences in which the word does not stand."""
    cut: tuple[int, ...]
    """Numbers of those in which it stands where the model does not reach any more."""
    unknown: tuple[int, ...] = ()
    """Numbers of the occurrences with a piece that the vocabulary lacks: their vectors say nothing of it."""

    def __len__(self) -> int:
        """Number of occurrences."""
        return len(self.sentence_index)

    @property
    def nbytes(self) -> int:
        """Return the bytes held, nearly: those of vectors and of sentences."""
        return self.states.nbytes + self.static.nbytes + sum(map(getsizeof, self.sentences))

    def vectors(self, layers: Vectors) -> NDArray[np.float32]:
        """Return one vector (n, dimension) for each occurrence.

        Raises:
            ValueError: There is no such layer or strategy.
        """
        if layers == "static":
            return self.static
        return combine_layers(self.states, layers)

    def first_equal(self, names: Sequence[object] = ()) -> NDArray[np.int64]:
        """Return for each occurrence (n,) the first one at the same place of an equal sentence.

        Args:
            names: Of each occurrence: those with different names are not equal.
        """
        firsts: dict[object, int] = {}
        return np.array(
            [
                firsts.setdefault((self.sentence(n), *span, names[n] if len(names) else None), n)
                for n, span in enumerate(self.spans.tolist())
            ],
            dtype=np.int64,
        )

    @property
    def different_sentences(self) -> int:
        """Count the sentences with an occurrence, equal ones once."""
        return len({self.sentences[number] for number in self.sentence_index.tolist()})

    def only(self, rows: NDArray[np.int64]) -> WordLayers:
        """Return some of the occurrences, in the order that is given."""
        unknown = set(self.unknown)
        return replace(
            self,
            sentence_index=self.sentence_index[rows],
            spans=self.spans[rows],
            pieces=tuple(self.pieces[row] for row in rows),
            states=self.states[:, rows],
            static=self.static[rows],
            unknown=tuple(place for place, row in enumerate(rows.tolist()) if row in unknown),
        )

    def sentence(self, occurrence: int) -> str:
        """Return the sentence in which an occurrence stands."""
        return self.sentences[self.sentence_index[occurrence]]

    def form(self, occurrence: int) -> str:
        """Return an occurrence as it is written."""
        start, end = self.spans[occurrence]
        return self.sentence(occurrence)[start:end]
