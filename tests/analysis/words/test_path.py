"""A token's way through the layers: parts taken by hooks of our own on plain transformers modules."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plain_pass import plain_states
from safetensors.torch import load_file, save_file
from torch import nn

from bertviz_core.engine import BertEngine, load_engine
from bertviz_core.errors import InputError, UnreadableModelError
from bertviz_core.results import TokenPath

TEXT = "Saqué dinero del banco y la compañera hacía la cama."

# The last linear module of the attention and of the feed-forward part, and the LayerNorm after each.
PARTS = {
    "distilbert": (("attention.out_lin", "ffn.lin2"), ("sa_layer_norm", "output_layer_norm")),
    "albert": (("attention.dense", "ffn_output"), ("attention.LayerNorm", "full_layer_layer_norm")),
}
USUAL = (
    ("attention.output.dense", "output.dense"),
    ("attention.output.LayerNorm", "output.LayerNorm"),
)


def layers_of(engine: BertEngine) -> list[Any]:
    """Return the module of each layer in order, an ALBERT's as often as it is run."""
    base = engine._passes.model.network.base_model
    match engine.info.family:
        case "distilbert":
            return list(base.transformer.layer)
        case "albert":
            return [base.encoder.albert_layer_groups[0].albert_layers[0]] * engine.info.layers
    return list(base.encoder.layer)


def plain_parts(engine: BertEngine, text: str) -> tuple[np.ndarray, list[list[np.ndarray]]]:
    """Return all states of a plain pass, and for each part the outputs of its last module, call by call."""
    linear, _ = PARTS.get(engine.info.family, USUAL)
    outputs: list[list[np.ndarray]] = [[], []]
    hooks = [
        module.get_submodule(name).register_forward_hook(
            lambda module, inputs, output, part=part: outputs[part].append(output[0].numpy())
        )
        for module in dict.fromkeys(layers_of(engine))
        for part, name in enumerate(linear)
    ]
    states = plain_states(engine, text)
    for hook in hooks:
        hook.remove()
    return states, outputs


def check_against_plain_pass(engine: BertEngine, places: list[int]) -> TokenPath:
    states, (attention, feed_forward) = plain_parts(engine, TEXT)
    path = engine.token_path(TEXT, places)
    assert len(attention) == len(feed_forward) == engine.info.layers
    np.testing.assert_allclose(path.states, states[:, places].mean(axis=1), atol=2e-5)
    np.testing.assert_allclose(path.attention, [part[places].mean(axis=0) for part in attention], atol=2e-5)
    np.testing.assert_allclose(
        path.feed_forward, [part[places].mean(axis=0) for part in feed_forward], atol=2e-5
    )
    return path


def test_parts_and_states_are_those_of_a_plain_pass(engine: BertEngine) -> None:
    for places in ([0], [3], [2, 3, 5]):
        check_against_plain_pass(engine, places)


def test_the_bundled_model_too(mini: BertEngine) -> None:
    check_against_plain_pass(mini, [4])


def test_state_and_part_through_layer_norm_are_the_next_state(engine: BertEngine) -> None:
    path = engine.token_path(TEXT, [3])
    _, norms = PARTS.get(engine.info.family, USUAL)
    for number, layer in enumerate(layers_of(engine)):
        first, second = (layer.get_submodule(name) for name in norms)
        between = normalised(first, path.states[number] + path.attention[number])
        np.testing.assert_allclose(path.between[number], between, atol=1e-5)
        after = normalised(second, path.between[number] + path.feed_forward[number])
        np.testing.assert_allclose(path.states[number + 1], after, atol=1e-5)


def normalised(norm: nn.LayerNorm, vector: np.ndarray) -> np.ndarray:
    """Write LayerNorm out: mean 0 and variance 1, then scaled and shifted."""
    centred = vector - vector.mean()
    scaled = centred / np.sqrt((centred**2).mean() + norm.eps)
    return scaled * norm.weight.detach().numpy() + norm.bias.detach().numpy()


def test_measures_are_what_they_say(mini: BertEngine) -> None:
    path, other = (mini.token_path(text, [2]) for text in ("El hombre joven.", "El hombre araña."))
    length = np.linalg.norm
    for layer in range(12):
        before, between, after = path.states[layer], path.between[layer], path.states[layer + 1]
        assert path.added_by_attention[layer] == pytest.approx(length(path.attention[layer]) / length(before))
        assert path.added_by_feed_forward[layer] == pytest.approx(
            length(path.feed_forward[layer]) / length(between)
        )
        assert path.moved[layer] == pytest.approx(length(after - before) / length(before), rel=1e-5)
    for state in range(13):
        own, start, beside = path.states[state], path.states[0], other.states[state]
        assert path.norms[state] == pytest.approx(length(own))
        assert path.cosine_to_start[state] == pytest.approx(own @ start / length(own) / length(start))
        assert path.cosine_to(other)[state] == pytest.approx(own @ beside / length(own) / length(beside))
    cosines = path.cosine_to(other)
    assert cosines[0] == pytest.approx(1.0)  # same word, same place: nothing of the context is known yet
    assert cosines[1:].max() < 0.9999


def test_a_pass_without_heads_is_followed_without_them(mini: BertEngine) -> None:
    whole = mini.token_path(TEXT, [4])
    without = mini.without_heads([(3, head) for head in range(12)]).token_path(TEXT, [4])
    np.testing.assert_array_equal(whole.attention[:3], without.attention[:3])
    bias = mini._passes.model.network.base_model.encoder.layer[3].attention.output.dense.bias.detach()
    np.testing.assert_allclose(without.attention[3], bias, atol=1e-5)


def test_a_pair_is_followed_in_both_texts(mini: BertEngine) -> None:
    encoding = mini.encode("El banco abre.", "El banco es verde.")
    place = encoding.tokens.index("banco", 4)
    path = mini.token_path("El banco abre.", [place], pair="El banco es verde.")
    assert (path.encoding.sequence_ids[place], path.places) == (1, (place,))


def test_threads_do_not_mix_their_paths(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("albert")
    texts = [TEXT, "The man went to the store.", "La compañera hacía la cama."] * 8
    alone = [engine.token_path(text, [2]).states for text in texts]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda text: engine.token_path(text, [2]).states, texts))
    for first, second in zip(alone, together, strict=True):
        np.testing.assert_allclose(first, second, atol=1e-5)


def test_no_other_question_is_listened_to(mini: BertEngine) -> None:
    before = mini.token_path(TEXT, [4])
    mini.attention(TEXT)
    np.testing.assert_array_equal(mini.token_path(TEXT, [4]).states, before.states)


@pytest.mark.parametrize("size", [1, 3])
def test_a_feed_forward_part_run_in_chunks_is_put_together(
    checkpoint: Callable[..., Path], tiny: Callable[..., BertEngine], tmp_path: Path, size: int
) -> None:
    folder = shutil.copytree(checkpoint("bert"), tmp_path / "model")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"chunk_size_feed_forward": size}))
    text = "the man went to"
    assert len(tiny("bert").encode(text)) == 6
    path, expected = (engine.token_path(text, [1, 4]) for engine in (load_engine(str(folder)), tiny("bert")))
    np.testing.assert_allclose(path.feed_forward, expected.feed_forward, atol=1e-5)
    np.testing.assert_allclose(path.states, expected.states, atol=1e-5)


def test_an_albert_of_several_modules_a_layer_is_refused(
    checkpoint: Callable[..., Path], tmp_path: Path
) -> None:
    folder = shutil.copytree(checkpoint("albert"), tmp_path / "model")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 2, "inner_group_num": 2}))
    weights = load_file(folder / "model.safetensors")
    weights |= {
        name.replace("albert_layers.0", "albert_layers.1"): values.clone()
        for name, values in weights.items()
        if "albert_layers.0" in name
    }
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(UnreadableModelError):
        load_engine(str(folder)).token_path("the man", [1])


@pytest.mark.parametrize("places", [[], [99], [-1], [0, 99]])
def test_places_that_are_not_there_are_refused(mini: BertEngine, places: list[int]) -> None:
    with pytest.raises(InputError, match="no such token"):
        mini.token_path("El banco.", places)
    with pytest.raises(InputError, match="no text yet"):
        mini.token_path(" ", [0])
