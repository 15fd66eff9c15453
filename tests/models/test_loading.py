"""What a checkpoint can do is known from its weights, whatever it is called."""

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from tiny_checkpoints import HEADS, HIDDEN, LAYERS, MAX_TOKENS

from bertviz_core.engine import load_engine
from bertviz_core.errors import MissingHeadError, UnreadableModelError
from bertviz_core.models.checkpoint import check_folder
from bertviz_core.models.eager_attention import NAME
from bertviz_core.models.loading import load_checkpoint


@pytest.mark.parametrize(
    ("family", "saved_as", "masked_words", "next_sentence"),
    [
        ("bert", "BertForPreTraining", True, True),
        ("bert", "BertForMaskedLM", True, False),
        ("bert", "BertForNextSentencePrediction", False, True),
        ("bert", "BertModel", False, False),
        ("bert", "BertForSequenceClassification", False, False),
        ("distilbert", "DistilBertForMaskedLM", True, False),
        ("distilbert", "DistilBertModel", False, False),
        ("roberta", "RobertaForMaskedLM", True, False),
        ("roberta", "RobertaForTokenClassification", False, False),
        ("xlm-roberta", "XLMRobertaForMaskedLM", True, False),
        ("xlm-roberta", "XLMRobertaModel", False, False),
        ("albert", "AlbertForPreTraining", True, False),
        ("albert", "AlbertModel", False, False),
        ("electra", "ElectraForMaskedLM", True, False),
        ("electra", "ElectraForPreTraining", False, False),
    ],
)
def test_heads_are_those_in_the_checkpoint(tiny, family, saved_as, masked_words, next_sentence):
    engine = tiny(family, saved_as)
    assert engine.info.has_mlm_head is masked_words
    assert engine.info.has_nsp_head is next_sentence
    if not masked_words:
        with pytest.raises(MissingHeadError, match="mini"):
            engine.fill_mask("the [MASK] went")
    if not next_sentence:
        with pytest.raises(MissingHeadError, match="mini"):
            engine.next_sentence("the man", "the store")
    maps = engine.attention("the man went to the store")
    np.testing.assert_allclose(maps.weights.sum(axis=-1), 1, atol=1e-5)


def test_info_describes_the_model(engine):
    info = engine.info
    assert (info.layers, info.heads, info.hidden_size, info.max_tokens) == (LAYERS, HEADS, HIDDEN, MAX_TOKENS)
    assert info.source == "folder"
    assert info.has_segments is (info.family in ("bert", "albert", "electra"))


@pytest.mark.parametrize(
    ("family", "lowercases", "strips_accents"),
    [("bert", False, False), ("bert-uncased", True, True), ("roberta", False, False), ("albert", True, True)],
)
def test_casing_is_read_from_the_tokenizer(tiny, family, lowercases, strips_accents):
    info = tiny(family).info
    assert (info.lowercases, info.strips_accents) == (lowercases, strips_accents)


def test_the_network_is_ready_for_reading_attention(checkpoint):
    network = load_checkpoint(check_folder("x", checkpoint("bert"), source="folder")).network
    assert not network.training
    assert network.dtype == torch.float32
    assert network.config._attn_implementation == NAME
    assert not any(parameter.requires_grad for parameter in network.parameters())


def test_half_precision_on_disk_is_computed_in_single(checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "half")
    weights = load_file(folder / "model.safetensors")
    save_file(
        {name: value.half() for name, value in weights.items()},
        folder / "model.safetensors",
        {"format": "pt"},
    )
    assert load_engine(str(folder)).attention("banco").weights.dtype == np.float32


def test_a_decoder_of_its_own_that_is_missing_is_no_head(checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "untied")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "tie_word_embeddings": False}))
    assert not load_engine(str(folder)).info.has_mlm_head


def test_missing_encoder_weights_are_refused(checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "gap")
    weights = load_file(folder / "model.safetensors")
    kept = {name: value for name, value in weights.items() if "encoder.layer.1.attention" not in name}
    save_file(kept, folder / "model.safetensors", {"format": "pt"})
    with pytest.raises(UnreadableModelError, match="encoder"):
        load_engine(str(folder))


def test_damaged_weights_are_refused(checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "damaged")
    content = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(content[: len(content) // 2])
    with pytest.raises(UnreadableModelError, match="damaged"):
        load_engine(str(folder))


def test_another_models_vocabulary_is_refused(checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert-uncased"), tmp_path / "mixed")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(checkpoint("bert") / name, folder)
    with pytest.raises(UnreadableModelError, match="vocabulary"):
        load_engine(str(folder))


def test_licence_and_languages_come_from_the_card(checkpoint, tmp_path):
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "card")
    (folder / "README.md").write_text("---\nlicense: mit\nlanguage:\n- es\n- multilingual\n---\n# Hi\n")
    info = load_engine(str(folder)).info
    assert (info.licence, info.languages) == ("mit", ("es",))
    (folder / "README.md").write_text("---\nlicense: [\n---\n")
    assert load_engine(str(folder)).info == replace(info, licence=None, languages=())
