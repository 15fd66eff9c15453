"""What fine-tuning put on an encoder is found, and told where it cannot be asked."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from pathlib import Path

import fine_tuned_checkpoints
import pytest
import torch
from safetensors.torch import load_file, save_file
from tiny_checkpoints import FAMILIES

from bertviz_core import BertEngine, load_engine
from bertviz_core.errors import MissingHeadError
from bertviz_core.results import TaskInfo

TEXT = "The man went to the store"


@pytest.mark.parametrize("task", fine_tuned_checkpoints.KINDS)
def test_a_saved_head_is_found_in_every_family(task: str, tmp_path: Path) -> None:
    own = {"task": task, "base": "mini"}
    for family in FAMILIES:
        folder = fine_tuned_checkpoints.build(tmp_path / family, family=family, task=task, own=own)
        labels = () if task == "question" else fine_tuned_checkpoints.LABELS
        assert load_engine(str(folder)).task == TaskInfo(task=task, labels=labels, base="mini")  # type: ignore[arg-type]


def test_a_model_without_head_has_no_task(tiny: Callable[..., BertEngine], mini: BertEngine) -> None:
    assert mini.task is None
    assert tiny("roberta").task is None
    with pytest.raises(MissingHeadError, match="not fine-tuned"):
        mini.classify(TEXT)


def test_a_foreign_model_tells_classes_of_one_text(tmp_path: Path) -> None:
    engine = load_engine(str(fine_tuned_checkpoints.build(tmp_path)))
    assert engine.task == TaskInfo(task="sentence", labels=fine_tuned_checkpoints.LABELS)


@pytest.mark.parametrize(
    "own", ["", "[]", "{", '{"task": "tagging"}', '{"task": 7, "base": [], "settings": 1}', "[" * 100_000]
)
def test_a_damaged_or_lying_note_beside_the_model_does_no_harm(own: str, tmp_path: Path) -> None:
    folder = fine_tuned_checkpoints.build(tmp_path)
    (folder / "bert_scope.json").write_text(own)
    engine = load_engine(str(folder))
    assert engine.task == TaskInfo(task="sentence", labels=fine_tuned_checkpoints.LABELS)


def test_a_head_that_is_not_in_the_file_is_no_task(tmp_path: Path) -> None:
    folder = fine_tuned_checkpoints.build(tmp_path)
    weights = load_file(folder / "model.safetensors")
    del weights["classifier.bias"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    assert load_engine(str(folder)).task is None


def test_a_pooler_that_is_not_in_the_file_is_no_task(tmp_path: Path) -> None:
    folder = fine_tuned_checkpoints.build(tmp_path)
    weights = {name: w for name, w in load_file(folder / "model.safetensors").items() if "pooler" not in name}
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    assert load_engine(str(folder)).task is None


def test_more_labels_than_weights_are_shown_as_numbers(tmp_path: Path) -> None:
    folder = fine_tuned_checkpoints.build(tmp_path)
    config = json.loads((folder / "config.json").read_text())
    config["id2label"]["3"] = "more"
    config["label2id"]["more"] = 3
    (folder / "config.json").write_text(json.dumps(config))
    engine = load_engine(str(folder))
    assert engine.task is not None
    assert engine.task.labels == ("0", "1", "2")
    assert [note.kind for note in engine.info.notes] == ["classes"]


@pytest.mark.parametrize(
    ("labels", "config", "said"),
    [
        (("score",), {}, "a number"),
        (("a", "b"), {"problem_type": "regression"}, "a number"),
        (("a", "b"), {"problem_type": "multi_label_classification"}, "several classes at once"),
    ],
)
def test_regression_and_multi_label_are_told(
    labels: tuple[str, ...], config: dict[str, str], said: str, tmp_path: Path
) -> None:
    engine = load_engine(str(fine_tuned_checkpoints.build(tmp_path, labels=labels, **config)))
    assert engine.task is None
    with pytest.raises(MissingHeadError, match=said):
        engine.classify(TEXT)
    assert engine.attention(TEXT).weights.shape[0] == engine.info.layers


def test_the_head_brings_no_second_encoder(tmp_path: Path) -> None:
    folder = str(fine_tuned_checkpoints.build(tmp_path))
    before = {id(module) for module in _embeddings()}
    engine = load_engine(folder)
    assert engine.task is not None
    new = [module for module in _embeddings() if id(module) not in before]
    assert len([module for module in new if module.num_embeddings == engine.info.vocab_size]) == 1


def _embeddings() -> list[torch.nn.Embedding]:
    gc.collect()
    return [found for found in gc.get_objects() if type(found) is torch.nn.Embedding]


def test_sharded_and_half_precision_checkpoints_have_their_head(tmp_path: Path) -> None:
    fine_tuned_checkpoints.build(tmp_path / "whole")
    model = fine_tuned_checkpoints.model_class("bert", "sentence").from_pretrained(tmp_path / "whole")
    folder = tmp_path / "parts"
    fine_tuned_checkpoints.build(folder)
    (folder / "model.safetensors").unlink()
    model.half().save_pretrained(folder, max_shard_size="20KB")
    assert not (folder / "model.safetensors").exists()
    engine = load_engine(str(folder))
    expected = load_engine(str(tmp_path / "whole")).classify(TEXT)
    assert engine.classify(TEXT).probabilities == pytest.approx(expected.probabilities, abs=0.01)


@pytest.mark.parametrize("named", ["BertForMaskedLM", "BertForPreTraining", "BertForNextSentencePrediction"])
def test_a_head_that_the_config_does_not_name_is_told(tmp_path: Path, named: str) -> None:
    folder = fine_tuned_checkpoints.build(tmp_path)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"architectures": [named]}))
    engine = load_engine(str(folder))
    assert (engine.info.has_mlm_head, engine.info.has_nsp_head) == (False, False)
    assert any("has no place" in str(note) for note in engine.info.notes)
    assert any("are missing" in str(note) for note in engine.info.notes)
    with pytest.raises(MissingHeadError, match="“architectures”"):
        engine.classify(TEXT)


def test_a_named_head_whose_weights_are_missing_is_told(tmp_path: Path) -> None:
    folder = fine_tuned_checkpoints.build(tmp_path)
    weights = load_file(folder / "model.safetensors")
    del weights["classifier.bias"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    (note,) = load_engine(str(folder)).info.notes
    assert "BertForSequenceClassification, but weights of its head are missing" in str(note)
