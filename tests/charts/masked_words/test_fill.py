"""Bars of fillings and of comparisons say what the results say."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np
import pytest

from bertviz_core.charts.answers.compare import compared_bars
from bertviz_core.charts.answers.mask_bars import BarStyle
from bertviz_core.charts.answers.mask_svg import SvgChart, mask_svg
from bertviz_core.charts.chart_style import CHOSEN, MORE, ChartStyle
from bertviz_core.charts.masked_words.fill_joint import joint_bars
from bertviz_core.engine import BertEngine
from bertviz_core.results import ComparedBlank, JointFilling, JointFillings, MaskedWord, Prediction

STYLE = ChartStyle(ink="#000000", background="#ffffff", sequential=("#ffffff", "#000000"))
SVG = "{http://www.w3.org/2000/svg}"


def masked(*answers: tuple[str, float]) -> MaskedWord:
    predictions = tuple(
        Prediction(token=token, token_id=len(token), probability=p, rank=rank)
        for rank, (token, p) in enumerate(answers, start=1)
    )
    return MaskedWord(index=1, predictions=predictions)


@pytest.fixture
def blank() -> ComparedBlank:
    return ComparedBlank(
        before=masked(("casa", 0.5), ("<b>", 0.25), ("sol", 0.1)),
        after=masked(("casa", 0.2), ("mesa!", 0.15), ("<b>", 0.1)),
        shown=2,
        same_vocabulary=False,
    )


def test_bars_that_the_other_side_lacks_have_a_colour_of_their_own(blank: ComparedBlank) -> None:
    style = BarStyle(axis_title="p", beside=blank.drawn)
    before, after = (compared_bars(blank, style, side=side) for side in (0, 1))
    assert list(before.data[0].marker.color) == [MORE, CHOSEN]
    assert list(after.data[0].marker.color) == [MORE, CHOSEN]
    assert before.layout.xaxis.range == after.layout.xaxis.range
    assert before.layout.yaxis.ticktext == ("casa", "&lt;b&gt;")


def test_a_word_below_the_bars_is_found_again(blank: ComparedBlank) -> None:
    words = {word.token: word for word in blank.words()}
    assert set(words) == {"casa", "<b>", "mesa!"}
    assert words["casa"].change == pytest.approx(-0.3)
    assert words["<b>"].change == pytest.approx(-0.15)
    assert words["mesa!"].change is None


def test_ids_tell_words_of_one_vocabulary_apart() -> None:
    one, other = masked(("a", 0.5)), masked(("b", 0.4))  # both of id 1
    by_id = ComparedBlank(before=one, after=other, shown=1, same_vocabulary=True)
    by_name = ComparedBlank(before=one, after=other, shown=1, same_vocabulary=False)
    assert by_id.alone == (frozenset(), frozenset())
    assert by_name.alone == (frozenset({1}), frozenset({1}))


def test_the_picture_marks_them_too(blank: ComparedBlank) -> None:
    charts = [
        SvgChart(mask=mask, title="t", alone=alone)
        for mask, alone in zip(blank.drawn, blank.alone, strict=True)
    ]
    picture = ElementTree.fromstring(mask_svg([*charts, *charts], write=str, a_row=2))
    groups = picture.findall(f"{SVG}g")
    assert len({group.attrib["transform"] for group in groups}) == 4
    first, second, legend = groups[0].findall(f"{SVG}rect")
    assert first.attrib["fill"] == MORE
    assert second.attrib["fill"] == legend.attrib["fill"] == CHOSEN


def test_fillings_are_named_by_their_words(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").fill_jointly("the ___ sai ___ man")
    figure = joint_bars(answer, STYLE, axis_title="p")
    assert list(figure.data[0].x) == pytest.approx([f.probability for f in answer.fillings])
    assert list(figure.data[0].y) == list(range(5))
    for text, filling in zip(figure.layout.yaxis.ticktext, answer.fillings, strict=True):
        assert text.count(" · ") == 1
        assert len(text) >= len(" · ".join(filling.words))


def test_long_and_hostile_fillings_stay_text(tiny: Callable[..., BertEngine]) -> None:
    words = ("<img src=x onerror=alert(1)>", "x" * 60)
    filling = JointFilling(
        words=words, token_ids=(1, 2), step_probabilities=(0.5, 0.0), probability=0.0, text="", pair=None,
        spans=(),
    )  # fmt: skip
    encoding = tiny("bert").encode("the ___ ___")
    answer = JointFillings(
        model="m", encoding=encoding, blanks=(2, 3), beams=1, fillings=(filling,) * 2, alone=filling
    )
    figure = joint_bars(answer, STYLE, axis_title="p")
    assert "<img" not in figure.to_json().replace("\\u003c", "<")
    assert all(np.isfinite(figure.layout.xaxis.range))
    assert figure.layout.margin.l < 300
