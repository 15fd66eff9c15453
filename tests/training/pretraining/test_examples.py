from __future__ import annotations

import numpy as np
import torch

from bertviz_core.training.pretraining.batches import SpecialIds, assemble
from bertviz_core.training.pretraining.corpus import Corpus
from bertviz_core.training.pretraining.examples import (
    IS_NEXT,
    NO_PAIR,
    NOT_NEXT,
    ExamplePlan,
    draw_examples,
    length_of,
    plan_batches,
)


def long_corpus(documents: int = 40, sentences: int = 30, words: int = 7) -> Corpus:
    """Token ids count up from 0, so that a place can be read off the token."""
    count = documents * sentences
    return Corpus(
        tokens=np.arange(count * words, dtype=np.uint16),
        sentence_starts=np.arange(0, (count + 1) * words, words),
        document_starts=np.arange(0, count + 1, sentences),
        languages=np.repeat([0, 1], documents // 2).astype(np.uint8),
    )


PLAN = ExamplePlan(lengths=(0, 32, 64), length_weights=(1.0, 1.0, 1.0))


def test_half_of_the_pairs_are_true_neighbours() -> None:
    labels = np.concatenate([draw_examples(long_corpus(), PLAN, seed=seed)[:, 4] for seed in range(20)])
    pairs = labels[labels != NO_PAIR]
    assert set(pairs) == {IS_NEXT, NOT_NEXT}
    assert 0.46 < (pairs == IS_NEXT).mean() < 0.54


def drawn_pairs(corpus: Corpus, seed: int) -> list[list[int]]:
    return [row for row in draw_examples(corpus, PLAN, seed=seed).tolist() if row[4] != NO_PAIR]


def test_true_pairs_touch_and_false_ones_do_not() -> None:
    for _, first_end, second_start, _, label in drawn_pairs(long_corpus(), seed=3):
        assert (first_end == second_start) == (label == IS_NEXT)


def test_no_part_leaves_its_document_and_negatives_keep_the_language() -> None:
    corpus = long_corpus()
    size = 30 * 7
    for first_start, first_end, second_start, second_end, label in drawn_pairs(corpus, seed=4):
        assert first_start < first_end and second_start < second_end
        assert first_start // size == (first_end - 1) // size
        assert second_start // size == (second_end - 1) // size
        if label == NOT_NEXT:
            assert corpus.languages[first_start // size] == corpus.languages[second_start // size]


def test_a_share_of_negatives_comes_from_the_same_document() -> None:
    size = 30 * 7
    plan = ExamplePlan(lengths=(32,), same_document=0.5)
    drawn = np.concatenate([draw_examples(long_corpus(), plan, seed=seed) for seed in range(10)])
    negatives = drawn[drawn[:, 4] == NOT_NEXT]
    same = (negatives[:, 0] // size) == (negatives[:, 2] // size)
    assert 0.42 < same.mean() < 0.58


def test_lengths_keep_to_the_plan() -> None:
    lengths = length_of(draw_examples(long_corpus(), PLAN, seed=5))
    assert lengths.max() <= 64
    assert (lengths == 64).any() and (lengths == 17).any()  # 17: two single sentences of seven tokens


def test_documents_of_one_sentence_have_no_second_part(corpus: Corpus) -> None:
    drawn = draw_examples(corpus, ExamplePlan(lengths=(32,)), seed=0)
    start, end = corpus.sentence_starts[corpus.document_starts[1] :][:2]  # "Hoy es lunes."
    alone = drawn[(drawn[:, 0] == start) & (drawn[:, 1] == end)]
    assert len(alone) == 1
    assert alone[0, 2:].tolist() == [0, 0, NO_PAIR]


def test_languages_are_repeated_as_planned() -> None:
    plan = ExamplePlan(lengths=(0,), repeats=(1.0, 3.0))
    drawn = draw_examples(long_corpus(), plan, seed=0)
    second = (drawn[:, 0] >= 20 * 30 * 7).sum()
    assert 2.7 < second / (len(drawn) - second) < 3.3


def test_the_same_seed_draws_the_same() -> None:
    assert (draw_examples(long_corpus(), PLAN, seed=1) == draw_examples(long_corpus(), PLAN, seed=1)).all()
    assert len(draw_examples(long_corpus(), PLAN, seed=1)) != len(draw_examples(long_corpus(), PLAN, seed=2))


def test_batches_hold_what_fits_their_width() -> None:
    examples = draw_examples(long_corpus(), PLAN, seed=6)
    batches = plan_batches(examples, (32, 64), 256, seed=0)
    assert {width for width, _ in batches} == {32, 64}
    for width, chosen in batches:
        assert len(chosen) == 256 // width
        assert (length_of(chosen) <= width).all()


def test_a_batch_reads_as_bert_reads_a_pair() -> None:
    tokens = torch.arange(100, 200)
    special = SpecialIds(pad=0, cls=2, sep=3, mask=4, first_ordinary=5)
    examples = torch.tensor([[0, 2, 10, 13, IS_NEXT], [5, 8, 0, 0, NO_PAIR]])
    batch = assemble(tokens, examples, 10, special)
    assert batch.ids.tolist() == [
        [2, 100, 101, 3, 110, 111, 112, 3, 0, 0],
        [2, 105, 106, 107, 3, 0, 0, 0, 0, 0],
    ]
    assert batch.segment_ids.tolist() == [[0, 0, 0, 0, 1, 1, 1, 1, 0, 0], [0] * 10]
    assert batch.attention_mask.sum(1).tolist() == [8, 5]
    assert batch.maskable.sum(1).tolist() == [5, 3]
    assert batch.is_next.tolist() == [IS_NEXT, NO_PAIR]
