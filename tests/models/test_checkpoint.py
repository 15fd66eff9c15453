"""Only safetensors weights of the family are opened, and nothing that brings code."""

import json
import shutil

import pytest

from bertviz_core.engine import load_engine
from bertviz_core.errors import ModelNotFoundError, UnreadableModelError, UnsafeModelError


@pytest.fixture
def folder(checkpoint, tmp_path):
    return shutil.copytree(checkpoint("bert"), tmp_path / "model")


def change_config(folder, **values):
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, **values}))


def test_pickled_weights_are_refused(folder):
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(UnsafeModelError, match="safetensors"):
        load_engine(str(folder))


def test_a_missing_shard_is_refused(folder):
    (folder / "model.safetensors").unlink()
    index = {"weight_map": {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    (folder / "model-00001-of-00002.safetensors").touch()
    with pytest.raises(UnsafeModelError, match="complete"):
        load_engine(str(folder))


def test_code_of_its_own_is_refused(folder):
    change_config(folder, auto_map={"AutoModel": "modeling.py--Model"})
    with pytest.raises(UnsafeModelError, match="code"):
        load_engine(str(folder))


@pytest.mark.parametrize("values", [{"model_type": "gpt2"}, {"model_type": None}])
def test_other_kinds_are_refused_with_the_list_of_those_that_open(folder, values):
    change_config(folder, **values)
    with pytest.raises(UnsafeModelError, match="bert, distilbert, roberta, xlm-roberta, albert, electra"):
        load_engine(str(folder))


@pytest.mark.parametrize("content", ["{", "[1]", "\xff"])
def test_a_damaged_config_is_refused(folder, content):
    (folder / "config.json").write_text(content, encoding="latin-1")
    with pytest.raises(UnreadableModelError, match=r"config\.json"):
        load_engine(str(folder))


def test_a_folder_without_model_is_refused(tmp_path):
    with pytest.raises(ModelNotFoundError, match=r"config\.json"):
        load_engine(str(tmp_path))


def test_a_model_without_vocabulary_is_refused(folder):
    for name in ("tokenizer.json", "vocab.txt"):
        (folder / name).unlink(missing_ok=True)
    with pytest.raises(ModelNotFoundError, match="vocabulary"):
        load_engine(str(folder))


def test_an_index_that_names_another_format_is_refused(folder):
    (folder / "model.safetensors").rename(folder / "weights.bin")
    index = {"weight_map": {"bert.embeddings.word_embeddings.weight": "weights.bin"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(UnsafeModelError, match="safetensors"):
        load_engine(str(folder))


def test_an_index_that_points_outside_its_folder_is_refused(folder):
    (folder / "model.safetensors").rename(folder.parent / "model.safetensors")
    index = {"weight_map": {"bert.embeddings.word_embeddings.weight": "../model.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(UnsafeModelError, match="safetensors"):
        load_engine(str(folder))


def test_a_config_that_names_other_weights_is_refused(folder):
    (folder / "adapter_model.bin").write_bytes((folder / "model.safetensors").read_bytes())
    change_config(folder, transformers_weights="adapter_model.bin")
    with pytest.raises(UnsafeModelError, match="safetensors"):
        load_engine(str(folder))


def test_a_config_nested_without_end_is_refused(folder):
    (folder / "config.json").write_text("[" * 100_000)
    with pytest.raises(UnreadableModelError, match=r"config\.json"):
        load_engine(str(folder))


def test_a_tokenizer_of_bytes_is_refused(folder):
    for name in ("tokenizer.json", "vocab.txt"):
        (folder / name).unlink(missing_ok=True)
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "ByT5Tokenizer"}))
    (folder / "vocab.txt").write_text("[PAD]\n")
    with pytest.raises(UnreadableModelError):
        load_engine(str(folder))


def test_an_adapter_beside_the_model_is_refused(folder):
    adapter = {"peft_type": "LORA", "base_model_name_or_path": "/etc", "target_modules": ["query"], "r": 2}
    (folder / "adapter_config.json").write_text(json.dumps(adapter))
    (folder / "adapter_model.bin").write_bytes(b"pickle")
    with pytest.raises(UnsafeModelError, match="adapter"):
        load_engine(str(folder))


def test_a_config_that_does_not_say_what_it_is_is_told_what_to_add(folder):
    config = json.loads((folder / "config.json").read_text())
    config.pop("model_type")
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(UnsafeModelError, match=r'model_type.*"model_type": "bert"'):
        load_engine(str(folder))


def test_a_config_of_the_first_code_is_named(folder):
    (folder / "config.json").rename(folder / "bert_config.json")
    with pytest.raises(ModelNotFoundError, match=r"bert_config\.json"):
        load_engine(str(folder))


@pytest.mark.parametrize("facts", ['{"base": "mini"}', '{"base": "../<b>x</b>"}', "{}", "[", None])
def test_a_classifier_on_features_is_named_as_one(tmp_path, facts):
    (tmp_path / "features.safetensors").write_bytes(b"")
    if facts is not None:
        (tmp_path / "bert_scope.json").write_text(facts)
    with pytest.raises(ModelNotFoundError, match="classifier on the features of") as error:
        load_engine(str(tmp_path))
    assert ("base" in error.value.fields) == (facts is not None and "base" in facts)
    assert "classify" in str(error.value)


def test_an_empty_folder_is_no_model(tmp_path):
    with pytest.raises(ModelNotFoundError, match="lacks a config"):
        load_engine(str(tmp_path))
