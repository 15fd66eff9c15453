"""Two sentences of a text as pretraining pairs them: neighbours, or one of them from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bertviz_core.errors import InputError
from bertviz_core.results import SentencePair

TRUE_NEIGHBOURS = 0.5


def draw_sentence_pair(sentences: Sequence[str], elsewhere: Sequence[str], *, seed: int) -> SentencePair:
    """Draw a sentence and, half of the time each, the one after it or another (Devlin et al. 2019, A.1).

    Args:
        sentences: The sentences of a text, in their order.
        elsewhere: Sentences of other texts.
        seed: The same seed draws the same pair.

    Raises:
        InputError: There are fewer than two sentences, or none from elsewhere.
    """
    others = [sentence for sentence in elsewhere if sentence not in sentences]
    if len(sentences) < 2:
        raise InputError("A pair needs a text of two sentences at least.")
    if not others:
        raise InputError("A pair needs a sentence from elsewhere.")
    random = np.random.default_rng(seed)
    place = int(random.integers(len(sentences) - 1))
    is_next = bool(random.random() < TRUE_NEIGHBOURS)
    second = sentences[place + 1] if is_next else others[int(random.integers(len(others)))]
    return SentencePair(first=sentences[place], second=second, is_next=is_next)
