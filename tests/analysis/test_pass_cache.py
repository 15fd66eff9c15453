"""The cache is bounded in bytes and computes an entry once, however many ask."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from bertviz_core.analysis.forward import ForwardPasses
from bertviz_core.analysis.pass_cache import PassCache


def kilobyte():
    return np.zeros(1000, dtype=np.uint8)


def test_the_oldest_entries_make_room():
    cache = PassCache(max_bytes=3000, max_entry_bytes=2000)
    first = cache.get_or_compute("a", kilobyte)
    for key in "bc":
        cache.get_or_compute(key, kilobyte)
    assert cache.get_or_compute("a", kilobyte) is first
    cache.get_or_compute("d", kilobyte)
    assert cache.nbytes == 3000
    assert cache.get_or_compute("a", kilobyte) is first
    with pytest.raises(ZeroDivisionError):
        cache.get_or_compute("b", lambda: 1 / 0)


def test_a_large_entry_is_handed_out_but_not_kept():
    cache = PassCache(max_bytes=3000, max_entry_bytes=500)
    assert cache.get_or_compute("a", kilobyte) is not cache.get_or_compute("a", kilobyte)
    assert cache.nbytes == 0


def test_simultaneous_questions_share_one_computation():
    cache = PassCache(max_bytes=3000, max_entry_bytes=3000)
    started, go_on, calls = threading.Event(), threading.Event(), []

    def compute():
        calls.append(1)
        started.set()
        go_on.wait(10)
        return kilobyte()

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(cache.get_or_compute, "a", compute)
        started.wait(10)
        others = [pool.submit(cache.get_or_compute, "a", compute) for _ in range(3)]
        go_on.set()
        assert all(other.result() is first.result() for other in others)
    assert len(calls) == 1


def test_a_failure_is_told_and_not_kept():
    cache = PassCache(max_bytes=3000, max_entry_bytes=3000)
    with pytest.raises(ZeroDivisionError):
        cache.get_or_compute("a", lambda: 1 / 0)
    assert cache.get_or_compute("a", kilobyte).nbytes == 1000


@pytest.fixture
def counted(monkeypatch):
    """Count the forward passes that are really computed."""
    calls = []
    compute = ForwardPasses._compute

    def counting(self, *arguments):
        calls.append(arguments)
        return compute(self, *arguments)

    monkeypatch.setattr(ForwardPasses, "_compute", counting)
    return calls


def test_the_same_text_is_computed_once(tiny, counted, settings):
    engine = tiny("bert")
    first = engine.attention("the man went")
    assert engine.attention(" the  man went").weights is first.weights
    assert engine.attention("the man went", "banco").weights is not first.weights
    assert len(counted) == 2


def test_masked_words_and_attention_of_one_text_share_the_pass(tiny, counted, settings):
    engine = tiny("bert")
    engine.attention("the ___ went")
    engine.fill_mask("the ___ went")
    engine.fill_mask("the [MASK] went", top_k=3)
    assert len(counted) == 1


def test_models_do_not_answer_for_each_other(tiny, settings):
    cased, again = tiny("bert"), tiny("bert", "BertForMaskedLM")
    assert cased.attention("the man").weights is not again.attention("the man").weights


def test_what_is_too_large_is_computed_anew(tiny, counted, settings):
    settings(cache_entry_bytes="100")
    engine = tiny("bert")
    first, second = engine.attention("the man"), engine.attention("the man")
    np.testing.assert_array_equal(first.weights, second.weights)
    assert len(counted) == 2
