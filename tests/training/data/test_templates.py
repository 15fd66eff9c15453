"""Texts that differ in numbers only stay in one part, or are counted and told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bertviz_core.results import PreparedData, QuestionExample, TaggedExample, TextExample
from bertviz_core.results.fine_tuning.data import Answer
from bertviz_core.training.data.prepare import prepare_questions, prepare_tagged, prepare_texts
from bertviz_core.training.data.templates import template

WORDS = "casa perro luna mesa río sol pan mar flor tren libro gato nube vino calle".split()
PRIZE = "Ha ganado {n} €, llame al 905 {n}"


def different(count: int, label: str) -> list[TextExample]:
    texts = (f"{WORDS[n % 15]} {WORDS[n // 15]} {label}" for n in range(count))
    return [TextExample(text=text, label=label) for text in texts]


def filled(pattern: str, count: int, label: str = "spam") -> list[TextExample]:
    return [TextExample(text=pattern.format(n=100 + 7 * n), label=label) for n in range(count)]


def parts_of(ready: PreparedData, rows: Sequence[TextExample]) -> set[int]:
    pairs = zip(ready.data.examples, ready.data.parts.tolist(), strict=True)
    return {part for example, part in pairs if example in rows}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PRIZE.format(n=5), PRIZE.format(n=12345)),
        ("A las 3:45 h, 1.234,50 €", "a las 12:00 h; 7 €"),
        ("Sala ２", "sala 31"),
        ("bus B12", "bus B7"),
    ],
)
def test_numbers_make_no_pattern(one: str, other: str) -> None:
    assert template(one) == template(other)
    assert template(one) != template(f"{one} x")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("pattern", [PRIZE, "Código {n}: no lo comparta", "{n} votos a favor"])
def test_a_pattern_that_leaves_enough_stays_in_one_part(pattern: str, seed: int) -> None:
    rows = filled(pattern, 30)
    data = [*rows, *different(40, "spam"), *different(70, "ham")]
    ready = prepare_texts(data, task="sentence", name="x", seed=seed)
    assert len(parts_of(ready, rows)) == 1
    assert min(ready.data.counts) > 0 and not ready.notes.missing_classes
    (note,) = ready.decisions
    assert (note.kind, note.fields["count"], note.doubtful) == ("templates", 30, False)


def test_a_pattern_of_two_classes_stays_in_one_part() -> None:
    rows = [*filled(PRIZE, 10), *filled(PRIZE + "!", 3, "ham")]
    ready = prepare_texts([*rows, *different(40, "spam"), *different(40, "ham")], task="sentence", name="x")
    assert len(parts_of(ready, rows)) == 1


def test_a_class_of_one_pattern_is_parted_and_told() -> None:
    rows = filled(PRIZE, 30)
    ready = prepare_texts([*rows, *different(30, "ham")], task="sentence", name="x")
    assert parts_of(ready, rows) == {0, 1, 2}
    assert ready.data.counts == (42, 6, 12)
    (note,) = ready.decisions
    assert note.fields["count"] == 30 and note.doubtful and "only in numbers" in str(note)


def test_without_patterns_nothing_is_said() -> None:
    ready = prepare_texts([*different(30, "spam"), *different(30, "ham")], task="sentence", name="x")
    assert not ready.decisions
    rows = [*different(30, "spam"), *different(30, "ham"), TextExample(text="2", label="ham")]
    assert not prepare_texts(rows, task="sentence", name="x").decisions


def test_pairs_tags_and_questions_too() -> None:
    pairs = [
        TextExample(text=f"{row.text} x", pair=f"{row.text} y", label=row.label)
        for row in (*different(40, "a"), *different(40, "b"))
    ]
    pairs += [TextExample(text=f"Son {n} €", pair=f"Paga {n} €", label="a") for n in range(10)]
    ready = prepare_texts(pairs, task="pair", name="x")
    assert len(parts_of(ready, pairs[-10:])) == 1 and ready.decisions[0].fields["count"] == 10
    tagged = [TaggedExample(tokens=(word, "va"), tags=("B-X", "O")) for word in WORDS]
    tagged += [TaggedExample(tokens=("Sala", str(n)), tags=("B-X", "O")) for n in range(8)]
    ready = prepare_tagged(tagged, name="x")
    assert (
        len(
            {part for e, part in zip(tagged, ready.data.parts.tolist(), strict=True) if e.tokens[0] == "Sala"}
        )
        == 1
    )
    contexts = [f"{word} {other}" for word in WORDS for other in WORDS[:2]] + [f"sala {n}" for n in range(8)]
    asked = [
        QuestionExample(question=f"¿{n}?", context=context, answers=(Answer(text=context[:3], start=0),))
        for n, context in enumerate(contexts)
    ]
    ready = prepare_questions(asked, name="x")
    assert (
        len(
            {
                part
                for e, part in zip(asked, ready.data.parts.tolist(), strict=True)
                if e.context.startswith("sala")
            }
        )
        == 1
    )
