"""Every head switched off in a batch gives what it gives switched off alone."""

import numpy as np
import pytest

from bertviz_core.errors import InputError, MissingHeadError, TextTooLongError

TEXT = "the ___ went to the ___."


def every_head(engine):
    return np.ndindex(engine.info.layers, engine.info.heads)


@pytest.mark.parametrize("blank", [0, 1])
def test_the_word_of_a_blank_is_followed_head_by_head(engine, blank, settings):
    effects = engine.masked_word_effects(TEXT, blank=blank)
    mask = engine.fill_mask(TEXT).masks[blank]
    best = mask.predictions[0]
    assert (effects.index, effects.answer) == (mask.index, best.token)
    assert effects.probability == pytest.approx(best.probability, abs=1e-6)
    for layer, head in every_head(engine):
        without = engine.without_heads([(layer, head)])
        answers = without.fill_mask(TEXT, engine.info.vocab_size).masks[blank].predictions
        (expected,) = [p.probability for p in answers if p.token_id == best.token_id]
        assert effects.without[layer, head] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("word", "pieces"), [("store", 1), ("stores", 2)])
def test_a_word_is_followed_beside_its_pair(engine, word, pieces, settings):
    pair, text = "the man went.", "the ___ went"
    effects = engine.masked_word_effects(text, pair, word=word)
    whole = engine.fill_mask(text, candidates=[word], pair=pair).masks[0]
    (candidate,) = whole.candidates
    if engine.info.family == "bert":
        assert len(candidate.pieces) == pieces
    assert (effects.index, effects.answer) == (whole.index, word)
    assert effects.probability == pytest.approx(candidate.probability, rel=1e-4)
    for layer, head in every_head(engine):
        without = engine.without_heads([(layer, head)])
        (expected,) = without.fill_mask(text, candidates=[word], pair=pair).masks[0].candidates
        assert effects.without[layer, head] == pytest.approx(expected.probability, rel=1e-4)


def test_the_next_sentence_is_followed_head_by_head(tiny, settings):
    engine = tiny("bert")
    effects = engine.next_sentence_effects("the man", "the store")
    assert effects.probability == pytest.approx(
        engine.next_sentence("the man", "the store").is_next, abs=1e-6
    )
    for layer, head in every_head(engine):
        expected = engine.without_heads([(layer, head)]).next_sentence("the man", "the store").is_next
        assert effects.without[layer, head] == pytest.approx(expected, abs=1e-6)


def test_heads_that_are_off_already_stay_off(tiny, settings):
    engine = tiny("bert").without_heads([(0, 1), (1, 0)])
    effects = engine.masked_word_effects(TEXT)
    assert effects.without[0, 1] == effects.without[1, 0] == pytest.approx(effects.probability, abs=1e-6)
    best = engine.fill_mask(TEXT).masks[0].predictions[0]
    expected = engine.without_heads([(2, 2)]).fill_mask(TEXT, candidates=[best.token]).masks[0].candidates[0]
    assert effects.without[2, 2] == pytest.approx(expected.probability, abs=1e-6)


def test_some_layers_are_a_part_of_all(tiny, settings):
    engine = tiny("bert")
    some, everything = engine.masked_word_effects(TEXT, layers=[2, 0]), engine.masked_word_effects(TEXT)
    assert some.layers == (2, 0)
    np.testing.assert_allclose(some.without, everything.without[[2, 0]], atol=1e-6)


def test_heads_are_ranked_by_how_much_they_change(tiny, settings):
    effects = tiny("bert").masked_word_effects(TEXT, layers=[1, 2])
    change = [abs(effects.without[layer - 1, head] - effects.probability) for layer, head in effects.ranked()]
    assert change == sorted(change, reverse=True)
    assert sorted(effects.ranked()) == [(layer, head) for layer in (1, 2) for head in range(4)]


def test_what_cannot_be_asked_is_told(tiny, mini):
    engine = tiny("bert")
    with pytest.raises(InputError, match="the text has 2"):
        engine.masked_word_effects(TEXT, blank=2)
    with pytest.raises(InputError, match="no blank"):
        engine.masked_word_effects("the man")
    with pytest.raises(InputError, match="“☃” cannot be scored"):
        engine.masked_word_effects(TEXT, word="☃")
    with pytest.raises(InputError, match="is empty"):
        engine.masked_word_effects(TEXT, word=" ")
    with pytest.raises(InputError, match="no such head"):
        engine.masked_word_effects(TEXT, layers=[3])
    with pytest.raises(MissingHeadError):
        tiny("roberta").next_sentence_effects("the man", "the store")
    with pytest.raises(TextTooLongError, match="up to 128 tokens only; this one has 2"):
        mini.masked_word_effects("[MASK] " + "la casa " * 100)
    with pytest.raises(TextTooLongError, match="cutting them"):
        engine.next_sentence_effects("the man " * 40, "the store")
