"""Sets are cleaned in the open and parted without a leak."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from bertviz_core.errors import InputError
from bertviz_core.results import TEST, TRAIN, VALIDATION, Note, PreparedData, TaggedExample, TextExample
from bertviz_core.training.data.prepare import alike, prepare_tagged, prepare_texts
from bertviz_core.training.data.samples import SAMPLES, sample_data, sample_languages
from bertviz_core.training.data.split import split_parts


def texts(*rows: tuple[str, str]) -> list[TextExample]:
    return [TextExample(text=text, label=label) for text, label in rows]


def many(counts: dict[str, int]) -> list[TextExample]:
    return texts(*((f"text {label} {n}", label) for label, count in counts.items() for n in range(count)))


def parts_of(prepared: PreparedData, label: str) -> Counter[int]:
    pairs = zip(prepared.data.examples, prepared.data.parts.tolist(), strict=True)
    return Counter(part for example, part in pairs if example.label == label)


def prepared(rows: Sequence[TextExample], seed: int = 0) -> PreparedData:
    return prepare_texts(rows, task="sentence", name="x", seed=seed)


@pytest.mark.parametrize(
    "counts", [{"a": 70, "b": 30}, {"a": 500, "b": 50}, {"a": 7, "b": 3}, {"1": 40, "2": 3}]
)
def test_each_class_is_in_each_part_in_about_the_wanted_shares(counts: dict[str, int]) -> None:
    rows = many(counts)
    ready = prepared(rows)
    for label, count in counts.items():
        found = parts_of(ready, label)
        assert set(found) == {TRAIN, VALIDATION, TEST}
        assert found[TEST] == max(1, round(count * 0.2))
        assert found[VALIDATION] == max(1, round(count * 0.1))
    assert not ready.notes.missing_classes


def test_the_seed_decides_the_split_and_nothing_else() -> None:
    rows = many({"a": 30, "b": 30})
    assert prepared(rows).data.fingerprint == prepared(rows).data.fingerprint
    assert not np.array_equal(prepared(rows).data.parts, prepared(rows, seed=1).data.parts)
    assert prepared(rows).data.counts == prepared(rows, seed=1).data.counts


def test_texts_that_differ_in_case_and_punctuation_stay_together() -> None:
    rows = many({"a": 20, "b": 20}) + texts(*((f"¡Hola{'!' * n}  MUNDO", "a") for n in range(12)))
    rows += texts(*((f"hola, mundo{'.' * n}", "b") for n in range(12)))
    for seed in range(5):
        ready = prepared(rows, seed)
        pairs = zip(ready.data.examples, ready.data.parts.tolist(), strict=True)
        assert len({part for example, part in pairs if alike(example.text) == "hola mundo"}) == 1


def test_what_is_left_out_is_named_by_its_row() -> None:
    rows = many({"a": 10, "b": 10})
    rows[3:3] = texts(("  ", "a"), ("no label", ""))
    rows += texts(("text a 0", "a"), ("text a 1", "b"))
    notes = prepared(rows).notes
    assert notes.rows == 24
    assert notes.blank == (4, 5)
    assert notes.duplicates == (23,)
    assert notes.contradictions == (24,)
    assert len(prepared(rows).data.examples) == 21


@pytest.mark.parametrize("nothing", ["\u200b", "\ufeff \u200d", "\u2060\n"])
def test_a_row_in_which_nothing_can_be_seen_is_an_empty_one(nothing: str) -> None:
    rows = [*many({"a": 10, "b": 10}), *texts((nothing, "a"), ("no label", nothing))]
    assert prepared(rows).notes.blank == (21, 22)
    pairs = [TextExample(text=row.text, label=row.label, pair="x") for row in many({"a": 10, "b": 10})]
    pairs.append(TextExample(text="x", label="a", pair=nothing))
    assert prepare_texts(pairs, task="pair", name="x").notes.blank == (21,)
    tagged = [TaggedExample(tokens=("Ana", str(n)), tags=("B-PER", "O")) for n in range(12)]
    tagged[3:3] = [TaggedExample(tokens=(nothing, nothing), tags=("O", "O"))] * 2
    notes = prepare_tagged(tagged, name="x").notes
    assert notes.blank == (4, 5) and notes.rows == 14


def test_labels_that_are_numbers_stay_texts_in_their_order() -> None:
    assert prepared(many({"10": 5, "2": 5, "-1": 5, "0.0": 5})).data.labels == ("-1", "0.0", "2", "10")


@pytest.mark.parametrize(
    ("counts", "word"),
    [
        ({"a": 5, "b": 4}, "10"),
        ({"a": 50}, "a"),
        ({"a": 50, "b": 2}, "b"),
        ({str(n): 3 for n in range(21)}, "21"),
    ],
)
def test_what_cannot_be_learned_is_refused_with_the_reason(counts: dict[str, int], word: str) -> None:
    with pytest.raises(InputError, match=word):
        prepared(many(counts))


def test_rows_that_are_all_alike_are_refused() -> None:
    rows = texts(*((f"a{'!' * n}", "x" if n % 2 else "y") for n in range(20)))
    with pytest.raises(InputError, match="alike"):
        prepared(rows)


def test_more_rows_than_allowed_are_cut_and_counted(settings: Callable[..., None]) -> None:
    settings(max_rows="30")
    ready = prepared(many({"a": 20, "b": 20}))
    assert ready.notes.cut == 10
    assert len(ready.data.examples) == 30


def test_equal_sentences_with_tags_are_left_out() -> None:
    rows = [TaggedExample(tokens=("Ana", str(n)), tags=("B-PER", "O")) for n in range(12)]
    ready = prepare_tagged([*rows, rows[0]], name="x")
    assert ready.notes.duplicates == (13,)
    assert ready.data.labels == ("O", "B-PER")


@pytest.mark.parametrize("name", SAMPLES)
def test_written_sets_are_ready_in_every_language(name: str) -> None:
    for language in sample_languages(name):
        ready = sample_data(name, language=language)
        assert ready.notes.written
        assert ready.data.task == SAMPLES[name]
        assert min(ready.data.counts) >= 3
        assert not ready.notes.duplicates and not ready.notes.blank and not ready.notes.missing_classes
        assert not ready.notes.shared


@pytest.mark.parametrize("seed", range(4))
def test_topics_of_entailment_and_texts_of_questions_stay_together(seed: int) -> None:
    parts = sample_data("entailment", seed=seed).data.parts.reshape(-1, 3)
    assert (parts == parts[:, :1]).all()
    data = sample_data("questions", seed=seed).data
    of_context: dict[str, set[int]] = {}
    for example, part in zip(data.examples, data.parts.tolist(), strict=True):
        of_context.setdefault(example.context, set()).add(part)
    assert all(len(parts) == 1 for parts in of_context.values())


@pytest.mark.parametrize("name", SAMPLES)
def test_parts_of_written_sets_have_about_the_wanted_shares(name: str) -> None:
    for language in sample_languages(name):
        counts = np.array(sample_data(name, language=language, seed=1).data.counts)
        group = {"entailment": 3, "questions": 5}.get(name, 2)  # rows that stay together
        wanted = np.array((0.7, 0.1, 0.2)) * counts.sum()
        assert np.abs(counts - wanted).max() <= max(group, 0.03 * counts.sum()), (language, counts)


@pytest.mark.parametrize("sizes", [(20, 1, 1), (5, 5, 5), (1, 1, 1), (9, 1, 1, 1), (30, 20, 10)])
@pytest.mark.parametrize("seed", range(6))
def test_three_groups_of_a_class_are_in_all_parts(sizes: tuple[int, ...], seed: int) -> None:
    groups = [f"{label} {n}" for label in "ab" for n, size in enumerate(sizes) for _ in range(size)]
    parts = split_parts(groups, [group[0] for group in groups], seed=seed)
    of_group = {(group, part) for group, part in zip(groups, parts.tolist(), strict=True)}
    assert len(of_group) == len(set(groups))
    for label in "ab":
        assert {part for group, part in of_group if group[0] == label} == {TRAIN, VALIDATION, TEST}


@pytest.mark.parametrize("seed", range(4))
def test_groups_of_several_classes_are_parted_in_the_wanted_shares(seed: int) -> None:
    random = np.random.default_rng(seed)
    groups = np.repeat(np.arange(120), 3).tolist()
    strata = random.choice(["a", "b", "c"], size=360, p=(0.6, 0.3, 0.1)).tolist()
    parts = split_parts(groups, strata, seed=seed)
    assert (parts.reshape(-1, 3) == parts.reshape(-1, 3)[:, :1]).all()
    for label in "abc":
        counts = np.bincount(parts[np.array(strata) == label], minlength=3)
        assert np.abs(counts / counts.sum() - (0.7, 0.1, 0.2)).max() < 0.1
    assert not np.array_equal(parts, split_parts(groups, strata, seed=seed + 1))


def test_three_mixed_groups_are_in_three_parts() -> None:
    assert set(split_parts([0, 0, 1, 1, 2, 2], ["a", "b"] * 3, seed=0).tolist()) == {0, 1, 2}


def test_a_set_that_is_not_written_is_refused() -> None:
    with pytest.raises(InputError):
        sample_data("tagging", language="pt")
    with pytest.raises(InputError):
        sample_data("../spam")


def pairs(*rows: tuple[str, str]) -> list[TextExample]:
    return [TextExample(text=a, pair=b, label="xy"[n % 2]) for n, (a, b) in enumerate(rows)]


def test_pairs_that_are_turned_around_or_share_a_text_stay_together() -> None:
    rows = pairs(*((f"a {n}", f"b {n}") for n in range(60)), *((f"b {n}", f"A {n}!") for n in range(60)))
    ready = prepare_texts(rows, task="pair", name="x")
    texts_of = [
        {alike(text) for example in ready.data.part(part) for text in (example.text, example.pair)}
        for part in (TRAIN, VALIDATION, TEST)
    ]
    assert not texts_of[0] & texts_of[1] and not texts_of[0] & texts_of[2] and not texts_of[1] & texts_of[2]


def test_a_second_text_that_all_pairs_share_does_not_tie_them() -> None:
    rows = pairs(*((f"a {n}", "Somebody sleeps.") for n in range(60)))
    ready = prepare_texts(rows, task="pair", name="x")
    assert ready.data.counts == (42, 6, 12)
    assert ready.notes.shared == 1


@pytest.mark.parametrize("seconds", [3, 40, 200])
def test_texts_that_stand_in_several_parts_are_counted(seconds: int) -> None:
    rows = pairs(*((f"a {n % 77}", f"{'b' if n % 2 else 'B'} {n % seconds}!") for n in range(200)))
    ready = prepare_texts(rows, task="pair", name="x")
    parts_of: dict[str, set[int]] = {}
    for example, part in zip(ready.data.examples, ready.data.parts.tolist(), strict=True):
        for text in (example.text, example.pair):
            parts_of.setdefault(alike(text), set()).add(part)
    wanted = [text for text, parts in parts_of.items() if len(parts) > 1]
    assert all(text.startswith("b") for text in wanted)
    assert ready.notes.shared == len(wanted)
    assert (len(wanted) > 0) == (seconds < 200)


def test_the_written_pairs_share_no_text_between_parts() -> None:
    for seed in range(3):
        data = sample_data("paraphrases", seed=seed).data
        learned = {alike(text) for example in data.part(TRAIN) for text in (example.text, example.pair)}
        held_out = {alike(text) for example in data.part(TEST) for text in (example.text, example.pair)}
        assert not learned & held_out


@pytest.mark.parametrize("seed", range(4))
def test_a_group_that_is_most_of_the_set_is_learned_from(seed: int) -> None:
    rows = [TextExample(text="the same", pair=f"p {n}", label="xy"[n % 2]) for n in range(400)]
    rows += [TextExample(text=f"x {n}", pair=f"q {n}", label="xy"[n % 2]) for n in range(60)]
    ready = prepare_texts(rows, task="pair", name="x", seed=seed)
    parts = {
        int(part)
        for e, part in zip(ready.data.examples, ready.data.parts, strict=True)
        if e.text == "the same"
    }
    assert parts == {TRAIN}
    assert min(ready.data.counts) >= 4


def labelled(*labels: str, each: int = 10) -> list[TextExample]:
    words = "uno dos tres cuatro cinco seis siete ocho nueve diez".split()
    return texts(*((f"{word} {label!r}", label) for label in labels for word in words[:each]))


def about_classes(ready: PreparedData) -> list[Note]:
    return [note for note in ready.decisions if note.kind == "classes"]


@pytest.mark.parametrize(
    ("written", "classes"),
    [
        (("Sí", "Si\u0301", "No"), ("No", "Sí")),
        (("spam", "spam\u200b", "ha\u00adm", "ham"), ("ham", "spam")),
        (("ñu", "\u202an\u0303u\u202c", "yak\ufeff"), ("yak", "ñu")),
    ],
)
def test_labels_that_look_the_same_are_one_class(written: tuple[str, ...], classes: tuple[str, ...]) -> None:
    ready = prepared(labelled(*written))
    assert ready.data.labels == classes
    (note,) = about_classes(ready)
    changed = sum(label not in classes for label in written)
    assert note.kind == "classes" and note.fields["count"] == 10 * changed and not note.doubtful


@pytest.mark.parametrize(
    ("written", "joined"),
    [
        (("true", "True", "TRUE", "false"), ("TRUE", "false")),
        (("1", "1.0", "2"), ("1", "2")),
        (("0,5", "0.5", "1"), ("0,5", "1")),
        (("no-spam", "no\u2011spam", "spam"), ("no-spam", "spam")),
        (("-1", "\u22121", "1"), ("-1", "1")),
        (("1º", "1°", "2º"), ("1°", "2º")),
        (("1 000", "1'000", "1,000", "1.000", "1000", "2"), ("1 000", "2")),
        (("1", "1.000", "2"), ("1", "2")),
    ],
)
def test_classes_written_nearly_alike_are_asked_about(
    written: tuple[str, ...], joined: tuple[str, ...]
) -> None:
    ready = prepared(labelled(*written))
    assert set(ready.data.labels) == set(written)
    (note,) = about_classes(ready)
    assert note.doubtful and note.option == "--join-classes" and f"“{written[0]}”" in str(note)
    ready = prepare_texts(labelled(*written), task="sentence", name="x", join_classes=True)
    assert set(ready.data.labels) == set(joined)
    (note,) = about_classes(ready)
    assert not note.doubtful and "are joined" in str(note)


def test_a_small_class_that_is_another_one_in_capitals_is_told() -> None:
    rows = labelled("spam", "ham") + labelled("SPAM", each=2)
    with pytest.raises(InputError, match="“spam” only in how it is written"):
        prepared(rows)
    ready = prepare_texts(rows, task="sentence", name="x", join_classes=True)
    assert ready.data.labels == ("ham", "spam")


def test_tags_that_look_the_same_are_one() -> None:
    tags = ("B-Sí", "B-Si\u0301\u200b")
    rows = [TaggedExample(tokens=("Ana", str(n)), tags=(tags[n % 2], "O")) for n in range(12)]
    assert prepare_tagged(rows, name="x").data.labels == ("O", "B-Sí")
