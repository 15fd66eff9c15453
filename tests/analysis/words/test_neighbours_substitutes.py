"""What fits into a word's place: the answers of a plain pass with the word hidden."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from bertviz_core.analysis.words import neighbours_substitutes as module
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError, MissingHeadError
from bertviz_core.results import Substitutes

PLACES = (
    ("Saqué dinero del banco y me senté en el banco.", (17, 22)),
    ("Saqué dinero del banco y me senté en el banco.", (40, 45)),
    ("El ñandú corría.", (3, 8)),
    ("banco", (0, 5)),
    ("The man went to the store.", (20, 25)),
)


def test_substitutes_are_those_of_a_plain_pass(engine: BertEngine) -> None:
    found = engine.substitutes(PLACES, top_k=4)
    model, reader = engine._passes.model, engine._reader
    for (text, (start, end)), words, probabilities in zip(
        PLACES, found.words, found.probabilities, strict=True
    ):
        hidden = engine.encode(text[:start] + str(engine.info.mask_token) + text[end:])
        (place,) = np.flatnonzero(hidden.ids == engine.mask_id)
        inputs = {"input_ids": torch.from_numpy(hidden.ids)[None]}
        if engine.info.has_segments:
            inputs["token_type_ids"] = torch.from_numpy(hidden.segment_ids)[None]
        with torch.inference_mode():
            output = model.network(**inputs)
        logits = output["prediction_logits"] if "prediction_logits" in output else output["logits"]
        shares = logits[0, place].softmax(dim=-1).numpy()
        expected = [
            (reader.readable(token_id), shares[token_id])
            for token_id in np.argsort(-shares, kind="stable")[:40].tolist()
            if token_id not in reader.special_ids
            and not reader.continues_word(token_id)
            and reader.readable(token_id).casefold() != text[start:end].casefold()
            and any(letter.isalpha() for letter in reader.readable(token_id))
        ][:4]
        assert words == tuple(name for name, _ in expected)
        np.testing.assert_allclose(probabilities, [share for _, share in expected], rtol=1e-3)


def test_another_blank_in_the_text_is_no_trouble(mini: BertEngine) -> None:
    (first, second) = mini.substitutes(
        [("El [MASK] abre el banco.", (18, 23)), ("El [MASK] abre el [MASK].", (18, 24))]
    ).words
    assert len(first) == 5
    assert first[0] == second[0]


def test_words_of_a_group_are_counted() -> None:
    shares = np.array([0.5, 0.1], np.float32)
    found = Substitutes(words=(("a", "b"), ("b", "c"), ("d", "e")), probabilities=(shares, shares, shares))
    assert found.of_group([0, 1], 3) == [("b", 2), ("a", 1), ("c", 1)]
    assert found.of_group([], 3) == []


def test_what_cannot_be_answered_is_refused(
    tiny: Callable[..., BertEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(MissingHeadError):
        tiny("bert", "BertModel").substitutes(PLACES)
    with pytest.raises(InputError, match="beyond what the model reads"):
        tiny("bert").substitutes([("el sol " * 60 + "banco", (420, 425))])
    for span in ((-3, 2), (5, 3), (3, 3), (3, 300)):
        with pytest.raises(InputError, match="nothing at the place"):
            tiny("bert").substitutes([("El banco.", span)])
    for top_k in (0, 41):
        with pytest.raises(InputError, match="between 1 and 40"):
            tiny("bert").substitutes(PLACES, top_k=top_k)
    monkeypatch.setattr(module, "MOST_PLACES", 2)
    with pytest.raises(InputError, match="At most 2"):
        tiny("bert").substitutes(PLACES)
