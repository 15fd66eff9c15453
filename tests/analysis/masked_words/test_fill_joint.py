"""Filling blanks together: the beam against every possible filling, and the text as it is written."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
import transformers
from transformers import AutoTokenizer

from bertviz_core.analysis.masked_words import fill_joint
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError, MissingHeadError
from bertviz_core.models.families import FAMILIES


class Plain:
    """The same checkpoint in plain transformers."""

    def __init__(self, engine: BertEngine) -> None:
        name = FAMILIES[engine.info.family].model_class.replace("ForPreTraining", "ForMaskedLM")
        self.model = getattr(transformers, name).from_pretrained(engine.info.id).eval()
        self.tokenizer = AutoTokenizer.from_pretrained(engine.info.id)

    def ids(self, text: str) -> list[int]:
        return list(self.tokenizer(text.replace("___", self.tokenizer.mask_token))["input_ids"])

    def at(self, ids: list[int] | np.ndarray, place: int) -> np.ndarray:
        """Return the probabilities (inputs, vocabulary) at one place."""
        with torch.no_grad():
            logits = self.model(torch.tensor(np.atleast_2d(ids))).logits[:, place]
        return logits.softmax(-1).double().numpy()


def every_filling(plain: Plain, text: str) -> list[tuple[tuple[int, int], float]]:
    """Return all fillings of two blanks, the most probable one first."""
    ids = plain.ids(text)
    first, second = [i for i, token in enumerate(ids) if token == plain.tokenizer.mask_token_id]
    before = plain.at(ids, first)[0]
    inputs = np.tile(ids, (len(before), 1))
    inputs[:, first] = range(len(before))
    joint = before[:, np.newaxis] * plain.at(inputs, second)
    special = list(plain.tokenizer.all_special_ids)
    joint[special], joint[:, special] = 0, 0
    order = np.argsort(-joint, axis=None)[:20]
    pairs = zip(*np.unravel_index(order, joint.shape), strict=True)
    return [((int(i), int(j)), float(joint[i, j])) for i, j in pairs]


def test_with_a_beam_for_every_entry_the_search_is_exhaustive(
    engine: BertEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fill_joint, "MOST_BEAMS", engine.info.vocab_size)
    monkeypatch.setattr(fill_joint, "MOST_WORK", 10**6)
    answer = engine.fill_jointly("the ___ sai ___ man", beams=engine.info.vocab_size, top_k=20)
    expected = every_filling(Plain(engine), "the ___ sai ___ man")
    assert [f.probability for f in answer.fillings] == pytest.approx([p for _, p in expected], rel=1e-3)
    assert answer.fillings[0].token_ids == expected[0][0]
    assert all(
        f.probability == pytest.approx(np.prod(f.step_probabilities), rel=1e-6) for f in answer.fillings
    )


def test_three_blanks_equal_a_plain_beam_search(engine: BertEngine) -> None:
    plain, text = Plain(engine), "the ___ sai ___ man ___ ."
    ids = plain.ids(text)
    places = [i for i, token in enumerate(ids) if token == plain.tokenizer.mask_token_id]
    special = set(plain.tokenizer.all_special_ids)
    kept: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for step, place in enumerate(places):
        longer = []
        for words, value in kept:
            filled = list(ids)
            for at, word in zip(places, words, strict=False):
                filled[at] = word
            for word, p in enumerate(plain.at(filled, place)[0]):
                if word not in special:
                    longer.append(((*words, word), value * p))
        kept = sorted(longer, key=lambda one: -one[1])[: 3 if step < 2 else 4]
    found = engine.fill_jointly(text, beams=3, top_k=4).fillings
    assert [f.token_ids for f in found] == [words for words, _ in kept]
    assert [f.probability for f in found] == pytest.approx([value for _, value in kept], rel=1e-3)


def test_the_first_words_alone_are_counted_in_the_same_way(engine: BertEngine) -> None:
    text, special = "the ___ sai ___ man", engine._reader.special_ids
    alone = engine.fill_jointly(text).alone
    masks = engine.fill_mask(text, top_k=engine.info.vocab_size).masks
    best = [next(p for p in mask.predictions if p.token_id not in special) for mask in masks]
    assert alone.token_ids == tuple(p.token_id for p in best)
    assert alone.step_probabilities[0] == pytest.approx(best[0].probability, rel=1e-4)
    plain = Plain(engine)
    ids = plain.ids(text)
    ids[masks[0].index] = alone.token_ids[0]
    second = plain.at(ids, masks[1].index)[0, alone.token_ids[1]]
    assert alone.step_probabilities[1] == pytest.approx(second, rel=1e-3)


def test_one_blank_gives_the_ranked_list(mini: BertEngine) -> None:
    text = "Madrid es la ___ de España"
    (mask,) = mini.fill_mask(text, top_k=5).masks
    found = mini.fill_jointly(text).fillings
    assert [f.words for f in found] == [(p.token,) for p in mask.predictions]
    assert [f.probability for f in found] == pytest.approx([p.probability for p in mask.predictions])


def test_together_is_at_least_as_probable_as_alone(mini: BertEngine) -> None:
    texts = (
        "El ___ ___ la cena.",
        "New ___ ___ is big.",
        "El ___ de ___ es grande.",
        "The ___ drank the ___.",
    )
    answers = [mini.fill_jointly(text, beams=20) for text in texts]
    gains = [answer.fillings[0].probability / answer.alone.probability for answer in answers]
    assert min(gains) > 0.9999  # the same filling, but for rounding
    assert max(gains) > 1.1


def test_a_pair_is_filled_in_reading_order(mini: BertEngine) -> None:
    answer = mini.fill_jointly("El ___ duerme.", pair="Está muy ___, dijo.")
    best = answer.fillings[0]
    assert best.text == f"El {best.words[0]} duerme."
    assert best.pair == f"Está muy {best.words[1]}, dijo."
    assert [
        (sequence, (best.text, best.pair)[sequence][start:end]) for sequence, start, end in best.spans
    ] == [
        (0, best.words[0]),
        (1, best.words[1]),
    ]


def filled(engine: BertEngine, text: str, *entries: str) -> str:
    """Write given vocabulary entries into the blanks of a text."""
    encoding = engine.encode(text)
    places = [int(i) for i in np.flatnonzero(encoding.ids == engine._reader.mask_id)]
    numbers = {name: number for number, name in engine._reader._names.items()}
    written, _, spans = fill_joint.fill_in(
        encoding, engine._reader, {i: numbers[entry] for i, entry in zip(places, entries, strict=True)}
    )
    assert all(written[start:end].strip() for _, start, end in spans)
    return written


@pytest.mark.parametrize(
    ("text", "entries", "written"),
    [
        ("el ___  ___ , fin", ("banco", "##s"), "el bancos , fin"),
        ("el banco ___ fin", ("##s",), "el bancos fin"),
        ("el banco___ fin", ("##s",), "el bancos fin"),
        ("___ fin", ("##s",), "s fin"),
        ("(___) <b>___</b> $5", ("man", "the"), "(man) <b>the</b> $5"),
        ("[MASK]___", ("man", "##s"), "mans"),
        ("el fin ___", (".",), "el fin."),
    ],
)
def test_words_are_spaced_as_a_person_would(
    tiny: Callable[..., BertEngine], text: str, entries: tuple[str, ...], written: str
) -> None:
    assert filled(tiny("bert"), text, *entries) == written


@pytest.mark.parametrize(
    ("family", "entries", "written"),
    [
        ("roberta", ("Ġman", "s"), "the mans store"),
        ("roberta", ("Ġman", "Ġthe"), "the man the store"),
        ("albert", ("▁the", "s"), "the thes store"),
    ],
)
def test_other_vocabularies_mark_the_beginning_of_words(
    tiny: Callable[..., BertEngine], family: str, entries: tuple[str, ...], written: str
) -> None:
    assert filled(tiny(family), "the ___ ___ store", *entries) == written


def test_bounds(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("bert")
    with pytest.raises(InputError, match="no blank"):
        engine.fill_jointly("the man")
    with pytest.raises(InputError, match="11 blanks"):
        engine.fill_jointly("___ " * 11)
    assert len(engine.fill_jointly("___ " * 10, beams=2).fillings[0].words) == 10
    for wrong in (0, -1, 21, 10**9):
        with pytest.raises(InputError, match="beams"):
            engine.fill_jointly("the ___", beams=wrong)
        with pytest.raises(InputError, match="fillings"):
            engine.fill_jointly("the ___", top_k=wrong)
    with pytest.raises(InputError, match="beginnings takes too long"):
        engine.fill_jointly("___ man " * 10 + "man " * 42, beams=20, top_k=1)
    assert engine.fill_jointly("man " * 80 + "___").notes[0].kind == "window"


def test_a_model_without_the_head_is_refused(tiny: Callable[..., BertEngine]) -> None:
    with pytest.raises(MissingHeadError):
        tiny("bert", "BertModel").fill_jointly("the ___")


def test_long_texts_run_few_at_a_time(mini: BertEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    shapes: list[tuple[int, ...]] = []
    run = ForwardPasses._compute

    def noting(self: ForwardPasses, ids: np.ndarray, segments: np.ndarray, **options: object) -> object:
        shapes.append(ids.shape)
        return run(self, ids, segments, **options)

    monkeypatch.setattr(ForwardPasses, "_compute", noting)
    mini.fill_jointly("___ ___ " + "banco " * 490, beams=3)
    assert all(rows == 1 for rows, _ in shapes)
    shapes.clear()
    mini.fill_jointly("___ ___", beams=3)
    assert max(rows for rows, _ in shapes) == 3
