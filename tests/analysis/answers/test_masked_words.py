"""Masked words equal a plain forward pass; every blank has its own list."""

import numpy as np
import pytest
import torch
import transformers
from transformers import AutoTokenizer

from bertviz_core.errors import InputError
from bertviz_core.models.families import FAMILIES


def plain_probabilities(engine, text, pair=None):
    """Compute the probabilities at every token the way a script of one's own would."""
    tokenizer = AutoTokenizer.from_pretrained(engine.info.id)
    model_class = FAMILIES[engine.info.family].model_class.replace("ForPreTraining", "ForMaskedLM")
    model = getattr(transformers, model_class).from_pretrained(engine.info.id).eval()
    with torch.no_grad():
        # Segments are asked for by name: transformers leaves ALBERT's out, which it was trained with.
        inputs = tokenizer(text, pair, return_tensors="pt", return_token_type_ids=engine.info.has_segments)
        logits = model(**inputs).logits
    return logits[0].softmax(-1).numpy(), tokenizer


def test_predictions_equal_a_plain_forward_pass(engine):
    text = f"the {engine.info.mask_token} went to the {engine.info.mask_token}."
    expected, tokenizer = plain_probabilities(engine, text)
    answer = engine.fill_mask(text, top_k=7)
    ids = tokenizer(text)["input_ids"]
    assert [mask.index for mask in answer.masks] == [
        n for n, token in enumerate(ids) if token == tokenizer.mask_token_id
    ]
    for mask in answer.masks:
        best = np.argsort(-expected[mask.index])[:7]
        assert [p.token_id for p in mask.predictions] == best.tolist()
        np.testing.assert_allclose(
            [p.probability for p in mask.predictions], expected[mask.index][best], atol=1e-5
        )
        assert [p.rank for p in mask.predictions] == list(range(1, 8))


def test_a_text_is_read_with_its_pair(engine):
    text, pair = f"the {engine.info.mask_token} went.", f"the {engine.info.mask_token} store."
    expected, tokenizer = plain_probabilities(engine, text, pair)
    answer = engine.fill_mask(text, engine.info.vocab_size, pair=pair)
    ids = tokenizer(text, pair)["input_ids"]
    assert [mask.index for mask in answer.masks] == [
        n for n, token in enumerate(ids) if token == tokenizer.mask_token_id
    ]
    for mask in answer.masks:
        found = {p.token_id: p.probability for p in mask.predictions}
        np.testing.assert_allclose([found[i] for i in range(len(found))], expected[mask.index], atol=1e-5)
    alone = engine.fill_mask(text, 1).masks[0].predictions[0]
    both = {p.token_id: p.probability for p in answer.masks[0].predictions}
    assert both[alone.token_id] != pytest.approx(alone.probability, abs=1e-7)


def test_the_whole_vocabulary_sums_to_one(engine):
    answer = engine.fill_mask("the ___", top_k=engine.info.vocab_size)
    assert sum(p.probability for p in answer.masks[0].predictions) == pytest.approx(1, abs=1e-4)


def test_words_are_readable(engine):
    tokens = [p.token for p in engine.fill_mask("the ___", top_k=engine.info.vocab_size).masks[0].predictions]
    assert "man" in tokens or "the" in tokens
    assert all(tokens)
    # a boundary marker stands only where it is the whole piece, or letters are in pieces themselves
    assert not any(token[0] in "▁Ġ" and token[1:].isascii() and token[1:].isalpha() for token in tokens)


def test_the_text_is_told_as_the_model_saw_it(engine):
    answer = engine.fill_mask("the [mask] <mask> ___.")
    mask = engine.info.mask_token
    assert answer.text == f"the {mask} {mask} {mask}."
    assert len(answer.masks) == 3


def test_a_text_without_blank_says_how_to_add_one(engine):
    with pytest.raises(InputError) as raised:
        engine.fill_mask("the man went")
    assert engine.info.mask_token in str(raised.value)
    assert "___" in str(raised.value)


def test_a_blank_that_was_cut_off_is_read_with_the_text_around_it(engine):
    answer = engine.fill_mask("the man " * 60 + "___")
    assert answer.text.endswith("the man " + engine.info.mask_token)
    assert str(engine.info.max_tokens) in str(answer.notes[0])
    answer = engine.fill_mask("the ___ " + "the man " * 60)
    assert answer.encoding.truncated
    assert len(answer.masks) == 1


@pytest.mark.parametrize("top_k", [0, -1, 10_000_000])
def test_the_number_of_words_has_bounds(engine, top_k):
    with pytest.raises(InputError, match=str(engine.info.vocab_size)):
        engine.fill_mask("the ___", top_k=top_k)


def test_the_bundled_model_knows_everyday_words(mini):
    answers = mini.fill_mask("the man went to the [MASK] and bought a gallon of milk", top_k=50).masks[0]
    assert {"store", "market", "shop", "house", "kitchen"} & {p.token for p in answers.predictions}
