"""The parts of a network: every parameter once, in its place, with its numbers."""

import json
import math

import numpy as np
import pytest

from bertviz_core.analysis.inside.network_config import MOST_LETTERS, MOST_LINES, config_lines
from bertviz_core.errors import InputError
from bertviz_core.results import EncoderSize

BERT_BASE = EncoderSize(layers=12, width=768, heads=12, wide=3072, vocabulary=30522)


def parts_of(part):
    yield part
    for child in part.children:
        yield from parts_of(child)


def network_of(engine):
    return engine._passes.model.network


def test_the_parts_add_up_to_the_parameters_of_the_model(engine):
    parts = engine.parameter_parts()
    assert parts.whole.parameters == network_of(engine).num_parameters() == engine.info.parameters
    for part in parts_of(parts.whole):
        if part.children:
            assert part.parameters == sum(child.parameters for child in part.children)
            assert len({child.slug for child in part.children}) == len(part.children)
        else:
            assert part.parameters == math.prod(part.shape) + part.bias


def test_each_layer_has_its_heads_with_four_matrices(engine):
    info, whole = engine.info, engine.parameter_parts().whole
    layers = [part for part in whole.children if part.kind == "layer"]
    assert sum(layer.times for layer in layers) == info.layers
    assert len(layers) == (1 if info.family == "albert" else info.layers)
    size = info.hidden_size // info.heads
    for layer in layers:
        attention, feed_forward = layer.children
        heads = [part for part in attention.children if part.kind == "head"]
        assert [head.number for head in heads] == list(range(1, info.heads + 1))
        for head in heads:
            shapes = {part.kind: (part.shape, part.bias) for part in head.children}
            assert shapes == {
                **{kind: ((size, info.hidden_size), size) for kind in ("query", "key", "value")},
                "output": ((info.hidden_size, size), 0),
            }
        assert [part.kind for part in feed_forward.children] == ["widen", "narrow", "norm"]


def test_embeddings_and_heads_stand_at_their_ends(engine):
    first, *rest = engine.parameter_parts().whole.children
    assert first.kind == "embeddings"
    assert {part.kind for part in first.children} >= {"word_embeddings", "position_embeddings", "norm"}
    assert "masked_words" in {part.kind for part in rest}
    assert "other" not in {part.kind for part in rest}


def test_tied_weights_are_counted_once_and_named(engine):
    parts = engine.parameter_parts()
    assert parts.tied
    names = {leaf.name for leaf in parts.leaves()}
    for this, other in parts.tied:
        assert network_of(engine).get_parameter(this) is network_of(engine).get_parameter(other)
        assert other.removesuffix(".weight") in names | {name for name in names if name.endswith("bias")}
        assert this not in names


@pytest.mark.parametrize("family", ["bert", "distilbert", "albert"])
def test_the_numbers_of_a_head_are_its_rows(tiny, family):
    engine = tiny(family)
    values = engine.part_values(["layer-1", "attention", "head-2", "query"])
    module = engine._passes.attention_module(0)
    matrix = getattr(module, engine._passes.model.family.query).weight.numpy()[8:16]
    np.testing.assert_array_equal(values.corner, matrix[:, :48])
    assert (values.shape, values.counts.sum()) == ((8, 32), matrix.size)
    assert values.mean == pytest.approx(matrix.mean(), abs=1e-6)
    assert values.deviation == pytest.approx(matrix.std(), abs=1e-6)
    assert values.corner.base is None
    beyond = values.counts[0] + values.counts[-1]
    inner, _edges = np.histogram(matrix, bins=values.edges.astype(np.float64))
    np.testing.assert_array_equal(values.counts[1:-1], inner[1:-1])
    assert beyond == matrix.size - inner[1:-1].sum()


def test_every_matrix_and_vector_can_be_opened(engine):
    def open_all(part, path):
        for child in part.children:
            open_all(child, [*path, child.slug])
        if not part.children:
            assert engine.part_values(path).shape == part.shape

    open_all(engine.parameter_parts().whole, [])


@pytest.mark.parametrize("path", [["layer-9"], ["embeddings", "<b>"], ["layer-1"]])
def test_what_is_no_matrix_is_refused(tiny, path):
    with pytest.raises(InputError, match="Choose one"):
        tiny("bert").part_values(path)


def test_a_path_leads_as_far_as_it_leads(tiny):
    parts = tiny("bert").parameter_parts()
    assert [part.kind for part in parts.walk(["layer-2", "attention", "none", "query"])] == [
        "model",
        "layer",
        "attention",
    ]
    assert sum(leaf.parameters for leaf in parts.leaves()) == parts.whole.parameters


def test_the_formula_gives_the_published_sizes():
    assert BERT_BASE.parameters == 109_482_240
    large = EncoderSize(layers=24, width=1024, heads=16, wide=4096, vocabulary=30522)
    assert large.parameters == 335_141_888
    assert BERT_BASE.multiplications(0) == 12 * (4 * 768**2 + 2 * 768 * 3072)
    assert BERT_BASE.multiplications(10) - BERT_BASE.multiplications(0) == 12 * 2 * 10 * 768


def test_the_formula_is_what_is_counted_in_the_bundled_model(mini):
    config = network_of(mini).config
    size = EncoderSize(
        layers=config.num_hidden_layers,
        width=config.hidden_size,
        heads=config.num_attention_heads,
        wide=config.intermediate_size,
        vocabulary=config.vocab_size,
        positions=config.max_position_embeddings,
        segments=config.type_vocab_size,
    )
    assert size.parameters == network_of(mini).base_model.num_parameters()
    parts = {part.slug: part.parameters for part in mini.parameter_parts().whole.children}
    assert (size.embeddings, size.layer) == (parts["embeddings"], parts["layer-1"])


def test_the_config_is_told_line_by_line_without_where_it_lies(engine):
    lines = {line.key: line.value for line in engine.config_lines()}
    assert json.loads(lines["vocab_size"]) == engine.info.vocab_size
    assert not any(key.startswith("_") for key in lines)
    assert not any(engine.info.id in value for value in lines.values())


def test_a_config_is_bounded(tiny, monkeypatch):
    model = tiny("bert")._passes.model
    hostile = {"<script>" * 90: 1, **{f"key_{number}": "x" * 999 for number in range(99)}}
    monkeypatch.setattr(type(model.network.config), "to_dict", lambda self: hostile)
    lines = config_lines(model)
    assert len(lines) == MOST_LINES
    assert all(max(len(line.key), len(line.value)) <= MOST_LETTERS for line in lines)
