"""The same classifier learned from classes of unequal and of equal size, tried on the same messages.

The features are those of the workshop's simple way: the mean of the last layer of a model that stays frozen,
with logistic regression on top (Devlin et al. 2019, section 5.3, call it feature-based).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import BalanceTest, TextExample
from bertviz_core.samples.sets import LabelledText, more_spam_messages, spam_messages
from bertviz_core.training.baselines.classifier import fitted
from bertviz_core.training.baselines.text_vectors import text_vectors

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

LEARNED = ((85, 15), (50, 50))
"""Wanted messages and spam of what is learned from, in the order of `BALANCES`."""
TESTED = (85, 15)
"""The same of what is tried."""
DRAWS = 20
STRENGTH = 0.1
KIND = "mean"
_SEED = 7


def balance_messages() -> tuple[LabelledText, ...]:
    """Return as many written messages of each class as are learned from and tried, the languages mixed."""
    every = (*spam_messages(), *more_spam_messages())
    chosen: list[LabelledText] = []
    for label, most in zip(("ham", "spam"), _enough(), strict=True):
        own = [message for message in every if message.label == label]
        order = np.random.default_rng(_SEED).permutation(len(own))[:most]
        chosen.extend(own[place] for place in order)
    return tuple(chosen)


def learn_balances(engine: BertEngine, *, progress: Callable[[int, int], None] | None = None) -> BalanceTest:
    """Learn from both balances and try both on the same messages, in `DRAWS` draws of who learns what.

    Args:
        engine: The model, which stays as it is.
        progress: Called after every message that the model read, with those read and all of them; what it
            raises ends the work.
    """
    from threadpoolctl import threadpool_limits

    messages = balance_messages()
    examples = [TextExample(text=message.text, label=message.label) for message in messages]
    read = count(1)

    def step() -> None:
        if progress:
            progress(next(read), len(messages))

    vectors = text_vectors(engine, examples, step=step).of_kind(KIND, np.arange(len(messages)))
    spam = np.array([message.label == "spam" for message in messages])
    tested, probabilities = [], []
    with threadpool_limits(limits=1):
        for draw in range(DRAWS):
            own, said = _one_draw(vectors, spam, draw)
            tested.append(own)
            probabilities.append(said)
    places = np.array(tested)
    return BalanceTest(
        model=engine.info.id,
        texts=tuple(message.text for message in messages),
        tested=places,
        spam=spam[places],
        probabilities=np.array(probabilities, dtype=np.float32),
        learned=LEARNED,
    )


def _one_draw(
    vectors: NDArray[np.float32], spam: NDArray[np.bool_], draw: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the places of the test messages (n,), and what both classifiers say of them (2, n)."""
    random = np.random.default_rng([_SEED, draw])
    wanted, unwanted = (random.permutation(np.flatnonzero(spam == one)) for one in (False, True))
    test = np.concatenate([wanted[: TESTED[0]], unwanted[: TESTED[1]]])
    rest = wanted[TESTED[0] :], unwanted[TESTED[1] :]
    said = []
    for counts in LEARNED:
        rows = np.concatenate([one[:most] for one, most in zip(rest, counts, strict=True)])
        classifier = fitted(vectors[rows], spam[rows].astype(np.int64), STRENGTH, standardise=True)
        said.append(classifier.predict_proba(vectors[test])[:, 1])
    return test, np.array(said)


def _enough() -> tuple[int, int]:
    most = np.max(LEARNED, axis=0) + TESTED
    return int(most[0]), int(most[1])
