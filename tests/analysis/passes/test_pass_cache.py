"""The cache is bounded in bytes; what it keeps is not computed again."""

import numpy as np
import pytest

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.pass_cache import PassCache


def kilobyte():
    return np.zeros(1000, dtype=np.uint8)


def test_the_oldest_entries_make_room():
    cache = PassCache(max_bytes=3000, max_entry_bytes=2000)
    for key in "abc":
        cache.keep(key, kilobyte())
    first = cache.find("a")
    cache.keep("d", kilobyte())
    assert cache.nbytes == 3000
    assert cache.find("a") is first is not None
    assert cache.find("b") is None


def test_a_large_entry_is_not_kept():
    cache = PassCache(max_bytes=3000, max_entry_bytes=500)
    cache.keep("a", kilobyte())
    assert cache.find("a") is None
    assert cache.nbytes == 0


@pytest.fixture
def counted(monkeypatch):
    """Count the forward passes that are really computed."""
    calls = []
    compute = ForwardPasses._compute

    def counting(self, *arguments, **options):
        calls.append(arguments)
        return compute(self, *arguments, **options)

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
