"""A run of every family and task, and what is left of it, against plain transformers."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from small_lessons import QUICK, Notebook, lesson
from transformers import (
    AutoModelForQuestionAnswering,
    AutoModelForSequenceClassification,
    AutoModelForTokenClassification,
    AutoTokenizer,
    pipeline,
)

from bertviz_core.engine import load_engine
from bertviz_core.results import TASKS, TEST
from bertviz_core.training.fine_tuning import fine_tune, predict

FAMILIES = ("bert", "distilbert", "roberta", "xlm-roberta", "albert", "electra")
TRAINED = [
    *((family, "sentence") for family in FAMILIES),
    *((family, task) for family in ("bert", "roberta") for task in TASKS if task != "sentence"),
]
"""Every family, and every task with both ways of cutting words and with segments and without."""

CLASSES = {
    "sentence": AutoModelForSequenceClassification,
    "pair": AutoModelForSequenceClassification,
    "tagging": AutoModelForTokenClassification,
    "question": AutoModelForQuestionAnswering,
}


@pytest.fixture(scope="module")
def trained(checkpoint, tmp_path_factory):
    """Train each family on each task once."""
    done = {}

    def get(family, task):
        if (family, task) not in done:
            folder, watch = tmp_path_factory.mktemp(f"{family}-{task}"), Notebook()
            learned = fine_tune(str(checkpoint(family)), lesson(task), QUICK, folder=folder, watch=watch)
            done[family, task] = folder / "model", learned, watch
        return done[family, task]

    return get


@pytest.mark.parametrize(("family", "task"), TRAINED)
def test_transformers_opens_what_was_saved_and_says_the_same(trained, family, task):
    folder, learned, watch = trained(family, task)
    data = lesson(task)
    network, report = CLASSES[task].from_pretrained(folder, output_loading_info=True)
    assert not report["missing_keys"] and not report["mismatched_keys"]
    assert network.dtype == torch.float32
    assert learned.steps == 8 and not learned.stopped and learned.epochs == 2
    assert watch.steps[-1] == (8, 8)
    held = data.part(TEST)
    said = predict(folder, held, data)
    if task in ("sentence", "pair"):
        tokenizer = AutoTokenizer.from_pretrained(folder)
        for example, own in zip(held, said.probabilities, strict=True):
            segments = family in ("bert", "albert", "electra")
            inputs = tokenizer(
                example.text, example.pair, return_tensors="pt", return_token_type_ids=segments
            )
            with torch.no_grad():
                plain = network(**inputs).logits.softmax(dim=-1)[0]
            np.testing.assert_allclose(own, plain.numpy(), atol=1e-5)
        assert [data.labels[n] for n in said.probabilities.argmax(axis=1)] == list(said.said)
    assert len(said.said) == len(held)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_pipeline_of_transformers_names_the_classes(trained, family):
    folder, *_ = trained(family, "sentence")
    answer = pipeline("text-classification", str(folder))("the banco is")
    assert answer[0]["label"] in ("place", "thing")


@pytest.mark.parametrize(("family", "task"), TRAINED)
def test_pretraining_heads_go_along(trained, tiny, family, task):
    folder, *_ = trained(family, task)
    before, after = tiny(family), load_engine(str(folder))
    assert after.info.has_mlm_head == before.info.has_mlm_head
    assert after.info.has_nsp_head == before.info.has_nsp_head
    text = "the man went to the [MASK]"
    one, other = (engine.fill_mask(text).masks[0] for engine in (before, after))
    assert [p.probability for p in one.predictions] != [p.probability for p in other.predictions]


def test_the_shared_pretrained_model_is_bit_identical_after_a_run(tiny, checkpoint, tmp_path):
    engine = tiny("bert")
    network = engine._passes.model.network
    before = {name: weights.clone() for name, weights in network.state_dict().items()}
    random_state = torch.random.get_rng_state(), np.random.get_state()[1].copy()
    for method in ("full", "last_layers", "lora"):
        fine_tune(
            str(checkpoint("bert")),
            lesson("sentence"),
            replace(QUICK, method=method, epochs=1),
            folder=tmp_path / method,
            watch=Notebook(),
        )
    after = network.state_dict()
    assert before.keys() == after.keys()
    assert all(torch.equal(weights, after[name]) for name, weights in before.items())
    assert not network.training and not any(weights.requires_grad for weights in network.parameters())
    assert torch.equal(random_state[0], torch.random.get_rng_state())
    assert (random_state[1] == np.random.get_state()[1]).all()


@pytest.mark.parametrize("task", TASKS)
def test_a_model_learns_its_task(checkpoint, tmp_path, task):
    settings = replace(QUICK, epochs=30, learning_rate=3e-3, warmup=0.0)
    watch = Notebook()
    data = lesson(task, 48)
    fine_tune(str(checkpoint("bert")), data, settings, folder=tmp_path, watch=watch)
    validations = [point.validation for point in watch.points if point.validation]
    losses = [point.loss for point in watch.points if point.loss is not None]
    assert np.mean(losses[-5:]) < 0.5 * losses[0]
    assert max(validation.score for validation in validations) >= 0.7


def test_the_best_weights_are_kept_and_not_the_last(checkpoint, tmp_path):
    watch = Notebook()
    settings = replace(QUICK, epochs=6, learning_rate=3e-3)
    data = lesson("sentence")
    learned = fine_tune(str(checkpoint("bert")), data, settings, folder=tmp_path, watch=watch)
    validations = {point.step: point.validation for point in watch.points if point.validation}
    best = max(validations, key=lambda step: (validations[step].score, -validations[step].loss))
    assert learned.best_step == best
    watched = data.part(1)
    said = predict(tmp_path / "model", watched, data).said
    right = np.mean([one == example.label for one, example in zip(said, watched, strict=True)])
    assert right == pytest.approx(validations[best].score)
    matrix = validations[best].confusion
    assert matrix.sum() == len(watched) and np.trace(matrix) / matrix.sum() == validations[best].score


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("method", ["last_layers", "lora"])
def test_only_what_is_to_learn_changes(checkpoint, tmp_path, family, method):
    settings = replace(QUICK, method=method, last_layers=1)
    if (family, method) == ("albert", "last_layers"):
        with pytest.raises(Exception, match="share their weights"):
            fine_tune(
                str(checkpoint(family)), lesson("sentence"), settings, folder=tmp_path, watch=Notebook()
            )
        return
    fine_tune(str(checkpoint(family)), lesson("sentence"), settings, folder=tmp_path, watch=Notebook())
    before, after = (
        AutoModelForSequenceClassification.from_pretrained(folder).base_model.state_dict()
        for folder in (checkpoint(family), tmp_path / "model")
    )
    assert before.keys() == after.keys()
    changed = {name for name in before if not torch.equal(before[name].half(), after[name].half())}
    changed = {name for name in changed if not name.startswith("pooler")}
    if method == "lora":
        assert changed and all(name.endswith("weight") and "embeddings" not in name for name in changed)
        assert not any("LayerNorm" in name or "layer_norm" in name for name in changed)
    else:
        assert changed and all(".2." in name for name in changed)


def test_a_stop_keeps_the_best_so_far(checkpoint, tmp_path):
    watch = Notebook(stop_at=3)
    settings = replace(QUICK, epochs=50)
    data = lesson("sentence")
    learned = fine_tune(str(checkpoint("bert")), data, settings, folder=tmp_path, watch=watch)
    assert learned.stopped and learned.steps == 3 and learned.best_step <= 3
    assert watch.points[-1].step == 3 and watch.points[-1].validation is not None
    assert len(predict(tmp_path / "model", data.part(TEST), data).said) == 4
    assert not (tmp_path / "checkpoints").exists()


def test_it_ends_when_nothing_becomes_better(checkpoint, tmp_path):
    watch = Notebook()
    settings = replace(QUICK, epochs=60, patience=2, learning_rate=1e-2)
    data = lesson("sentence")
    learned = fine_tune(str(checkpoint("bert")), data, settings, folder=tmp_path, watch=watch)
    validations = [point.step for point in watch.points if point.validation]
    assert learned.steps == validations[-1] < 240 and not learned.stopped
    assert learned.best_step == validations[-3]
