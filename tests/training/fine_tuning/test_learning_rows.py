"""What a network is given: first pieces, windows with their answers, batches of like length."""

import numpy as np
import pytest
import torch
from small_lessons import lesson
from transformers import AutoTokenizer

from bertviz_core.models.loading import load_checkpoint
from bertviz_core.models.sources import find_checkpoint
from bertviz_core.results import TRAIN, Answer, LearningData, QuestionExample, TaggedExample, TextExample
from bertviz_core.training.fine_tuning.answer_windows import answer_windows, best_span, training_window
from bertviz_core.training.fine_tuning.row_batches import RowPadder, SeededBatches, batches_by_length
from bertviz_core.training.fine_tuning.row_maker import IGNORED, RowMaker
from bertviz_core.training.fine_tuning.tagged_rows import tagged_rows
from bertviz_core.training.fine_tuning.training_rows import training_rows

FAMILIES = ("bert", "distilbert", "roberta", "xlm-roberta", "albert", "electra")


@pytest.fixture(scope="module")
def maker(checkpoint):
    made = {}

    def get(family, max_tokens=32):
        if (family, max_tokens) not in made:
            model = load_checkpoint(find_checkpoint(str(checkpoint(family))))
            made[family, max_tokens] = RowMaker(model, max_tokens=max_tokens)
        return made[family, max_tokens]

    return get


@pytest.mark.parametrize("family", FAMILIES)
def test_ids_are_those_of_the_tokenizer_cut_at_the_length(maker, checkpoint, family):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint(family))
    for text, pair in (
        ("the man went to the store", None),
        ("the man " * 40, None),
        ("the man", "at the store " * 30),
    ):
        data = LearningData(
            task="sentence",
            name="",
            examples=(TextExample(text=text, pair=pair, label="a"),),
            labels=("a", "b"),
            parts=np.array([TRAIN], dtype=np.int8),
            seed=0,
        )
        (row,) = training_rows(maker(family), data, TRAIN, seed=0)
        wanted = tokenizer(text, pair, truncation="longest_first", max_length=32)
        assert row.ids.tolist() == wanted["input_ids"]
        assert row.target.tolist() == [0]


@pytest.mark.parametrize("family", FAMILIES)
def test_each_word_has_its_tag_at_its_first_piece_also_in_long_sentences(maker, family):
    tokens = ("Saqué", "dinero", "del", "banco", "y", "ñandúes", "🙂", "the", "man") * 9
    tags = tuple("B-X" if token == "banco" else "O" for token in tokens)
    labels = ("O", "B-X")
    rows = tagged_rows(maker(family), 5, TaggedExample(tokens=tokens, tags=tags), labels)
    assert len(rows) > 1 and all(len(found.row.ids) <= 32 and found.row.example == 5 for found in rows)
    words = np.concatenate([found.words for found in rows])
    assert (np.diff(words) > 0).all() and len(words) >= len(tokens) - tokens.count("🙂")
    for found in rows:
        for word, piece in zip(found.words, found.pieces, strict=True):
            assert labels[found.row.target[piece]] == tags[word]
        assert (found.row.target != IGNORED).sum() == len(found.words)


def test_a_sentence_that_looks_like_a_blank_is_still_tagged(maker):
    example = TaggedExample(tokens=("[mask]", "the", "___", "man"), tags=("O", "O", "O", "B-X"))
    (found,) = tagged_rows(maker("bert"), 0, example, ("O", "B-X"))
    assert found.words.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("long", [0, 5, 20])
def test_the_window_to_learn_from_holds_the_answer(maker, family, long):
    before, after = "they live at the south of the world. " * long, " and she went to the store." * long
    context = f"{before}Saqué dinero del banco{after}"
    start = context.index("dinero")
    example = QuestionExample(
        question="the man bought", context=context, answers=(Answer(text="dinero del", start=start),)
    )
    reader, places = maker(family), set()
    for seed in range(12):
        row = training_window(reader, 3, example, seed=seed)
        assert len(row.ids) <= 32 and row.example == 3
        first, last = row.target
        whole = reader.read(example.question, context, whole=True)
        inside = [
            n
            for n in range(len(whole))
            if whole.sequence_ids[n] == 1 and _overlaps(whole.spans[n], start, 10)
        ]
        assert row.ids[first : last + 1].tolist() == whole.ids[inside].tolist()
        places.add(int(first))
    assert len(places) == 1 if not long else len(places) > 2
    again = training_window(reader, 3, example, seed=4)
    assert again.ids.tolist() == training_window(reader, 3, example, seed=4).ids.tolist()


def _overlaps(span, start, length):
    return span[0] < start + length and span[1] > start and span[0] < span[1]


@pytest.mark.parametrize("family", FAMILIES)
def test_windows_hold_all_of_the_context(maker, family):
    context = "they live at the south of the world and she went to the store. " * 6
    example = QuestionExample(question="the man " * 30, context=context, answers=())
    windows = answer_windows(maker(family), 0, example)
    assert len(windows) > 2 and all(len(window.row.ids) <= 32 for window in windows)
    covered = np.zeros(len(context), dtype=bool)
    for window in windows:
        for begin, end in window.spans:
            covered[begin:end] = True
        assert len(window.tokens) == len(window.spans)
    assert all(covered[place] for place, letter in enumerate(context.rstrip()) if letter != " ")


def test_a_short_context_is_read_as_the_tokenizer_reads_it(maker, checkpoint):
    example = lesson("question").examples[0]
    (window,) = answer_windows(maker("bert", 64), 0, example)
    tokenizer = AutoTokenizer.from_pretrained(checkpoint("bert"))
    wanted = tokenizer(example.question, example.context)
    assert window.row.ids.tolist() == wanted["input_ids"]
    assert window.row.segment_ids.tolist() == wanted["token_type_ids"]


def test_the_best_span_is_the_best_of_all_that_are_allowed():
    rng = np.random.default_rng(0)
    for length in (1, 3, 60):
        start, end = rng.normal(size=(2, length)).astype(np.float32)
        pairs = [(a, b) for a in range(length) for b in range(a, min(length, a + 40))]
        wanted = max(pairs, key=lambda pair: start[pair[0]] + end[pair[1]])
        first, last, score = best_span(start, end)
        assert (first, last) == wanted and score == pytest.approx(start[first] + end[last])


def test_an_epoch_has_every_row_once_in_batches_of_like_length():
    lengths = np.random.default_rng(1).integers(3, 60, size=203).tolist()
    batches = SeededBatches(lengths, batch_size=8, seed=3)
    orders = []
    for epoch in (0, 1):
        batches.epoch = epoch
        drawn = list(batches)
        assert sorted(row for batch in drawn for row in batch) == list(range(203))
        assert len(drawn) == len(batches) == 26
        padded = sum(max(lengths[row] for row in batch) * len(batch) for batch in drawn)
        assert padded < 1.25 * sum(lengths)
        orders.append(drawn)
    assert orders[0] != orders[1]
    batches.epoch = 0
    assert list(batches) == orders[0]


def test_batches_without_gradients_are_bounded(maker):
    rows = training_rows(maker("bert"), lesson("sentence", 60), TRAIN, seed=0)
    batches = list(batches_by_length(rows))
    assert sorted(number for batch in batches for number in batch) == list(range(len(rows)))


def test_padding_is_masked(maker):
    rows = training_rows(maker("bert"), lesson("tagging"), TRAIN, seed=0)
    batch = RowPadder(pad_id=0, has_segments=True, by_token=True)(rows)
    for place, row in enumerate(rows):
        length = len(row.ids)
        assert batch["input_ids"][place, :length].tolist() == row.ids.tolist()
        assert batch["attention_mask"][place].tolist() == [1] * length + [0] * (
            batch["input_ids"].shape[1] - length
        )
        assert (batch["labels"][place, length:] == IGNORED).all()
    assert batch["input_ids"].dtype == torch.int64
