"""The two steps as pictures: they come as images, whose words the browser tests cannot measure."""

from __future__ import annotations

import re

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.pretraining.idea import StepPicture, step_svg

STYLE = ChartStyle(ink="#000000", background="#ffffff", sequential=("#ffffff", "#0000ff"))
PICTURE = StepPicture(
    heading="A <b>heading</b>",
    texts=(("A text", "label"), ("Another", "")),
    model="BERT",
    answers=("Which?",),
    new="new",
)
HALF_A_PROJECTOR, FROM_AFAR = 425, 14


def test_words_can_be_read_from_afar_where_two_pictures_stand_beside_each_other() -> None:
    svg = step_svg(PICTURE, STYLE)
    (width,) = map(float, re.findall(r'<svg [^>]* width="(\d+)"', svg))
    sizes = [float(size) for size in re.findall(r'font-size="(\d+)"', svg)]
    assert len(sizes) == 7
    assert min(sizes) * HALF_A_PROJECTOR / width >= FROM_AFAR


def test_words_are_text() -> None:
    assert "<b>" not in step_svg(PICTURE, STYLE)
