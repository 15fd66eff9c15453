"""One engine asked from many threads gives what it gives alone."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from bertviz_core.analysis.gate import forward_slot
from bertviz_core.errors import BusyError

THREADS = 8
# Short texts and pairs, and texts that are cut: the tokenizer is switched to and fro all the time.
QUESTIONS = [
    (f"banco {n} the man went to the store. {'La compañera hacía la cama. ' * (n % 8 * 3)}", pair)
    for n in range(24)
    for pair in (None, "il " * n + "banco")
]


@pytest.fixture
def eager_switching():
    """Let the interpreter switch threads as often as it can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def ask_from_threads(ask, rounds):
    """Ask every question `rounds` times, each thread beginning elsewhere; return (number, answer)."""
    barrier = threading.Barrier(THREADS)

    def run(thread):
        barrier.wait()
        numbers = [(place + thread * 6) % len(QUESTIONS) for place in range(len(QUESTIONS) * rounds)]
        return [(number, ask(*QUESTIONS[number])) for number in numbers]

    with ThreadPoolExecutor(THREADS) as pool:
        return [answer for part in pool.map(run, range(THREADS)) for answer in part]


@pytest.mark.parametrize("family", ["bert", "roberta", "xlm-roberta"])
def test_texts_are_read_as_they_are_read_alone(tiny, family, eager_switching):
    """Fails when the lock around the tokenizer is taken away."""
    engine = tiny(family)
    alone = [engine.encode(*question) for question in QUESTIONS]
    assert {encoding.truncated for encoding in alone} == {True, False}
    for number, encoding in ask_from_threads(engine.encode, rounds=10):
        assert encoding.ids.tolist() == alone[number].ids.tolist()
        assert (encoding.cut, encoding.truncated) == (alone[number].cut, alone[number].truncated)


@pytest.mark.parametrize("family", ["bert", "distilbert"])
def test_attention_is_what_it_is_alone(tiny, settings, family, eager_switching):
    settings(cache_bytes="0", concurrent_passes="4")
    engine = tiny(family)
    alone = [engine.attention(*question).weights for question in QUESTIONS]
    for number, maps in ask_from_threads(engine.attention, rounds=1):
        np.testing.assert_allclose(maps.weights, alone[number], atol=1e-6)


def test_passes_at_once_are_bounded(settings):
    settings(concurrent_passes="1", max_wait_s="0.05")
    with forward_slot(), pytest.raises(BusyError, match="moment"), forward_slot():
        pass
    with forward_slot():
        pass


def test_a_question_that_cannot_be_served_in_time_is_told_so(tiny, settings):
    settings(concurrent_passes="1", max_wait_s="0.05")
    engine = tiny("bert")
    with forward_slot(), pytest.raises(BusyError):
        engine.attention("the man")
    assert engine.attention("the man").weights.size
