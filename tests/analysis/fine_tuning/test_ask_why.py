"""What tokens add to a class, against a plain loop with gradients of transformers' own model."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from tiny_checkpoints import FAMILIES, SENTENCES
from transformers import AutoModelForSequenceClassification

from bertviz_core import BertEngine
from bertviz_core.errors import InputError, MissingHeadError

Fine = Callable[..., BertEngine]
TEXT, PAIR, MIDDLE_STEPS = "the man went to the store", "he bought milk", 150


def log_odds(logits: torch.Tensor, place: int) -> torch.Tensor:
    probability = logits.double().softmax(-1)[place]
    return (probability / (1 - probability)).log()


def plain_loop(engine: BertEngine, encoding: Any, place: int) -> Any:
    """Sum gradients at the middle of many equal steps, one pass each; return scores and both ends."""
    model = AutoModelForSequenceClassification.from_pretrained(
        engine.info.id, attn_implementation="eager"
    ).eval()
    segments = {"token_type_ids": torch.from_numpy(encoding.segment_ids)[None]}
    segments = segments if engine.info.has_segments else {}
    ids = torch.from_numpy(encoding.ids)
    masked = torch.where(torch.from_numpy(encoding.special), ids, engine.mask_id)
    look_up = model.get_input_embeddings()
    end, start = look_up(ids).detach(), look_up(masked).detach()
    total = torch.zeros_like(end)
    for step in range(MIDDLE_STEPS):
        point = (start + (step + 0.5) / MIDDLE_STEPS * (end - start)).requires_grad_()
        log_odds(model(inputs_embeds=point[None], **segments).logits[0], place).backward()
        total += point.grad
    scores = ((end - start) * total / MIDDLE_STEPS).sum(-1).numpy()
    with torch.no_grad():
        ends = [
            float(log_odds(model(inputs_embeds=e[None], **segments).logits[0], place)) for e in (end, start)
        ]
    return scores, *ends


@pytest.mark.parametrize(
    ("family", "pair"), [*((family, None) for family in FAMILIES), ("bert", PAIR), ("roberta", PAIR)]
)
def test_scores_equal_a_plain_loop_and_add_up(family: str, pair: str | None, fine: Fine) -> None:
    engine = fine(family)
    answer = engine.attribute_class(TEXT, pair, label="spam", steps=300 if family == "distilbert" else 100)
    scores, value, baseline = plain_loop(engine, answer.encoding, 1)
    # The path over a head with a ReLU has corners, which every sum of steps misses by some of its length.
    near = 0.06 if family == "distilbert" else 0.02 * float(abs(scores).max())
    assert answer.scores == pytest.approx(scores, abs=near)
    assert (answer.value, answer.baseline) == pytest.approx((value, baseline), abs=1e-4)
    assert answer.error < 0.02 * max(1.0, abs(value - baseline))
    assert not answer.scores[answer.encoding.special].any()
    assert answer.probability == pytest.approx(engine.classify(TEXT, pair).probabilities[1], abs=1e-5)
    assert (answer.label, answer.answer) == ("spam", "")


def test_the_most_probable_class_is_explained_by_itself(fine: Fine) -> None:
    engine = fine()
    answer = engine.attribute_class(TEXT, steps=10)
    assert answer.label == engine.classify(TEXT).label
    assert math.isclose(answer.probability, max(engine.classify(TEXT).probabilities), rel_tol=1e-4)


def test_what_cannot_be_explained_is_told(fine: Fine, mini: BertEngine) -> None:
    engine = fine()
    with pytest.raises(InputError, match="no class"):
        engine.attribute_class(TEXT, label="<i>other</i>")
    with pytest.raises(InputError, match="steps"):
        engine.attribute_class(TEXT, steps=1)
    with pytest.raises(InputError):
        engine.attribute_class("")
    with pytest.raises(InputError, match="second"):
        fine(task="pair").attribute_class(TEXT)
    with pytest.raises(MissingHeadError):
        mini.attribute_class(TEXT)
    with pytest.raises(MissingHeadError):
        fine(task="tagging").attribute_class(TEXT)


def test_a_long_text_is_told(mini: BertEngine, fine: Fine, tmp_path: Path) -> None:
    assert len(fine().encode(" ".join(SENTENCES))) <= 64  # as long as this model reads: explained, and cut
    assert fine().attribute_class(" ".join(SENTENCES * 2), steps=2).encoding.truncated
