"""Passes that wait are run together, and nobody can tell from the answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import pytest

from bertviz_core.analysis.attention.heads_statistics import HeadStatisticsCollector
from bertviz_core.analysis.passes import forward
from bertviz_core.analysis.passes.asker import asking
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.gate import forward_slot
from bertviz_core.engine import BertEngine
from bertviz_core.errors import BusyError, MovedOnError
from bertviz_core.results import AttentionMaps

TEXTS = [
    "the man went to the store",
    "La compañera hacía la cama.",
    "il banco ñandú",
    "the the the the man",
    "store ☃ the man the",
]


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """The shapes (inputs, tokens) that networks are really run with."""
    shapes: list[tuple[int, ...]] = []
    compute = ForwardPasses._compute

    def noting(self, ids, segments, **options):
        shapes.append(ids.shape)
        return compute(self, ids, segments, **options)

    monkeypatch.setattr(ForwardPasses, "_compute", noting)
    return shapes


@pytest.fixture
def waiting(settings: Callable[..., None]) -> Iterator[Callable[..., list[Future]]]:
    """Let questions wait for the only place until all of them are there; then answer them."""
    settings(concurrent_passes="1", cache_bytes="0")

    def ask(*questions: Callable[[], object]) -> list[Future]:
        with ThreadPoolExecutor(max(1, len(questions))) as pool:
            with forward_slot():
                asked = []
                for question in questions:  # one after the other, so that their order is known
                    asked.append(pool.submit(question))
                    _await_askers(len(asked))
            return asked

    yield ask


def _await_askers(count: int) -> None:
    end = time.monotonic() + 60
    while sum(len(question.askers) for question in forward._queue()._waiting) < count:
        assert time.monotonic() < end
        time.sleep(0.001)


def asked(engine: BertEngine, text: str, pair: str | None = None) -> Callable[[], AttentionMaps]:
    return lambda: engine.attention(text, pair)


def test_padding_never_shows(engine: BertEngine, waiting, batches) -> None:
    """Every family; weights, states and what collectors make of them."""
    alone = [engine.attention(text).weights for text in TEXTS]
    states = [engine._passes.run(engine.encode(text)).hidden for text in TEXTS]
    batches.clear()
    together = waiting(*(asked(engine, text) for text in TEXTS))
    counts = [count for count, _ in batches]
    assert sum(counts) == len(TEXTS) and max(counts) >= 3
    for maps, weights in zip(together, alone, strict=True):
        np.testing.assert_allclose(maps.result().weights, weights, atol=1e-5)
    runs = [lambda text=text: engine._passes.run(engine.encode(text)) for text in TEXTS]
    for run, hidden in zip(waiting(*runs), states, strict=True):
        np.testing.assert_allclose(run.result().hidden, hidden, atol=1e-5)


def test_pairs_keep_their_segments(mini: BertEngine, waiting, batches) -> None:
    questions = [
        ("Tengo hambre.", "Voy a comer."),
        ("Hace frío y llueve mucho hoy", None),
        ("Llueve", "Uso un paraguas azul."),
    ]
    alone = [mini.attention(*question).weights for question in questions]
    together = waiting(*(asked(mini, *question) for question in questions))
    assert batches[-1] == (3, max(weights.shape[-1] for weights in alone))
    for maps, weights in zip(together, alone, strict=True):
        np.testing.assert_allclose(maps.result().weights, weights, atol=1e-5)


def test_collectors_see_their_own_text(mini: BertEngine, waiting) -> None:
    def statistics(text: str) -> dict[str, np.ndarray]:
        collector = HeadStatisticsCollector(mini.encode(text), model="mini")
        mini.attention_layers(text, take=collector.take)
        return collector.result().arrays

    texts = ["El gato duerme", "Saqué dinero del banco y compré pan", "Hoy llueve mucho"]
    alone = [statistics(text) for text in texts]
    for found, expected in zip(waiting(*(lambda t=t: statistics(t) for t in texts)), alone, strict=True):
        for name, values in expected.items():
            np.testing.assert_allclose(found.result()[name], values, atol=1e-5)


def test_equal_questions_are_computed_once(tiny, waiting, batches) -> None:
    first, second, other = waiting(
        asked(tiny("bert"), "the man"), asked(tiny("bert"), " the  man"), asked(tiny("bert"), "the store")
    )
    assert batches == [(2, 4)]
    assert first.result().weights is second.result().weights
    assert first.result().weights is not other.result().weights


def test_models_and_heads_that_are_off_do_not_share_a_batch(tiny, waiting, batches) -> None:
    engine, other = tiny("bert"), tiny("roberta")
    without = engine.without_heads([(0, 1)])
    answers = waiting(asked(engine, "the man"), asked(without, "the man"), asked(other, "the man"))
    assert [count for count, _ in batches] == [1, 1, 1]
    assert not np.allclose(answers[0].result().weights[1:], answers[1].result().weights[1:])


def test_a_batch_is_bounded_and_a_long_text_runs_alone(mini: BertEngine, waiting, batches, settings) -> None:
    settings(concurrent_passes="1", cache_bytes="0", batch_tokens="24")
    long = "banco " * 140
    words = "gato perro casa mesa".split()
    waiting(asked(mini, words[0]), asked(mini, long), *(asked(mini, f"{word} azul") for word in words))
    assert all(count * tokens <= 24 for count, tokens in batches if tokens < 100)
    assert [count for count, tokens in batches if tokens > 100] == [1]
    assert sum(count for count, _ in batches) == 6


def test_a_short_text_is_not_padded_to_a_much_longer_one(mini: BertEngine, waiting, batches) -> None:
    waiting(asked(mini, "sol"), asked(mini, "banco " * 60))
    assert [count for count, _ in batches] == [1, 1]


def test_nobody_computes_what_nobody_waits_for(tiny, waiting, batches) -> None:
    engine, here = tiny("bert"), threading.Event()

    def leaving(text: str) -> Callable[[], AttentionMaps]:
        def ask() -> AttentionMaps:
            with asking(here.is_set):
                return engine.attention(text)

        return ask

    gone, shared, stays, also_shared = waiting(
        leaving("the man"), leaving("the store"), asked(engine, "il banco"), asked(engine, "the store")
    )
    with pytest.raises(MovedOnError):
        gone.result()
    assert shared.result().weights is also_shared.result().weights  # another visitor waits for it
    assert stays.result().weights.size
    assert sum(count for count, _ in batches) == 2


def test_what_was_not_begun_for_somebody_who_left_is_told(tiny, settings) -> None:
    with asking(lambda: False), pytest.raises(MovedOnError):
        tiny("bert").fill_mask("the ___", candidates=["ñandú"])


def test_too_many_waiting_are_refused_at_once(tiny, settings) -> None:
    settings(concurrent_passes="1", cache_bytes="0", max_waiting_passes="2", max_wait_s="30")
    engine = tiny("bert")
    with ThreadPoolExecutor(2) as pool:
        with forward_slot():
            answers = [pool.submit(asked(engine, text)) for text in ("the man", "the")]
            _await_askers(2)
            with pytest.raises(BusyError):
                engine.attention("store")
        assert all(answer.result().weights.size for answer in answers)


def test_who_waits_too_long_is_told_and_holds_nobody_up(tiny, settings) -> None:
    settings(concurrent_passes="1", cache_bytes="0", max_wait_s="0.05")
    engine = tiny("bert")
    with forward_slot(), pytest.raises(BusyError):
        engine.attention("the man")
    assert not forward._queue()._waiting and not forward._queue()._open
    assert engine.attention("the man").weights.size


def test_a_failure_is_told_to_whom_it_concerns(tiny, waiting, monkeypatch) -> None:
    engine = tiny("bert")
    compute = ForwardPasses._compute
    bad = engine.encode("store").ids.tolist()

    def failing(self, ids, segments, **options):
        if any(row[: len(bad)].tolist() == bad for row in ids):
            raise ZeroDivisionError
        return compute(self, ids, segments, **options)

    monkeypatch.setattr(ForwardPasses, "_compute", failing)
    good, failed, also_good = waiting(
        asked(engine, "the man"), asked(engine, "store"), asked(engine, "il banco")
    )
    assert good.result().weights.size and also_good.result().weights.size
    with pytest.raises(ZeroDivisionError):
        failed.result()


def test_an_asker_that_fails_holds_nobody_up(tiny, settings) -> None:
    settings(concurrent_passes="1", cache_bytes="0")

    def fails() -> bool:
        raise LookupError("nobody knows")

    for _ in range(3):
        with asking(fails), pytest.raises(LookupError):
            tiny("bert").attention("the man")
    assert tiny("bert").attention("the man").weights.shape[-1] == 4
