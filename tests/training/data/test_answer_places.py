"""Places of answers in whichever units a file counts, judged by all its answers."""

from __future__ import annotations

import json

import pytest

from bertviz_core.training.data.answer_places import find_place, find_units
from bertviz_core.training.data.questions import read_questions

TOWNS = ("Lima", "Quito", "Cusco", "Salta")


def units_of(context: str, place: int, unit: str) -> int:
    before = context[:place]
    if unit == "utf-16":
        return len(before.encode("utf-16-le")) // 2
    return len(before.encode()) if unit == "bytes" else place + (unit == "from_one")


def rows(unit: str, *, emoji: str = "😀😀", off: int = 0):
    """Write questions about texts in which the answer stands twice, and where it is."""
    found, wanted = [], []
    for town in TOWNS:
        context = f"{emoji} Ana nació en {town} en 1990. Así, Luis llegó a {town} en 2001, y Eva se fue."
        place = context.rindex(town)
        for who in ("¿Adónde llegó Luis?", "¿A qué ciudad llegó?", "¿Dónde vive?"):
            start = units_of(context, place, unit) + off
            found.append(
                {"question": who, "context": context, "answers": {"text": [town], "answer_start": [start]}}
            )
            wanted.append((who, town, place))
    return found, sorted(wanted)


def read(found):
    prepared = read_questions(json.dumps(found), name="x")
    places = sorted((e.question, e.answers[0].text, e.answers[0].start) for e in prepared.data.examples)
    return prepared, places


@pytest.mark.parametrize(
    ("unit", "told"), [("utf-16", "UTF-16"), ("bytes", "bytes"), ("from_one", "from 1 on")]
)
def test_other_units_are_recognised_and_said(unit, told):
    found, wanted = rows(unit)
    prepared, places = read(found)
    assert places == wanted and prepared.notes.mended == () and prepared.notes.unanswerable == ()
    (note,) = [note for note in prepared.decisions if note.kind == "places"]
    assert told in str(note) and "12 of 12" in str(note)


@pytest.mark.parametrize("emoji", ["😀😀", "—", ""])
def test_characters_are_nothing_to_tell(emoji):
    found, wanted = rows("characters", emoji=emoji)
    prepared, places = read(found)
    assert places == wanted and prepared.notes.mended == ()
    assert all(note.kind != "places" for note in prepared.decisions)


def test_a_few_wrong_places_are_no_other_units():
    found, wanted = rows("characters")
    found[0]["answers"]["answer_start"][0] += 2  # as UTF-16 would be
    prepared, places = read(found)
    assert places == wanted and prepared.notes.mended == (1,)
    assert all(note.kind != "places" for note in prepared.decisions)


@pytest.mark.parametrize("off", [-5, 4, 7])
def test_places_some_characters_off_are_mended_where_one_is_clearly_nearest(off):
    found, wanted = rows("characters", off=off)
    prepared, places = read(found)
    assert places == wanted and prepared.notes.mended == tuple(range(1, 13))


@pytest.mark.parametrize(
    ("start", "place"), [(-1, None), (0, None), (4, 5), (12, None), (14, None), (21, 20), (99, None)]
)
def test_an_occurrence_that_is_not_clearly_the_nearest_is_not_taken(start, place):
    context = "word Lima and then. Lima is it"
    assert find_place(context, "Lima", start, "characters") == (place, False)


def test_files_without_places_are_read_in_characters():
    assert find_units([("Lima", "Lima", -1), ("Lima", "", 0)]) == ("characters", ())
