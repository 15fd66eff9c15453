"""Numbers are written the way the interface language does."""

from __future__ import annotations

import pytest

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
