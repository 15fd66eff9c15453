"""Next sentence: index 0 means "is next"."""

import pytest
import torch
from transformers import AutoTokenizer, BertForNextSentencePrediction

from bertviz_core.errors import InputError, TextTooLongError

STORE = "the man went to the store"


def test_the_bundled_model_tells_a_following_sentence_from_a_stray_one(mini):
    follows = mini.next_sentence(STORE, "he bought a gallon of milk")
    strays = mini.next_sentence(STORE, "penguins are flightless birds")
    assert follows.is_next > 0.5 > strays.is_next


def test_probabilities_equal_a_plain_forward_pass(tiny):
    engine = tiny("bert")
    inputs = AutoTokenizer.from_pretrained(engine.info.id)(STORE, "il banco", return_tensors="pt")
    plain = BertForNextSentencePrediction.from_pretrained(engine.info.id).eval()
    with torch.no_grad():
        is_next, not_next = plain(**inputs).logits[0].softmax(-1).tolist()
    answer = engine.next_sentence(STORE, "il banco")
    assert answer.is_next == pytest.approx(is_next, abs=1e-5)
    assert answer.not_next == pytest.approx(not_next, abs=1e-5)
    assert answer.is_next + answer.not_next == pytest.approx(1, abs=1e-6)
    assert not 0.49 < answer.is_next < 0.51  # else a swap would go unseen


@pytest.mark.parametrize(("first", "second"), [("", "b"), ("a", ""), ("a", " \u200b"), (" ", " ")])
def test_both_sentences_are_needed(tiny, first, second):
    with pytest.raises(InputError):
        tiny("bert").next_sentence(first, second)


def test_a_pair_over_the_limit_is_refused(tiny):
    with pytest.raises(TextTooLongError, match="64"):
        tiny("bert").next_sentence("man " * 40, "man " * 40)
