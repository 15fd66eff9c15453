"""Many texts at once: what comes of each is what comes of it alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch

from bertviz_core.analysis.passes.many_texts import padded_batches
from bertviz_core.engine import BertEngine
from bertviz_core.errors import MissingHeadError
from bertviz_core.results import Encoding

TEXTS = (
    "Saqué dinero del banco.",
    "The man went to the store and bought a gallon of milk.",
    "El sol sale.",
    "Saqué queso del banco.",
    "a",
)


def test_the_states_of_each_text_are_those_of_it_alone(engine: BertEngine) -> None:
    taken: dict[int, np.ndarray] = {}

    def take(number: int, encoding: Encoding, states: np.ndarray) -> None:
        assert encoding.text == engine.encode(TEXTS[number]).text
        taken[number] = states.copy()

    engine.hidden_states(TEXTS, take=take)
    assert sorted(taken) == list(range(len(TEXTS)))
    for number, text in enumerate(TEXTS):
        alone = engine._passes.run(engine.encode(text)).hidden.numpy()
        np.testing.assert_allclose(taken[number], alone, atol=1e-4)


def test_texts_of_about_the_same_length_share_a_pass(mini: BertEngine) -> None:
    words = (8, 40, 10, 9, 12, 40)
    encodings = [mini.encode(" ".join(["sol"] * count)) for count in words]
    short, long = padded_batches(mini._passes, encodings)
    assert (short.numbers, long.numbers) == ([0, 3, 2, 4], [1, 5])
    assert short.mask is not None
    assert short.mask.sum(dim=1).tolist() == [10, 11, 12, 14]
    assert short.ids[0, 10:].tolist() == [mini._passes.model.network.config.pad_token_id] * 4
    assert long.mask is None


def test_no_batch_of_many_texts_is_large_or_mostly_padding(mini: BertEngine) -> None:
    encodings = [mini.encode(" ".join(["sol"] * (3 + number % 40))) for number in range(600)]
    batches = list(padded_batches(mini._passes, encodings))
    assert sorted(number for batch in batches for number in batch.numbers) == list(range(600))
    assert max(batch.ids.size for batch in batches) <= 512
    assert sum(batch.ids.size for batch in batches) < 1.05 * sum(map(len, encodings))


def test_guesses_are_those_of_a_plain_forward_pass(engine: BertEngine) -> None:
    model = engine._passes.model
    changed, answers = [], []
    for turn, text in enumerate(TEXTS):
        encoding = engine.encode(text)
        hidden = ~encoding.special & (np.arange(len(encoding)) % 2 == turn % 2)
        changed.append(replace(encoding, ids=np.where(hidden, engine.mask_id, encoding.ids)))
        answers.append(np.where(hidden, encoding.ids, -100))
    for encoding, answer, guess in zip(changed, answers, engine.guess_tokens(changed, answers), strict=True):
        inputs = {"input_ids": torch.from_numpy(encoding.ids)[None]}
        if engine.info.has_segments:
            inputs["token_type_ids"] = torch.from_numpy(encoding.segment_ids)[None]
        with torch.inference_mode():
            output = model.network(**inputs)
        logits = output["prediction_logits"] if "prediction_logits" in output else output["logits"]
        probabilities = logits[0].softmax(dim=-1)
        places = [place for place, token_id in enumerate(answer) if token_id >= 0]
        assert len(guess.best) == len(guess.probability) == len(places)
        for row, place in enumerate(places):
            assert guess.best[row] == int(probabilities[place].argmax())
            assert guess.probability[row] == pytest.approx(
                float(probabilities[place, answer[place]]), rel=1e-3, abs=1e-7
            )


def test_guessing_needs_the_head(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("bert", "BertModel")
    with pytest.raises(MissingHeadError):
        engine.guess_tokens([engine.encode("a")], [np.array([-1, 5, -1])])
