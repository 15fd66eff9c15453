"""What static vectors can do, measured on written analogies and judged pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import StaticVectors
from bertviz_core.samples.word_vectors import ANALOGY_KINDS, AnalogyQuestion, WordPair

_OTHERS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorScores:
    """How many questions were answered."""

    questions: dict[str, int]
    """Analogies of each kind."""
    right: dict[str, int]
    """Of each kind, those whose first answer is the expected one."""
    among_five: int
    """Those of all kinds whose expected answer is among the first five."""
    with_question_words: int
    """Those that are right where the three words of the question may be the answer too."""
    spearman: float
    """Rank correlation of cosines with judgements."""
    pairs: int

    @property
    def accuracy(self) -> float:
        """Return the share of analogies that are right, of all kinds."""
        return sum(self.right.values()) / max(sum(self.questions.values()), 1)


def evaluate_vectors(
    vectors: StaticVectors, questions: Sequence[AnalogyQuestion], pairs: Sequence[WordPair]
) -> VectorScores:
    """Ask for the fourth word of analogies, among all words, and compare cosines with judgements.

    As Mikolov et al. (2013, *Efficient Estimation of Word Representations in Vector Space*) do, the three
    words of a question are no answers to it; an answer is right only if it is the expected word. Words
    that the vectors lack make an answer wrong and a cosine 0.
    """
    asked: dict[str, int] = dict.fromkeys(ANALOGY_KINDS, 0)
    right: dict[str, int] = dict.fromkeys(ANALOGY_KINDS, 0)
    among = free = 0
    for question in questions:
        asked[question.kind] += 1
        places = [vectors.places.get(word) for word in (question.a, question.b, question.c, question.d)]
        if None in places:
            continue
        a, b, c, d = (place for place in places if place is not None)
        cosines = vectors.cosines(vectors.vector(b) - vectors.vector(a) + vectors.vector(c))
        free += int(cosines.argmax() == d)
        cosines[[a, b, c]] = -2
        best = np.argsort(-cosines, kind="stable")[:_OTHERS]
        right[question.kind] += int(best[0] == d)
        among += int(d in best)
    return VectorScores(
        questions=asked,
        right=right,
        among_five=among,
        with_question_words=free,
        spearman=_spearman(vectors, pairs),
        pairs=len(pairs),
    )


def _spearman(vectors: StaticVectors, pairs: Sequence[WordPair]) -> float:
    from scipy.stats import spearmanr  # late: only those who measure need it

    cosines = np.array([_cosine(vectors, pair) for pair in pairs])
    judged = np.array([pair.judgement for pair in pairs])
    return float(spearmanr(cosines, judged).statistic)


def _cosine(vectors: StaticVectors, pair: WordPair) -> float:
    first, second = vectors.places.get(pair.first), vectors.places.get(pair.second)
    if first is None or second is None:
        return 0.0
    product: NDArray[np.float32] = vectors.vector(first) * vectors.vector(second)
    return float(product.sum())
