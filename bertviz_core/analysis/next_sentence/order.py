"""In which order the next-sentence head would put the sentences of a paragraph."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.next_sentence.many_pairs import ReadPair, batched_states, whole_input
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.errors import InputError
from bertviz_core.results import SentenceOrder

FEWEST, MOST = 2, 12
"""Sentences: each pair costs a pass, and the best path is looked for among all subsets."""


def sentence_order(passes: ForwardPasses, read: ReadPair, sentences: Sequence[str]) -> SentenceOrder:
    """Ask of every ordered pair whether it is next, and find the most probable path through all sentences.

    Raises:
        InputError: There are fewer than 2 sentences or more than 12, or one is blank.
        TextTooLongError: Two of them together do not fit.
    """
    if not FEWEST <= len(sentences) <= MOST:
        raise InputError(
            "A paragraph of {fewest} to {most} sentences can be put in order; this one has {count}.",
            fewest=FEWEST,
            most=MOST,
            count=len(sentences),
        )
    log_probability = _log_probabilities(passes, read, sentences)
    recovered = best_path(log_probability)
    return SentenceOrder(
        model=passes.model.info.id,
        sentences=tuple(sentences),
        log_probability=log_probability,
        recovered=recovered,
        kendall_tau=kendall_tau(recovered),
    )


def best_path(gains: NDArray[np.float64]) -> tuple[int, ...]:
    """Return the order of all n places whose neighbours gain most in sum (Held and Karp 1962).

    Args:
        gains: (n, n), of the step from row to column; the diagonal is not read.
    """
    n = len(gains)
    steps = np.where(np.eye(n, dtype=bool), -np.inf, gains)
    best = np.full((1 << n, n), -np.inf)  # (places visited as bits, the last of them)
    before = np.zeros((1 << n, n), dtype=np.int64)
    best[1 << np.arange(n), np.arange(n)] = 0
    for visited in range(1, 1 << n):
        for last in range(n):
            rest = visited & ~(1 << last)
            if visited >> last & 1 and rest:
                reached = best[rest] + steps[:, last]
                before[visited, last] = reached.argmax()
                best[visited, last] = reached.max()
    visited = (1 << n) - 1
    path = [int(best[visited].argmax())]
    while rest := visited & ~(1 << path[-1]):
        path.append(int(before[visited, path[-1]]))
        visited = rest
    return tuple(reversed(path))


def kendall_tau(order: Sequence[int]) -> float:
    """Return the agreement of an order of 0, 1, 2, … with that sequence itself, from -1 to 1."""
    signs = [1 if one < other else -1 for one, other in combinations(order, 2)]
    return sum(signs) / len(signs)


def _log_probabilities(
    passes: ForwardPasses, read: ReadPair, sentences: Sequence[str]
) -> NDArray[np.float64]:
    """Return log p(column is next | row)."""
    places = list(permutations(range(len(sentences)), 2))
    inputs = {
        number: whole_input(passes, read, (sentences[row], sentences[column]))
        for number, (row, column) in enumerate(places)
    }
    answers = np.full((len(sentences), len(sentences)), np.nan)
    for batch, states in batched_states(passes, inputs):
        rows, columns = np.array([places[number] for number in batch]).T
        answers[rows, columns] = _is_next(passes, states)
    return answers


def _is_next(passes: ForwardPasses, states: Tensor) -> NDArray[np.float64]:
    """Return log p(is next) for states of [CLS]; in double precision, since p itself is close to 1."""
    scores = passes.pair_scores(states)
    log_probability: NDArray[np.float64] = scores.double().log_softmax(dim=-1)[:, 0].numpy().copy()
    return log_probability
