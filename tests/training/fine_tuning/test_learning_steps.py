"""Gradients, losses and the schedule against plain PyTorch."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from small_lessons import QUICK, Notebook, lesson
from transformers import BertConfig, BertForSequenceClassification

from bertviz_core.results import TRAIN
from bertviz_core.training.fine_tuning import fine_tune
from bertviz_core.training.fine_tuning.learning_linear import fast_learning
from bertviz_core.training.fine_tuning.learning_plan import plan_learning
from bertviz_core.training.fine_tuning.task_losses import balanced_weights, task_loss


def test_fast_layers_have_the_gradients_of_pytorch():
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=50, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=48
    )
    network = BertForSequenceClassification(config).eval()
    ids, labels = torch.randint(0, 50, (5, 9)), torch.randint(0, 2, (5,))
    gradients = []
    for fast in (False, True):
        network.zero_grad()
        if fast:
            with fast_learning():
                loss = network(ids, labels=labels).loss
                loss.backward()
        else:
            loss = network(ids, labels=labels).loss
            loss.backward()
        gradients.append({name: p.grad.clone() for name, p in network.named_parameters()})
    for name, plain in gradients[0].items():
        torch.testing.assert_close(gradients[1][name], plain, atol=1e-6, rtol=1e-4)


def test_layers_that_do_not_learn_get_no_gradient():
    layer = torch.nn.Linear(4, 3)
    layer.weight.requires_grad_(False)
    values = torch.randn(2, 5, 4, requires_grad=True)
    with fast_learning():
        layer(values).square().sum().backward()
    assert layer.weight.grad is None and layer.bias.grad is not None
    wanted = 2 * layer(values.detach()) @ layer.weight
    torch.testing.assert_close(values.grad, wanted)


def test_the_loss_of_each_task_is_the_mean_that_it_should_be():
    torch.manual_seed(1)
    scores, targets = torch.randn(4, 6, 3), torch.randint(0, 3, (4, 6))
    targets[:, 4:] = -100
    kept = [(r, t) for r in range(4) for t in range(4)]
    slow = torch.stack([-scores[r, t].log_softmax(-1)[targets[r, t]] for r, t in kept]).mean()
    torch.testing.assert_close(task_loss(scores, targets, "tagging"), slow)
    spans, where = torch.randn(4, 6, 2), torch.randint(0, 6, (4, 2))
    slow = torch.stack(
        [-spans[r, :, side].log_softmax(-1)[where[r, side]] for r in range(4) for side in (0, 1)]
    ).mean()
    torch.testing.assert_close(task_loss(spans, where, "question"), slow)
    weights = torch.tensor([1.0, 3.0, 0.5])
    one, said = torch.randn(5, 3), torch.randint(0, 3, (5, 1))
    slow = (
        sum(-weights[s] * one[r].log_softmax(-1)[s] for r, s in enumerate(said[:, 0]))
        / weights[said[:, 0]].sum()
    )
    torch.testing.assert_close(task_loss(one, said, "sentence", weights), slow)


def test_rare_classes_weigh_as_much_as_frequent_ones():
    data = lesson("sentence", 30)
    labels = [example.label for example in data.part(TRAIN)]
    weights = balanced_weights(data)
    totals = [weights[n] * labels.count(label) for n, label in enumerate(data.labels)]
    np.testing.assert_allclose(totals, len(labels) / 2, rtol=1e-6)


@pytest.mark.parametrize(
    ("rows", "epochs", "batch"), [(263, 8, 16), (5, 1, 16), (100, 1, 4), (30, 3, 7), (900, 2, 8)]
)
def test_a_run_is_validated_four_times_or_after_each_epoch(rows, epochs, batch):
    plan = plan_learning(rows, replace(QUICK, epochs=epochs, batch_size=batch))
    of_epoch = -(-rows // batch)
    assert plan.steps == epochs * of_epoch and max(plan.validations) == plan.steps
    assert len(plan.validations) >= min(4, plan.steps)
    assert {epoch * of_epoch for epoch in range(1, epochs + 1)} <= plan.validations
    points = plan.steps // plan.between_points
    assert points >= min(40, plan.steps)


def test_the_rate_rises_and_falls_in_straight_lines_and_losses_are_reported(checkpoint, tmp_path):
    watch = Notebook()
    settings = replace(QUICK, epochs=5, warmup=0.25)
    fine_tune(str(checkpoint("bert")), lesson("sentence"), settings, folder=tmp_path, watch=watch)
    steps = 20
    assert [point.step for point in watch.points] == list(range(1, steps + 1))
    for point in watch.points:
        done = point.step - 1
        share = done / 5 if done < 5 else (steps - done) / (steps - 5)
        assert point.learning_rate == pytest.approx(settings.learning_rate * share)
        assert np.isfinite(point.loss) and point.epoch == pytest.approx(point.step / 4)
    assert [step for step, _ in watch.steps] == list(range(1, steps + 1))


def test_one_step_is_that_of_plain_adamw(checkpoint, tmp_path):
    """Without dropout, which the config turns off, the first steps can be taken by hand."""
    import json
    import shutil

    from safetensors.torch import load_file

    from bertviz_core.models.loading import load_checkpoint
    from bertviz_core.models.sources import find_checkpoint
    from bertviz_core.training.fine_tuning.row_batches import RowPadder, SeededBatches
    from bertviz_core.training.fine_tuning.row_maker import RowMaker
    from bertviz_core.training.fine_tuning.task_network import new_network
    from bertviz_core.training.fine_tuning.training_rows import training_rows

    base = shutil.copytree(checkpoint("bert"), tmp_path / "base")
    config = json.loads((base / "config.json").read_text())
    config.update(hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
    (base / "config.json").write_text(json.dumps(config))
    data = lesson("sentence")
    settings = replace(QUICK, epochs=1, warmup=0.0, weight_decay=0.1, learning_rate=1e-2)
    fine_tune(str(base), data, settings, folder=tmp_path / "run", watch=Notebook(stop_at=2))

    found = find_checkpoint(str(base))
    network = new_network(found, "sentence", data.labels, seed=settings.seed).train()
    rows = training_rows(RowMaker(load_checkpoint(found), max_tokens=32), data, TRAIN, seed=0)
    decayed = [p for n, p in network.named_parameters() if "bias" not in n and "LayerNorm" not in n]
    others = [p for n, p in network.named_parameters() if "bias" in n or "LayerNorm" in n]
    groups = [{"params": decayed, "weight_decay": 0.1}, {"params": others, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=1e-2)
    padder = RowPadder(pad_id=0, has_segments=True, by_token=False)
    batches = list(SeededBatches([len(row.ids) for row in rows], batch_size=4, seed=0))
    kept = {}
    for number in range(2):
        for group in optimizer.param_groups:
            group["lr"] = 1e-2 * (4 - number) / 4
        batch = padder([rows[row] for row in batches[number]])
        labels = batch.pop("labels")[:, 0]
        torch.nn.functional.cross_entropy(network(**batch).logits, labels).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        kept[number + 1] = {name: weights.clone() for name, weights in network.state_dict().items()}
    best = json.loads((tmp_path / "run" / "model" / "bert_scope.json").read_text())["learned"]["best_step"]
    saved = load_file(tmp_path / "run" / "model" / "model.safetensors")
    for name, weights in kept[best].items():
        torch.testing.assert_close(saved[name].float(), weights, atol=2e-3, rtol=2e-3)
