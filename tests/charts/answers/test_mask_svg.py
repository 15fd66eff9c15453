"""The SVG file is well formed and says what the result says."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from bertviz_core.charts.answers.mask_svg import SvgChart, mask_svg
from bertviz_core.charts.svg_text import svg_text
from bertviz_core.results import MaskedWord, Prediction

SVG = "{http://www.w3.org/2000/svg}"


def chart(*answers: tuple[str, float], title: str = "t", marked_rank: int | None = None) -> SvgChart:
    predictions = tuple(
        Prediction(token=token, token_id=i, probability=p, rank=i + 1) for i, (token, p) in enumerate(answers)
    )
    return SvgChart(mask=MaskedWord(index=1, predictions=predictions), title=title, marked_rank=marked_rank)


def drawn(*charts: SvgChart) -> ElementTree.Element:
    return ElementTree.fromstring(mask_svg(charts, write=lambda p: f"{p:.2f}".replace(".", ",")))


def bars(picture: ElementTree.Element) -> list[ElementTree.Element]:
    return picture.findall(f"{SVG}g/{SVG}rect")


def test_words_and_numbers_are_written() -> None:
    texts = [text.text for text in drawn(chart(("casa", 0.5), ("mesa", 0.25))).iter(f"{SVG}text")]
    assert {"t", "casa", "0,50", "mesa", "0,25"} <= set(texts)


def test_bars_of_all_blanks_have_one_scale() -> None:
    lengths = [float(bar.attrib["width"]) for bar in bars(drawn(chart(("a", 0.8)), chart(("b", 0.2))))]
    assert lengths[0] == pytest.approx(4 * lengths[1], rel=1e-3)


def test_the_hidden_word_has_a_colour_of_its_own() -> None:
    first, second, legend = bars(drawn(chart(("a", 0.5), ("b", 0.3), marked_rank=2)))
    assert first.attrib["fill"] != second.attrib["fill"] == legend.attrib["fill"]
    assert len(bars(drawn(chart(("a", 0.5), ("b", 0.3), marked_rank=40)))) == 2


def test_hostile_text_stays_text() -> None:
    picture = drawn(chart(("<script>&\x00", 0.5), title="</text><script>"))
    assert picture.find(f".//{SVG}script") is None
    assert "<script>&" in [text.text for text in picture.iter(f"{SVG}text")]


def test_many_blanks_go_on_in_the_next_row() -> None:
    picture = drawn(*[chart(("a", 0.5))] * 4)
    places = [group.attrib["transform"] for group in picture.findall(f"{SVG}g")]
    assert len(set(places)) == 4
    assert float(picture.attrib["width"]) == float(drawn(*[chart(("a", 0.5))] * 3).attrib["width"])


def test_a_number_keeps_the_space_before_its_sign() -> None:
    assert svg_text("50\u00a0% \u202f<b>\u0007\u202e") == "50\u00a0% \u202f&lt;b&gt;"
