"""Candidates of several pieces are scored piece by piece, never by their first piece."""

import numpy as np
import pytest
import torch
import transformers
from transformers import AutoTokenizer

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.models.families import FAMILIES


@pytest.fixture
def run_shapes(monkeypatch):
    """Collect (inputs, tokens) of every forward pass."""
    shapes = []
    run = ForwardPasses._compute

    def noting(self, ids, segments, **options):
        shapes.append(ids.shape)
        return run(self, ids, segments, **options)

    monkeypatch.setattr(ForwardPasses, "_compute", noting)
    return shapes


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
        assert len(candidate.piece_probabilities) == len(candidate.pieces)
        assert candidate.probability == pytest.approx(np.prod(candidate.piece_probabilities))
    longest = max(mask.candidates, key=lambda candidate: len(candidate.pieces))
    shorter = scored_one_by_one(engine, "the ", " sai", longest.pieces)
    last = longest.piece_probabilities[-1]
    assert shorter / last == pytest.approx(np.prod(longest.piece_probabilities[:-1]), rel=1e-3)


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


def test_a_list_a_blank_is_scored_in_that_blank_only(tiny, run_shapes):
    engine = tiny("bert")
    everywhere = engine.fill_mask("the ___ ___ sai", candidates=["ñandú", "banco"]).masks
    run_shapes.clear()
    first, second = engine.fill_mask("the ___ ___ sai", candidates=[["ñandú"], ["banco"]]).masks
    assert first.candidates == everywhere[0].candidates[:1]
    assert second.candidates == everywhere[1].candidates[1:]
    assert len(run_shapes) == len(first.candidates[0].pieces)
    nothing, _ = engine.fill_mask("the ___ ___ sai", candidates=[[], ["banco"]]).masks
    assert nothing.candidates == ()


@pytest.mark.parametrize("lists", [[["banco"]], [["banco"], [], ["the"]]])
def test_another_number_of_lists_than_blanks_is_an_error(tiny, lists):
    with pytest.raises(InputError, match=f"2 blanks, and {len(lists)} lists"):
        tiny("bert").fill_mask("the ___ ___ sai", candidates=lists)


def test_what_cannot_be_scored_is_left_out_on_request(tiny):
    engine = tiny("bert")
    words = ["ñ" * 40, " ", "banco"]
    (mask,) = engine.fill_mask("the ___", candidates=words, skip_unscorable=True).masks
    assert [candidate.word for candidate in mask.candidates] == ["banco"]
    assert [word.word for word in mask.unscored] == ["ñ" * 40, " "]
    assert "40 pieces" in mask.unscored[0].template.format(**mask.unscored[0].fields)
    text = "___ " + "man " * 61
    (mask,) = engine.fill_mask(text, candidates=[["ñandú", "banco"]], skip_unscorable=True).masks
    assert [candidate.word for candidate in mask.candidates] == ["banco"]


def test_long_inputs_run_few_at_a_time(mini, run_shapes):
    words = ["ñandúes", "ñandúbay", "ñandutí"]
    (mask,) = mini.fill_mask("___ " + "banco " * 497, candidates=words[:2]).masks
    assert all(len(candidate.pieces) > 1 for candidate in mask.candidates)
    assert len(run_shapes) > 2
    assert all(rows == 1 for rows, tokens in run_shapes if tokens > 362)
    run_shapes.clear()
    mini.fill_mask("un ___", candidates=words)
    assert max(rows for rows, _ in run_shapes) > 1


@pytest.mark.parametrize("word", ["😊", "🦥", "ma𓂀"])
def test_a_word_the_vocabulary_cannot_write_cannot_be_scored(tiny, word):
    engine = tiny("bert")
    with pytest.raises(InputError, match=f"“{word}” cannot be scored"):
        engine.fill_mask("the ___", candidates=[word, "man"])
    (mask,) = engine.fill_mask("the ___", candidates=[word, "man"], skip_unscorable=True).masks
    assert [candidate.word for candidate in mask.candidates] == ["man"]
    assert [(left_out.word, "cannot be scored" in str(left_out)) for left_out in mask.unscored] == [
        (word, True)
    ]


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
    for blank in ("[MASK]", "ñ[MASK]"):
        with pytest.raises(InputError, match="has a blank in it"):
            engine.fill_mask("the ___", candidates=[blank])
    with pytest.raises(InputError, match="pieces"):
        engine.fill_mask("the ___", candidates=["ñ" * 40])
    with pytest.raises(TextTooLongError, match="ñandú"):
        engine.fill_mask("___ " + "man " * 61, candidates=["ñandú"])
    settings(max_candidates="2")
    with pytest.raises(InputError, match="2"):
        engine.fill_mask("the ___", candidates=["a", "b", "c"])


def test_a_candidate_for_a_blank_of_the_pair_brings_the_space_that_is_there(tiny):
    engine = tiny("roberta")
    for pair, begins in (("the ___", "Ġ"), ("the(___", "m")):
        (candidate,) = engine.fill_mask("x", candidates=["man"], pair=pair).masks[0].candidates
        assert candidate.pieces[0].startswith(begins)
