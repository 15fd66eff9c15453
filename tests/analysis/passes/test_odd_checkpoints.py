"""A checkpoint that opens but cannot answer says so in a sentence, whatever its network raises."""

import json
import shutil

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from bertviz_core.engine import load_engine
from bertviz_core.errors import InputError, MissingHeadError, UnreadableModelError


@pytest.fixture
def folder(checkpoint, tmp_path):
    return shutil.copytree(checkpoint("bert"), tmp_path / "model")


def change(file, **values):
    file.write_text(json.dumps(json.loads(file.read_text()) | values))


def break_weights(folder, part):
    weights = load_file(folder / "model.safetensors")
    (name,) = (name for name in weights if part in name)
    weights[name] = torch.full_like(weights[name], torch.nan)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def ask_everything(engine):
    return (
        engine.attention("the man").weights,
        engine.fill_mask("the ___", candidates=["ñandú"]).masks,
        engine.next_sentence("the man", "the store").is_next,
    )


@pytest.mark.parametrize(
    "values",
    [
        {"return_dict": False},
        {"output_attentions": True},
        {"output_hidden_states": True},
        {"chunk_size_feed_forward": 5},
    ],
)
def test_wishes_of_the_config_change_nothing(folder, values, tiny):
    change(folder / "config.json", **values)
    weights, masks, is_next = ask_everything(load_engine(str(folder)))
    expected = ask_everything(tiny("bert"))
    assert (weights == expected[0]).all()
    assert (masks, is_next) == expected[1:]


def test_a_config_cannot_ask_for_more_than_is_used(folder):
    change(folder / "config.json", output_attentions=True, output_hidden_states=True)
    engine = load_engine(str(folder))
    encoding = engine.encode("the man")
    output = engine._passes._run(encoding.ids[np.newaxis], encoding.segment_ids[np.newaxis])
    assert (getattr(output, "attentions", None), output.hidden_states) == (None, None)


def test_what_the_network_raises_becomes_a_sentence(checkpoint, tmp_path, caplog):
    folder = shutil.copytree(checkpoint("distilbert"), tmp_path / "model")
    change(folder / "config.json", chunk_size_feed_forward=5)
    engine = load_engine(str(folder))
    for ask in (
        lambda: engine.attention("the man"),
        lambda: engine.attention_layers("the man", take=lambda number, weights: None),
        lambda: engine.fill_mask("the ___"),
    ):
        with pytest.raises(UnreadableModelError, match="fails when it reads") as raised:
            ask()
        assert isinstance(raised.value.__cause__, ValueError)
    assert "chunk" in caplog.text


def test_heads_that_are_no_numbers_are_not_asked(folder):
    break_weights(folder, "cls.predictions.transform.dense.weight")
    break_weights(folder, "cls.seq_relationship.weight")
    engine = load_engine(str(folder))
    assert engine.attention("the man").weights.size
    (note,) = engine.info.notes
    assert note.doubtful and "cls.predictions" in str(note) and "cls.seq_relationship" in str(note)
    with pytest.raises(MissingHeadError):
        engine.fill_mask("the ___")
    with pytest.raises(MissingHeadError):
        engine.next_sentence("the man", "the store")


def test_answers_that_are_no_numbers_are_told(folder):
    weights = load_file(folder / "model.safetensors")
    weights = {name: values * 1e25 if "layer.1." in name else values for name, values in weights.items()}
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    engine = load_engine(str(folder))
    for ask in (
        lambda: engine.attention("the man"),
        lambda: engine.attention_layers("the man", take=lambda number, weights: None),
        lambda: engine.fill_mask("the ___"),
        lambda: engine.next_sentence("the man", "the store"),
    ):
        with pytest.raises(UnreadableModelError, match="not numbers"):
            ask()


def test_a_vocabulary_without_a_token_for_the_unknown(folder):
    file = folder / "tokenizer.json"
    description = json.loads(file.read_text())
    unknown = description["model"]["unk_token"]
    description["model"]["vocab"]["[lost]"] = description["model"]["vocab"].pop(unknown)
    description["added_tokens"] = [t for t in description["added_tokens"] if t["content"] != unknown]
    file.write_text(json.dumps(description))
    change(folder / "tokenizer_config.json", unk_token=None)
    engine = load_engine(str(folder))
    assert engine.encode("the man").tokens
    with pytest.raises(InputError, match="lacks a part"):
        engine.encode("the 😊")
    with pytest.raises(InputError, match="lacks a part"):
        engine.fill_mask("the ___", candidates=["😊"])
    (mask,) = engine.fill_mask("the ___", candidates=["😊", "banco"], skip_unscorable=True).masks
    assert [candidate.word for candidate in mask.candidates] == ["banco"]
