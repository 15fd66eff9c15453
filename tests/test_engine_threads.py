"""One engine asked from many threads gives what it gives alone."""

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from bertviz_core.analysis.passes.gate import Places, forward_slot
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


def test_candidates_wait_for_their_turn_too(tiny, settings):
    settings(concurrent_passes="1", max_wait_s="0.05")
    engine = tiny("bert")
    engine.fill_mask("the ___")  # kept: only the candidate's own passes are left to run
    with forward_slot(), pytest.raises(BusyError):
        engine.fill_mask("the ___", candidates=["ñandú"])
    assert engine.fill_mask("the ___", candidates=["ñandú"]).masks[0].candidates


LONG = 512 * 512


def test_a_long_pass_takes_every_place_of_a_small_server(settings):
    settings(concurrent_passes="2", max_wait_s="0.05")
    with forward_slot(), forward_slot():
        pass
    with forward_slot(LONG), pytest.raises(BusyError), forward_slot():
        pass
    with forward_slot(), pytest.raises(BusyError), forward_slot(LONG):
        pass
    with forward_slot(LONG):
        pass


def test_a_larger_server_runs_long_passes_side_by_side(settings):
    settings(concurrent_passes="8", max_wait_s="0.05")
    with forward_slot(LONG), forward_slot(LONG):
        with pytest.raises(BusyError), forward_slot():
            pass


def test_long_passes_never_run_at_once(mini, settings):
    settings(concurrent_passes="2", max_wait_s="60")
    running, most = [], []

    def take(layer, weights):
        if layer == 0:
            running.append(1)
        most.append(len(running))
        if layer == mini.info.layers - 1:
            running.pop()

    with ThreadPoolExecutor(3) as pool:
        texts = [f"{n} " + "banco " * 300 for n in range(3)]
        list(pool.map(lambda text: mini.attention_layers(text, take=take), texts))
    assert set(most) == {1}


def test_a_long_pass_is_not_overtaken(settings):
    places = Places(2)
    assert places.take(1, timeout=1)
    with ThreadPoolExecutor(2) as pool:
        long = pool.submit(places.take, 2, timeout=10)
        while not places._waiting:
            time.sleep(0.001)
        assert not places.take(1, timeout=0.05)
        places.give_back(1)
        assert long.result()


@pytest.mark.parametrize("family", ["bert", "albert"])
def test_each_thread_is_handed_its_own_layers(tiny, settings, family, eager_switching):
    settings(concurrent_passes="4")
    engine = tiny(family)
    alone = [engine.attention(*question).weights for question in QUESTIONS]

    def collect(text, pair):
        layers = []
        engine.attention_layers(text, pair, take=lambda number, weights: layers.append((number, weights)))
        return layers

    for number, layers in ask_from_threads(collect, rounds=1):
        assert [place for place, _ in layers] == list(range(engine.info.layers))
        np.testing.assert_allclose(np.stack([w for _, w in layers]), alone[number], atol=1e-6)
