"""What the view shows is what its files hold."""

import csv
import io
import json

import pytest

from bertviz_core.ui.attention.off_files import (
    head_effects_csv,
    head_effects_json,
    hidden_change_csv,
    masked_change_csv,
    switch_off_json,
)

HEADS = [(0, 1), (2, 3)]
TEXT = 'the "man", the <b> ___'


@pytest.fixture
def engines(tiny):
    return tiny("bert"), tiny("bert").without_heads(HEADS)


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_hidden_change_has_a_line_for_every_layer_and_token(engines):
    change = engines[0].hidden_change(HEADS, TEXT)
    lines = rows(hidden_change_csv(change))
    assert len(lines) == change.cosine_distance.size
    for line in lines:
        layer, place = int(line["layer"]), int(line["position"])
        assert line["token"] == change.encoding.tokens[place]
        assert float(line["cosine_distance"]) == pytest.approx(change.cosine_distance[layer, place], abs=1e-6)
        assert float(line["relative_norm"]) == pytest.approx(change.relative_norm[layer, place], abs=1e-6)


def test_words_are_listed_before_and_after(engines):
    answers = tuple(engine.fill_mask(TEXT) for engine in engines)
    lines = rows(masked_change_csv(answers, shown=3))
    assert [line["model"] for line in lines] == ["before"] * 3 + ["after"] * 3
    for line, p in zip(lines, [p for a in answers for p in a.masks[0].predictions[:3]], strict=True):
        assert (line["token"], int(line["rank"])) == (p.token, p.rank)
        assert float(line["probability"]) == pytest.approx(p.probability, abs=1e-8)


def test_the_document_holds_every_answer(engines):
    masked = tuple(engine.fill_mask(TEXT, candidates=["man"]) for engine in engines)
    follows = tuple(engine.next_sentence("the man", "banco") for engine in engines)
    change = engines[0].hidden_change(HEADS, "the man", "banco")
    document = json.loads(switch_off_json(change, masked, follows, shown=2))
    assert document["heads_off"] == [[1, 2], [3, 4]]
    assert document["relative_norm"] == change.relative_norm.tolist()
    assert document["is_next"] == {"before": follows[0].is_next, "after": follows[1].is_next}
    after = document["masks"]["after"][0]["predictions"]
    assert [p["token"] for p in after] == [p.token for p in masked[1].masks[0].predictions[:2]]
    hidden = masked[1].masks[0].candidates[0]
    assert document["masks"]["after"][0]["hidden"] == [
        {"word": "man", "probability": hidden.probability, "rank": hidden.rank}
    ]
    alone = json.loads(switch_off_json(change, None, None, shown=2))
    assert "masks" not in alone and "is_next" not in alone


def test_the_ranking_is_written_from_the_strongest_on(engines):
    effects = engines[0].masked_word_effects(TEXT)
    lines = rows(head_effects_csv(effects))
    told = [(int(line["layer"]) - 1, int(line["head"]) - 1) for line in lines]
    assert told == list(effects.ranked())
    best = effects.ranked()[0]
    assert float(lines[0]["probability_without"]) == pytest.approx(effects.without[best], abs=1e-8)
    assert json.loads(head_effects_json(effects))["without"] == effects.without.tolist()
