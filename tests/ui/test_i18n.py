"""Numbers are written the way the interface language does."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from babel.numbers import format_decimal

from bertviz_core.locales import LANGUAGES
from bertviz_core.ui import i18n


@pytest.mark.parametrize(
    ("language", "probability", "count", "separators"),
    [("es", "0,2250", "28.073", ",."), ("pt", "0,2250", "28.073", ",."), ("en", "0.2250", "28,073", ".,")],
)
def test_numbers_follow_the_language(
    monkeypatch: pytest.MonkeyPatch, language: str, probability: str, count: str, separators: str
) -> None:
    monkeypatch.setattr(i18n, "language", lambda: language)
    assert i18n.number(0.22499, places=4) == probability
    assert i18n.number(28073) == count
    assert i18n.separators() == separators


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("places", [None, 0, 1, 2, 4, 8])
def test_numbers_are_what_babel_writes(language: str, places: int | None) -> None:
    draw = random.Random(7)
    values = [0, -0.0, 0.125, 0.165, -0.0004, 1e-12, 999.9996, 1234, -1234.5, 28073, 12345678, float("nan")]
    values += [scale * draw.uniform(-1, 1) for scale in (1, 10, 1e3, 1e6) for _ in range(50)]
    values += [round(draw.uniform(-5, 5), 3) for _ in range(200)]
    pattern = None if places is None else f"#,##0.{'0' * places}"
    for value in values:
        assert i18n.write_number(value, places, language) == format_decimal(value, pattern, locale=language)


def test_a_settled_language_is_the_one_of_this_run(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = iter(["es", "pt", "en"])
    monkeypatch.setattr(i18n, "_chosen_language", lambda: next(chosen))
    monkeypatch.setattr(i18n, "_settled", threading.local())
    i18n.settle_language()
    assert [i18n.language(), i18n.language()] == ["es", "es"]
    i18n.settle_language()
    assert i18n.language() == "pt"
    with ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(i18n.language).result() == "en"
