"""How many tokens the examples of a set have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import LearningData, QuestionExample, TaggedExample, TextExample

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

MOST_MEASURED = 2_000
"""Of a larger set some examples are drawn."""


def token_lengths(engine: BertEngine, data: LearningData) -> NDArray[np.int64]:
    """Return the tokens of each example (n,), special ones and those that would be cut too.

    Of a set of more than `MOST_MEASURED` examples as many are drawn.
    """
    examples = data.examples
    places = np.arange(len(examples))
    if len(examples) > MOST_MEASURED:
        places = np.random.default_rng(data.seed).choice(len(examples), MOST_MEASURED, replace=False)
    return np.array([engine.token_count(*_texts(examples[place])) for place in places], dtype=np.int64)


def _texts(example: TextExample | TaggedExample | QuestionExample) -> tuple[str, str | None]:
    if isinstance(example, TaggedExample):
        return " ".join(example.tokens), None
    if isinstance(example, QuestionExample):
        return example.question, example.context
    return example.text, example.pair
