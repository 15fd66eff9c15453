"""A head that is off hands on zeros: as in a network written out by hand, or with its weights zeroed."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch
import transformers
from transformers import AutoModel, AutoTokenizer

from bertviz_core.engine import load_engine
from bertviz_core.errors import InputError, UnreadableModelError

TEXT, PAIR = "La compañera hacía la cama", "the store."
EVERY_HEAD = range(4)


def plain_model(engine):
    return AutoModel.from_pretrained(engine.info.id, attn_implementation="eager").eval()


def inputs_of(engine, text, pair):
    tokenizer = AutoTokenizer.from_pretrained(engine.info.id)
    return tokenizer(text, pair, return_tensors="pt", return_token_type_ids=engine.info.has_segments)


def bert_layer(layer, x, *, silent):
    context = layer.attention.self(x)[0]
    context = torch.zeros_like(context) if silent else context
    x = layer.attention.output.LayerNorm(layer.attention.output.dense(context) + x)
    return layer.output.LayerNorm(layer.output.dense(layer.intermediate(x)) + x)


def bert_states(model, inputs, off):
    x = model.embeddings(**inputs)
    if hasattr(model, "embeddings_project"):  # ELECTRA
        x = model.embeddings_project(x)
    states = [x]
    for number, layer in enumerate(model.encoder.layer):
        states.append(bert_layer(layer, states[-1], silent=number == off))
    return states


def distilbert_states(model, inputs, off):
    states = [model.embeddings(inputs["input_ids"])]
    for number, layer in enumerate(model.transformer.layer):
        x = states[-1]
        joined = layer.attention.out_lin.bias if number == off else layer.attention(x)[0]
        x = layer.sa_layer_norm(joined + x)
        states.append(layer.output_layer_norm(layer.ffn(x) + x))
    return states


def albert_states(model, inputs, off):
    encoder = model.encoder
    states = [encoder.embedding_hidden_mapping_in(model.embeddings(**inputs))]
    layer = encoder.albert_layer_groups[0].albert_layers[0]
    for number in range(model.config.num_hidden_layers):
        x = states[-1]
        attention = layer.attention
        x = attention.LayerNorm(x + attention.dense.bias) if number == off else attention(x)[0]
        states.append(layer.full_layer_layer_norm(layer.ff_chunk(x) + x))
    return states


WRITTEN_OUT = {"distilbert": distilbert_states, "albert": albert_states}


def hidden(engine, text, pair):
    return engine._passes.run(engine.encode(text, pair)).hidden


@pytest.mark.parametrize("pair", [None, PAIR])
@pytest.mark.parametrize("off", [None, 0, 1, 2])
def test_a_layer_without_heads_adds_nothing_but_its_bias(engine, pair, off, settings):
    states = WRITTEN_OUT.get(engine.info.family, bert_states)
    inputs = inputs_of(engine, TEXT, pair)
    if engine.info.family in ("roberta", "xlm-roberta"):
        inputs = {"input_ids": inputs["input_ids"]}
    inputs = {name: value for name, value in inputs.items() if name != "attention_mask"}
    with torch.no_grad():
        expected = torch.cat(states(plain_model(engine), inputs, off)).numpy()
    heads = [] if off is None else [(off, head) for head in EVERY_HEAD]
    found = hidden(engine.without_heads(heads), TEXT, pair)
    np.testing.assert_allclose(found, expected, atol=2e-5)


def test_heads_off_one_by_one_are_a_layer_off(engine, settings):
    at_once = engine.without_heads((1, head) for head in EVERY_HEAD)
    one_by_one = engine
    for head in EVERY_HEAD:
        one_by_one = one_by_one.without_heads([(1, head)])
    assert one_by_one.heads_off == at_once.heads_off == ((1, 0), (1, 1), (1, 2), (1, 3))
    settings(cache_bytes="0")
    assert torch.equal(hidden(one_by_one, TEXT, None), hidden(at_once, TEXT, None))


def zero_columns(model, family, layer, head, *, size):
    """Zero the columns of the output projection that read one head."""
    if family == "distilbert":
        linear = model.transformer.layer[layer].attention.out_lin
    elif family == "albert":
        linear = model.encoder.albert_layer_groups[0].albert_layers[0].attention.dense
    else:
        linear = model.encoder.layer[layer].attention.output.dense
    with torch.no_grad():
        linear.weight[:, head * size : (head + 1) * size] = 0


@pytest.mark.parametrize(("layer", "head"), [(0, 3), (1, 0), (2, 2)])
def test_one_head_off_is_its_slice_of_the_projection_zeroed(engine, layer, head, settings):
    family, info = engine.info.family, engine.info
    model = plain_model(engine)
    zero_columns(model, family, layer, head, size=info.hidden_size // info.heads)
    with torch.no_grad():
        output = model(**inputs_of(engine, TEXT, PAIR), output_hidden_states=True)
    layers = range(info.layers) if family == "albert" else [layer]  # ALBERT has one projection for all
    found = hidden(engine.without_heads((number, head) for number in layers), TEXT, PAIR)
    np.testing.assert_allclose(found, torch.cat(output.hidden_states).numpy(), atol=2e-5)
    assert not np.allclose(found, hidden(engine, TEXT, PAIR), atol=1e-3)


def answers(engine):
    """Put every question, each of which runs the network in its own way."""
    layers = []
    engine.attention_layers(TEXT, PAIR, take=lambda _, weights: layers.append(weights.copy()))
    found = [
        np.stack(layers),
        engine.attention(TEXT).weights,
        engine.attention_layer(TEXT, PAIR, layer=2),
        [(p.token_id, p.probability) for p in engine.fill_mask("the ___ went").masks[0].predictions],
        [c.probability for c in engine.fill_mask("the ___", candidates=["ñandú"]).masks[0].candidates],
    ]
    if engine.info.has_nsp_head:
        found.append(engine.next_sentence(TEXT, PAIR).is_next)
    return [np.asarray(part) for part in found]


def same(some, others):
    return [np.array_equal(one, other) for one, other in zip(some, others, strict=True)]


def close(some, others):
    """Padding beside others may change the last digit."""
    return [np.allclose(one, other, rtol=1e-5, atol=1e-5) for one, other in zip(some, others, strict=True)]


def test_every_question_answers_without_them_and_the_whole_model_stays(engine, settings):
    before = answers(engine)
    without = answers(engine.without_heads([(0, 0), (1, 1), (2, 3)]))
    assert not any(same(before, without))
    assert all(same(before, answers(engine)))


def test_threads_that_ask_whole_and_without_meanwhile_are_answered_apart(engine, settings):
    settings(cache_bytes="0", concurrent_passes="4")
    engines = [engine, engine.without_heads([(0, 1)]), engine.without_heads([(0, 2), (2, 0)])]
    alone = [answers(one) for one in engines]
    barrier = threading.Barrier(6)

    def ask(thread):
        barrier.wait()
        return [close(answers(engines[(thread + turn) % 3]), alone[(thread + turn) % 3]) for turn in range(6)]

    with ThreadPoolExecutor(6) as pool:
        assert all(all(answer) for answers_of in pool.map(ask, range(6)) for answer in answers_of)


def test_passes_without_heads_are_kept_apart_and_kept(tiny, settings):
    engine = tiny("bert")
    some = engine.without_heads([(1, 2)])
    first = some.attention(TEXT).weights
    assert engine.without_heads([(1, 2)]).attention(TEXT).weights is first
    assert engine.attention(TEXT).weights is not first
    assert engine.without_heads([]).attention(TEXT).weights is engine.attention(TEXT).weights


@pytest.mark.parametrize("head", [(3, 0), (0, 4), (-1, 0), (0, -1), (0.5, 0)])
def test_a_head_that_is_not_there_is_told(tiny, head):
    with pytest.raises(InputError, match="3 layers of 4 heads"):
        tiny("bert").without_heads([(0, 0), head])


def test_a_model_whose_layers_attend_twice_is_told(checkpoint, tmp_path, settings):
    folder = tmp_path / "model"
    config = transformers.AutoConfig.from_pretrained(checkpoint("albert"), inner_group_num=2)
    transformers.AlbertForMaskedLM(config).save_pretrained(folder)
    transformers.AutoTokenizer.from_pretrained(checkpoint("albert")).save_pretrained(folder)
    with pytest.raises(UnreadableModelError, match="6 of 3 layers"):
        load_engine(str(folder)).without_heads([(0, 0)]).fill_mask("the ___ went")
