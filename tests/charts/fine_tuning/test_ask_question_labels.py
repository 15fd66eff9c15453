"""Labels of answers: told apart by where they begin and end, text never markup, no word cut."""

from __future__ import annotations

import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.fine_tuning.ask import choice_bars
from bertviz_core.charts.fine_tuning.ask_question_labels import answer_labels, short_answer
from bertviz_core.results import AnsweredQuestion, AnswerSpan

CONTEXT = "In 1833 the old observatory of the upper town on the hill burned down on a Sunday <b>night</b>."


def answered(*parts: str) -> AnsweredQuestion:
    spans = tuple(
        AnswerSpan(
            text=part,
            start=CONTEXT.index(part),
            end=CONTEXT.index(part) + len(part),
            probability=0.5 / (place + 1),
        )
        for place, part in enumerate(parts)
    )
    return AnsweredQuestion(model="m", question="what?", context=CONTEXT, answers=spans, windows=1)


def test_answers_that_overlap_have_different_labels_of_whole_words() -> None:
    long = "the old observatory of the upper town on the hill"
    parts = (long, f"{long} burned down", long.removesuffix(" on the hill"), "the", CONTEXT)
    labels = answer_labels(answered(*parts))
    assert len(set(labels)) == len(parts)
    for part, label in zip(parts, labels, strict=True):
        bold = label.split("<br>")[0].removeprefix("<b>").removesuffix("</b>")
        assert set(bold.replace("&lt;", "<").replace("&gt;", ">").split()) <= {*part.split(), "…"}
    assert labels[3] == "<b>the</b><br>In 1833 ___ old observatory…"


def test_a_word_that_is_answered_in_part_is_written_whole() -> None:
    label = answer_labels(answered("servatory of the up"))[0]
    assert label == "ob<b>servatory of the up</b>per<br>In 1833 the old ___ town on the…"


def test_labels_are_text() -> None:
    label = answer_labels(answered("<b>night</b>"))[0]
    assert label.startswith("<b>&lt;b&gt;night&lt;/b&gt;</b><br>") and label.endswith("Sunday ___ .")
    style = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#000088"))
    figure = choice_bars(["x"], [0.5], style, axis="p", labels=[label])
    assert list(figure.layout.yaxis.ticktext) == [label]


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("milk", "milk"),
        ("one two three four five six", "one two … five six"),
        ("one twothreefourfivesix", "one twothreefourfivesix"),
        ("x" * 60, "x" * 39 + "…"),
        ("", ""),
    ],
)
def test_short_answers(text: str, short: str) -> None:
    assert short_answer(text, 18) == short
