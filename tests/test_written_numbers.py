"""Numbers for people: the signs of their language, one way to write each kind."""

from __future__ import annotations

import random

import pytest
from babel.numbers import format_decimal

from bertviz_core.locales import LANGUAGES
from bertviz_core.written_numbers import number_style

SIGNS = {"es": (",", "65,5\u00a0%"), "pt": (",", "65,5%"), "en": (".", "65.5%")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("places", [None, 0, 1, 2, 4, 8])
def test_numbers_are_what_babel_writes_but_for_the_minus(language: str, places: int | None) -> None:
    draw = random.Random(7)
    values = [0, 0.125, 0.165, 1e-12, 999.9996, 1234, -1234.5, 28073, 12345678]
    values += [scale * draw.uniform(-1, 1) for scale in (1, 10, 1e3, 1e6) for _ in range(50)]
    values += [round(draw.uniform(-5, 5), 3) for _ in range(200)]
    pattern = None if places is None else f"#,##0.{'0' * places}"
    for value in values:
        expected = format_decimal(value, pattern, locale=language).replace("-", "−")
        if not any(digit in expected for digit in "123456789"):
            expected = expected.removeprefix("−")
        assert number_style(language).number(value, places) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_is_written_one_way(language: str) -> None:
    style = number_style(language)
    point, percent = SIGNS[language]
    assert style.percent(0.655) == percent
    assert style.signed(0.25, 2) == f"+0{point}25"
    assert style.signed(-0.25, 2) == f"−0{point}25"
    assert style.signed(-0.0001, 2) == f"0{point}00"  # nothing is left of it to have a sign
    sign = percent.removeprefix(f"65{point}5")
    shown = [style.probability(value) for value in (0, 0.00001, 0.005, 0.0051, 0.764, 0.9951, 1)]
    assert shown == [f"{text}{sign}" for text in ("0", "< 1", "< 1", "1", "76", "> 99", "100")]
    assert style.small(6.62e-13) == f"6{point}6·10⁻¹³"
    assert style.small(9.97e-5) == "1·10⁻⁴"
    assert style.small(0.0619) == f"0{point}0619"
    assert [style.rate(rate) for rate in (2e-5, 2.5e-4, 0.0015, 0.01)] == [
        "2·10⁻⁵",
        f"2{point}5·10⁻⁴",
        f"0{point}0015",
        f"0{point}01",
    ]
    assert style.number(float("nan")) == "—"
    assert style.number(float("-inf"), 2) == "−∞"
