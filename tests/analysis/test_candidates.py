"""Candidates of several pieces are scored piece by piece, never by their first piece."""

import numpy as np
import pytest
import torch
import transformers
from transformers import AutoTokenizer

from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.models.families import FAMILIES


def scored_one_by_one(engine, before, after, pieces):
    """Multiply conditional probabilities in a plain loop, one forward pass a piece."""
    model_class = FAMILIES[engine.info.family].model_class.replace("ForPreTraining", "ForMaskedLM")
    model = getattr(transformers, model_class).from_pretrained(engine.info.id).eval()
    tokenizer = AutoTokenizer.from_pretrained(engine.info.id)
    ids = tokenizer(before + tokenizer.mask_token + after)["input_ids"]
    at = ids.index(tokenizer.mask_token_id)
    wanted = tokenizer.convert_tokens_to_ids(list(pieces))
    ids[at : at + 1] = [tokenizer.mask_token_id] * len(wanted)
    product = 1.0
    for place, piece in enumerate(wanted, start=at):
        with torch.no_grad():
            logits = model(torch.tensor([ids])).logits[0, place]
        product *= float(logits.softmax(-1)[piece])
        ids[place] = piece
    return product


def test_a_word_of_several_pieces_equals_the_plain_loop(engine):
    words = ["ñandú", "banco", "bancos", "ñandúes"]
    (mask,) = engine.fill_mask("the ___ sai", candidates=words).masks
    assert [candidate.word for candidate in mask.candidates] == words
    assert any(len(candidate.pieces) > 1 for candidate in mask.candidates)
    for candidate in mask.candidates:
        expected = scored_one_by_one(engine, "the ", " sai", candidate.pieces)
        assert candidate.probability == pytest.approx(expected, rel=1e-3)
        assert (candidate.rank is None) == (len(candidate.pieces) > 1)


def test_a_word_of_one_piece_has_its_rank(engine):
    (mask,) = engine.fill_mask("the ___ sai", top_k=engine.info.vocab_size).masks
    third = mask.predictions[2]
    if engine.info.family in ("bert", "distilbert", "electra"):
        (scored,) = engine.fill_mask("the ___ sai", candidates=[third.token]).masks[0].candidates
        assert (scored.rank, scored.pieces) == (3, (third.token,))
        assert scored.probability == pytest.approx(third.probability)


def test_every_blank_scores_every_candidate(tiny):
    answer = tiny("bert").fill_mask("the ___ ___ sai", candidates=["ñandú", "banco"])
    probabilities = np.array([[c.probability for c in mask.candidates] for mask in answer.masks])
    assert probabilities.shape == (2, 2)
    assert len(set(probabilities.ravel().tolist())) == 4


def test_a_word_the_vocabulary_cannot_write_has_no_probability(tiny):
    (candidate,) = tiny("bert").fill_mask("the ___", candidates=["😊"]).masks[0].candidates
    assert (candidate.probability, candidate.rank, candidate.pieces) == (0.0, None, ("[UNK]",))


def test_a_continuation_stands_for_itself(tiny):
    (candidate,) = tiny("bert").fill_mask("banco___", candidates=["##s"]).masks[0].candidates
    assert candidate.pieces == ("##s",)


def test_byte_level_words_follow_the_space_before_the_blank(tiny):
    engine = tiny("roberta")
    after_space = engine.fill_mask("the ___", candidates=["banco"]).masks[0].candidates[0]
    at_start = engine.fill_mask("___ the", candidates=["banco"]).masks[0].candidates[0]
    assert after_space.pieces == ("Ġbanco",)
    assert at_start.pieces[0][0] == "b"


def test_one_word_is_not_taken_for_a_list_of_letters(tiny):
    (mask,) = tiny("bert").fill_mask("the ___", candidates="banco").masks
    assert [candidate.word for candidate in mask.candidates] == ["banco"]


def test_bounds(tiny, settings):
    engine = tiny("bert")
    with pytest.raises(InputError, match="empty"):
        engine.fill_mask("the ___", candidates=["banco", " "])
    with pytest.raises(InputError, match="pieces"):
        engine.fill_mask("the ___", candidates=["ñ" * 40])
    with pytest.raises(TextTooLongError, match="ñandú"):
        engine.fill_mask("___ " + "man " * 61, candidates=["ñandú"])
    settings(max_candidates="2")
    with pytest.raises(InputError, match="2"):
        engine.fill_mask("the ___", candidates=["a", "b", "c"])
