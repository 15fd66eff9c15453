"""Files of tours: what they hold is read, and what is wrong is told with its line."""

from __future__ import annotations

import pytest

from bertviz_core.errors import InputError
from bertviz_core.tours import MOST_BYTES, MOST_STEPS, in_language, read_tour, tour_yaml
from bertviz_core.tours.ready import PAGES

TOUR = """\
title: {es: Título, en: A title}
steps:
  - title: First
    text: <b>as it is</b>
    view: http://host:1/base/attention?text=a+%26+b&layer=3&lang=es&tour=x
    highlight: chart
    task: {text: Do it, done_when: clicked chart}
    question: {text: Which?, options: [one, two], right: 2, answer: The second.}
    seconds: 90
    notes: Slowly.
"""
STEP = "steps:\n  - title: a\n    view: attention\n"


def read(text: str) -> object:
    return read_tour(text, pages=PAGES)


def test_a_tour_is_read_and_written() -> None:
    tour = read_tour(TOUR, pages=PAGES)
    (step,) = tour.steps
    assert in_language(tour.title, "es") == "Título" and in_language(tour.title, "pt") == "A title"
    assert in_language(step.text, "pt") == "<b>as it is</b>"
    assert in_language(step.view, "en") == "attention?text=a+%26+b&layer=3"
    assert step.question and step.question.right == 1 and step.seconds == 90
    assert step.task and str(step.task.done_when) == "clicked chart"
    assert tour_yaml(read_tour(tour_yaml(tour), pages=PAGES)) == tour_yaml(tour)


@pytest.mark.parametrize("done", ["view=heads", "layer=3", "layer changed", "text changed", "clicked chart"])
def test_a_task_says_when_it_is_done(done: str) -> None:
    tour = read_tour(f"title: t\n{STEP}    task: {{text: x, done_when: {done}}}\n", pages=PAGES)
    assert str(tour.steps[0].task.done_when) == done  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("title: [", 2, "YAML"),
        ("title: t", 1, "“steps” is missing"),
        ("title: t\nsteps: []", 2, "needs a step"),
        ("title: t\nsteps: x", 2, "must be a list"),
        (f"title: t\nnonsense: 1\n{STEP}", 2, "“nonsense” is not known"),
        (f"title: t\ntitle: u\n{STEP}", 2, "twice"),
        (f"title: {{xx: t}}\n{STEP}", 1, "“xx” is not known"),
        ("title: t\nsteps:\n  - title: a\n    view: nowhere?x=1", 4, "no page “nowhere”"),
        ("title: t\nsteps:\n  - title: a\n    view: ../frame", 4, "no page “frame”"),
        ("title: t\nsteps:\n  - title: a\n    view: javascript:alert(1)", 4, "no page"),
        (f"title: t\n{STEP}    highlight: .stApp", 5, "no place “.stApp”"),
        (f"title: t\n{STEP}    seconds: soon", 5, "whole number"),
        (f"title: t\n{STEP}    task: {{text: a, done_when: eval it}}", 5, "must be like"),
        (f"title: t\n{STEP}    task: {{text: a, done_when: clicked body}}", 5, "must be like"),
        (
            f"title: t\n{STEP}    question: {{text: a, options: [b], right: 2, answer: c}}",
            5,
            "number of an option",
        ),
        (f"title: {'x' * 130}\n{STEP}", 1, "130 letters"),
        (f'title: "a\\u202eb"\n{STEP}', 1, "cannot be shown"),
        (f"title: &a t\n{STEP}", 1, "references"),
        ("title: t\nsteps: *a\n", 2, "references"),
        (f"title: !!python/object:os.system t\n{STEP}", 1, "types"),
        ("title: " + "[" * 40 + "]" * 40, 1, "more than a tour"),
        ("title: t\nsteps:\n" + "  - {title: a, view: words}\n" * (MOST_STEPS + 1), 3, "61 entries"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(InputError) as told:
        read(text)
    assert f"Line {line}:" in str(told.value) and reason in str(told.value)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"x" * (MOST_BYTES + 1), b"- 1\n\x00"])
def test_a_file_that_is_no_tour_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        read_tour(data, pages=PAGES)
