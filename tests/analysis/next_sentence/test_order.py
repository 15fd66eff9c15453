"""The order of a paragraph: every pair as it is answered alone, the best path as found by trying all."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from bertviz_core.analysis.next_sentence.order import best_path, kendall_tau
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError, MissingHeadError, TextTooLongError

SENTENCES = (
    "Me desperté tarde.",
    "Corrí hasta la parada del autobús con los zapatos en la mano.",
    "El autobús ya se había ido.",
    "Me desperté tarde.",
)


def total(gains: NDArray[np.float64], order: tuple[int, ...]) -> float:
    return sum(gains[one, other] for one, other in pairwise(order))


@pytest.mark.parametrize("off", [(), ((3, 2), (11, 0))])
def test_every_pair_is_answered_as_alone(mini: BertEngine, off: tuple[tuple[int, int], ...]) -> None:
    engine = mini.without_heads(off)
    answer = engine.sentence_order(SENTENCES)
    assert answer.sentences == SENTENCES
    for one, other in np.ndindex(4, 4):
        if one == other:
            assert np.isnan(answer.matrix[one, other])
        else:
            alone = engine.next_sentence(SENTENCES[one], SENTENCES[other]).is_next
            assert answer.matrix[one, other] == pytest.approx(alone, abs=1e-6)


def test_log_probabilities_do_not_saturate(tiny: Callable[..., BertEngine]) -> None:
    """Where single precision calls two answers equally certain, they still differ."""
    engine = tiny("bert")
    head = engine._passes.model.network.cls.seq_relationship
    weight = head.weight.clone()
    head.weight.mul_(60)
    try:
        answer = engine.sentence_order(["the man", "the store", "he lives", "the south"])
        off_diagonal = answer.log_probability[~np.eye(4, dtype=bool)]
        single = engine.next_sentence("the man", "the store").is_next
    finally:
        head.weight.copy_(weight)
    assert single == pytest.approx(answer.matrix[0, 1], abs=1e-6)
    assert np.isfinite(off_diagonal).all()
    assert len(set(off_diagonal.tolist())) == 12
    assert off_diagonal.max() < 0


@pytest.mark.parametrize("n", [2, 3, 5, 7])
def test_the_best_path_is_the_best_of_all_orders(n: int) -> None:
    random = np.random.default_rng(n)
    for _ in range(5):
        gains = random.normal(size=(n, n))
        np.fill_diagonal(gains, np.nan)
        path = best_path(gains)
        assert sorted(path) == list(range(n))
        best = max(permutations(range(n)), key=lambda order: total(gains, order))
        assert total(gains, path) == pytest.approx(total(gains, best))


def test_twelve_sentences_planted_in_an_order_are_found() -> None:
    order = tuple(np.random.default_rng(3).permutation(12).tolist())
    gains = np.full((12, 12), -5.0)
    for one, other in pairwise(order):
        gains[one, other] = -0.1
    assert best_path(gains) == order


def test_scores_belong_to_their_orders(mini: BertEngine) -> None:
    answer = mini.sentence_order(SENTENCES)
    gains = answer.log_probability
    assert answer.score == pytest.approx(total(gains, answer.recovered))
    assert answer.given_score == pytest.approx(total(gains, (0, 1, 2, 3)))
    assert answer.score >= answer.given_score
    pairs = list(zip(answer.recovered, answer.recovered[1:], strict=False))
    assert answer.neighbours_right == sum((place, place + 1) in pairs for place in range(3))
    assert answer.kendall_tau == kendall_tau(answer.recovered)


@pytest.mark.parametrize(
    ("order", "tau"), [((0, 1, 2, 3), 1), ((3, 2, 1, 0), -1), ((1, 0, 2, 3), 2 / 3), ((0, 1), 1)]
)
def test_kendalls_tau_counts_pairs(order: tuple[int, ...], tau: float) -> None:
    assert kendall_tau(order) == pytest.approx(tau)


def test_another_given_order_recovers_the_same_path(mini: BertEngine) -> None:
    sentences = (*SENTENCES[:3], "Llegué a la oficina a las diez.")
    shuffled = [2, 0, 3, 1]
    one = mini.sentence_order(sentences)
    other = mini.sentence_order([sentences[place] for place in shuffled])
    assert [sentences[place] for place in one.recovered] == [
        other.sentences[place] for place in other.recovered
    ]


def test_what_cannot_be_asked_is_told(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("bert")
    for count in (0, 1, 13):
        with pytest.raises(InputError, match=f"2 to 12 sentences .* this one has {count}"):
            engine.sentence_order(["the man"] * count)
    with pytest.raises(InputError, match="no text yet"):
        engine.sentence_order(["the man", " "])
    with pytest.raises(TextTooLongError, match="cutting them"):
        engine.sentence_order(["the man " * 40, "the store"])
    with pytest.raises(MissingHeadError):
        tiny("electra").sentence_order(["the man", "the store"])
