"""Many pairs at once answer what each of them answers alone."""

import numpy as np
import pytest

from bertviz_core.analysis.next_sentence import many_pairs
from bertviz_core.errors import InputError, MissingHeadError, TextTooLongError

SENTENCES = ("the man went to the store", "il banco", "penguins are flightless birds, and they live", "sol")
PAIRS = [(a, b) for a in SENTENCES for b in SENTENCES]


def one_by_one(engine, pairs):
    return [engine.next_sentence(a, b).is_next for a, b in pairs]


def test_a_batch_equals_the_pairs_one_by_one(tiny, monkeypatch):
    engine = tiny("bert")
    monkeypatch.setattr(type(engine._passes), "batch_size", lambda self, tokens: 3)
    np.testing.assert_allclose(engine.next_sentences(PAIRS), one_by_one(engine, PAIRS), atol=1e-5)


def test_the_bundled_model_answers_a_batch_as_one_by_one(mini):
    pairs = [
        ("the man went to the store", "he bought a gallon of milk"),
        ("the man went to the store", "penguins are flightless birds"),
        ("Ayer llovió todo el día.", "Hoy las calles siguen mojadas."),
    ]
    np.testing.assert_allclose(mini.next_sentences(pairs), one_by_one(mini, pairs), atol=1e-5)


def test_heads_that_are_off_are_off_in_a_batch(tiny):
    engine = tiny("bert")
    without = engine.without_heads([(0, head) for head in range(engine.info.heads)])
    answers = without.next_sentences(PAIRS)
    np.testing.assert_allclose(answers, one_by_one(without, PAIRS), atol=1e-5)
    assert np.abs(answers - engine.next_sentences(PAIRS)).max() > 1e-3


def test_progress_counts_up_to_all_pairs(tiny):
    heard = []
    tiny("bert").next_sentences(PAIRS, progress=lambda done, total: heard.append((done, total)))
    done = [number for number, _ in heard]
    assert len(done) > 1
    assert done == sorted(set(done))
    assert heard[-1] == (len(PAIRS), len(PAIRS))


def test_no_pair_is_no_answer(tiny):
    assert tiny("bert").next_sentences([]).shape == (0,)


@pytest.mark.parametrize("stray", [("", "sol"), ("sol", " \u200b")])
def test_an_empty_text_is_refused_or_skipped(tiny, stray):
    engine = tiny("bert")
    with pytest.raises(InputError):
        engine.next_sentences([PAIRS[0], stray])
    answers = engine.next_sentences([PAIRS[0], stray, PAIRS[1]], skip_unreadable=True)
    assert np.isnan(answers).tolist() == [False, True, False]
    np.testing.assert_allclose(answers[[0, 2]], one_by_one(engine, PAIRS[:2]), atol=1e-5)


def test_a_pair_that_does_not_fit_is_refused_or_skipped(tiny):
    engine, long = tiny("bert"), "man " * 70
    with pytest.raises(TextTooLongError, match="64"):
        engine.next_sentences([("sol", long)])
    assert np.isnan(engine.next_sentences([("sol", long)], skip_unreadable=True)).all()


def test_too_many_pairs_are_refused(tiny):
    with pytest.raises(InputError, match=str(many_pairs.MOST_PAIRS)):
        tiny("bert").next_sentences([("sol", "sol")] * (many_pairs.MOST_PAIRS + 1))


def test_a_model_without_the_head_is_refused(tiny):
    with pytest.raises(MissingHeadError):
        tiny("roberta").next_sentences(PAIRS, skip_unreadable=True)
