from __future__ import annotations

import gc
import hashlib
import threading
import weakref
from collections.abc import Callable
from copy import deepcopy

import numpy as np
import pytest
import torch

from bertviz_core.analysis.pretraining import step as pretraining_steps
from bertviz_core.analysis.pretraining import step_copy
from bertviz_core.engine import BertEngine
from bertviz_core.errors import BusyError, InputError, TextTooLongError
from bertviz_core.results import MaskedBatch, SentencePair

PAIR = SentencePair(
    first="La mujer sale de la plaza hacia el río.", second="The man went to the store.", is_next=False
)


def fingerprint(engine: BertEngine) -> str:
    digest = hashlib.sha256()
    for name, tensor in engine._passes.model.network.state_dict().items():
        digest.update(name.encode() + tensor.numpy().tobytes())
    return digest.hexdigest()


def reference(
    engine: BertEngine, batch: MaskedBatch, *, steps: int, learning_rate: float, names: set[str]
) -> list[float]:
    """Train a whole deep copy with one plain AdamW and the library's own loss."""
    network = deepcopy(engine._passes.model.network)
    learning = {name: p.requires_grad_(True) for name, p in network.named_parameters() if name in names}
    groups = [
        {"params": [p for p in learning.values() if p.dim() > 1], "weight_decay": 0.01},
        {"params": [p for p in learning.values() if p.dim() <= 1], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=learning_rate, eps=1e-6)
    inputs = {"input_ids": torch.tensor(batch.ids[None]), "labels": torch.tensor(batch.labels[None])}
    if engine.info.has_segments:
        inputs["token_type_ids"] = torch.tensor(batch.encoding.segment_ids[None])
    if engine.info.has_nsp_head and batch.is_next is not None:
        inputs["next_sentence_label"] = torch.tensor([0 if batch.is_next else 1])
    losses = []
    for _ in range(steps):
        loss = network(**inputs).loss
        losses.append(float(loss.detach()))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        losses.append(float(network(**inputs).loss))
    return losses


def learning_names(engine: BertEngine, max_bytes: int) -> set[str]:
    return set(step_copy.learning_parts(engine._passes, max_bytes=max_bytes).names)


def test_the_curve_is_that_of_a_plain_training_loop(engine: BertEngine) -> None:
    batch = engine.prepare_batch(PAIR, rate=0.4, seed=1)
    result = engine.take_steps(batch, steps=4, learning_rate=1e-3)
    names = learning_names(engine, 150_000_000)
    expected = reference(engine, batch, steps=4, learning_rate=1e-3, names=names)
    np.testing.assert_allclose(result.total, expected, rtol=2e-3)
    assert result.trained_layers == engine.info.layers


def test_the_curve_of_mini_is_that_of_a_plain_training_loop(mini: BertEngine) -> None:
    batch = mini.prepare_batch(PAIR, seed=1)
    result = mini.take_steps(batch, steps=2, learning_rate=3e-5)
    expected = reference(mini, batch, steps=2, learning_rate=3e-5, names=learning_names(mini, 150_000_000))
    np.testing.assert_allclose(result.total, expected, rtol=2e-3)
    assert result.trained_layers == 6
    np.testing.assert_allclose(result.total[0], mini.pretraining_loss(batch).total, rtol=1e-4)


def test_one_step_lowers_the_loss_on_its_batch(engine: BertEngine, mini: BertEngine) -> None:
    for learner, rate in ((engine, 1e-4), (mini, 3e-5)):
        result = learner.take_steps(learner.prepare_batch(PAIR, seed=2), steps=1, learning_rate=rate)
        assert result.steps == 1
        assert result.total[1] < result.total[0]


def test_the_answers_at_both_ends_are_those_of_the_model(mini: BertEngine) -> None:
    batch = mini.prepare_batch(PAIR, rate=0.3, seed=5)
    loss = mini.pretraining_loss(batch)
    result = mini.take_steps(batch, steps=3)
    assert (
        [mask.index for mask in result.before] == [mask.index for mask in result.after] == list(batch.drawn)
    )
    for before, token in zip(result.before, loss.tokens, strict=True):
        assert before.candidates[0].probability == pytest.approx(token.right.probability, rel=1e-3)
        assert before.candidates[0].rank == token.right.rank
        assert before.predictions[0].token == token.first.token
        assert len(before.predictions) == 10
    after = np.mean([-np.log(mask.candidates[0].probability) for mask in result.after])
    assert after == pytest.approx(float(result.masked_words[-1]), rel=1e-3)


def test_the_shared_model_stays_bit_identical_while_others_ask_it(mini: BertEngine) -> None:
    batch = mini.prepare_batch(PAIR, seed=3)
    before, text = fingerprint(mini), "El perro come [MASK] en la cocina"
    expected = mini.fill_mask(text, 5).masks[0].predictions
    answers, stop = [], threading.Event()

    def ask() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            asked = mini.attention(f"La casa número {number} es grande")  # a new text: nothing is kept of it
            answers.append(abs(asked.weights.sum(-1) - 1).max() < 1e-4)

    other = threading.Thread(target=ask)
    other.start()
    try:
        mini.take_steps(batch, steps=3, learning_rate=1e-3)
    finally:
        stop.set()
        other.join()
    assert answers and all(answers)
    assert fingerprint(mini) == before
    network = mini._passes.model.network
    assert not any(p.requires_grad or p.grad is not None for p in network.parameters())
    assert mini.fill_mask(text, 5).masks[0].predictions == expected


def test_the_same_batch_gives_the_same_curve(mini: BertEngine) -> None:
    batch = mini.prepare_batch(PAIR, seed=4)
    one, two = (mini.take_steps(batch, steps=2).total for _ in range(2))
    np.testing.assert_array_equal(one, two)


def test_the_copy_shares_what_does_not_learn_and_keeps_ties(engine: BertEngine) -> None:
    network = engine._passes.model.network
    names = learning_names(engine, 150_000_000)
    copied = step_copy.learning_copy(network, tuple(names))
    own = {name: p for name, p in copied.named_parameters() if p.requires_grad}
    assert set(own) == names
    originals = {p.data_ptr() for p in network.parameters()}
    assert not originals & {p.data_ptr() for p in own.values()}
    shared = [p for p in copied.parameters() if not p.requires_grad]
    assert {p.data_ptr() for p in shared} <= originals
    assert copied.get_input_embeddings().weight is network.get_input_embeddings().weight
    tied = {
        tuple(sorted(n for n, q in network.named_parameters(remove_duplicate=False) if q is p))
        for p in network.parameters()
    }
    after = {
        tuple(sorted(n for n, q in copied.named_parameters(remove_duplicate=False) if q is p))
        for p in copied.parameters()
    }
    assert tied == after


def test_nothing_of_the_copy_is_left(mini: BertEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[weakref.ref[torch.nn.Module]] = []
    make = step_copy.learning_copy

    def remember(network: torch.nn.Module, names: tuple[str, ...]) -> torch.nn.Module:
        copied = make(network, names)
        kept.append(weakref.ref(copied))
        return copied

    monkeypatch.setattr(pretraining_steps, "learning_copy", remember)
    mini.take_steps(mini.prepare_batch(PAIR), steps=1)
    gc.collect()
    assert len(kept) == 1 and kept[0]() is None


def test_a_larger_model_trains_its_last_layers_or_is_refused(
    mini: BertEngine, settings: Callable[..., None]
) -> None:
    batch = mini.prepare_batch(PAIR, seed=3)
    settings(max_training_bytes="30000000")
    result = mini.take_steps(batch, steps=2)
    assert result.trained_layers == 1
    assert result.trained_parameters * 12 <= 30_000_000
    assert result.total[2] < result.total[0]
    settings(max_training_bytes="5000000")
    with pytest.raises(InputError, match="too large"):
        mini.take_steps(batch, steps=2)
    settings(max_training_bytes="300000000")
    assert step_copy.learning_parts(mini._passes, max_bytes=300_000_000).layers == 12


def test_heads_that_are_off_stay_off_while_learning(mini: BertEngine) -> None:
    batch = mini.prepare_batch(PAIR, seed=3)
    without = mini.without_heads([(11, head) for head in range(12)])
    result = without.take_steps(batch, steps=1)
    assert result.total[0] == pytest.approx(without.pretraining_loss(batch).total, rel=1e-4)
    assert abs(result.total[0] - mini.pretraining_loss(batch).total) > 1e-3


def test_each_step_is_told(mini: BertEngine) -> None:
    told: list[tuple[int, float]] = []
    batch = mini.prepare_batch(PAIR, seed=3)
    result = mini.take_steps(batch, steps=3, on_step=lambda step, loss: told.append((step, loss)))
    assert [step for step, _ in told] == [1, 2, 3]
    np.testing.assert_allclose([loss for _, loss in told], result.total[:3])


def test_a_visitor_who_leaves_frees_the_place(mini: BertEngine) -> None:
    batch = mini.prepare_batch(PAIR, seed=3)

    def leave(step: int, loss: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mini.take_steps(batch, steps=3, on_step=leave)
    assert mini.take_steps(batch, steps=1).steps == 1


def test_one_run_at_a_time(mini: BertEngine, settings: Callable[..., None]) -> None:
    settings(max_wait_s="0.05")
    batch = mini.prepare_batch(PAIR, seed=3)
    with pretraining_steps._alone(), pytest.raises(BusyError):
        mini.take_steps(batch, steps=1)


@pytest.mark.parametrize(
    "schedule",
    [
        {"steps": 0},
        {"steps": 21},
        {"learning_rate": 0.0},
        {"learning_rate": 0.1},
        {"learning_rate": float("nan")},
    ],
)
def test_settings_out_of_bounds_are_refused_by_the_engine(
    mini: BertEngine, schedule: dict[str, float]
) -> None:
    with pytest.raises(InputError):
        mini.take_steps(mini.prepare_batch(PAIR), **schedule)  # type: ignore[arg-type]


def test_a_long_text_is_refused(mini: BertEngine) -> None:
    with pytest.raises(TextTooLongError, match="128"):
        mini.take_steps(mini.prepare_batch("la casa " * 80))
