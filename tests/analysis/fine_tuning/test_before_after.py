"""What fine-tuning changed is measured against plain loops over plain transformers, on every family."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
import transformers
from pushed_runs import example_data, push_model

from bertviz_core.analysis.fine_tuning import before_after_attention as attention_module
from bertviz_core.engine import BertEngine, load_engine
from bertviz_core.errors import InputError
from bertviz_core.results import OUTSIDE_PARTS, WEIGHT_PARTS, LabelledPlace
from bertviz_core.training.compared_examples import compared_places

TEXTS = (
    ("Saqué dinero del banco", None),
    ("the man went to the store", "He bought milk."),
    ("La compañera hacía la cama cerca del río", None),
)
PLACES = (
    LabelledPlace(text="Saqué dinero del banco", label="x"),
    LabelledPlace(text="the man went to the store", pair="He bought milk", label="y"),
    LabelledPlace(text="Eu vou guardar o queijo na geladeira", label="x"),
    LabelledPlace(text="La mujer sale de la calle", label="y", word=(3, 8)),
)

LAST_PARTS = {
    "query": ("query", "q_lin"),
    "key": ("key", "k_lin"),
    "value": ("value", "v_lin"),
    "feed_forward_out": ("output.dense", "lin2", "ffn_output"),
}


@pytest.fixture(scope="session")
def tuned(checkpoint, tmp_path_factory):
    """Return each family before and after every weight whose name says `moved` was pushed, kept in halves."""
    made: dict[tuple[str, str], tuple[BertEngine, BertEngine]] = {}

    def get(family: str, moved: str = "") -> tuple[BertEngine, BertEngine]:
        if (family, moved) not in made:
            folder = push_model(checkpoint(family), tmp_path_factory.mktemp("tuned") / family, moved=moved)
            made[family, moved] = load_engine(str(checkpoint(family))), load_engine(str(folder))
        return made[family, moved]

    return get


@pytest.fixture
def both(request, engine, tuned):
    """Every family in turn, before and after."""
    return tuned(request.node.callspec.params["engine"])


def plain_output(engine: BertEngine, text: str, pair: str | None):
    encoding = engine.encode(text, pair)
    inputs = {"input_ids": torch.from_numpy(encoding.ids)[None]}
    if engine.info.has_segments:
        inputs["token_type_ids"] = torch.from_numpy(encoding.segment_ids)[None]
    with torch.inference_mode():
        return engine._passes.model.network.base_model(
            **inputs, output_hidden_states=True, output_attentions=True
        )


def divergence_by_hand(p: list[float], q: list[float]) -> float:
    """Jensen-Shannon divergence as the mean of two Kullback-Leibler divergences to the middle."""
    total = 0.0
    for a, b in zip(p, q, strict=True):
        middle = (a + b) / 2
        total += a / 2 * math.log2(a / middle) if a else 0
        total += b / 2 * math.log2(b / middle) if b else 0
    return total


def test_attention_moves_as_far_as_plain_loops_say(both, settings):
    before, after = both
    seen = []
    change = before.attention_change(after, TEXTS, progress=lambda done, total: seen.append((done, total)))
    expected = np.zeros((before.info.layers, before.info.heads))
    for text in TEXTS:
        one, other = (plain_output(engine, *text).attentions for engine in both)
        for layer, head in np.ndindex(*expected.shape):
            rows = zip(one[layer][0, head].tolist(), other[layer][0, head].tolist(), strict=True)
            expected[layer, head] += np.mean([divergence_by_hand(p, q) for p, q in rows]) / len(TEXTS)
    np.testing.assert_allclose(change.divergence, expected, atol=1e-6)
    assert change.divergence.max() > 1e-4
    assert change.texts == len(TEXTS) and seen == [(1, 3), (2, 3), (3, 3)]
    ranked = [change.divergence[head] for head in change.ranked()]
    assert len(set(change.ranked())) == expected.size and ranked == sorted(ranked, reverse=True)


def test_of_a_long_text_some_rows_are_compared(tuned, settings, monkeypatch):
    before, after = tuned("bert")
    text = ("Saqué dinero del banco", None)
    tokens = len(before.encode(*text))
    monkeypatch.setattr(
        attention_module, "KEPT_BYTES", 2 * 4 * before.info.layers * before.info.heads * tokens
    )
    change = before.attention_change(after, [text])
    one, other = (plain_output(engine, *text).attentions for engine in (before, after))
    rows = [divergence_by_hand(one[1][0, 2, q].tolist(), other[1][0, 2, q].tolist()) for q in (0, tokens - 1)]
    assert change.divergence[1, 2] == pytest.approx(np.mean(rows), abs=1e-6)


def test_a_model_has_not_moved_from_itself(engine, settings):
    assert not engine.attention_change(engine, TEXTS).divergence.any()
    states = engine.state_change(engine, PLACES)
    assert (states.cosine == 1).all()
    np.testing.assert_array_equal(states.silhouette[0], states.silhouette[1])
    weights = engine.weight_change(engine)
    assert not weights.whole.any() and not weights.parts.any() and not any(weights.outside.values())
    assert len(weights.still_rows) == len(weights.whole)


def test_states_are_those_of_plain_transformers(both, settings):
    before, after = both
    change = before.state_change(after, PLACES)
    assert change.places == PLACES
    for side, engine in enumerate(both):
        for row, place in enumerate(PLACES):
            encoding = engine.encode(place.text, place.pair)
            token = 0
            if place.word:
                begin, end = place.word
                inside = [
                    t for t, (a, b) in enumerate(encoding.spans.tolist()) if a < b and a < end and b > begin
                ]
                token = inside[0]
            states = torch.cat(plain_output(engine, place.text, place.pair).hidden_states)[:, token].numpy()
            np.testing.assert_allclose(change.vectors[side, :, row], states, atol=4e-3)
    for layer in range(before.info.layers + 1):
        cosines = []
        for a, b in zip(*change.vectors[:, layer].astype(np.float64), strict=True):
            cosines.append(a @ b / np.sqrt(a @ a) / np.sqrt(b @ b))
        assert change.cosine[layer] == pytest.approx(np.mean(cosines), abs=2e-3)
    from sklearn.metrics import silhouette_score

    labels = [place.label for place in PLACES]
    for side, layer in np.ndindex(*change.silhouette.shape):
        if layer:  # the first token has one input embedding in all texts
            expected = silhouette_score(
                change.vectors[side, layer].astype(np.float64), labels, metric="cosine"
            )
            assert change.silhouette[side, layer] == pytest.approx(expected, abs=0.02)


def test_weights_move_as_far_as_plain_loops_say(both, settings):
    before, after = both
    change = before.weight_change(after)
    encoders = [engine._passes.model.network.base_model for engine in both]
    old, new = (dict(encoder.named_parameters()) for encoder in encoders)

    def relative(names: list[str]) -> float:
        moved = size = 0.0
        for name in names:
            a, b = old[name].half().double().numpy().ravel(), new[name].double().numpy().ravel()
            moved += sum((y - x) ** 2 for x, y in zip(a, b, strict=True))
            size += sum(x * x for x in a)
        return math.sqrt(moved / size)

    places = sorted({name.split("layer", 1)[1].split(".")[1] for name in old if ".layer." in name}, key=int)
    rows = [[n for n in old if f".layer.{place}." in n] for place in places]
    if before.info.family == "albert":
        rows = [[n for n in old if "albert_layers" in n]]
    assert change.shared == (before.info.family == "albert")
    assert change.parts.shape == (len(rows), len(WEIGHT_PARTS)) and change.whole.shape == (len(rows),)
    np.testing.assert_allclose(change.whole, [relative(row) for row in rows], rtol=1e-9)
    for part, ends in LAST_PARTS.items():
        for number, row in enumerate(rows):
            names = [
                n
                for n in row
                if n.rpartition(".")[0].endswith(ends)
                and not (part == "feed_forward_out" and "attention" in n)
            ]
            assert len(names) == 2
            assert change.parts[number, WEIGHT_PARTS.index(part)] == pytest.approx(relative(names), rel=1e-9)
    assert change.outside["words"] == pytest.approx(relative(["embeddings.word_embeddings.weight"]))
    assert set(change.outside) <= set(OUTSIDE_PARTS)
    outside = [n for n in old if all(n not in row for row in rows)]
    assert change.outside["embedding_norm"] == pytest.approx(
        relative([n for n in outside if "LayerNorm" in n]), rel=1e-9
    )
    assert ("pooler" in change.outside) == any(n.startswith("pooler.") for n in old)


def test_parts_of_a_layer_are_all_of_it(both, settings):
    before, after = both
    change = before.weight_change(after)
    assert np.isfinite(change.parts).all() and (change.parts > 0).all()
    assert change.still_rows == ()


@pytest.mark.parametrize(
    ("moved", "still", "parts"), [("layer.2.", (0, 1), WEIGHT_PARTS), ("query", (), ("query",))]
)
def test_what_did_not_learn_is_exactly_0_though_kept_in_halves(tuned, settings, moved, still, parts):
    change = (pair := tuned("bert", moved))[0].weight_change(pair[1])
    assert change.still_rows == still
    assert {WEIGHT_PARTS[column] for column in np.flatnonzero(change.parts.any(axis=0))} == set(parts)
    assert change.outside["words"] == 0.0


def test_full_precision_is_compared_as_it_is(tiny, checkpoint, settings, tmp_path):
    source = checkpoint("bert")
    network = transformers.BertForPreTraining.from_pretrained(source)
    with torch.no_grad():
        network.bert.encoder.layer[0].attention.self.query.weight[0, 0] += 1e-6
    network.save_pretrained(tmp_path / "full")
    transformers.AutoTokenizer.from_pretrained(source).save_pretrained(tmp_path / "full")
    change = tiny("bert").weight_change(load_engine(str(tmp_path / "full")))
    assert 0 < change.parts[0, 0] < 1e-6
    assert change.still_rows == (1, 2)


def test_models_of_different_shape_are_not_compared(tiny, settings):
    before, other = tiny("bert"), tiny("roberta")
    for ask in (
        lambda: before.weight_change(other),
        lambda: before.attention_change(other, TEXTS),
        lambda: before.state_change(other, PLACES),
    ):
        with pytest.raises(InputError, match="was not fine-tuned from"):
            ask()


def test_words_that_the_model_does_not_read_are_left_out(tiny, settings):
    engine = tiny("bert")
    long = "banco " * 100 + "final"
    there = LabelledPlace(text=long, label="x", word=(0, 5))
    beyond = LabelledPlace(text=long, label="y", word=(600, 605))
    assert engine.state_change(engine, [there, beyond]).places == (there,)
    with pytest.raises(InputError, match="anything to compare"):
        engine.state_change(engine, [beyond])


def test_texts_that_cannot_be_read_do_not_stop_the_others(tiny, settings):
    settings(max_characters="60")
    engine = tiny("bert")
    unread = [("banco " * 20, None), ("\u200b", None), ("\ufffd", None)]
    mixed = [LabelledPlace(text=text, label="z") for text, _ in unread] + list(PLACES)
    assert engine.state_change(engine, mixed).places == PLACES
    assert engine.attention_change(engine, [*unread, *TEXTS]).texts == len(TEXTS)
    with pytest.raises(InputError, match="anything to compare"):
        engine.attention_change(engine, unread)


def test_bad_questions_are_told(tiny, settings):
    engine = tiny("bert")
    with pytest.raises(InputError, match="no text yet"):
        engine.attention_change(engine, [])
    with pytest.raises(InputError, match="anything to compare"):
        engine.state_change(engine, [])
    with pytest.raises(InputError, match="At most"):
        engine.state_change(engine, [PLACES[0]] * 2_001)


def test_progress_counts_the_texts_of_both_models(tiny, settings):
    engine, places = tiny("bert"), compared_places(example_data("tagging"), everything=True)
    seen = []
    change = engine.state_change(engine, places, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(n, 24) for n in range(1, 25)]
    assert len(change.places) == 3 * 12  # Ana, San, Juan
    assert [place.label for place in change.places[:3]] == ["PER", "LOC", "LOC"]
