"""Pseudo-log-likelihood equals the loop of the paper: one token hidden, one plain pass, one number."""

import math

import numpy as np
import pytest
import torch
import transformers
from tokenizers.pre_tokenizers import BertPreTokenizer
from transformers import AutoTokenizer

from bertviz_core.analysis.masked_words import surprise
from bertviz_core.errors import InputError, MissingHeadError, TextTooLongError
from bertviz_core.models.families import FAMILIES

TEXT = "the compañera stores milk in Lisboa."
PAIR = "the store flies."


def plain_loop(engine, text, pair=None, *, left_to_right=False):
    """Score token by token the way a script of one's own would; return ids and rows of log probabilities."""
    tokenizer = AutoTokenizer.from_pretrained(engine.info.id)
    model_class = FAMILIES[engine.info.family].model_class.replace("ForPreTraining", "ForMaskedLM")
    model = getattr(transformers, model_class).from_pretrained(engine.info.id).eval()
    inputs = tokenizer(text, pair, return_tensors="pt", return_token_type_ids=engine.info.has_segments)
    ids = inputs["input_ids"][0].tolist()
    texts, offsets = inputs.sequence_ids(0), inputs.encodings[0].offsets
    spans = [BertPreTokenizer().pre_tokenize_str(one or "") for one in (text, pair)]
    words = [
        None
        if sequence is None
        else next(n for n, (_, (_, end)) in enumerate(spans[sequence]) if last <= end)
        for sequence, (_, last) in zip(texts, offsets, strict=True)
    ]
    rows = {}
    for place, token_id in enumerate(ids):
        if texts[place] is None or token_id == tokenizer.mask_token_id:
            continue
        copy = inputs["input_ids"].clone()
        copy[0, place] = tokenizer.mask_token_id
        for later in range(place + 1, len(ids)):
            if left_to_right and (words[later], texts[later]) == (words[place], texts[place]):
                copy[0, later] = tokenizer.mask_token_id
        with torch.no_grad():
            logits = model(**(dict(inputs) | {"input_ids": copy})).logits
        rows[place] = logits[0, place].double().log_softmax(-1).numpy()
    return ids, rows


@pytest.mark.parametrize("pair", [None, PAIR])
@pytest.mark.parametrize("within_words", ["original", "left_to_right"])
def test_every_token_equals_the_loop_of_the_paper(engine, pair, within_words):
    answer = engine.pseudo_log_likelihood(TEXT, pair, within_words=within_words)
    ids, rows = plain_loop(engine, TEXT, pair, left_to_right=within_words == "left_to_right")
    assert answer.encoding.ids.tolist() == ids
    assert np.flatnonzero(answer.scored).tolist() == sorted(rows)
    assert np.isnan(answer.log_probabilities[~answer.scored]).all()
    for place, row in rows.items():
        own = row[ids[place]]
        assert answer.log_probabilities[place] == pytest.approx(own, abs=1e-4)
        assert answer.ranks[place] == 1 + (row > own).sum()
        others = row.copy()
        others[ids[place]] = -np.inf
        expected = answer.expected[place]
        assert expected.token_id == others.argmax()
        assert expected.probability == pytest.approx(math.exp(others.max()), abs=1e-5)
        assert expected.rank == 1 + (row > others.max()).sum()
    total = sum(row[ids[place]] for place, row in rows.items())
    assert answer.total == pytest.approx(total, abs=1e-3)
    assert answer.per_token == pytest.approx(total / len(rows), abs=1e-4)
    assert answer.perplexity == pytest.approx(math.exp(-total / len(rows)), rel=1e-3)


def test_hiding_the_rest_of_a_word_changes_its_earlier_pieces_only(tiny):
    engine = tiny("bert")
    alone = engine.pseudo_log_likelihood("the ñandú went")
    together = engine.pseudo_log_likelihood("the ñandú went", within_words="left_to_right")
    assert alone.encoding.tokens == ("[CLS]", "the", "ñ", "##a", "##n", "##d", "##ú", "went", "[SEP]")
    change = np.abs(alone.log_probabilities - together.log_probabilities)
    assert change[[1, 6, 7]].max() < 1e-6
    assert change[2:6].min() > 1e-6


def test_words_add_up_their_pieces(engine):
    answer = engine.pseudo_log_likelihood(TEXT, PAIR)
    assert answer.total == pytest.approx(sum(word.log_probability for word in answer.words))
    assert [place for word in answer.words for place in word.tokens] == np.flatnonzero(answer.scored).tolist()
    for word in answer.words:
        assert word.log_probability == pytest.approx(answer.log_probabilities[list(word.tokens)].sum())
    assert "".join(word.text for word in answer.words) == f"{TEXT}{PAIR}".replace(" ", "")


def test_typed_blanks_stay_hidden_and_have_no_score(engine):
    answer = engine.pseudo_log_likelihood("the ___ went [mask]")
    ids, rows = plain_loop(engine, f"the {engine.info.mask_token} went {engine.info.mask_token}")
    assert answer.encoding.ids.tolist() == ids
    assert np.flatnonzero(answer.scored).tolist() == sorted(rows)
    for place, row in rows.items():
        assert answer.log_probabilities[place] == pytest.approx(row[ids[place]], abs=1e-4)
    with pytest.raises(InputError, match="blanks only"):
        engine.pseudo_log_likelihood("___ [mask]")


@pytest.mark.parametrize("within_words", ["original", "left_to_right"])
def test_parts_join_to_the_whole(tiny, within_words):
    engine = tiny("bert")
    whole = engine.pseudo_log_likelihood(TEXT, PAIR, within_words=within_words)
    count = len(whole.encoding)
    first, *others = (
        engine.pseudo_log_likelihood(TEXT, PAIR, within_words=within_words, places=range(start, start + 1))
        for start in range(count)
    )
    assert not first.scored.any()
    assert math.isnan(first.per_token)
    for part in others:
        first = first.joined(part)
    np.testing.assert_array_equal(first.scored, whole.scored)
    np.testing.assert_array_equal(first.ranks, whole.ranks)
    np.testing.assert_allclose(first.log_probabilities, whole.log_probabilities, atol=1e-5)
    assert [p and p.token_id for p in first.expected] == [p and p.token_id for p in whole.expected]


def test_batches_of_the_head_are_bounded(tiny, monkeypatch):
    engine = tiny("bert")
    whole = engine.pseudo_log_likelihood(TEXT)
    monkeypatch.setattr(surprise, "_HEAD_VALUES", 3 * engine.info.vocab_size)
    sizes = []
    compute = type(engine._passes).word_log_probabilities
    monkeypatch.setattr(
        type(engine._passes),
        "word_log_probabilities",
        lambda passes, states: sizes.append(len(states)) or compute(passes, states),
    )
    again = engine.pseudo_log_likelihood(TEXT)
    assert max(sizes) == 3
    assert sum(sizes) == whole.scored.sum()
    np.testing.assert_allclose(again.log_probabilities, whole.log_probabilities, atol=1e-5)


def test_heads_that_are_off_stay_off(tiny):
    engine = tiny("bert")
    without = engine.without_heads([(0, 1), (2, 3)])
    answer = without.pseudo_log_likelihood("the man went")
    assert answer.encoding.tokens[2] == "man"
    (candidate,) = without.fill_mask("the ___ went", candidates=["man"]).masks[0].candidates
    assert math.exp(answer.log_probabilities[2]) == pytest.approx(candidate.probability, abs=1e-6)
    assert abs(answer.total - engine.pseudo_log_likelihood("the man went").total) > 1e-4


@pytest.mark.parametrize(
    ("text", "unknown"), [("the 😊 went", ["😊"]), ("🦥 the 𓂀 man", ["🦥", "𓂀"]), ("the man ☃☃", ["☃☃"])]
)
def test_unknown_words_have_no_score_and_no_part_in_the_sums(tiny, text, unknown):
    answer = tiny("bert").pseudo_log_likelihood(text)
    places = np.flatnonzero(answer.encoding.unknown)
    assert len(places) == len(unknown)
    assert not answer.scored[places].any()
    assert np.isnan(answer.log_probabilities[places]).all()
    assert [word.text for word in answer.unknown_words] == unknown
    assert not {word.text for word in answer.words} & set(unknown)
    assert answer.total == pytest.approx(np.nansum(answer.log_probabilities))
    assert answer.per_token == pytest.approx(answer.total / 2)
    assert [row["position"] for row in answer.unscored()] == places.tolist()
    (note,) = answer.notes
    assert all(word in str(note) for word in unknown)


def test_no_part_of_a_word_with_an_unknown_piece_is_scored(tiny):
    answer = tiny("xlm-roberta").pseudo_log_likelihood("the ma😊n went")
    assert any("😊" in word.text for word in answer.unknown_words)
    assert all("😊" not in word.text and "ma" not in word.text for word in answer.words)


def test_a_text_of_unknown_words_only_says_so(tiny):
    with pytest.raises(InputError, match="knows no word of this text"):
        tiny("bert").pseudo_log_likelihood("😊 🦥 ___")


def test_what_cannot_be_scored_is_told(tiny, mini):
    engine = tiny("bert")
    with pytest.raises(TextTooLongError, match="up to 64 tokens only"):
        engine.pseudo_log_likelihood("the man " * 40)
    with pytest.raises(TextTooLongError, match="up to 128 tokens only"):
        mini.pseudo_log_likelihood("la casa " * 70)
    with pytest.raises(InputError, match="original, left_to_right"):
        engine.pseudo_log_likelihood("the man", within_words="right_to_left")
    for place in (-1, 4):
        with pytest.raises(InputError, match="the text has 4"):
            engine.pseudo_log_likelihood("the man", places=[place])
    with pytest.raises(InputError, match="no text"):
        engine.pseudo_log_likelihood("  ")


def test_a_model_without_the_head_says_so(tiny):
    with pytest.raises(MissingHeadError, match="masked-word head"):
        tiny("bert", "BertModel").pseudo_log_likelihood("the man")


def test_the_bundled_model_finds_barking_dogs_more_probable(mini):
    barking, miaowing = (mini.pseudo_log_likelihood(f"Los perros {word}") for word in ("ladran", "maúllan"))
    assert barking.total > miaowing.total + 3
