"""One layer's attention from kept hidden states equals the whole pass's."""

import numpy as np
import pytest
import transformers

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.engine import load_engine
from bertviz_core.errors import InputError, UnreadableModelError

TEXT = "La compañera hacía la cama"


@pytest.fixture
def passes(monkeypatch):
    """Count the runs of the whole network."""
    runs = []
    run = ForwardPasses._compute
    monkeypatch.setattr(
        ForwardPasses,
        "_compute",
        lambda self, *a, **options: runs.append(options) or run(self, *a, **options),
    )
    return runs


def after_hidden_states(engine, text, pair):
    engine._passes.run(engine.encode(text, pair))


def after_other_layer(engine, text, pair):
    engine.attention_layer(text, pair, layer=1)


def after_all_layers(engine, text, pair):
    engine.attention_layers(text, pair, take=lambda *_: None)


def after_everything(engine, text, pair):
    engine.attention(text, pair)


BEFORE = [after_hidden_states, after_other_layer, after_all_layers, after_everything]


@pytest.mark.parametrize("pair", [None, "the store."])
@pytest.mark.parametrize("before", BEFORE)
def test_every_layer_equals_that_of_a_whole_pass_and_needs_none(engine, pair, before, settings, passes):
    settings(cache_bytes="0")
    whole = engine.attention(TEXT, pair).weights
    settings(cache_bytes="64000000")
    before(engine, TEXT, pair)
    passes.clear()
    for layer, expected in enumerate(whole):
        found = engine.attention_layer(TEXT, pair, layer=layer)
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, expected, atol=1e-5)
    assert not passes


def test_where_nothing_can_be_kept_a_pass_gives_the_layer(engine, settings, passes):
    settings(cache_bytes="0")
    expected = engine.attention(TEXT).weights
    for layer in range(engine.info.layers):
        np.testing.assert_allclose(engine.attention_layer(TEXT, layer=layer), expected[layer], atol=1e-5)
    assert len(passes) == 1 + engine.info.layers


def test_a_model_with_more_states_than_layers_is_told(checkpoint, tmp_path, settings):
    """Each of its layers attends twice: no map can be called that of a layer."""
    folder = tmp_path / "model"
    config = transformers.AutoConfig.from_pretrained(checkpoint("albert"), inner_group_num=2)
    transformers.AlbertForMaskedLM(config).save_pretrained(folder)
    transformers.AutoTokenizer.from_pretrained(checkpoint("albert")).save_pretrained(folder)
    engine = load_engine(str(folder))
    engine.fill_mask("the ___ went")
    with pytest.raises(UnreadableModelError, match="attention for 6 of 3 layers"):
        engine.attention_layer("the ___ went", layer=1)


@pytest.mark.parametrize("layer", [-1, 3, 1.5])
def test_a_layer_that_is_not_there_is_told(tiny, layer):
    with pytest.raises(InputError, match="no such layer: this model has 3"):
        tiny("bert").attention_layer(TEXT, layer=layer)


def test_the_answer_is_a_copy(tiny, settings):
    engine = tiny("bert")
    whole = engine.attention(TEXT).weights
    engine.attention_layer(TEXT, layer=0)[:] = 0
    assert whole[0].any()


def test_a_network_that_fails_is_told(tiny, monkeypatch, settings):
    engine = tiny("bert")
    engine._passes.run(engine.encode(TEXT))
    monkeypatch.setattr(type(engine._passes.local), "attention", ())
    with pytest.raises(UnreadableModelError, match="do not fit together"):
        engine.attention_layer(TEXT, layer=0)
