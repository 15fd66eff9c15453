"""Vectors of whole texts, or of pairs, out of a model that stays frozen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.texts.input_text import readable_part
from bertviz_core.errors import InputError
from bertviz_core.results import Encoding, TextExample
from bertviz_core.training.baselines.rows import Step, nothing

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

MOST_TOKENS = 256
"""Longer texts are cut."""


@dataclass(frozen=True, slots=True)
class TextVectors:
    """Parts from which several kinds of vectors are put together."""

    parts: NDArray[np.float16]
    """(texts, parts, hidden): first tokens, means of all tokens but the special ones, means of both texts."""
    layers: int
    pairs: bool

    @property
    def kinds(self) -> tuple[str, ...]:
        """Name what a vector can be.

        Of the last layer the first token (`cls`), or the mean of the others (`mean`); the means of the last
        four layers side by side; both after half, three quarters and all of the layers; of pairs the means of
        both texts, their distance and their product, as in InferSent (Conneau et al. 2017).
        """
        of_all = ("cls", "mean", "mean_last_4", "cls_and_mean")
        return (*of_all, "both_texts") if self.pairs else of_all

    def of_kind(self, kind: str, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return one vector for each of some texts (rows, dimension)."""
        cls, means = cls_layers(self.layers), mean_layers(self.layers)
        if kind == "both_texts":
            one, other = self.parts[rows, -2:].astype(np.float32).transpose(1, 0, 2)
            return np.concatenate([one, other, np.abs(one - other), one * other], axis=1)
        at_mean = [len(cls) + means.index(layer) for layer in cls]
        places = {
            "cls": [len(cls) - 1],
            "mean": at_mean[-1:],
            "mean_last_4": [len(cls) + means.index(layer) for layer in _last_four(self.layers)],
            "cls_and_mean": [*range(len(cls)), *at_mean],
        }[kind]
        return self.parts[np.ix_(rows, places)].reshape(len(rows), -1).astype(np.float32)


def text_vectors(engine: BertEngine, examples: Sequence[TextExample], *, step: Step = nothing) -> TextVectors:
    """Let the model read all texts; one of which it can read nothing has zeros.

    Args:
        engine: The model, which stays as it is.
        examples: Texts, or pairs.
        step: Called after each.
    """
    layers, pairs = engine.info.layers, any(example.pair is not None for example in examples)
    cls, means = cls_layers(layers), mean_layers(layers)
    count = len(cls) + len(means) + 2 * pairs
    parts = np.zeros((len(examples), count, engine.info.hidden_size), dtype=np.float16)
    texts = {number: text for number, e in enumerate(examples) if (text := _readable(engine, e))}
    numbers = list(texts)

    def take(place: int, encoding: Encoding, states: NDArray[np.float32]) -> None:
        own, words = parts[numbers[place]], ~encoding.special
        own[: len(cls)] = states[cls, 0]
        own[len(cls) : len(cls) + len(means)] = states[means][:, words].mean(axis=1)
        if pairs:
            own[-2:] = [states[-1][words & (encoding.sequence_ids == one)].mean(axis=0) for one in (0, 1)]
        step()

    engine.hidden_states(texts.values(), take=take)
    return TextVectors(parts, layers, pairs)


def cls_layers(layers: int) -> list[int]:
    """Return the layers of which first tokens are kept."""
    return [layers // 2, 3 * layers // 4, layers]


def mean_layers(layers: int) -> list[int]:
    """Return the layers of which means are kept."""
    return sorted({*cls_layers(layers), *_last_four(layers)})


def _last_four(layers: int) -> range:
    return range(max(0, layers - 3), layers + 1)


def _readable(engine: BertEngine, example: TextExample) -> str | tuple[str, str] | None:
    """Return the text, or both, cut to so many tokens that all can be read; None where nothing can be."""
    both = [text for text in (example.text, example.pair) if text is not None]
    most = min(MOST_TOKENS, engine.info.max_tokens - 8) // len(both)  # leaves room for special tokens
    try:
        cut = [_cut(engine.encode(readable_part(text)), most) for text in both]
    except InputError:
        return None
    return cut[0] if len(cut) == 1 else (cut[0], cut[1])


def _cut(encoding: Encoding, most: int) -> str:
    words = np.flatnonzero(~encoding.special)
    text = encoding.text if len(words) <= most else encoding.text[: encoding.spans[words[most - 1], 1]]
    return readable_part(text)  # blanks became longer
