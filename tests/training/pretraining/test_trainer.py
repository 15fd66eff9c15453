from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import BertForPreTraining, BertTokenizer

from bertviz_core.errors import InputError
from bertviz_core.training.pretraining.anchors import TokenAnchor
from bertviz_core.training.pretraining.averaging import average_with_start
from bertviz_core.training.pretraining.batches import Batch, SpecialIds, assemble
from bertviz_core.training.pretraining.checkpoint import Progress, read_weights
from bertviz_core.training.pretraining.conversion import set_log_frequency_bias, write_bundle
from bertviz_core.training.pretraining.corpus import Corpus
from bertviz_core.training.pretraining.examples import ExamplePlan, draw_examples
from bertviz_core.training.pretraining.objective import Losses, pretraining_losses
from bertviz_core.training.pretraining.schedule import TrainingPlan, bundled_plan
from bertviz_core.training.pretraining.teacher import Teacher, mixed_loss
from bertviz_core.training.pretraining.trainer import Pretrainer

PLAN = TrainingPlan(
    budget_tokens=20_000,
    tokens_per_batch=128,
    encoder_rate=5e-3,
    head_rate=5e-3,
    widths=(32, 64),
    examples=ExamplePlan(lengths=(32,), repeats=(4.0, 4.0)),
    late_examples=ExamplePlan(lengths=(64,), repeats=(4.0, 4.0)),
)


class Stopped(Exception):
    """What a test throws into a run."""


def load(folder: Path) -> BertForPreTraining:
    return BertForPreTraining.from_pretrained(folder, dtype=torch.float32)


def a_batch(corpus: Corpus, special: SpecialIds) -> Batch:
    tokens = torch.from_numpy(corpus.tokens.astype(np.int64))
    examples = torch.from_numpy(draw_examples(corpus, ExamplePlan(lengths=(32,)), seed=5))
    return assemble(tokens, examples, 32, special)


@pytest.fixture
def trainer(corpus: Corpus, special: SpecialIds, start_folder: Path, tmp_path: Path) -> Pretrainer:
    return Pretrainer(load(start_folder), corpus, special, PLAN, folder=tmp_path / "run")


def test_masked_words_are_learned_within_the_budget(trainer: Pretrainer) -> None:
    seen: list[float] = []
    progress = trainer.run(lambda _, losses: seen.append(losses.masked_words.item()))
    assert PLAN.budget_tokens <= progress.tokens < PLAN.budget_tokens + PLAN.tokens_per_batch
    assert np.mean(seen[-10:]) < 0.8 * np.mean(seen[:10])


def test_both_losses_fall_on_a_batch_seen_again_and_again(
    corpus: Corpus, special: SpecialIds, start_folder: Path
) -> None:
    model = load(start_folder)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    examples = draw_examples(corpus, ExamplePlan(lengths=(32,), repeats=(4.0, 4.0)), seed=0)
    tokens = torch.from_numpy(corpus.tokens.astype(np.int64))
    batch = assemble(tokens, torch.from_numpy(examples), 32, special)
    seen = []
    for _ in range(60):
        losses = pretraining_losses(model, batch, special, rate=0.15)
        losses.total.backward()
        optimizer.step()
        optimizer.zero_grad()
        seen.append((losses.masked_words.item(), losses.next_sentence.item()))
    early, late = np.mean(seen[:5], axis=0), np.mean(seen[-5:], axis=0)
    assert (late < 0.8 * early).all()


def test_a_corpus_of_less_than_a_batch_is_refused(
    corpus: Corpus, special: SpecialIds, start_folder: Path, tmp_path: Path
) -> None:
    plan = replace(PLAN, tokens_per_batch=65_536)
    with pytest.raises(InputError, match="too small"):
        Pretrainer(load(start_folder), corpus, special, plan, folder=tmp_path / "run").run()


def test_a_stopped_run_goes_on_where_it_was(
    trainer: Pretrainer, corpus: Corpus, special: SpecialIds, start_folder: Path
) -> None:
    def watch(progress: Progress, _: Losses) -> None:
        if progress.step == 12:
            trainer.save()
            raise Stopped

    with pytest.raises(Stopped):
        trainer.run(watch)
    again = Pretrainer(load(start_folder), corpus, special, PLAN, folder=trainer.folder)
    assert again.progress.step == 12 and again.progress.tokens == trainer.progress.tokens
    for name, value in trainer.model.state_dict().items():
        assert torch.equal(value, again.model.state_dict()[name]), name
    moments = [state["exp_avg"] for state in trainer.optimizer.state.values()]
    kept = [state["exp_avg"] for state in again.optimizer.state.values()]
    assert len(moments) == len(kept) > 0
    assert all(torch.equal(a, b) for a, b in zip(moments, kept, strict=True))
    assert again.run().step > 12


def test_the_learning_rate_rises_and_falls_to_zero() -> None:
    factors = [PLAN.learning_rate_factor(share) for share in (0.0, PLAN.warm_up, 0.5, 1.0)]
    assert factors[0] == 0.0 and factors[1] == 1.0 and 0 < factors[2] < 1.0 and factors[3] == 0.0


def test_the_pull_towards_the_start_is_learned(
    corpus: Corpus, special: SpecialIds, start_folder: Path, tmp_path: Path
) -> None:
    plan = replace(PLAN, anchor_weight=1.0, anchor_every=1)
    start = load(start_folder)
    before = {name: value.clone() for name, value in start.state_dict().items()}
    trainer = Pretrainer(load(start_folder), corpus, special, plan, folder=tmp_path / "run", known=start)
    seen: list[float] = []
    trainer.run(lambda _, losses: seen.append(losses.anchor.item()))
    assert np.mean(seen[-10:]) < 0.9 * np.mean(seen[:10])
    assert all(torch.equal(value, before[name]) for name, value in start.state_dict().items())


def test_tokens_are_held_where_the_start_has_them(
    corpus: Corpus, special: SpecialIds, start_folder: Path, tmp_path: Path
) -> None:
    tokens = torch.from_numpy(corpus.tokens.astype(np.int64))
    examples = torch.from_numpy(draw_examples(corpus, ExamplePlan(lengths=(32,)), seed=5))
    batch = assemble(tokens, examples, 32, special)
    start = load(start_folder).eval()

    def apart(model: BertForPreTraining) -> float:
        total = []
        with torch.no_grad():
            states, known = (
                one.bert(
                    batch.ids,
                    token_type_ids=batch.segment_ids,
                    attention_mask=batch.attention_mask.long(),
                    output_hidden_states=True,
                ).hidden_states[2]
                for one in (model.eval(), start)
            )
            for row, column in batch.attention_mask.nonzero().tolist():
                one, other = states[row, column], known[row, column]
                total.append(1 - (one @ other / (one.norm() * other.norm())).item())
        return float(np.mean(total))

    distances = {}
    for weight in (0.0, 10.0):
        plan = replace(PLAN, anchor_weight=weight, anchor_every=1, anchor_layers=(2,))
        trainer = Pretrainer(
            load(start_folder), corpus, special, plan, folder=tmp_path / str(weight), known=start
        )
        trainer.run()
        distances[weight] = apart(trainer.model)
    assert distances[10.0] < 0.5 * distances[0.0]


def test_the_pull_of_tokens_sees_tokens_and_their_means_from_the_known_middle(
    corpus: Corpus, special: SpecialIds, start_folder: Path
) -> None:
    batch = a_batch(corpus, special)
    anchor = TokenAnchor(load(start_folder), layers=(1, 2), weight=2.0)
    known = anchor.known(
        batch.ids,
        token_type_ids=batch.segment_ids,
        attention_mask=batch.attention_mask.long(),
        output_hidden_states=True,
    ).hidden_states
    states = tuple(torch.randn_like(layer) for layer in known)
    hidden = batch.maskable & (torch.arange(32) % 3 == 0)
    kept = batch.attention_mask & ~hidden & (torch.arange(32) > 0)
    wanted = 0.0
    for layer in (1, 2):
        middle = torch.stack([known[layer][row, at] for row, at in kept.nonzero().tolist()]).mean(0)
        new, old = states[layer] - middle, known[layer] - middle
        tokens = [(new[row, at], old[row, at]) for row, at in kept.nonzero().tolist()]
        means = [(new[row, kept[row]].mean(0), old[row, kept[row]].mean(0)) for row in range(len(kept))]
        for pairs in (tokens, means):
            wanted += np.mean([1 - torch.cosine_similarity(one, other, dim=0).item() for one, other in pairs])
    assert anchor(states, batch, hidden).item() == pytest.approx(2 * wanted / 2, rel=1e-4)
    assert anchor(known, batch, hidden).item() == pytest.approx(0, abs=1e-5)


def test_a_student_comes_closer_to_its_teacher_who_does_not_change(
    corpus: Corpus, special: SpecialIds, start_folder: Path, tmp_path: Path
) -> None:
    torch.manual_seed(0)
    model = load(start_folder)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter += 0.3 * torch.randn_like(parameter)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    batch = a_batch(corpus, special)
    teacher = Teacher(model)
    masked = batch.maskable & (torch.arange(32) % 3 == 0)
    ids = torch.where(masked, special.mask, batch.ids)
    words, order = teacher(ids, batch, masked)
    assert words.shape == (int(masked.sum()), model.config.vocab_size) and order.shape == (len(ids), 2)
    assert torch.allclose(words.sum(1), torch.ones(len(words)), atol=1e-4)

    def apart(student: BertForPreTraining) -> float:
        answers = Teacher(student)(ids, batch, masked)
        return float(torch.nn.functional.kl_div(answers[0].log(), words, reduction="batchmean"))

    alone, taught = (
        Pretrainer(load(start_folder), corpus, special, PLAN, folder=tmp_path / str(number), teacher=one)
        for number, one in enumerate((None, model))
    )
    first = apart(load(start_folder))
    alone.run()
    taught.run()
    assert apart(taught.model) < 0.7 * first
    assert apart(taught.model) < 0.7 * apart(alone.model)
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())


def test_a_teacher_has_a_share_in_the_loss() -> None:
    logits, labels = torch.tensor([[1.0, 0.0, -1.0]]), torch.tensor([0])
    log_probabilities = logits.log_softmax(1)[0]
    own = -log_probabilities[0].item()
    assert mixed_loss(logits, labels, None, 0.7).item() == pytest.approx(own)
    soft = -0.5 * (log_probabilities[1] + log_probabilities[2]).item()
    taught = torch.tensor([[0.0, 0.5, 0.5]])
    assert mixed_loss(logits, labels, taught, 0.7).item() == pytest.approx(0.3 * own + 0.7 * soft)


@pytest.mark.parametrize("heads", [False, True])
def test_an_average_lies_between_both_encoders_and_keeps_the_heads_or_not(
    start_folder: Path, heads: bool
) -> None:
    start, trained = load(start_folder), load(start_folder)
    with torch.no_grad():
        for parameter in trained.parameters():
            parameter += torch.randn_like(parameter)
    before = {name: value.clone() for name, value in trained.state_dict().items()}
    average_with_start(trained, start, share=0.25, heads=heads)
    after = trained.state_dict()
    for name, value in start.state_dict().items():
        body = name.startswith(("bert.embeddings", "bert.encoder")) or "decoder.weight" in name
        back = 0.25 if heads or body else 0
        assert torch.allclose(after[name], before[name] + back * (value - before[name]), atol=1e-6), name


def test_other_shapes_and_shares_are_refused(start_folder: Path) -> None:
    start = load(start_folder)
    with pytest.raises(InputError, match="between 0 and 1"):
        average_with_start(load(start_folder), start, share=1.5)
    start.resize_token_embeddings(20)
    with pytest.raises(InputError, match="same size and vocabulary"):
        average_with_start(load(start_folder), start, share=0.5)


def test_the_bundle_opens_in_half_precision_with_the_trained_weights(
    trainer: Pretrainer, tokenizer: BertTokenizer, start_folder: Path, tmp_path: Path
) -> None:
    trainer.run()
    trained = read_weights(trainer.folder, load(start_folder))
    wanted = trained.bert.encoder.layer[0].attention.self.query.weight.half().clone()
    write_bundle(trained, tokenizer, tmp_path / "bundle")
    opened, report = BertForPreTraining.from_pretrained(tmp_path / "bundle", output_loading_info=True)
    assert opened.dtype == torch.float16
    assert not report["missing_keys"]
    assert torch.equal(opened.bert.encoder.layer[0].attention.self.query.weight, wanted)
    assert (tmp_path / "bundle" / "vocab.txt").read_text(encoding="utf-8").startswith("[PAD]\n[UNK]\n")


def test_the_decoder_starts_at_the_log_frequency(start_folder: Path, corpus: Corpus) -> None:
    model = load(start_folder)
    frequency = np.bincount(corpus.tokens, minlength=model.config.vocab_size)
    set_log_frequency_bias(model, frequency)
    bias = model.cls.predictions.decoder.bias.detach()
    assert torch.allclose(bias.exp().sum(), torch.tensor(1.0), atol=1e-4)
    assert bias.argmax() == frequency.argmax()


def test_the_bundled_plan_shows_full_length_inputs_at_the_end() -> None:
    plan = bundled_plan(on_gpu=True)
    assert max(plan.widths) == 512
    assert plan.late_examples is not None and 512 in plan.late_examples.lengths
    assert not plan.is_late(0.5) and plan.is_late(0.9)
