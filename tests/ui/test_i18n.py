"""Numbers are written the way the interface language does."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from bertviz_core.ui import i18n


@pytest.mark.parametrize(("language", "count"), [("es", "28.073"), ("pt", "28.073"), ("en", "28,073")])
def test_numbers_follow_the_language(monkeypatch: pytest.MonkeyPatch, language: str, count: str) -> None:
    monkeypatch.setattr(i18n, "language", lambda: language)
    assert i18n.number(28073) == count


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
