"""Weights that are called otherwise, or are left over, are told."""

from __future__ import annotations

import shutil

import fine_tuned_checkpoints
import pytest
import torch
from changed_checkpoints import changed
from safetensors.torch import load_file, save_file

from bertviz_core.engine import load_engine
from bertviz_core.errors import UnreadableModelError


def saved_with(folder, change):
    file = folder / "model.safetensors"
    weights = {name: weight.clone() for name, weight in load_file(file).items()}
    save_file(change(weights), file, metadata={"format": "pt"})
    return str(folder)


@pytest.mark.parametrize("beginning", ["module.", "_orig_mod.", "model."])
def test_names_of_a_wrapper_are_named(beginning, checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "model")
    saved_with(folder, lambda weights: {f"{beginning}{name}": weight for name, weight in weights.items()})
    with pytest.raises(UnreadableModelError, match=f"begin with “{beginning}”"):
        load_engine(str(folder))


def test_a_missing_layer_is_no_wrapper(checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "model")
    saved_with(folder, lambda weights: {n: weight for n, weight in weights.items() if ".layer.2." not in n})
    with pytest.raises(UnreadableModelError, match="lack parts"):
        load_engine(str(folder))


def test_layers_that_the_config_leaves_out_are_told(checkpoint, tmp_path):
    folder = changed(checkpoint("bert"), tmp_path / "model", config=lambda c: c.update(num_hidden_layers=2))
    (note,) = load_engine(str(folder)).info.notes
    assert note.kind == "weights" and note.doubtful
    assert "16 parts" in str(note) and "layer.2." in str(note)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("bert.encoder.layer.0.attention.self.distance_embedding.weight", True),
        ("bert.encoder.layer.0.attention.self.query.lora_A.default.weight", True),
        ("bert.embeddings.position_ids", False),
        ("classifier.weight_of_nobody", False),
    ],
)
def test_parts_without_a_place_are_told(name, told, checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "model")
    notes = load_engine(saved_with(folder, lambda weights: weights | {name: torch.ones(4, 4)})).info.notes
    assert ([note.kind for note in notes] == ["weights"]) is told


@pytest.mark.parametrize(
    "family", ["bert", "bert-uncased", "distilbert", "roberta", "xlm-roberta", "albert", "electra"]
)
def test_whole_checkpoints_have_nothing_to_tell(family, checkpoint):
    assert all(note.kind != "weights" for note in load_engine(str(checkpoint(family))).info.notes)


def test_weights_of_another_shape_are_named(checkpoint, tmp_path):
    folder = changed(
        checkpoint("bert"), tmp_path / "model", config=lambda c: c.update(max_position_embeddings=99)
    )
    with pytest.raises(UnreadableModelError, match=r"position_embeddings.*64 × 32.*99 × 32"):
        load_engine(str(folder))


@pytest.mark.parametrize("kind", [torch.int8, torch.uint8, torch.float8_e4m3fn])
def test_weights_that_need_a_scale_are_refused(kind, checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "model")
    name = "bert.encoder.layer.0.attention.self.query.weight"
    saved_with(folder, lambda weights: weights | {name: weights[name].to(kind)})
    with pytest.raises(UnreadableModelError, match="scale"):
        load_engine(str(folder))


def test_rows_that_the_vocabulary_does_not_name_are_told(checkpoint, tmp_path):
    folder = changed(
        checkpoint("bert"), tmp_path / "model", config=lambda c: c.update(vocab_size=c["vocab_size"] + 200)
    )
    more = torch.zeros(200, 32)

    def padded(weights):
        longer = {}
        for name, weight in weights.items():
            if name.endswith("word_embeddings.weight"):
                longer[name] = torch.cat([weight, more])
            elif name in ("cls.predictions.bias", "cls.predictions.decoder.bias"):
                longer[name] = torch.cat([weight, more[:, 0]])
        return weights | longer

    (note,) = load_engine(saved_with(folder, padded)).info.notes
    assert note.kind == "vocabulary" and note.doubtful


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
@pytest.mark.parametrize(
    "name", ["bert.encoder.layer.1.output.dense.weight", "bert.embeddings.word_embeddings.weight"]
)
def test_weights_that_are_no_numbers_are_refused(name, value, checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "model")
    saved_with(folder, lambda weights: weights[name].view(-1)[:1].fill_(value) is None or weights)
    with pytest.raises(UnreadableModelError, match=name):
        load_engine(str(folder))


def test_so_are_those_of_a_task(tmp_path):
    folder = fine_tuned_checkpoints.build(tmp_path / "model")
    saved_with(folder, lambda weights: weights["classifier.bias"].fill_(float("nan")) is None or weights)
    with pytest.raises(UnreadableModelError, match=r"classifier\.bias"):
        load_engine(str(folder))
