"""What tokens add to an answer, against a plain loop with gradients of transformers' own model."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from tiny_checkpoints import FAMILIES

from bertviz_core.analysis.passes import integrated_gradients
from bertviz_core.engine import BertEngine
from bertviz_core.errors import BusyError, InputError, MissingHeadError, TextTooLongError

TEXT, PAIR = "the man went to the ___ and bought milk.", "he lives at the south"
MIDDLE_STEPS, AT_ONCE = 400, 100


@pytest.fixture
def loaded_anew(checkpoint: Callable[..., Path]) -> Callable[[str], Any]:
    """Load a family's checkpoint with transformers alone, so that nothing of ours is in it."""

    def load(family: str) -> Any:
        name = FAMILIES[family]()[2].replace("AlbertForPreTraining", "AlbertForMaskedLM")
        model = getattr(transformers, name).from_pretrained(checkpoint(family), attn_implementation="eager")
        return model.eval()

    return load


def masked_word_output(model: Any, place: int, token_id: int) -> Callable[[Any], torch.Tensor]:
    def read(output: Any) -> torch.Tensor:
        logits = output.prediction_logits if hasattr(output, "prediction_logits") else output.logits
        return logits[:, place].log_softmax(-1)[:, token_id]

    return read


def plain_loop(engine: BertEngine, model: Any, encoding: Any, read: Callable[[Any], torch.Tensor]) -> Any:
    """Sum gradients at the middle of many equal steps; return scores and both ends."""
    mask_id = engine._reader.mask_id
    look_up = model.get_input_embeddings()
    ids = torch.from_numpy(encoding.ids)
    masked = ids.clone()
    for place in range(len(ids)):
        if encoding.sequence_ids[place] >= 0:
            masked[place] = mask_id
    segments = {"token_type_ids": torch.from_numpy(encoding.segment_ids)[None]}
    segments = segments if engine.info.has_segments else {}
    end, start = look_up(ids).detach(), look_up(masked).detach()
    total = torch.zeros_like(end)
    for steps in torch.arange(MIDDLE_STEPS).split(AT_ONCE):
        points = (start + (steps[:, None, None] + 0.5) / MIDDLE_STEPS * (end - start)).requires_grad_()
        same = {name: values.expand(AT_ONCE, -1) for name, values in segments.items()}
        read(model(inputs_embeds=points, **same)).sum().backward()
        total += points.grad.sum(0)
    with torch.no_grad():
        # The end is asked for by token numbers, as the tokenizer gives them.
        value = float(read(model(input_ids=ids[None], **segments)))
        baseline = float(read(model(input_ids=masked[None], **segments)))
    return ((end - start) * total / MIDDLE_STEPS).sum(-1).numpy(), value, baseline


@pytest.mark.parametrize("pair", [None, PAIR])
def test_a_word_is_explained_as_by_a_plain_loop(
    engine: BertEngine, loaded_anew: Callable[[str], Any], request: pytest.FixtureRequest, pair: str | None
) -> None:
    explained = engine.attribute_masked_word(TEXT, pair, steps=100)
    mask = engine.fill_mask(TEXT, pair=pair).masks[0]
    assert (explained.index, explained.answer) == (mask.index, mask.predictions[0].token)
    model = loaded_anew(request.node.callspec.params["engine"])
    read = masked_word_output(model, mask.index, mask.predictions[0].token_id)
    scores, value, baseline = plain_loop(engine, model, explained.encoding, read)
    assert explained.value == pytest.approx(value, abs=1e-4)
    assert explained.baseline == pytest.approx(baseline, abs=1e-4)
    assert explained.probability == pytest.approx(mask.predictions[0].probability, rel=1e-4)
    np.testing.assert_allclose(explained.scores, scores, atol=0.02 * np.abs(scores).max() + 1e-3)
    assert explained.error < 0.05 * abs(value - baseline) + 1e-3


def test_an_entry_of_the_vocabulary_is_explained_by_its_id(engine: BertEngine) -> None:
    for prediction in engine.fill_mask(TEXT, 4).masks[0].predictions:
        explained = engine.attribute_masked_word(TEXT, word=prediction.token_id, steps=2)
        assert explained.answer == prediction.token
        assert explained.probability == pytest.approx(prediction.probability, rel=1e-4)
    with pytest.raises(InputError, match="no entry"):
        engine.attribute_masked_word(TEXT, word=engine.info.vocab_size)


def test_the_next_sentence_is_explained_as_by_a_plain_loop(
    tiny: Callable[..., BertEngine], loaded_anew: Callable[[str], Any]
) -> None:
    engine = tiny("bert")
    explained = engine.attribute_next_sentence("the man went", PAIR, steps=100)

    def read(output: Any) -> torch.Tensor:
        is_next, not_next = output.seq_relationship_logits.log_softmax(-1).T
        return is_next - not_next

    scores, value, baseline = plain_loop(engine, loaded_anew("bert"), explained.encoding, read)
    assert (explained.value, explained.baseline) == pytest.approx((value, baseline), abs=1e-4)
    assert explained.probability == pytest.approx(
        engine.next_sentence("the man went", PAIR).is_next, abs=1e-5
    )
    np.testing.assert_allclose(explained.scores, scores, atol=0.02 * np.abs(scores).max() + 1e-3)


def test_special_tokens_and_blanks_add_nothing(engine: BertEngine) -> None:
    explained = engine.attribute_masked_word(TEXT, PAIR, steps=5)
    still = explained.encoding.special.copy()
    still[explained.index] = True
    assert np.all(explained.scores[still] == 0)
    assert np.all(explained.scores[~still] != 0)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Mi vecino compró una bicicleta roja", "Las ballenas son mamíferos"),
        ("A panela caiu", "O cachorro comeu"),
    ],
)
def test_the_scores_add_up_with_mini(mini: BertEngine, first: str, second: str) -> None:
    follows = mini.attribute_next_sentence(first, second)
    assert follows.error < 0.05 * abs(follows.value - follows.baseline)
    assert follows.scores.sum() == pytest.approx(follows.value - follows.baseline, rel=0.05)
    word = mini.attribute_masked_word(f"{first} [MASK]", second)
    assert word.error < 0.05 * abs(word.value - word.baseline)


def test_more_steps_come_closer(mini: BertEngine) -> None:
    few, many = (mini.attribute_masked_word("Madrid es la [MASK] de España", steps=n) for n in (3, 60))
    assert many.error < few.error


def test_points_are_added_only_where_the_scores_do_not_add_up(
    mini: BertEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = "Madrid es la [MASK] de España", "she drank a cup of [MASK] every day in this town"
    easy, hard = map(mini.attribute_masked_word, texts)
    assert (easy.steps, hard.steps) == (17, 33)
    assert mini.attribute_masked_word(texts[1], steps=17).error > 0.02 * abs(hard.value - hard.baseline)
    monkeypatch.setattr(integrated_gradients, "_CLOSE", 0)
    for found, text in zip((easy, hard), texts, strict=True):
        exact = mini.attribute_masked_word(text, steps=129)
        assert exact.steps == 129
        np.testing.assert_allclose(found.scores, exact.scores, atol=0.03 * np.abs(exact.scores).max())


def test_heads_that_are_off_stay_off(
    tiny: Callable[..., BertEngine], loaded_anew: Callable[[str], Any]
) -> None:
    engine = tiny("bert")
    without = engine.without_heads([(0, 1), (2, 3)])
    whole, part = (asked.attribute_masked_word(TEXT, word="store") for asked in (engine, without))
    (candidate,) = without.fill_mask(TEXT, candidates=["store"]).masks[0].candidates
    assert part.probability == pytest.approx(candidate.probability, rel=1e-4)
    assert not np.allclose(whole.scores, part.scores, atol=1e-3)
    # In a network whose output of that head is multiplied by zero for good, the same comes out.
    model = loaded_anew("bert")
    size = engine.info.hidden_size // engine.info.heads
    with torch.no_grad():
        for layer, head in without.heads_off:
            dense = model.bert.encoder.layer[layer].attention.output.dense
            dense.weight[:, head * size : (head + 1) * size] = 0
    token_id = engine._reader.pieces("store")[0]
    read = masked_word_output(model, part.index, token_id)
    scores, value, _baseline = plain_loop(engine, model, part.encoding, read)
    assert part.value == pytest.approx(value, abs=1e-4)
    np.testing.assert_allclose(part.scores, scores, atol=0.02 * np.abs(scores).max() + 1e-3)


def test_others_use_the_network_meanwhile(
    tiny: Callable[..., BertEngine], settings: Callable[..., None]
) -> None:
    settings(cache_bytes="0", concurrent_passes="4")
    engine = tiny("albert")
    without = engine.without_heads([(1, 2)])
    alone = [asked.attribute_masked_word(TEXT, steps=8).scores for asked in (engine, without)]
    probability = engine.fill_mask(TEXT).masks[0].predictions[0].probability

    def ask(number: int) -> None:
        if number % 3 == 2:
            answer = engine.fill_mask(TEXT).masks[0].predictions[0].probability
            assert answer == pytest.approx(probability, abs=1e-6)
        else:
            asked = (engine, without)[number % 3]
            scores = asked.attribute_masked_word(TEXT, steps=8).scores
            np.testing.assert_allclose(scores, alone[number % 3], atol=1e-4)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(ask, range(24)))


def test_nothing_of_the_network_changes(mini: BertEngine) -> None:
    network = mini._passes.model.network
    before = {name: weight.clone() for name, weight in network.named_parameters()}
    mini.attribute_next_sentence("the cat sat", "it slept", steps=3)
    for name, weight in network.named_parameters():
        assert weight.grad is None and not weight.requires_grad
        assert torch.equal(weight, before[name])


def test_a_turn_is_waited_for(tiny: Callable[..., BertEngine], settings: Callable[..., None]) -> None:
    from bertviz_core.analysis.passes.gate import forward_slot

    settings(concurrent_passes="1", max_wait_s="0.05")
    with forward_slot(), pytest.raises(BusyError):
        tiny("bert").attribute_next_sentence("the man", "the store")


def test_what_cannot_be_asked_is_told(tiny: Callable[..., BertEngine], mini: BertEngine) -> None:
    engine = tiny("bert")
    with pytest.raises(InputError, match="the text has 1"):
        engine.attribute_masked_word(TEXT, blank=1)
    with pytest.raises(InputError, match="no blank"):
        engine.attribute_masked_word("the man")
    with pytest.raises(InputError, match="“stores” is 2 pieces"):
        engine.attribute_masked_word(TEXT, word="stores")
    with pytest.raises(InputError, match="“☃” cannot be scored"):
        engine.attribute_masked_word(TEXT, word="☃")
    with pytest.raises(InputError, match="no text yet"):
        engine.attribute_next_sentence("the man", " ")
    for steps in (1, 301):
        with pytest.raises(InputError, match="between 2 and 300"):
            engine.attribute_masked_word(TEXT, steps=steps)
    with pytest.raises(MissingHeadError):
        tiny("roberta").attribute_next_sentence("the man", "the store")
    with pytest.raises(TextTooLongError, match="up to 128 tokens only; this one has 2"):
        mini.attribute_masked_word("[MASK] " + "la casa " * 100)
    with pytest.raises(TextTooLongError, match="cutting them"):
        engine.attribute_next_sentence("the man " * 40, "the store")
